// A text in which every word can be clicked, and any part selected: a menu offers to open
// the word's topic and to find it. The HTML comes from a template that escapes all texts.
const WORD = /[\p{L}\p{M}\p{N}_'’-]/u;

function wordAt(x, y) {
  const at = document.caretPositionFromPoint?.(x, y);
  const range = at ? null : document.caretRangeFromPoint?.(x, y);
  const node = at?.offsetNode ?? range?.startContainer;
  if (node?.nodeType !== Node.TEXT_NODE) return "";
  const text = node.textContent;
  let first = at?.offset ?? range.startOffset, last = first;
  while (first > 0 && WORD.test(text[first - 1])) first--;
  while (last < text.length && WORD.test(text[last])) last++;
  return text.slice(first, last).replace(/^['’-]+|['’-]+$/g, "");
}

export default function ({ parentElement, data, setTriggerValue }) {
  const place = parentElement.querySelector(".menu-place");
  place.innerHTML = data.html + `<div popover class="word-menu" role="menu"></div>`;
  const menu = place.querySelector(".word-menu");
  const open = (word, topic, box) => {
    const short = word.length > 40 ? `${word.slice(0, 40)}…` : word;
    const actions = [["find", `Find “${short}” in the texts`]];
    if (topic) actions.unshift(["open", `Open the topic “${data.names[topic]}”`]);
    showMenu(menu, actions, box, (what) =>
      setTriggerValue("clicked", { what, topic, word }));
  };
  const openMark = (mark) =>
    open(mark.textContent, Number(mark.dataset.topic), mark.getBoundingClientRect());
  place.onclick = ({ target, clientX, clientY }) => {
    if (menu.contains(target)) return;
    const selected = getSelection();
    const phrase = selected.toString().trim().replace(/\s+/g, " ");
    const mark = target.closest("mark");
    if (phrase && phrase.length <= data.longest && place.contains(selected.anchorNode))
      return open(phrase, 0, selected.getRangeAt(0).getBoundingClientRect());
    if (mark) return openMark(mark);
    const word = wordAt(clientX, clientY);
    if (word) open(word, 0, { left: clientX, bottom: clientY + 8 });
  };
  place.onkeydown = (event) => {
    const mark = event.target.closest("mark");
    if (!mark || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    openMark(mark);
  };
}
