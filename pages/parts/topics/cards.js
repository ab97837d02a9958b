// Cards whose names and words are buttons. Where one clicks a word, a menu says what can
// be done with it. The HTML comes from a template that escapes all words.
export default function ({ parentElement, data, setTriggerValue }) {
  const place = parentElement.querySelector(".cards-place");
  place.innerHTML = data.html + `<div popover class="word-menu" role="menu"></div>`;
  const menu = place.querySelector(".word-menu");
  const send = (what, button) => {
    const { topic, word } = button.dataset;
    setTriggerValue("clicked", { what, topic: Number(topic), word: word ?? "" });
  };
  place.onclick = ({ target }) => {
    const button = target.closest("button[data-topic]");
    if (!button) return;
    if (!button.dataset.word) return send("open", button);
    menu.replaceChildren(...data.actions.map(([what, label]) => {
      const action = document.createElement("button");
      action.setAttribute("role", "menuitem");
      action.textContent = label;
      action.onclick = () => { menu.hidePopover(); send(what, button); };
      return action;
    }));
    const { left, bottom } = button.getBoundingClientRect();
    menu.showPopover();
    const lowest = innerHeight - menu.offsetHeight - 8;
    menu.style.left = `${Math.max(0, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.min(bottom + 2, lowest)}px`;
    menu.firstChild.focus();
  };
}
