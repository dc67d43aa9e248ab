// The schema field: what is wrong with it and where, as one types, then what the compiler says of it.
import {language, saidBy, say, told} from "./language.js";
import {html, useEffect, useMemo, useRef, useState} from "./preact-htm.js";
import {readSchema} from "./api.js";
import {lineColumn, placeOf, readPlaces} from "./json_place.js";

const PAUSE = 400;
const EXCERPT = 40;
const REMARKS = 100;

// Returns {schema}, or {problem, at} with the place in UTF-16 units.
export function parse(written) {
  let schema;
  try {
    schema = JSON.parse(written);
  } catch (error) {
    if (!written.trim()) return {problem: say("schema_object"), at: 0};
    const {at = 0, reason = error.message} = readPlaces(written);
    return {problem: say("not_json", reason), at};
  }
  const object = typeof schema === "object" && schema !== null && !Array.isArray(schema);
  return object ? {schema} : {problem: say("schema_object"), at: 0};
}

// The place of a refusal or remark of the compiler: {at, end}, or undefined where the text has none.
function placed(places, {pointer, keyword}) {
  const place = pointer !== undefined && places && placeOf(places, pointer, keyword);
  return place ? {at: place.start, end: place.end} : undefined;
}

// Puts the caret on a place of the editor and brings it into view.
export function goTo(place) {
  const editor = document.getElementById("schema");
  const {line} = lineColumn(editor.value, place.at);
  editor.focus();
  editor.setSelectionRange(place.at, place.end ?? place.at + 1);
  editor.scrollTop = (line - 4) * parseFloat(getComputedStyle(editor).lineHeight);
}

function Place({written, place}) {
  if (!place) return null;
  const {line, column} = lineColumn(written, place.at);
  return html`<button type="button" class="place" onClick=${() => goTo(place)}>${say("line", line, column)}</button>`;
}

// The line of a place with a caret under it.
function Excerpt({written, at}) {
  const first = written.slice(0, at).lastIndexOf("\n") + 1;
  const end = written.indexOf("\n", at);
  const from = Math.max(first, at - EXCERPT), to = Math.min(end < 0 ? written.length : end, at + EXCERPT);
  const under = written.slice(from, at).replace(/[^\t]/gu, " ");
  return html`<pre class="excerpt" aria-hidden="true">${`${written.slice(from, to)}\n${under}^`}</pre>`;
}

function Remarks({written, lint}) {
  const {places} = readPlaces(written);
  const slips = lint.some((one) => one.level === "slip");
  return html`<details open=${slips}><summary>${say("remarks", lint.length)}</summary><ul>
    ${lint.slice(0, REMARKS).map((one) => html`<li><code>${one.pointer || "/"}</code>: ${one.reason} <${Place}
      written=${written} place=${placed(places, one)} /></li>`)}</ul>
    ${lint.length > REMARKS && html`<p>${say("first_remarks", REMARKS, lint.length)}</p>`}</details>`;
}

export function SchemaEditor({written, parsed, onWritten}) {
  const [said, setSaid] = useState({lint: []});
  const latest = useRef(onWritten);
  latest.current = onWritten;
  useEffect(() => {
    setSaid({lint: []});
    if (parsed.problem) return undefined;
    let stale = false;
    const timer = setTimeout(async () => {
      try {
        const {fields, lint} = await readSchema(parsed.schema);
        if (!stale) setSaid({said: fields ? ["valid", fields] : ["valid_empty"], lint});
      } catch (error) {
        if (!stale) setSaid({said: saidBy(error), bad: true, place: placed(readPlaces(written).places, error), lint: []});
      }
    }, PAUSE);
    return () => { stale = true; clearTimeout(timer); };
  }, [written]);
  const wrong = parsed.problem ? {said: ["plain", parsed.problem], bad: true, place: {at: parsed.at}, lint: []} : said;
  return useMemo(() => html`
    <label for="schema">${say("schema")}</label>
    <textarea id="schema" rows="14" spellcheck="false" aria-describedby="schema-said" aria-invalid=${Boolean(wrong.bad)}
      value=${written} onInput=${(event) => latest.current(event.target.value)}></textarea>
    <div id="schema-said" class=${wrong.bad ? "said bad" : "said"} role="status">
      ${told(wrong.said)} ${wrong.bad && html`<${Place} written=${written} place=${wrong.place} />
        ${wrong.place && html`<${Excerpt} written=${written} at=${wrong.place.at} />`}`}
      ${wrong.lint.length > 0 && html`<${Remarks} written=${written} lint=${wrong.lint} />`}
    </div>`, [written, parsed, said, language()]);
}
