// Cards whose names and words are buttons. Where one clicks a word, or zooms into a topic,
// a menu says what can be done with it; where one clicks a name, it is written anew in its
// place. The HTML comes from a template that escapes all words.
export default function ({ parentElement, data, setTriggerValue }) {
  const place = parentElement.querySelector(".menu-place");
  // Late results draw the cards again: what is being typed, the focus and an open menu
  // outlive that.
  const opened = place.querySelector(".word-menu:popover-open")?.of;
  const active = place.contains(document.activeElement) && document.activeElement;
  const typed = active && active.matches(".field") && active;
  if (typed) typed.onblur = null;
  place.innerHTML = data.html + `<div popover class="word-menu" role="menu"></div>`;
  const menu = place.querySelector(".word-menu");
  const find = (what, topic) =>
    place.querySelector(`[data-what="${what}"][data-topic="${topic}"]`);
  const send = (what, button) => {
    const { topic, word } = button.dataset;
    setTriggerValue("clicked", { what, topic: Number(topic), word: word ?? "" });
  };
  const change = (what, topic, text) =>
    setTriggerValue("changed", { what, topic: Number(topic), text });

  // Enter and a click elsewhere keep what is typed; Escape leaves all as it was.
  const write = (button, text) => {
    const { what, topic } = button.dataset;
    const before = data.names[topic - 1];
    const field = document.createElement("input");
    Object.assign(field, { className: "field", value: text ?? before, dir: "auto" });
    Object.assign(field.dataset, { field: what, topic, before });
    field.maxLength = data.longest;
    field.setAttribute("aria-label", "Name of this topic");
    const close = () => {
      field.onblur = null;
      field.remove();
      button.hidden = false;
    };
    const keep = () => {
      const text = field.value.trim();
      close();
      if (text === before) return;
      if (text) button.textContent = text;
      change(what, topic, text);
    };
    field.onblur = keep;
    field.onkeydown = (event) => {
      if (event.key === "Escape") close();
      else if (event.key === "Enter" && !event.isComposing) keep();
      else return;
      event.preventDefault();
      event.stopPropagation();
      button.focus();
    };
    button.before(field);
    button.hidden = true;
    field.focus();
    field.select();
    return field;
  };

  place.onclick = ({ target }) => {
    const button = target.closest("button[data-topic]");
    if (!button) return;
    const { what, topic, word } = button.dataset;
    if (what === "name") return void write(button);
    if (what === "hide") return change(what, topic, "");
    if (what === "open") return send(what, button);
    menu.of = { what, topic, word };
    showMenu(menu, data.menus[what ?? "word"], button.getBoundingClientRect(), (what) =>
      send(what, button));
  };
  // Names alone are stops of Tab: from these, arrows go through a card, and a menu.
  place.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches("button")) return;
    const among = event.target.closest("section, .word-menu");
    const buttons = [...among.querySelectorAll("button")];
    buttons.at((buttons.indexOf(event.target) + step) % buttons.length).focus();
    event.preventDefault();
  };
  if (opened) {
    const { what, topic, word } = opened;
    const same = ({ dataset: now }) =>
      now.what === what && now.topic === topic && now.word === word;
    return void [...place.querySelectorAll("button")].find(same)?.click();
  }
  if (!active) return;
  const { topic, what, field, before } = active.dataset;
  const button = find(field ?? what, topic);
  if (!typed) button?.focus();
  else if (button && data.names[topic - 1] === before)
    write(button, typed.value).setSelectionRange(typed.selectionStart, typed.selectionEnd);
}
