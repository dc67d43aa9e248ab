// The answer field by field: the value, what became of it and on what grounds, how sure it is.
import {decisionsInOrder, number, outcomesInOrder, say, word, wording} from "./language.js";
import {colour} from "./offsets.js";
import {html} from "./preact-htm.js";
import {breakable, More} from "./shared.js";

export const ROWS = 200;
const HEADS = ["field", "value", "confidence"];
const EXPLAINED = ["warning", "bad"];
const UNSURE = .5;

// The fields that were asked for: a schema without any is answered as a whole, by {}.
export const asked = ({fields}) => fields.filter(({path, value}) => path || Object.keys(value ?? {}).length > 0);

export function Fields({fields, drawn, onDrawn}) {
  if (fields.length === 0) return html`<p class="none">${say("no_field")}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("by_field")}><table class="fields">
    <thead><tr>${HEADS.map((head) => html`<th scope="col" class=${`head-${head}`}>${head === "confidence"
      ? html`<span class="wide">${word(head)}</span><span class="narrow" aria-hidden="true">${word("conf.")}</span>` : word(head)}</th>`)}</tr></thead>
    <tbody>${fields.slice(0, drawn).map((field, index) => html`<${Row} key=${field.path} field=${field} index=${index} />`)}</tbody>
  </table></div>
  <${More} drawn=${drawn} all=${fields.length} step=${ROWS} said="shown_fields" onDrawn=${onDrawn} />
  <${Legend} fields=${fields} />`;
}

function Row({field, index}) {
  const {name, sentence, tone} = wording("outcomes", field.outcome);
  return html`<tr data-f=${index} data-tone=${tone} style=${field.evidence.length ? colour(index) : ""}>
    <td class="path"><button type="button" aria-label=${spoken(field)}>${breakable(field.path || say("whole"))}</button></td>
    <td class="value"><span class=${`answered ${field.outcome} ${field.value === null ? "none" : ""}`}>${shown(field)}</span>${" "}
      <span class="outcome" title=${sentence}>${name}</span><${Decision} decision=${field.decision} /><${Notes} field=${field} tone=${tone} sentence=${sentence} />
      ${field.evidence.length > 0 && html`<div class="why quote">${field.evidence.map(quoted).join(" … ")}</div>`}</td>
    <td class="sure"><span class=${field.confidence < UNSURE ? "meter low" : "meter"} style=${`--sure:${field.confidence * 100}%`}
      >${number(field.confidence, 2)}</span></td></tr>`;
}

// What a calibration decides of the field, where one was given.
function Decision({decision}) {
  if (!decision) return null;
  const {name, sentence, tone} = wording("decisions", decision);
  return html` <span class="outcome decision" data-tone=${tone} title=${sentence}>${name}</span>`;
}

// What was said, what it became, by which rule and authority; else why the value looks as it does.
function Notes({field, tone, sentence}) {
  const changes = (field.changes ?? []).filter(({before}) => before !== null);
  const gone = field.outcome === "dropped" && changes.length === 0 && field.raw !== null;
  return html`${changes.map((change) => html`<${Change} change=${change} />`)}
    ${gone && html`<div class="why">${word("said")} <del>${JSON.stringify(field.raw)}</del></div>`}
    ${EXPLAINED.includes(tone) && changes.length === 0 && html`<div class="why">${sentence}</div>`}
    ${(field.doubts ?? []).map((doubt) => html`<div class="why doubt">⚠ ${wording("doubts", doubt).sentence}</div>`)}`;
}

function Change({change: {rule, authority, witness, before, after}}) {
  const {keyword, evidence} = witness;
  const grounds = [wording("authorities", authority).name, keyword, evidence && quoted(evidence)].filter(Boolean);
  return html`<div class="why"><del>${JSON.stringify(before)}</del> → <b>${JSON.stringify(after)}</b>${
    ` · ${wording("rules", rule).name} (${grounds.join(", ")})`}</div>`;
}

function Legend({fields}) {
  const present = new Set(fields.flatMap(({outcome, decision}) => [outcome, decision]));
  const worded = [["outcomes", outcomesInOrder], ["decisions", decisionsInOrder]].flatMap(([section, names]) =>
    names.filter((one) => present.has(one)).map((one) => wording(section, one)));
  return html`<details class="legend"><summary>${say("meanings")}</summary><dl>${worded.map(({name, sentence, tone}) => html`
    <div data-tone=${tone}><dt><span class="outcome">${name}</span></dt><dd>${sentence}</dd></div>`)}</dl></details>`;
}

const shown = ({outcome, value}) => (outcome === "omitted" ? word("left out") : JSON.stringify(value));

const quoted = ({mention, start, end}) => `«${mention}» [${start}–${end}]`;

function spoken(field) {
  const spans = field.evidence.map((span) => span.mention).join("; ");
  const {name} = wording("outcomes", field.outcome);
  const decided = field.decision ? `, ${wording("decisions", field.decision).name}` : "";
  return `${field.path}: ${shown(field)}, ${name}${decided}, ${word("confidence")} ${number(field.confidence, 2)}, ${
    spans ? `${say("from")}: ${spans}` : say("no_span")}`;
}
