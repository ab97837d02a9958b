"""Rules and a script for what Streamlit's own look and behaviour leave out."""

from spca_core.results.colours import TOPIC_COLOURS

# Of a topic's own place among those to choose from: no name is part of a rule.
PILL = ".st-key-topic_pills [role=radio]"
PILL_COLOURS = "\n".join(
    f"{PILL}:nth-child({len(TOPIC_COLOURS)}n + {topic}) {{--colour: {colour}}}"
    for topic, colour in enumerate(TOPIC_COLOURS, start=1)
)
# A link that has the focus is not the current page; a toolbar that has it is seen. On a
# telephone what is proven may take two lines, and nothing below it jumps.
STYLE = f"""<style>
a[data-testid=stPageLink-NavLink]:focus-visible {{outline: 2px solid #3d8bd4}}
[data-testid=stElementToolbar]:focus-within {{opacity: 1}}
.topic-name {{margin: 0 0 .25rem; overflow-wrap: anywhere}}
.topic-name::before, {PILL}::before {{content: ""; display: inline-block; flex: none;
  width: .7em; height: .7em; border-radius: 50%; margin-inline-end: .45em;
  background: var(--colour)}}
{PILL_COLOURS}
@media (max-width: 500px) {{.st-key-verdict {{min-height: 3.2rem}}}}
</style>"""
# On a telephone the sidebar lies over the page. Streamlit takes it away where the page
# beside it is touched, and nothing but this does the same after a link or Run in it.
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
