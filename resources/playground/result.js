// The answer beside the text, linked both ways.
import {html, useEffect, useMemo, useRef, useState} from "./preact-htm.js";
import {colour, pieces} from "./offsets.js";

function Text({text, fields, lit, onLit}) {
  const cut = useMemo(() => pieces(text, fields), [text, fields]);
  const first = useRef(null);
  useEffect(() => {
    if (lit?.from !== "answer") return;
    first.current?.querySelector("mark.lit")?.scrollIntoView({block: "nearest"});
  }, [lit]);
  return html`<div class="text" tabindex="0" ref=${first} aria-label="The text, with the spans of the answer">
    ${cut.map((piece) => piece.fields.length === 0 ? piece.text : html`<mark
      class=${piece.fields.includes(lit?.field) ? "lit" : ""} style=${colour(piece.fields.at(-1))}
      title=${piece.fields.map((index) => fields[index].path).join(", ")}
      onMouseEnter=${() => onLit({field: piece.fields.at(-1), from: "text"})}
      onMouseLeave=${() => onLit(null)}>${piece.text}</mark>`)}
  </div>`;
}

function Fields({fields, lit, onLit}) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Field by field"><table>
    <thead><tr><th>field</th><th>value</th><th>outcome</th><th class="wide">confidence</th></tr></thead>
    <tbody>${fields.map((field, index) => html`<tr key=${field.path} class=${lit?.field === index ? "lit" : ""}
      style=${field.evidence.length ? colour(index) : ""}
      onMouseEnter=${() => onLit({field: index, from: "answer"})} onMouseLeave=${() => onLit(null)}>
      <td class="path"><button type="button" onFocus=${() => onLit({field: index, from: "answer"})}
        onBlur=${() => onLit(null)} aria-label=${spoken(field)}>${breakable(field.path)}</button></td>
      <td class=${field.value === null ? "value none" : "value"}>${JSON.stringify(field.value)}</td>
      <td><span class=${`outcome ${field.outcome}`}>${field.outcome}</span>
        ${field.reason && html`<div class="why">${field.reason}</div>`}
        ${field.outcome === "corrected" && html`<div class="why">from ${JSON.stringify(field.raw)}</div>`}</td>
      <td class="wide">${field.confidence.toFixed(2)}</td></tr>`)}</tbody></table></div>`;
}

// A path may break after its dots and underscores, not inside a word.
const breakable = (path) => path.split(/(?<=[._])/).map((part) => html`${part}<wbr />`);

function spoken(field) {
  const spans = field.evidence.map((span) => span.mention).join("; ");
  return `${field.path}: ${JSON.stringify(field.value)}, ${field.outcome}${spans ? `, from: ${spans}` : ", no span"}`;
}

export function Result({text, extraction, seconds}) {
  const [lit, setLit] = useState(null);
  const [tab, setTab] = useState("fields");
  const {data, fields, usage, signature} = extraction;
  const facts = [`${usage.calls} ${usage.calls === 1 ? "call" : "calls"}`, `${usage.input_tokens} + ${usage.output_tokens} tokens`,
    `${seconds.toFixed(1)} s`, signature.pipeline, signature.model, signature.spanish_model];
  const tabs = [["fields", "Field by field"], ["json", "JSON"], ["draft", "Before the checks"]];
  return html`<div class="columns">
    <section><h2>Text</h2><${Text} text=${text} fields=${fields} lit=${lit} onLit=${setLit} /></section>
    <section><h2>Answer</h2>
      <div class="tabs" role="tablist">${tabs.map(([name, said]) => html`<button type="button" role="tab" id=${`tab-${name}`}
        aria-selected=${tab === name} aria-controls="panel" onClick=${() => setTab(name)}>${said}</button>`)}</div>
      <div id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
        ${tab === "fields" && html`<${Fields} fields=${fields} lit=${lit} onLit=${setLit} />`}
        ${tab === "json" && html`<pre id="json" tabindex="0">${JSON.stringify(data, null, 2)}</pre>`}
        ${tab === "draft" && html`<pre tabindex="0">${JSON.stringify(extraction.draft, null, 2)}</pre>`}
      </div>
      <p class="facts">${facts.join(" · ")}</p>
    </section></div>`;
}
