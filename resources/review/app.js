import {Header} from "/playground/controls.js";
import {language, number as inWords, saidBy, say, speak, told as toldAgain} from "/playground/language.js";
import {Links, show} from "/playground/links.js";
import {html, render, useEffect, useMemo, useRef, useState} from "/playground/preact-htm.js";
import {Text} from "/playground/result.js";
import {unitOffsets} from "/playground/offsets.js";
import * as api from "./api.js";
import {Editor, offers, refusal} from "./editor.js";
import {actionOf, Keys} from "./keys.js";
import {isOpen, Places} from "./places.js";
import {moved, points, selected, tokensOf} from "./spans.js";

const PAUSE = 150;
const SETTLED = 500;

function Progress({queue, here, below, onBelow, onDocument}) {
  const asked = queue.documents.reduce((sum, one) => sum + one.asked, 0);
  const left = queue.documents.reduce((sum, one) => sum + one.open, 0);
  const waiting = queue.documents.filter(({open}) => open > 0).length;
  return html`${left === 0 && html`<p class="all-done" role="status">${say("review_done", asked, queue.gold)}</p>`}
    <div class="progress"><progress value=${asked - left} max=${asked || 1} aria-label=${say("review_progress", asked - left, asked, waiting)}></progress>
    <span id="progress">${say("review_progress", asked - left, asked, waiting)}</span>
    <select aria-label=${say("review_document")} value=${here} onChange=${(event) => onDocument(Number(event.target.value))}>
      ${queue.documents.map((one, index) => html`<option value=${index}>${one.id}${one.open ? ` (${one.open})` : " ✓"}</option>`)}</select>
    ${queue.calibrated ? html`<span>${say("review_calibrated")}</span>` : html`<span class="threshold"><label for="below">${say("review_below")}</label>
      <input id="below" type="range" min="0" max="1" step="0.05" value=${below} onInput=${(event) => onBelow(Number(event.target.value))} />
      <output for="below">${inWords(below, 2)}</output></span>`}</div>`;
}

// The text with the spans of all places, the current one lit, and the one that was picked.
function Source({shown, at, pending, onPicked, onAt}) {
  const root = useRef(null);
  const links = useMemo(() => new Links(), []);
  const pressed = useRef(false);
  const spans = useMemo(() => {
    const fields = shown.places.map(({path, result}) => ({path, evidence: result?.evidence ?? []}));
    const picked = pending?.span && {start: pending.span[0], end: pending.span[1]};
    return picked ? [...fields, {path: say("review_picked"), evidence: [picked]}] : fields;
  }, [shown, pending?.span?.join()]);
  const current = shown.places.findIndex(({path}) => path === at);

  useEffect(() => {
    links.light(root.current, current < 0 ? null : current, {reveal: true});
    for (const mark of root.current.querySelectorAll("mark")) {
      mark.classList.toggle("pending", mark.dataset.f.split(" ").includes(String(shown.places.length)));
    }
    show(root.current.querySelector("mark.pending"));
  }, [spans, current]);
  const pick = () => {
    const span = selected(root.current.querySelector(".text"), shown.text);
    if (span) onPicked(span);
    return span;
  };
  // A finger moves the ends of a selection without any event but this one.
  useEffect(() => {
    let timer;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => pressed.current || pick(), SETTLED);
    };
    document.addEventListener("selectionchange", settle);
    return () => { clearTimeout(timer); document.removeEventListener("selectionchange", settle); };
  }, [shown]);
  const release = () => {
    pressed.current = false;
    if (pick()) getSelection().removeAllRanges();
  };
  const follow = (event) => {
    const numbers = event.target.closest?.("mark")?.dataset.f.split(" ") ?? [];
    const place = shown.places[Number(numbers.at(-1))];
    if (place && getSelection().isCollapsed) onAt(place.path);
  };
  return html`<section ref=${root} onMouseDown=${() => { pressed.current = true; }} onMouseUp=${release} onClick=${follow}>
    <h2>${shown.id}</h2>${shown.instruction && html`<p class="facts summary">${shown.instruction}</p>`}
    <${Text} text=${shown.text} fields=${spans} /></section>`;
}

function App() {
  const [queue, setQueue] = useState(null);
  const [shown, setShown] = useState(null);
  const [at, setAt] = useState("");
  const [pending, setPending] = useState(null);
  const [read, setRead] = useState(undefined);
  const [hints, setHints] = useState({});
  const [error, setError] = useState(null);
  const [said, setSaid] = useState(null);
  const [spoken, setSpoken] = useState(language());
  const [below, setBelow] = useState(.5);
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const place = shown?.places.find(({path}) => path === at);
  const offered = useMemo(() => offers(place, hints[shown?.number]), [place, hints]);
  const tokens = useMemo(() => (shown ? tokensOf(shown.text) : []), [shown?.text]);

  useEffect(() => { document.documentElement.lang = spoken; document.title = `Veraz · ${say("review_title")}`; }, [spoken]);
  useEffect(() => { guarded(async () => {
    const found = await api.queue(null);
    setBelow(found.below);
    setQueue(found);
    const first = Math.max(0, found.documents.findIndex(({open}) => open > 0));
    await open(first, found.below);
  }); }, []);
  // What the text offers comes later: it is looked for with a language model.
  useEffect(() => {
    const number = shown?.number;
    if (number === undefined || hints[number]) return;
    api.candidates(number).then(({hints: found}) => setHints((before) => ({...before, [number]: found})), () => {});
  }, [shown?.number]);
  // What is typed or picked is read at once, as the field asks.
  useEffect(() => {
    setRead(undefined);
    if (!pending || !place) return undefined;
    let stale = false;
    const path = place.kind === "list" ? `${at}${at ? "." : ""}${place.value}` : at;
    const timer = setTimeout(() => api.check(shown.number, path, pending.typed)
      .then((answer) => stale || setRead(answer), (problem) => stale || setError(saidBy(problem))), PAUSE);
    return () => { stale = true; clearTimeout(timer); };
  }, [pending, place]);

  // One thing at a time; what goes wrong is told.
  async function guarded(work) {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    try {
      await work();
    } catch (problem) {
      setError(problem.keyword && place ? ["plain", refusal(place, problem)] : saidBy(problem));
    } finally {
      working.current = false;
      setBusy(false);
    }
  }

  function go(path) {
    setAt(path);
    setPending(null);
    setError(null);
    if (document.activeElement?.id === "typed") document.activeElement.blur();
    requestAnimationFrame(() => show(document.querySelector(".places tr.lit")));
  }

  // Shows a document, at the first open place or the one that is named.
  async function open(number, least = below, path = undefined) {
    const found = await api.read(number, least);
    setShown(found);
    setQueue((before) => before && {...before, documents: before.documents.map((one, index) => (index === number ? found.entry : one))});
    go(path ?? (found.places.find(isOpen) ?? found.places[0])?.path ?? "");
    return found;
  }

  // The next open place of this document, else of the next document that has any.
  async function onward(found, from) {
    const index = found.places.findIndex(({path}) => path === from);
    const next = found.places.find((one, place) => place > index && isOpen(one)) ?? found.places.find((one) => isOpen(one) && one.path !== from);
    if (next) return go(next.path);
    const {documents} = queue;
    const order = [...documents.keys()].map((step) => (found.number + 1 + step) % documents.length);
    const other = order.find((one) => one !== found.number && documents[one].open > 0);
    return other === undefined ? go(from) : open(other);
  }

  const decide = (action, more = {}, target = at) => guarded(async () => {
    const {number, revision} = shown;
    await api.decide({document: number, path: target, action, revision, ...more});
    setSaid(["review_took", target]);
    const found = await open(number, below, at);
    const element = `${target}${target && "."}${shown.places.find((one) => one.path === target)?.value}`;
    const fresh = action === "add" && found.places.find((one) => isOpen(one) && (one.path === element || one.path.startsWith(`${element}.`)));
    if (fresh) return go(fresh.path);
    if (action === "add" || action === "remove") return go(found.places.some(({path}) => path === listOf(target)) ? listOf(target) : target);
    return onward(found, target);
  });
  // The list that a path is, or that its innermost element stands in.
  const listOf = (path) => (shown.places.find((one) => one.path === path)?.kind === "list" ? path : elementOf(path)?.replace(/\.?\d+$/, "") ?? path);
  const elementOf = (path) => path.match(/^(?:.*\.)?\d+(?=\.|$)/)?.[0];

  function walk(step) {
    const index = shown.places.findIndex(({path}) => path === at);
    const next = shown.places[index + step];
    if (next) go(next.path);
  }

  function back() {
    const index = shown.places.findIndex(({path}) => path === at);
    const before = shown.places.slice(0, index).findLast(isOpen) ?? shown.places[index - 1];
    if (before) go(before.path);
  }

  function pickUnits({start, end}) {
    if (place?.kind === "list" && place.element === "object") return;
    setError(null);
    setPending({typed: shown.text.slice(start, end), span: [points(shown.text, start), points(shown.text, end)], units: {start, end}});
  }

  function stretch(step, part) {
    const evidence = place?.result?.evidence?.[0];
    const units = evidence && unitOffsets(shown.text, [evidence.start, evidence.end]);
    const from = pending?.units ?? (evidence && {start: units.get(evidence.start), end: units.get(evidence.end)});
    pickUnits(moved(from, tokens, step, part));
  }

  const actions = {
    take() {
      const {typed, span} = pending ?? {};
      const more = span ? {typed, span} : {typed};
      if (pending) decide(place.kind === "list" ? "add" : "set", more);
      else decide("accept");
    },
    choose(index) {
      const offer = offered[index];
      if (!offer) return;
      const {value, typed, span} = offer;
      decide(place.kind === "list" ? "add" : "set", typed === undefined ? {value} : {typed, span});
    },
    empty: () => place.kind !== "list" && decide("null"),
    add() {
      const list = listOf(at);
      const target = shown.places.find(({path}) => path === list);
      if (target?.kind !== "list") return;
      if (target.element === "object") decide("add", {}, list);
      else { go(list); requestAnimationFrame(() => document.getElementById("typed")?.focus()); }
    },
    remove: () => elementOf(at) !== undefined && decide("remove", {}, elementOf(at)),
    undo: () => guarded(async () => {
      const {document, path} = await api.undo(shown.revision);
      setSaid(["review_undone", path]);
      const found = await open(document, below, path);
      if (!found.places.some((one) => one.path === path)) go(listOf(path));
    }),
    next: () => guarded(() => onward(shown, at)),
    previous: back,
    edit: () => document.getElementById("typed")?.focus(),
    leave() { setPending(null); setError(null); document.activeElement?.blur(); },
    down: () => walk(1),
    up: () => walk(-1),
    move: stretch,
  };
  const act = (name, ...given) => { if (shown && place) actions[name](...given); };
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const pressed = (event) => {
      const action = actionOf(event);
      if (!action || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(...action);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);

  const retune = (least) => {
    setBelow(least);
    guarded(async () => { setQueue(await api.queue(least)); await open(shown.number, least, at); });
  };
  const typed = (value) => { setError(null); setPending(value ? {typed: value} : null); };
  return html`<${Header} onSpoken=${(chosen) => { speak(chosen); setSpoken(chosen); }} />
    ${queue && html`<${Progress} queue=${queue} here=${shown?.number ?? 0} below=${below} onBelow=${retune}
      onDocument=${(number) => guarded(() => open(number))} />`}
    ${error && html`<p class="error" role="alert">${toldAgain(error)}</p>`}
    <p class="spoken" role="status">${toldAgain(said)}</p>
    ${shown && html`<div class="columns reviewing"><${Source} shown=${shown} at=${at} pending=${pending} onPicked=${pickUnits} onAt=${go} />
      <section><${Editor} place=${place} pending=${pending} read=${read} offered=${offered} busy=${busy} act=${act} onTyped=${typed} />
        <${Places} places=${shown.places} at=${at} onAt=${go} /><${Keys} /></section></div>`}`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${App} />`, root);
