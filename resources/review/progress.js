// How far the review is, of which document it is, and from which confidence on it asks.
import {number, say} from "/playground/language.js";
import {html} from "/playground/preact-htm.js";

export function Progress({queue, here, below, onBelow, onDocument}) {
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
      <output for="below">${number(below, 2)}</output></span>`}</div>`;
}
