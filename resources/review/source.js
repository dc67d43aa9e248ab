// The text with the spans of all places, the current one lit, and the one that was picked.
import {say} from "/playground/language.js";
import {Links, show} from "/playground/links.js";
import {html, useEffect, useMemo, useRef} from "/playground/preact-htm.js";
import {Text} from "/playground/result.js";
import {selected} from "./spans.js";

const SETTLED = 500;

export function Source({shown, at, pending, onPicked, onAt}) {
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
