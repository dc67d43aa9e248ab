// What the text offers before any model is asked: as a whole, and field by field.
import {percent, say} from "./language.js";
import {html, useState} from "./preact-htm.js";
import {breakable, More} from "./shared.js";

const SHOWN = 200;
const LEAST = .01;
const HEADS = ["mention", "label", "value", "offsets"];

export function Candidates({found}) {
  const [label, setLabel] = useState("");
  const labels = [...new Set(found.map((one) => one.label))].sort();
  const [drawn, setDrawn] = useState(SHOWN);
  const kept = found.filter((one) => !label || one.label === label);
  return html`<section><h2>${say("candidates_before", found.length)}</h2>
    <label for="label">${say("label")}</label>
    <select id="label" value=${label} onChange=${(event) => setLabel(event.target.value)}>
      <option value="">${say("every_label")}</option>${labels.map((one) => html`<option value=${one}>${one}</option>`)}</select>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("candidates")}><table>
      <thead><tr>${HEADS.map((head) => html`<th scope="col" class=${`head-${head} ${head === "offsets" ? "wide" : ""}`}>${say("candidate_heads")[head]}</th>`)}</tr></thead>
      <tbody>${kept.slice(0, drawn).map((one) => html`<tr key=${`${one.start}-${one.end}-${one.label}`}>
        <td>${one.mention}</td><td class="label">${breakable(one.label)}</td><td class="value">${one.value ?? html`<span class="none">—</span>`}</td>
        <td class="wide whole">${one.start}–${one.end}</td></tr>`)}</tbody></table></div>
    <${More} drawn=${drawn} all=${kept.length} step=${SHOWN} said="shown_candidates" onDrawn=${setDrawn} /></section>`;
}

// The likeliest candidates of each field; those of under a hundredth are not worth a line.
export function Hints({hints}) {
  return html`<p class="facts summary">${say("candidates_by_field_said")}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("candidates_by_field")}><table class="hints"><tbody>
      ${hints.map((one) => html`<tr key=${one.path}><td class="path">${breakable(one.path)}</td><td>
        ${offered(one).map(([shown, label, chance]) => html`<div class="offer"><span>${shown} <small>${label}</small></span>
          <span class="whole">${percent(chance)}</span></div>`)}
        ${offered(one).length === 0 && html`<span class="none">${say("none_fits")}</span>`}
        <div class="why">${say("answered_chance", percent(one.answered))}</div></td></tr>`)}
    </tbody></table></div>`;
}

function offered({choices, hints}) {
  const all = choices.length ? choices.map(([value, chance]) => [JSON.stringify(value), "", chance])
    : hints.map(({mention, label, score}) => [mention, label, score]);
  return all.filter(([, , chance]) => chance >= LEAST);
}
