import {html, render, useEffect, useRef, useState} from "./preact-htm.js";
import * as api from "./api.js";
import {Candidates} from "./candidates.js";
import {Result} from "./result.js";
import {parse, SchemaEditor} from "./schema_editor.js";

const EMPTY = {text: "", instruction: "", schema: '{\n  "type": "object",\n  "properties": {}\n}'};
const KIND = "veraz-playground";

// Whether a shared file has all that is shown of one.
function whole({text, instruction, schema, extraction}) {
  const {data, fields, usage, signature} = extraction ?? {};
  return typeof text === "string" && typeof instruction === "string" && Boolean(schema && data && usage && signature)
    && Array.isArray(fields) && fields.every((field) => Array.isArray(field?.evidence));
}

function Header() {
  const [theme, setTheme] = useState("");
  const next = {"": "dark", dark: "light", light: ""};
  const turn = () => {
    document.documentElement.dataset.theme = next[theme];
    setTheme(next[theme]);
  };
  return html`<header><h1>Veraz</h1><p>Says only what the text says.</p>
    <button type="button" onClick=${turn}>Theme: ${theme || "system"}</button></header>`;
}

function Controls({pipelines, chosen, onChosen, running, blocked, onRun}) {
  return html`<div class="row">
    <div><label for="pipeline">Pipeline</label>
      <select id="pipeline" value=${chosen.pipeline} aria-describedby="pipeline-said"
        onChange=${(event) => onChosen({...chosen, pipeline: event.target.value})}>
        ${pipelines.map((one) => html`<option value=${one.name}>${one.name}</option>`)}</select></div>
    <div><label for="model">Model</label>
      <input id="model" type="text" list="models" value=${chosen.model} placeholder="the service's own"
        onInput=${(event) => onChosen({...chosen, model: event.target.value.trim()})} />
      <datalist id="models"><option value="symbolic">no model</option></datalist></div>
    <button type="submit" class="main" disabled=${running || blocked} onClick=${onRun}>
      ${running ? "Extracting …" : "Extract"}</button>
  </div><p id="pipeline-said" class="said">
    ${pipelines.find((one) => one.name === chosen.pipeline)?.description}</p>`;
}

function App() {
  const [asked, setAsked] = useState(EMPTY);
  const [shown, setShown] = useState({});
  const [chosen, setChosen] = useState({pipeline: "grounded", model: ""});
  const [known, setKnown] = useState({pipelines: [], examples: []});
  const [running, setRunning] = useState(false);
  const [dropping, setDropping] = useState(false);
  const result = useRef(null);

  useEffect(() => {
    Promise.all([api.info(), api.examples()])
      .then(([info, examples]) => setKnown({pipelines: info.pipelines, examples}))
      .catch((error) => setShown({error: error.message}));
  }, []);

  const {schema, problem} = parse(asked.schema);

  async function run(event) {
    event.preventDefault();
    if (problem || running) return;
    setRunning(true);
    setShown({});
    const started = performance.now();
    const question = {...asked, schema};
    try {
      const [found, extraction] = await Promise.all([
        api.candidates(asked.text), api.extract(question, chosen),
      ]);
      setShown({text: asked.text, found: found.candidates, extraction, seconds: (performance.now() - started) / 1000});
      requestAnimationFrame(() => result.current?.focus());
    } catch (error) {
      setShown({error: error.message});
    }
    setRunning(false);
  }

  function load(example) {
    setAsked({text: example.text, instruction: example.instruction, schema: JSON.stringify(example.schema, null, 2)});
    setShown(example.extraction
      ? {text: example.text, extraction: example.extraction, found: example.found ?? [], seconds: example.seconds ?? 0}
      : {});
  }

  async function drop(event) {
    event.preventDefault();
    setDropping(false);
    await open(event.dataTransfer.files[0]);
  }

  async function open(file) {
    if (!file) return;
    const content = await file.text();
    let shared = null;
    try {
      shared = JSON.parse(content);
    } catch { /* not JSON: it is a text */ }
    if (shared?.kind === KIND) {
      if (whole(shared)) load(shared);
      else setShown({error: `${file.name} was saved here, but something is missing from it.`});
    } else if (shared && file.name.endsWith(".json")) {
      setAsked({...asked, schema: JSON.stringify(shared, null, 2)});
    } else {
      setAsked({...asked, text: content});
    }
  }

  function share() {
    const saved = {kind: KIND, ...asked, schema, extraction: shown.extraction, found: shown.found, seconds: shown.seconds};
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(saved, null, 2)], {type: "application/json"}));
    link.download = "veraz.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  return html`<${Header} />
    <form onSubmit=${run}><div class="columns">
      <section class=${dropping ? "dropping" : ""} onDragOver=${(event) => { event.preventDefault(); setDropping(true); }}
        onDragLeave=${() => setDropping(false)} onDrop=${drop}>
        <label for="example">Example</label>
        <select id="example" onChange=${(event) => event.target.value && load(known.examples[Number(event.target.value)])}>
          <option value="">choose one …</option>
          ${known.examples.map((one, index) => html`<option value=${index}>${one.name}</option>`)}</select>
        <label for="text">Text (paste, or drop a file)</label>
        <textarea id="text" rows="14" value=${asked.text}
          onInput=${(event) => setAsked({...asked, text: event.target.value})}></textarea>
        <label for="file">Or open a text, a schema or a shared file</label>
        <input id="file" type="file" accept=".txt,.md,.json" onChange=${(event) => open(event.target.files[0])} />
      </section>
      <section>
        <label for="instruction">Instruction</label>
        <textarea id="instruction" rows="2" value=${asked.instruction}
          onInput=${(event) => setAsked({...asked, instruction: event.target.value})}></textarea>
        <${SchemaEditor} written=${asked.schema} onWritten=${(written) => setAsked({...asked, schema: written})} />
        <${Controls} pipelines=${known.pipelines} chosen=${chosen} onChosen=${setChosen} running=${running}
          blocked=${Boolean(problem) || !asked.text.trim()} onRun=${run} />
      </section></div></form>
    <div id="result" tabindex="-1" ref=${result} aria-live="polite" aria-busy=${running}>
      ${shown.error && html`<p class="error" role="alert">${shown.error}</p>`}
      ${shown.extraction && html`<p class="row"><button type="button" onClick=${share}>Save to share</button></p>
        <${Result} text=${shown.text} extraction=${shown.extraction} seconds=${shown.seconds} />
        <${Candidates} found=${shown.found} />`}
    </div>`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${App} />`, root);
