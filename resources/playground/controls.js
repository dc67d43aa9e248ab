// Which pipeline, which model; run and cancel.
import {other, say} from "./language.js";
import {html, useEffect, useState} from "./preact-htm.js";

const NAMES = {en: "English", es: "Español"};
const THEMES = {"": "dark", dark: "light", light: ""};

// `onSpoken` turns the page to the other of the two languages.
export function Header({onSpoken}) {
  const [theme, setTheme] = useState("");
  const turn = () => {
    document.documentElement.dataset.theme = THEMES[theme];
    setTheme(THEMES[theme]);
  };
  return html`<header><h1>Veraz</h1><p>${say("motto")}</p>
    <button type="button" id="language" lang=${other()} onClick=${() => onSpoken(other())}>${NAMES[other()]}</button>
    <button type="button" onClick=${turn}>${say("theme", theme)}</button></header>`;
}

export function Controls({pipelines, chosen, onChosen, running, onCancel}) {
  return html`<div class="row">
    <div><label for="pipeline">${say("pipeline")}</label>
      <select id="pipeline" value=${chosen.pipeline} aria-describedby="pipeline-said"
        onChange=${(event) => onChosen({...chosen, pipeline: event.target.value})}>
        ${pipelines.map((one) => html`<option value=${one.name}>${one.name}</option>`)}</select></div>
    <div><label for="model">${say("model")}</label>
      <input id="model" type="text" list="models" value=${chosen.model} placeholder=${say("own_model")}
        spellcheck="false" autocapitalize="off" onInput=${(event) => onChosen({...chosen, model: event.target.value.trim()})} />
      <datalist id="models"><option value="symbolic">${say("no_model")}</option></datalist></div>
    ${/* two nodes: one that turned from Cancel to Extract within its click would submit */ running
      ? html`<button key="cancel" type="button" onClick=${onCancel}>${say("cancel")} <${Seconds} /></button>`
      : html`<button key="run" type="submit" class="main">${say("extract")}</button>`}
  </div><p id="pipeline-said" class="said">
    ${described(pipelines, chosen.pipeline)}</p>`;
}

// The service describes its pipelines in English.
const described = (pipelines, name) =>
  say("pipelines")[name] ?? pipelines.find((one) => one.name === name)?.description;

// The seconds since it was first shown.
function Seconds() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return html`<span class="whole" aria-hidden="true">(${seconds} s)</span>`;
}
