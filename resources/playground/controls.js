// Which pipeline, which model; run and cancel.
import {html, useEffect, useState} from "./preact-htm.js";

const THEMES = {"": "dark", dark: "light", light: ""};

export function Header() {
  const [theme, setTheme] = useState("");
  const turn = () => {
    document.documentElement.dataset.theme = THEMES[theme];
    setTheme(THEMES[theme]);
  };
  return html`<header><h1>Veraz</h1><p>Says only what the text says.</p>
    <button type="button" onClick=${turn}>Theme: ${theme || "system"}</button></header>`;
}

export function Controls({pipelines, chosen, onChosen, running, onCancel}) {
  return html`<div class="row">
    <div><label for="pipeline">Pipeline</label>
      <select id="pipeline" value=${chosen.pipeline} aria-describedby="pipeline-said"
        onChange=${(event) => onChosen({...chosen, pipeline: event.target.value})}>
        ${pipelines.map((one) => html`<option value=${one.name}>${one.name}</option>`)}</select></div>
    <div><label for="model">Model</label>
      <input id="model" type="text" list="models" value=${chosen.model} placeholder="the service's own"
        spellcheck="false" autocapitalize="off" onInput=${(event) => onChosen({...chosen, model: event.target.value.trim()})} />
      <datalist id="models"><option value="symbolic">no model</option></datalist></div>
    ${/* two nodes: one that turned from Cancel to Extract within its click would submit */ running
      ? html`<button key="cancel" type="button" onClick=${onCancel}>Cancel <${Seconds} /></button>`
      : html`<button key="run" type="submit" class="main">Extract</button>`}
  </div><p id="pipeline-said" class="said">
    ${pipelines.find((one) => one.name === chosen.pipeline)?.description}</p>`;
}

// The seconds since it was first shown.
function Seconds() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return html`<span class="whole" aria-hidden="true">(${seconds} s)</span>`;
}
