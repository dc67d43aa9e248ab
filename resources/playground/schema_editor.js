// The schema field: JSON errors with their line as one types, then what the compiler says of it.
import {html, useEffect, useState} from "./preact-htm.js";
import {readSchema} from "./api.js";

const PAUSE = 400;

// Returns {schema} or {problem}, which names line and column where the browser says where.
export function parse(written) {
  try {
    const schema = JSON.parse(written);
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
      return {problem: "A JSON Schema is an object: { … }"};
    }
    return {schema};
  } catch (error) {
    return {problem: `Not JSON yet: ${placed(error.message, written)}`};
  }
}

function placed(message, written) {
  const at = /position (\d+)/.exec(message);
  if (!at || /line \d+/.test(message)) return message;
  const before = written.slice(0, Number(at[1])).split("\n");
  return `${message} (line ${before.length}, column ${before.at(-1).length + 1})`;
}

export function SchemaEditor({written, onWritten}) {
  const [said, setSaid] = useState({text: "", bad: false, lint: []});
  useEffect(() => {
    const {schema, problem} = parse(written);
    if (problem) {
      setSaid({text: problem, bad: true, lint: []});
      return undefined;
    }
    let stale = false;
    const timer = setTimeout(async () => {
      try {
        const {fields, lint} = await readSchema(schema);
        if (!stale) setSaid({text: `Valid: ${fields} fields.`, bad: false, lint});
      } catch (error) {
        if (!stale) setSaid({text: error.message, bad: true, lint: []});
      }
    }, PAUSE);
    return () => { stale = true; clearTimeout(timer); };
  }, [written]);
  return html`
    <label for="schema">Schema (JSON Schema)</label>
    <textarea id="schema" rows="14" spellcheck="false" aria-describedby="schema-said" aria-invalid=${said.bad}
      value=${written} onInput=${(event) => onWritten(event.target.value)}></textarea>
    <div id="schema-said" class=${said.bad ? "said bad" : "said"} role="status">
      ${said.text}
      ${said.lint.length > 0 && html`<details><summary>${said.lint.length} remarks</summary><ul>
        ${said.lint.map((one) => html`<li><code>${one.pointer}</code> ${one.reason}</li>`)}</ul></details>`}
    </div>`;
}
