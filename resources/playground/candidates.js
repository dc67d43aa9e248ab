// What the text offers before any model is asked.
import {html, useState} from "./preact-htm.js";

const SHOWN = 300;

export function Candidates({found}) {
  const [label, setLabel] = useState("");
  const labels = [...new Set(found.map((one) => one.label))].sort();
  const kept = found.filter((one) => !label || one.label === label);
  return html`<section><h2>Candidates before the model (${found.length})</h2>
    <label for="label">Label</label>
    <select id="label" value=${label} onChange=${(event) => setLabel(event.target.value)}>
      <option value="">all</option>${labels.map((one) => html`<option value=${one}>${one}</option>`)}</select>
    <div class="scroll" tabindex="0" role="region" aria-label="Candidates"><table>
      <thead><tr><th>mention</th><th>label</th><th>value</th><th class="wide">offsets</th></tr></thead>
      <tbody>${kept.slice(0, SHOWN).map((one) => html`<tr key=${`${one.start}-${one.end}-${one.label}`}>
        <td>${one.mention}</td><td class="label">${one.label}</td><td class="value">${one.value ?? html`<span class="none">—</span>`}</td>
        <td class="wide whole">${one.start}–${one.end}</td></tr>`)}</tbody></table></div>
    ${kept.length > SHOWN && html`<p class="facts">The first ${SHOWN} of ${kept.length}.</p>`}</section>`;
}
