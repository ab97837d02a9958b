"""Rules and a script for what Streamlit's own look and behaviour leave out."""

# A link that has the focus is not the current page; a toolbar that has it is seen.
STYLE = """<style>
a[data-testid=stPageLink-NavLink]:focus-visible {outline: 2px solid #3d8bd4}
[data-testid=stElementToolbar]:focus-within {opacity: 1}
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
