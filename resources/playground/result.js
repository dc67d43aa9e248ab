// The answer beside the text, linked both ways.
import {html, useMemo, useRef, useState} from "./preact-htm.js";
import {fieldAt, Links, show} from "./links.js";
import {chunks, colour, pieces} from "./offsets.js";
import {breakable, More} from "./shared.js";
import {Tabs} from "./tabs.js";

const ROWS = 200;
const CHARACTERS = 200_000;
const WHOLE = "(the whole answer)";
const HEADS = ["field", "value", "outcome", "confidence"];

// Each chunk is laid out only when it is scrolled to: a megabyte costs no more than a page.
function Text({text, fields}) {
  const cut = useMemo(() => chunks(pieces(text, fields)), [text, fields]);
  return html`<div class="text" tabindex="0" role="region" aria-label="The text, with the spans of the answer">
    ${cut.map(({pieces: inside, length}) => html`<div class=${cut.length > 1 ? "chunk" : ""} style=${`--length:${length}`}>
      ${inside.map((piece) => piece.fields.length === 0 ? piece.text : html`<mark data-f=${piece.fields.join(" ")}
        style=${colour(piece.fields.at(-1))} title=${piece.fields.map((index) => fields[index].path).join(", ")}
        >${piece.text}</mark>`)}</div>`)}</div>`;
}

function Fields({fields, drawn, onDrawn}) {
  if (fields.length === 0) return html`<p class="none">The schema asks for no field, so there is nothing to answer.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Field by field"><table class="fields">
    <thead><tr>${HEADS.map((head) => html`<th scope="col" class=${`head-${head} ${head === "confidence" ? "wide" : ""}`}>${head}</th>`)}</tr></thead>
    <tbody>${fields.slice(0, drawn).map((field, index) => html`<${Row} key=${field.path} field=${field} index=${index} />`)}</tbody>
  </table></div>
  <${More} drawn=${drawn} all=${fields.length} step=${ROWS} what="fields" onDrawn=${onDrawn} />`;
}

function Row({field, index}) {
  return html`<tr data-f=${index} style=${field.evidence.length ? colour(index) : ""}>
    <td class="path"><button type="button" aria-label=${spoken(field)}>${breakable(field.path || WHOLE)}</button></td>
    <td class=${field.value === null ? "value none" : "value"}>${JSON.stringify(field.value)}</td>
    <td><span class=${`outcome ${field.outcome}`}>${field.outcome}</span>
      ${field.reason && html`<div class="why">${field.reason}</div>`}
      ${field.outcome === "corrected" && html`<div class="why">from ${JSON.stringify(field.raw)}</div>`}</td>
    <td class="wide">${field.confidence.toFixed(2)}</td></tr>`;
}

function spoken(field) {
  const spans = field.evidence.map((span) => span.mention).join("; ");
  return `${field.path}: ${JSON.stringify(field.value)}, ${field.outcome}${spans ? `, from: ${spans}` : ", no span"}`;
}

function Json({id, value, label}) {
  const written = useMemo(() => JSON.stringify(value, null, 2) ?? "null", [value]);
  const [whole, setWhole] = useState(false);
  return html`<pre id=${id} tabindex="0" role="region" aria-label=${label}>${whole ? written : written.slice(0, CHARACTERS)}</pre>
    ${!whole && written.length > CHARACTERS && html`<p class="more"><span>${CHARACTERS} of ${written.length} characters are shown.</span>
      <button type="button" onClick=${() => setWhole(true)}>Show all</button></p>`}`;
}

// The fields that were asked for: a schema without any is answered as a whole, by {}.
export const asked = ({fields}) => fields.filter(({path, value}) => path || Object.keys(value ?? {}).length > 0);

// What one wants to know first: how many fields have a value, and what the checks changed.
export function summary(extraction) {
  const fields = asked(extraction);
  const count = (outcome) => fields.filter((field) => field.outcome === outcome).length;
  const answered = fields.filter((field) => field.value !== null).length;
  const changed = ["corrected", "filled", "dropped", "unsupported"].filter(count).map((one) => `${count(one)} ${one}`);
  return [`${answered} of ${fields.length} fields have a value`, ...changed].join(" · ");
}

function facts({usage, signature}, seconds) {
  return [`${usage.calls} ${usage.calls === 1 ? "call" : "calls"}`, `${usage.input_tokens} + ${usage.output_tokens} tokens`,
    `${seconds.toFixed(1)} s`, signature.pipeline, signature.model, signature.spanish_model].join(" · ");
}

export function Result({text, extraction, seconds}) {
  const {data, draft, notes} = extraction;
  const fields = useMemo(() => asked(extraction), [extraction]);
  const [drawn, setDrawn] = useState(ROWS);
  const root = useRef(null);
  const links = useMemo(() => new Links(), []);

  const light = (event) => {
    const number = fieldAt(event);
    links.light(root.current, number, {reveal: number !== null && !event.target.closest("mark")});
  };
  const dark = () => links.light(root.current, null);

  // A click on a span brings its row into view, drawing it first where it is not drawn yet.
  function follow(event) {
    const number = event.target.closest?.("mark") ? fieldAt(event) : null;
    if (number === null) return;
    if (number >= drawn) setDrawn(number + ROWS);
    requestAnimationFrame(() => {
      show(root.current.querySelector(`tr[data-f="${number}"]`));
      links.light(root.current, number);
    });
  }

  const tabs = [
    ["fields", "Field by field", () => html`<${Fields} fields=${fields} drawn=${drawn} onDrawn=${setDrawn} />`],
    ["json", "JSON", () => html`<${Json} id="json" value=${data} label="The answer as JSON" />`],
    ["draft", "Before the checks", () => html`<${Json} id="draft" value=${draft} label="What the model said" />`],
  ];
  return html`<div class="columns linked" ref=${root} onMouseOver=${light} onMouseLeave=${dark} onfocusin=${light} onfocusout=${dark}
      onClick=${follow}>
    <section><h2>Text</h2><${Text} text=${text} fields=${fields} /></section>
    <section><h2>Answer</h2><p class="facts summary">${summary(extraction)}</p>
      ${notes?.model_error && html`<p class="warning">The model gave nothing, so these are the candidates' answers. ${notes.model_error}</p>`}
      <${Tabs} label="The answer" tabs=${tabs} />
      <p class="facts">${facts(extraction, seconds)}</p>
    </section></div>`;
}
