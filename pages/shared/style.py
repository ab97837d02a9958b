"""CSS rules and a script that complete Streamlit's own look and behaviour."""

# A link with the focus must not look like the current page, and a toolbar with it must
# be visible. On a phone what is proven stands beside a button, or not at all. The
# grounds are the theme's, which Streamlit tells its components alone. The verdict of a
# comparison has its lines, and its picture its height, before they are drawn.
STYLE = """<style>
a[data-testid=stPageLink-NavLink]:focus-visible {outline: 2px solid #3d8bd4}
[data-testid=stElementToolbar]:focus-within {opacity: 1}
[data-testid^=stBaseButton-primary] {background: #1f6bb8; border-color: #1f6bb8;
  color: #fff}
.st-key-to_topics a[href] {background: #1f6bb8; padding: .4rem .9rem}
.st-key-to_topics a :is(p, span) {color: #fff}
[data-testid=stMultiSelectTagsContainer] [role=group] > * {background: #1f6bb8;
  color: #fff}
[data-testid=stMainBlockContainer] {padding: 1rem 2rem 3rem}
[data-testid=stHeader] {background: none; pointer-events: none}
[data-testid=stHeader] :is(div, span) {pointer-events: none}
[data-testid=stHeader] :is(button, button *) {pointer-events: auto}
.stApp:has([data-testid=stExpandSidebarButton]) {
  [data-testid=stMainBlockContainer] {padding-top: 3.25rem}
  .st-key-lesson {margin-top: .6rem}
  [data-testid=stHeader] {background: light-dark(#ffffff, #11161c)}}
[data-testid=stMainBlockContainer] h1 {padding-inline-end: 2.5rem}
[data-testid=stMain] :is([data-testid=stCaptionContainer], [data-testid=stMarkdown]) p {
  max-width: 62rem}
[data-testid=stSidebarHeader] {height: 1rem; padding-block: 0; margin: 0}
[data-testid=stSidebarCollapseButton] {position: relative; top: 1rem; z-index: 1}
.stApp [data-testid=stCaptionContainer] {opacity: 0.8}
.topic-name {margin: 0 0 .25rem; overflow-wrap: anywhere}
.topic-name::before, .st-key-choice_topic [role=radio]::before {content: "";
  display: inline-block; flex: none; width: .7em; height: .7em; border-radius: 50%;
  margin-inline-end: .45em; background: var(--colour)}
.st-key-head h1 {padding: 0 0 .4rem}
.st-key-head {container-type: inline-size}
.st-key-head > :first-child {display: block; min-height: 1.58rem}
@container (max-width: 600px) {
  .st-key-headline.st-key-headline {flex-direction: column}
  .st-key-headline > * {flex: none}}
.st-key-chance {min-height: 1.5rem}
@container (min-width: 601px) {
  [data-testid=stLayoutWrapper]:has(> .st-key-part) {margin-inline-start: auto}}
.st-key-headline {row-gap: .2rem}
.st-key-headline button {min-height: 0; padding-block: 0}
.st-key-results .topic-cards .verdict {min-height: 1.4em}
.st-key-compared > :first-child {min-height: 3.2rem}
[class*=st-key-legend_] {min-height: 510px}
[data-testid=stLayoutWrapper]:has(> * > .st-key-stop) {position: sticky; bottom: 0;
  z-index: 9; background: light-dark(#ffffff, #11161c)}
.st-key-stop_chance {order: 1}
.st-key-about_place {min-width: 9.3rem}
.st-key-share_place {min-width: 5.7rem}
[data-testid=stLayoutWrapper]:has(> .st-key-proof) {flex: 1}
.st-key-part_bar {row-gap: 0}
.st-key-part_bar button {min-height: 0; padding-block: 0}
.st-key-part_bar [class*=st-key-pill_] {padding-inline: .5rem; border-radius: 1rem;
  background: color-mix(in srgb, #1f6bb8 15%, transparent)}
.st-key-part_bar [class*=st-key-part_remove_] p {font-size: 0}
.st-key-part_bar [class*=st-key-part_remove_] p::before {content: "✕" / "";
  font-size: .9rem; margin-inline-start: .4rem}
.st-key-of_cell {min-height: 2.75rem; justify-content: center;
  background: light-dark(#ffffff, #11161c)}
:has(> .st-key-of_cell) {position: sticky; bottom: 0; z-index: 9}
.st-key-explore_bar {position: sticky; top: 0; z-index: 9; padding: .25rem 0 .5rem;
  background: light-dark(#ffffff, #11161c)}
mark {background: color-mix(in srgb, var(--colour) 25%, transparent); color: inherit;
  border-bottom: 2px solid var(--colour); border-radius: 2px; padding: 0 1px}
.passage {margin: 0 0 .5rem; line-height: 1.45}
.document {max-width: 50rem; margin: 0 0 1rem; line-height: 1.6; font-size: 1.05rem}
.around {max-width: 50rem; margin: 0 0 1rem; line-height: 1.6;
  color: color-mix(in srgb, currentColor 75%, transparent)}
.word-table {overflow-x: auto}
.word-table table {border-collapse: collapse; font-size: .85rem; line-height: 1.3}
.word-table :is(th, td) {padding: 0 .6rem 0 0; text-align: start; font-weight: 400;
  white-space: nowrap}
.word-table thead th {white-space: normal; vertical-align: bottom; font-weight: 600}
.word-table th[scope=rowgroup] {font-weight: 600; padding-top: .6rem;
  border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent)}
.word-table th[scope=row] {opacity: .7}
.word-table b {background: color-mix(in srgb, #d9702b 30%, transparent)}
.shares {display: flex; height: 1.1rem; border-radius: .3rem; overflow: hidden;
  background: color-mix(in srgb, currentColor 12%, transparent)}
.shares i {background: var(--colour)}
.stMainBlockContainer:has(.st-key-lesson) {padding: 3.7rem 2rem 0.5rem}
.st-key-lesson h3 {padding: 0}
.st-key-lesson [data-testid=stAlertContainer] {padding: .5rem .75rem}
.st-key-lesson a[data-testid=stPageLink-NavLink] :is(span, p) {white-space: normal}
@media print {header, [data-testid=stSidebar], .st-key-choice_chapter, .stButton,
  .stFormSubmitButton, .st-key-lesson :is(.stPopover, .stPageLink, .st-key-play)
  {display: none}
  :is(.stVegaLiteChart, .stAlert, .stRadio, tr) {break-inside: avoid}
  :is(.stApp, .stApp > div, .stMain)[class] {position: static; display: block;
  overflow: visible; height: auto}
  :is(.st-key-sheet, .st-key-answers) {break-before: page}}
@media (hover: none) {.stElementToolbar[data-testid] {position: static;
  justify-content: end; opacity: 1}
  [data-testid=stElementContainer]:has(> [data-testid=stFullScreenFrame]) {
  height: auto}}
@media (max-width: 1150px) {.st-key-verdict {min-height: 3.25rem}}
@media (min-width: 1151px) {.st-key-verdict {height: 2.4rem}}
@media (max-width: 700px) {[data-testid=stMainBlockContainer] {padding-inline: 1rem}}
@media (max-width: 500px) {.st-key-compared > :first-child {min-height: 4.35rem}
  .st-key-verdict:has(.st-key-own_texts) {min-height: 5.75rem}
  .st-key-verdict:not(:has(.st-key-own_texts)) .st-key-proof {display: none}
  [data-testid=stLayoutWrapper]:has(> .st-key-proof) {order: 1}
  .st-key-proof p {font-size: .8rem; line-height: 1.3}
  :is(.st-key-headline, .st-key-compared)
    [data-testid=stMarkdown] p {font-size: .9rem}}
</style>"""
# On a phone the sidebar covers the page. Streamlit hides it when the page beside it is
# touched; this script does the same after a click on a link, the corpus or Run. What
# a button opens stands elsewhere in the page: it takes the focus, and gives it back.
SCRIPT = """<script>
if (!window.sidebarGivesWay) {
    window.sidebarGivesWay = true;
    document.addEventListener("click", ({target}) => {
        const main = document.querySelector("[data-testid=stMain]");
        const ways = ":is(a, .st-key-run button, .st-key-edit_corpus button)";
        if (target.closest(`[data-testid=stSidebar] ${ways}`))
            main.dispatchEvent(new MouseEvent("mousedown", {bubbles: true}));
    });
    let opener = null;
    new MutationObserver(() => {
        const opened = document.querySelector("[data-testid=stPopoverBody]");
        if (opened && !opener) {
            opener = document.activeElement;
            opened.tabIndex = -1;
            opened.focus();
        } else if (!opened && opener) {
            if (document.activeElement === document.body) opener.focus();
            opener = null;
        }
    }).observe(document.body, {subtree: true, childList: true});
}
</script>"""
