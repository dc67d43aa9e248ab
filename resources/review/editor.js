// The place that is asked about: what stands there, what it may be instead, and the buttons.
import {percent, say} from "/playground/language.js";
import {html} from "/playground/preact-htm.js";
import {breakable} from "/playground/shared.js";
import {look, told, written} from "./places.js";

const OFFERED = 5;
const LEAST = .01;

// What keys 1 to 9 choose: the members of an enum or the truth values, else the text's candidates.
export function offers(place, hints) {
  if (!place) return [];
  const members = place.kind === "boolean" ? [true, false] : place.choices;
  if (members) return members.map((value) => ({value, shown: JSON.stringify(value)}));
  const path = place.path.split(".").map((step) => (/^\d+$/.test(step) ? "*" : step)).join(".");
  const wanted = place.kind === "list" ? `${path}.*` : path;
  const seen = new Set();
  return (hints?.find((one) => one.path === wanted)?.hints ?? []).filter(({mention, score}) => {
    const fresh = score >= LEAST && !seen.has(mention);
    seen.add(mention);
    return fresh;
  }).slice(0, OFFERED).map(({mention, start, end, score}) => ({typed: mention, span: [start, end], shown: mention, chance: score}));
}

// `pending` is {typed, span?} or null; `read` is {value} or {keyword, detail} of it, or undefined.
export function Editor({place, pending, read, offered, busy, act, onTyped}) {
  if (!place) return null;
  const isList = place.kind === "list";
  const typable = !isList || place.element === "value";
  const choose = (index) => () => act("choose", index);
  return html`<div class="editor" aria-busy=${busy}>
    <h2 tabindex="-1"><code>${breakable(place.path || say("whole"))}</code></h2>
    ${place.description && html`<p class="facts">${place.description}</p>`}
    <ul class="reasons">${told(place).map((one) => html`<li>${one}</li>`)}</ul>
    <p class="now"><span class=${look(place)}>${written(place)}</span>
      ${place.reviewed && html`<span class="outcome decided">✓ ${say("review_decided")}</span>`}</p>
    ${offered.length > 0 && html`<div class="offers" role="group" aria-label=${say(place.choices ? "review_choices" : "candidates")}>
      ${offered.map(({shown, chance}, index) => html`<button type="button" key=${shown} onClick=${choose(index)}><kbd>${index + 1}</kbd> ${shown}${
        chance !== undefined && html` <small>${percent(chance)}</small>`}</button>`)}</div>`}
    ${typable && html`<label for="typed">${say(isList ? "review_new" : "review_other")}</label>
      <input id="typed" type="text" autocomplete="off" spellcheck="false" value=${pending?.typed ?? ""} aria-describedby="read"
        aria-invalid=${Boolean(read?.keyword)} onInput=${(event) => onTyped(event.target.value)}
        onKeyDown=${(event) => { if (event.key === "Enter") { event.preventDefault(); act("take"); } }} />
      <p id="read" class=${read?.keyword ? "said bad" : "said"} role="status">${readAs(place, pending, read)}</p>`}
    <div class="row buttons">
      <button type="button" class="main" onClick=${() => act("take")}>${say(pending ? (isList ? "review_add" : "review_take")
        : isList ? "review_accept_list" : "review_accept")} <kbd>⏎</kbd></button>
      ${!isList && html`<button type="button" onClick=${() => act("empty")}>${say("review_empty")} <kbd>0</kbd></button>`}
      ${isList && place.element === "object" && html`<button type="button" onClick=${() => act("add")}>${say("review_add")} <kbd>+</kbd></button>`}
      ${hasElement(place.path) && html`<button type="button" onClick=${() => act("remove")}>${say("review_remove")} <kbd>−</kbd></button>`}
      <button type="button" onClick=${() => act("previous")} aria-label=${say("review_previous")}>‹ <kbd>p</kbd></button>
      <button type="button" onClick=${() => act("next")}>${say("review_next")} <kbd>n</kbd></button>
      <button type="button" onClick=${() => act("undo")}>${say("review_undo")} <kbd>u</kbd></button>
    </div></div>`;
}

const hasElement = (path) => path.split(".").some((step) => /^\d+$/.test(step));

// How a pending value is read, or why it cannot be.
function readAs(place, pending, read) {
  if (!pending) return html`${say("review_pick")} <span class="wide">${say("review_pick_keys")}</span>`;
  if (!read) return "…";
  return read.keyword ? refusal(place, read) : `→ ${JSON.stringify(read.value)}`;
}

export const refusal = (place, {keyword, detail, message}) =>
  say("review_refused", keyword, {...place, kind: place.kind === "list" ? "value" : place.kind}, detail ?? message);
