// What the text offers before any model is asked.
import {html, useState} from "./preact-htm.js";
import {breakable, More} from "./shared.js";

const SHOWN = 200;
const HEADS = ["mention", "label", "value", "offsets"];

export function Candidates({found}) {
  const [label, setLabel] = useState("");
  const labels = [...new Set(found.map((one) => one.label))].sort();
  const [drawn, setDrawn] = useState(SHOWN);
  const kept = found.filter((one) => !label || one.label === label);
  return html`<section><h2>Candidates before the model (${found.length})</h2>
    <label for="label">Label</label>
    <select id="label" value=${label} onChange=${(event) => setLabel(event.target.value)}>
      <option value="">all</option>${labels.map((one) => html`<option value=${one}>${one}</option>`)}</select>
    <div class="scroll" tabindex="0" role="region" aria-label="Candidates"><table>
      <thead><tr>${HEADS.map((head) => html`<th scope="col" class=${`head-${head} ${head === "offsets" ? "wide" : ""}`}>${head}</th>`)}</tr></thead>
      <tbody>${kept.slice(0, drawn).map((one) => html`<tr key=${`${one.start}-${one.end}-${one.label}`}>
        <td>${one.mention}</td><td class="label">${breakable(one.label)}</td><td class="value">${one.value ?? html`<span class="none">—</span>`}</td>
        <td class="wide whole">${one.start}–${one.end}</td></tr>`)}</tbody></table></div>
    <${More} drawn=${drawn} all=${kept.length} step=${SHOWN} what="candidates" onDrawn=${setDrawn} /></section>`;
}
