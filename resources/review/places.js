// The places of the document: which is asked about, what is decided, what each holds.
import {number, say, word, wording} from "/playground/language.js";
import {html} from "/playground/preact-htm.js";
import {breakable} from "/playground/shared.js";
import {colour} from "/playground/offsets.js";

const UNSURE = .5;

export const isOpen = (place) => place.why.length > 0 && !place.reviewed;

export function written({kind, value, present}) {
  if (kind === "list") return say("review_elements", value);
  return present ? JSON.stringify(value) : word("left out");
}

// A value that nobody has decided on looks as what became of it.
export const look = ({result, value, reviewed}) =>
  ["answered", value === null ? "none" : "", reviewed ? "" : result?.outcome ?? ""].join(" ").trim();

// Why a place is asked about, a sentence or two words each.
export const told = ({why, result}) => why.flatMap((one) => {
  if (one === "doubts") return result.doubts.map((doubt) => wording("doubts", doubt).sentence);
  if (one === "confidence") return [say("review_unsure", number(result.confidence, 2))];
  if (one === "decision") return [wording("decisions", "review").sentence];
  const own = ["added", "changed"].includes(one);
  return [own ? say("review_why")[one] : wording("outcomes", one).sentence];
});

export function Places({places, at, onAt}) {
  return html`<div class="scroll places" role="region" aria-label=${say("by_field")} tabindex="0"><table class="fields"><tbody>
    ${places.map((place, index) => html`<tr key=${place.path} data-f=${index} class=${place.path === at ? "lit" : ""}
        data-tone=${toneOf(place)} aria-current=${place.path === at ? "true" : null} style=${place.result?.evidence?.length ? colour(index) : ""}>
      <td class="path"><button type="button" onClick=${() => onAt(place.path)}>${breakable(place.path || say("whole"))}</button></td>
      <td class="value"><span class=${look(place)}>${written(place)}</span> <${State} place=${place} /></td>
      <td class="sure"><${Sure} place=${place} /></td></tr>`)}</tbody></table></div>`;
}

const toneOf = (place) => (place.reviewed ? "good" : place.result ? wording("outcomes", place.result.outcome).tone : "warning");

// What was decided, else what a calibration decided, else what the batch made of it.
function State({place}) {
  if (place.reviewed) return html`<span class="outcome decided">✓ ${say("review_decided")}</span>`;
  if (isOpen(place)) return html`<span class="outcome asked">${say("review_asked")}</span>`;
  return place.result ? html`<span class="outcome">${wording("outcomes", place.result.outcome).name}</span>` : null;
}

function Sure({place: {result}}) {
  if (!result) return null;
  return html`<span class=${result.confidence < UNSURE ? "meter low" : "meter"} style=${`--sure:${result.confidence * 100}%`}
    >${number(result.confidence, 2)}</span>`;
}
