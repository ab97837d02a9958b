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
    const before = data.written[what][topic] ?? "";
    const field = document.createElement(what === "name" ? "input" : "textarea");
    Object.assign(field, { className: "field", value: text ?? before, dir: "auto" });
    Object.assign(field.dataset, { field: what, topic, before });
    field.maxLength = data.longest[what];
    field.setAttribute("aria-label", what === "name" ? "Name of this topic" : "Note");
    const card = button.closest("section");
    const replaced = what === "name" ? button : card.querySelector(".note");
    const close = () => {
      field.onblur = null;
      field.remove();
      if (replaced) replaced.hidden = false;
    };
    const keep = () => {
      const text = field.value.trim();
      close();
      if (text === before) return;
      if (replaced && text) replaced.textContent = text;
      change(what, topic, text);
    };
    field.onblur = keep;
    field.onkeydown = (event) => {
      if (event.key === "Escape") close();
      else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) keep();
      else return;
      event.preventDefault();
      event.stopPropagation();
      button.focus();
    };
    (what === "name" ? button : button.parentElement).before(field);
    if (replaced) replaced.hidden = true;
    field.focus();
    field.select();
    return field;
  };

  place.onclick = ({ target }) => {
    const button = target.closest("button[data-topic]");
    if (!button) return;
    const { what, topic, word } = button.dataset;
    if (what === "name" || what === "note") return void write(button);
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
  else if (button && (data.written[field][topic] ?? "") === before)
    write(button, typed.value).setSelectionRange(typed.selectionStart, typed.selectionEnd);
}
