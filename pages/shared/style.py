"""CSS rules and a script that complete Streamlit's own look and behaviour."""

from spca_core.results.colours import TOPIC_COLOURS

# Topics are coloured by their place in the choice, so no name is part of a CSS rule.
PILL = ".st-key-topic_pills [role=radio]"
PILL_COLOURS = "\n".join(
    f"{PILL}:nth-child({len(TOPIC_COLOURS)}n + {topic}) {{--colour: {colour}}}"
    for topic, colour in enumerate(TOPIC_COLOURS, start=1)
)
# A link with the focus must not look like the current page, and a toolbar with it must
# be visible. On a phone the verdict has room for two lines: nothing below it jumps.
STYLE = f"""<style>
a[data-testid=stPageLink-NavLink]:focus-visible {{outline: 2px solid #3d8bd4}}
[data-testid=stElementToolbar]:focus-within {{opacity: 1}}
@media (hover: none) {{[data-testid=stElementToolbar] {{display: none}}}}
.topic-name {{margin: 0 0 .25rem; overflow-wrap: anywhere}}
.topic-name::before, {PILL}::before {{content: ""; display: inline-block; flex: none;
  width: .7em; height: .7em; border-radius: 50%; margin-inline-end: .45em;
  background: var(--colour)}}
{PILL_COLOURS}
.stMainBlockContainer:has(.st-key-lesson) {{padding: 3.7rem 2rem 0.5rem}}
.st-key-lesson h3 {{padding: 0}}
@media (hover: none) {{.stElementToolbar[data-testid] {{position: static;
  justify-content: end; opacity: 1}}}}
@media (max-width: 500px) {{.st-key-verdict {{min-height: 3.2rem}}}}
</style>"""
# On a phone the sidebar covers the page. Streamlit hides it when the page beside it is
# touched; this script does the same after a click on a link or on Run.
SCRIPT = """<script>
if (!window.sidebarGivesWay) {
    window.sidebarGivesWay = true;
    document.addEventListener("click", ({target}) => {
        const main = document.querySelector("[data-testid=stMain]");
        if (target.closest("[data-testid=stSidebar] :is(a, .st-key-run button)"))
            main.dispatchEvent(new MouseEvent("mousedown", {bubbles: true}));
    });
}
</script>"""
