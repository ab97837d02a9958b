// Pictures whose values move under the pointer; the server hears of it on release.
const LARGEST = 430; // pixels, of a square picture
const standing = new WeakMap(); // by element: what is drawn there

export default async function ({ data, parentElement, setStateValue }) {
  const look = colours(parentElement.host);
  const drawn = JSON.stringify([data.columns, data.controls, look]);
  const before = standing.get(parentElement);
  if (before?.drawn === drawn) return before.take(data.values, setStateValue);
  before?.end();
  const held = hold(data, parentElement, setStateValue);
  standing.set(parentElement, { drawn, ...held });
  await held.draw(look);
}

function hold(data, root, report) {
  const values = { ...data.values };
  let reported = [JSON.stringify(values)]; // what the server may still answer to
  const stage = root.querySelector("main");
  stage.replaceChildren();
  delete stage.dataset.ready;
  stage.ariaLabel = data.text;
  const inputs = addInputs(stage, data.controls, (name, value) => move(name, value));
  for (const [name, value] of Object.entries(values)) inputs.show(name, value);
  const views = []; // each with the names of the values that it shows
  const waiting = new Set();
  let isHeld = false;

  function move(name, value, from) {
    if (values[name] === value) return;
    values[name] = value;
    inputs.show(name, value);
    for (const [view, names] of views)
      if (view !== from && names.includes(name)) {
        view.signal(name, value);
        waiting.add(view);
      }
    queueMicrotask(run);
  }
  function run() {
    for (const view of waiting) view.runAsync();
    waiting.clear();
  }
  function release() {
    isHeld = false;
    const now = JSON.stringify(values);
    if (now === reported.at(-1)) return;
    reported.push(now);
    report("values", { ...values });
  }
  function end() {
    window.removeEventListener("pointerup", onRelease);
    stage.removeEventListener("change", release);
    for (const [view] of views) view.finalize();
  }
  function onRelease() {
    if (!stage.isConnected) end(); // another page is shown
    else if (isHeld) setTimeout(release); // after the click that follows
  }
  window.addEventListener("pointerup", onRelease);
  stage.addEventListener("change", release);

  async function draw(look) {
    const module = await import(new URL(data.library, document.baseURI).href);
    const { embed } = await Object.values(module)[0]();
    // All of them before the first is measured.
    const boxes = data.columns.map(() => stage.appendChild(document.createElement("div")));
    for (const [i, box] of boxes.entries())
      if (data.columns[i].some(isSquare)) box.style.flexGrow = 2;
    for (const [i, box] of boxes.entries()) {
      for (const picture of data.columns[i]) {
        const place = box.appendChild(document.createElement("figure"));
        place.classList.toggle("held", Boolean(picture.moves.length));
        place.addEventListener("pointerdown", () => { isHeld = true; });
        const spec = started(picture.spec, values, box.clientWidth);
        const { view } = await embed(place, spec, {
          actions: false, renderer: "svg", tooltip: false, defaultStyle: false,
          config: look,
          patch: (vega) => addMoves(vega, picture.moves),
        });
        addKeys(place, picture.moves, release);
        const names = spec.params.map((one) => one.name).filter((name) => name in values);
        views.push([view, names]);
        for (const name of names)
          view.addSignalListener(name, (_, value) => move(name, value, view));
      }
    }
    stage.dataset.ready = "true";
  }
  return {
    draw,
    take(sent, newReport) {
      report = newReport;
      const now = JSON.stringify(sent);
      const answered = reported.indexOf(now);
      if (answered >= 0) {
        reported = reported.slice(answered); // the pointer may be further on
        return;
      }
      reported = [now];
      for (const [name, value] of Object.entries(sent)) move(name, value);
    },
    end,
  };
}

function isSquare({ spec }) {
  return spec.height === "container";
}

function started(spec, values, width) {
  const params = spec.params.map((one) =>
    one.name in values ? { ...one, value: values[one.name] } : one);
  const side = Math.min(width, LARGEST);
  const size = isSquare({ spec })
    ? { width: side, height: side, autosize: { type: "fit", contains: "padding" } }
    : spec.width ? {} : { width, autosize: { type: "fit-x", contains: "padding" } };
  return { ...spec, ...size, params };
}

function addMoves(vega, moves) {
  for (const { name, events, update } of moves)
    (vega.signals.find((one) => one.name === name).on ??= []).push({ events, update });
  return vega;
}

// What a click moves can be reached by Tab, and pressed by Enter or Space.
function addKeys(place, moves, release) {
  for (const events of new Set(moves.map((one) => one.events))) {
    const name = /^@(\w+):click$/.exec(events)?.[1];
    const marks = name ? place.querySelectorAll(`.mark-symbol.${name} > *`) : [];
    for (const mark of marks) {
      mark.setAttribute("tabindex", "0");
      mark.setAttribute("role", "button");
      mark.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        setTimeout(release);
      });
    }
  }
}

function addInputs(stage, controls, move) {
  const box = stage.appendChild(document.createElement("form"));
  const shown = {};
  for (const { name, label, minimum, maximum, step, unit, plays } of controls) {
    const line = box.appendChild(document.createElement("label"));
    const input = document.createElement("input");
    if (step) Object.assign(input, { type: "range", min: minimum, max: maximum, step });
    else input.type = "checkbox";
    input.setAttribute("aria-label", label);
    const output = document.createElement("output");
    line.append(`${label} `, output, input);
    shown[name] = (value) => {
      if (step) input.value = value;
      else input.checked = value;
      output.textContent = step ? `${value}${unit}` : "";
    };
    input.addEventListener("input", () =>
      move(name, step ? Number(input.value) : input.checked));
    if (plays) box.append(playButton(input));
  }
  return { show: (name, value) => shown[name]?.(value) };
}

// Steps a slider on until its end, or until it is pressed again.
function playButton(input) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: "Play" });
  let timer;
  const pause = () => {
    timer = clearInterval(timer);
    button.textContent = "Play";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const forward = () => {
    if (!input.isConnected || input.value === input.max) return pause();
    input.stepUp();
    input.dispatchEvent(new Event("input"));
  };
  button.addEventListener("click", () => {
    if (timer) return pause();
    if (input.value === input.max) input.value = input.min;
    timer = setInterval(forward, 800);
    button.textContent = "Pause";
    forward();
  });
  return button;
}

function colours(host) {
  const style = getComputedStyle(host);
  const of = (name) => style.getPropertyValue(`--st-${name}`).trim();
  const text = of("text-color");
  const font = style.fontFamily;
  const labels = { labelColor: text, titleColor: text, labelFont: font, titleFont: font };
  return {
    background: "transparent", font,
    axis: { ...labels, titleFontWeight: "normal", gridColor: of("border-color"),
      domainColor: of("border-color"), tickColor: of("border-color") },
    legend: labels,
    title: { color: text, font, fontSize: 13, fontWeight: "normal", anchor: "start" },
    text: { color: text, font },
    view: { stroke: null },
  };
}
