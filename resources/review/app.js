import {Header} from "/playground/controls.js";
import {language, saidBy, say, speak, told as toldAgain} from "/playground/language.js";
import {show} from "/playground/links.js";
import {html, render, useEffect, useMemo, useRef, useState} from "/playground/preact-htm.js";
import {unitOffsets} from "/playground/offsets.js";
import * as api from "./api.js";
import {Editor, offers, refusal} from "./editor.js";
import {actionOf, Keys} from "./keys.js";
import {isOpen, Places} from "./places.js";
import {Progress} from "./progress.js";
import {Source} from "./source.js";
import {moved, points, tokensOf} from "./spans.js";

const PAUSE = 150;
const UNWRITTEN = 507;

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
    api.candidates(number).then(({hints: found}) => setHints((before) => ({...before, [number]: found})), (problem) => setError(saidBy(problem)));
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
      // It is taken all the same, and stands in the journal.
      if (problem.status === UNWRITTEN) await open(shown.number, below, at).catch(() => {});
      setError(problem.keyword && place ? ["plain", refusal(place, problem)] : saidBy(problem));
    } finally {
      working.current = false;
      setBusy(false);
    }
  }

  // The focus goes along, so that the next key is about that place; but not where a bound is being moved.
  function go(path, {focus = ".editor h2"} = {}) {
    setAt(path);
    setPending(null);
    setError(null);
    requestAnimationFrame(() => {
      show(document.querySelector(".places tr.lit"));
      if (focus) document.querySelector(focus)?.focus({preventScroll: true});
    });
  }

  // Shows a document, at the first open place or the one that is named.
  async function open(number, least = below, path = undefined, how = {}) {
    const found = await api.read(number, least);
    setShown(found);
    setQueue((before) => before && {...before, documents: before.documents.map((one, index) => (index === number ? found.entry : one))});
    go(path ?? (found.places.find(isOpen) ?? found.places[0])?.path ?? "", how);
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
      else go(list, {focus: "#typed"});
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
    guarded(async () => { setQueue(await api.queue(least)); await open(shown.number, least, at, {focus: null}); });
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
