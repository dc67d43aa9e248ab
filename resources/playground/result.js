// The answer beside the text, linked both ways.
import {Hints} from "./candidates.js";
import {asked, Fields, ROWS} from "./fields.js";
import {number, say} from "./language.js";
import {html, useMemo, useRef, useState} from "./preact-htm.js";
import {fieldAt, Links, show} from "./links.js";
import {chunks, colour, pieces} from "./offsets.js";
import {Notices, summary} from "./notices.js";
import {Tabs} from "./tabs.js";

export {summary};

const CHARACTERS = 200_000;

// Each chunk is laid out only when it is scrolled to: a megabyte costs no more than a page.
export function Text({text, fields}) {
  const cut = useMemo(() => chunks(pieces(text, fields)), [text, fields]);
  return html`<div class="text" tabindex="0" role="region" aria-label=${say("source_said")}>
    ${cut.map(({pieces: inside, length}) => html`<div class=${cut.length > 1 ? "chunk" : ""} style=${`--length:${length}`}>
      ${inside.map((piece) => piece.fields.length === 0 ? piece.text : html`<mark data-f=${piece.fields.join(" ")}
        style=${colour(piece.fields.at(-1))} title=${piece.fields.map((index) => fields[index].path).join(", ")}
        >${piece.text}</mark>`)}</div>`)}</div>`;
}

function Json({id, value, label}) {
  const written = useMemo(() => JSON.stringify(value, null, 2) ?? "null", [value]);
  const [whole, setWhole] = useState(false);
  return html`<pre id=${id} tabindex="0" role="region" aria-label=${label}>${whole ? written : written.slice(0, CHARACTERS)}</pre>
    ${!whole && written.length > CHARACTERS && html`<p class="more"><span>${say("shown_characters", CHARACTERS, written.length)}</span>
      <button type="button" onClick=${() => setWhole(true)}>${say("all")}</button></p>`}`;
}

function facts({usage, signature}, seconds) {
  return [say("calls", usage.calls), say("tokens", usage.input_tokens, usage.output_tokens), `${number(seconds, 1)} s`,
    signature.pipeline, signature.model, signature.spanish_model].join(" · ");
}

export function Result({text, extraction, hints, seconds}) {
  const {data, draft} = extraction;
  const fields = useMemo(() => asked(extraction), [extraction]);
  const [drawn, setDrawn] = useState(ROWS);
  const root = useRef(null);
  const links = useMemo(() => new Links(), []);

  const light = (event) => {
    const number = fieldAt(event);
    links.light(root.current, number, {reveal: number !== null && !event.target.closest("mark")});
  };
  const dark = () => links.light(root.current, null);

  // A click on a span brings its row into view, drawing it first where it is not drawn yet.
  function follow(event) {
    const number = event.target.closest?.("mark") ? fieldAt(event) : null;
    if (number === null) return;
    if (number >= drawn) setDrawn(number + ROWS);
    requestAnimationFrame(() => {
      show(root.current.querySelector(`tr[data-f="${number}"]`), {page: true});
      links.light(root.current, number);
    });
  }

  const tabs = [
    ["fields", say("by_field"), () => html`<${Fields} fields=${fields} drawn=${drawn} onDrawn=${setDrawn} />`],
    ["json", say("json"), () => html`<${Json} id="json" value=${data} label=${say("json_said")} />`],
    ["draft", say("draft"), () => html`<${Json} id="draft" value=${draft} label=${say("draft_said")} />`],
  ];
  if (hints?.length) tabs.push(["hints", say("candidates"), () => html`<${Hints} hints=${hints} />`]);
  return html`<div class="columns linked" ref=${root} onMouseOver=${light} onMouseLeave=${dark} onfocusin=${light} onfocusout=${dark}
      onClick=${follow}>
    <section><h2>${say("source")}</h2><${Text} text=${text} fields=${fields} /></section>
    <section><h2>${say("answer")}</h2><p class="facts summary">${summary(extraction)}</p>
      <${Notices} extraction=${extraction} />
      <${Tabs} label=${say("the_answer")} tabs=${tabs} />
      <p class="facts">${facts(extraction, seconds)}</p>
    </section></div>`;
}
