import {html, render, useEffect, useMemo, useRef, useState} from "./preact-htm.js";
import * as api from "./api.js";
import {Candidates} from "./candidates.js";
import {Controls, Header} from "./controls.js";
import {pretty, readFile, saveFile} from "./files.js";
import {language, saidBy, say, speak, told} from "./language.js";
import {Result, summary} from "./result.js";
import {goTo, parse, SchemaEditor} from "./schema_editor.js";

const FIRST = `{
  "type": "object",
  "properties": {
    "fecha": {"type": ["string", "null"], "format": "date", "description": "Fecha del documento"}
  }
}`;
const EMPTY = {example: "", instruction: "", reference: "", schema: FIRST};

// The text lives in its textarea alone: with a megabyte in it, reading it at each key would be felt.
function Source({example, examples, text, onTyped, onExample, onFile}) {
  const [dropping, setDropping] = useState(false);
  const over = (event) => { event.preventDefault(); setDropping(true); };
  const drop = (event) => {
    event.preventDefault();
    setDropping(false);
    onFile(event.dataTransfer.files[0]);
  };
  const pick = async ({target}) => {
    await onFile(target.files[0]);
    target.value = "";
  };
  return html`<section class=${dropping ? "dropping" : ""} onDragOver=${over} onDragLeave=${() => setDropping(false)} onDrop=${drop}>
    <label for="example">${say("example")}</label>
    <select id="example" value=${example} onChange=${(event) => event.target.value && onExample(event.target.value)}>
      <option value="">${say("choose")}</option>
      ${examples.map((one, index) => html`<option value=${index}>${one.name}</option>`)}</select>
    <label for="text">${say("text")}</label>
    <textarea id="text" rows="14" ref=${text} onInput=${onTyped}></textarea>
    <input id="file" class="spoken" type="file" accept=".txt,.md,.json" onChange=${pick} />
    <label for="file" class="button">${say("file")}</label>
  </section>`;
}

function Answer({shown, running, said, onShare}) {
  const {question, extraction, found, hints, seconds, error} = shown;
  const waiting = running && found ? say("found_so_far", found.length) : "";
  return html`${error && html`<p class="error" role="alert">${told(error)}</p>`}
    ${!extraction && !error && html`<p class="hint">${waiting} ${said ? told(said) : say("waiting_here")}</p>`}
    ${extraction && html`<p class="row"><button type="button" onClick=${onShare}>${say("share")}</button></p>
      <${Result} text=${question.text} extraction=${extraction} hints=${hints} seconds=${seconds} />`}
    ${found && html`<${Candidates} found=${found} />`}`;
}

function App() {
  const [asked, setAsked] = useState(EMPTY);
  const [shown, setShown] = useState({});
  const [chosen, setChosen] = useState({pipeline: "grounded", model: ""});
  const [known, setKnown] = useState({pipelines: [], examples: []});
  const [running, setRunning] = useState(null);
  const [said, setSaid] = useState(null);
  const [spoken, setSpoken] = useState(language());
  const result = useRef(null), source = useRef(null);
  const parsed = useMemo(() => parse(asked.schema), [asked.schema, spoken]);

  useEffect(() => {
    Promise.all([api.info(), api.examples()])
      .then(([info, examples]) => setKnown({pipelines: info.pipelines, examples}))
      .catch((error) => setShown({error: saidBy(error)}));
  }, []);
  useEffect(() => {
    document.documentElement.lang = spoken;
    document.querySelector(".skip").textContent = say("skip");
  }, [spoken]);
  const turn = (chosen) => { speak(chosen); setSpoken(chosen); };

  const change = ({text, ...changed}) => {
    if (text !== undefined) source.current.value = text;
    setAsked((before) => ({...before, example: "", ...changed}));
    forget();
  };
  // An error is about what was asked; it goes with the first letter typed.
  const forget = () => setShown((before) => (before.error ? {} : before));
  const typed = () => (asked.example ? change({}) : forget());

  function refuse(id, ...error) {
    setShown({error});
    setSaid(null);
    document.getElementById(id).focus();
  }

  async function run(event) {
    event.preventDefault();
    if (running) return;
    const text = source.current.value;
    if (!text.trim()) {
      refuse("text", "no_text");
      return;
    }
    if (parsed.problem) {
      refuse("schema", "schema_unread", parsed.problem);
      goTo({at: parsed.at});
      return;
    }
    const stop = new AbortController();
    setRunning(stop);
    setShown({});
    setSaid(["waiting"]);
    await answer({text, instruction: asked.instruction, schema: parsed.schema, reference: asked.reference}, stop.signal);
    setRunning(null);
  }

  async function answer(question, signal) {
    const started = performance.now();
    let waiting = true;
    const before = api.candidates(question, signal).then(({candidates: found, hints = []}) => {
      if (waiting) setShown({found});
      return {found, hints};
    });
    try {
      const [offered, extraction] = await Promise.all([before, api.extract(question, chosen, signal)]);
      setShown({question, ...offered, extraction, seconds: (performance.now() - started) / 1000});
      setSaid(["answered", () => summary(extraction)]);
      requestAnimationFrame(() => result.current?.focus());
    } catch (error) {
      waiting = false;
      const cancelled = error.name === "AbortError";
      setShown(cancelled ? {} : {error: saidBy(error)});
      setSaid(cancelled ? ["cancelled"] : null);
    }
  }

  function choose(index) {
    const {text, instruction, schema, reference = ""} = known.examples[Number(index)];
    change({example: index, text, instruction, reference, schema: pretty(schema)});
    setShown({});
    setSaid(null);
  }

  async function open(file) {
    if (!file) return;
    running?.abort();
    try {
      const {question, answer: saved, schema} = await readFile(file);
      change(question ?? {schema: schema.replace(/\r\n?/g, "\n")});
      setShown(saved ?? {});
      setSaid([saved ? "opened_answer" : question ? "opened_text" : "opened_schema", file.name]);
    } catch (error) {
      setShown({error: saidBy(error)});
    }
  }

  const answered = useMemo(() => html`<${Answer} shown=${shown} running=${Boolean(running)} said=${said} onShare=${() => saveFile(shown)} />`,
    [shown, running, said, spoken]);
  const quick = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run(event);
  };
  return html`<${Header} onSpoken=${turn} />
    <form onSubmit=${run} onKeyDown=${quick}><div class="columns">
      <${Source} example=${asked.example} examples=${known.examples} text=${source} onTyped=${typed} onExample=${choose} onFile=${open} />
      <section>
        <label for="instruction">${say("instruction")}</label>
        <textarea id="instruction" rows="2" value=${asked.instruction}
          onInput=${(event) => change({instruction: event.target.value})}></textarea>
        <label for="reference">${say("reference")}</label>
        <input id="reference" type="date" value=${asked.reference ?? ""}
          onInput=${(event) => change({reference: event.target.value})} />
        <${SchemaEditor} written=${asked.schema} parsed=${parsed} onWritten=${(schema) => change({schema})} />
        <${Controls} pipelines=${known.pipelines} chosen=${chosen} onChosen=${setChosen} running=${running}
          onCancel=${() => running.abort()} />
      </section></div></form>
    <p id="said" class="spoken" role="status">${told(said)}</p>
    <div id="result" tabindex="-1" role="region" aria-label=${say("answer")} ref=${result} aria-busy=${Boolean(running)}>${answered}</div>`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${App} />`, root);
