// What whoever reads an answer must know first.
import {asked} from "./fields.js";
import {say, wording, word, outcomesInOrder} from "./language.js";
import {html} from "./preact-htm.js";

const WITHOUT = ["omitted", "placeholder"];
const QUIET = ["good", "quiet"];

// How many fields have a value, and of which outcomes one should know.
export function summary(extraction) {
  const fields = asked(extraction);
  const count = (outcome) => fields.filter((field) => field.outcome === outcome).length;
  const answered = fields.filter(({value, outcome}) => value !== null && !WITHOUT.includes(outcome)).length;
  const told = outcomesInOrder.map((one) => [one, wording("outcomes", one)])
    .filter(([one, {tone}]) => !QUIET.includes(tone) && count(one))
    .map(([one, {name}]) => say("counted", count(one), name));
  const doubtful = fields.filter(({doubts}) => doubts?.length).length;
  if (doubtful) told.push(say("counted", doubtful, word("doubtful")));
  const toReview = fields.filter(({decision}) => decision === "review").length;
  if (toReview) told.push(say("counted", toReview, wording("decisions", "review").name));
  return [say("summary", answered, fields.length), ...told].join(" · ");
}

// Why the model did not answer, what the service refuses, which required fields have no answer.
export function Notices({extraction: {fields, faults = [], notes, refused}}) {
  const without = WITHOUT.map((outcome) => [outcome, fields.filter((field) => field.outcome === outcome)])
    .filter(([, those]) => those.length);
  const leftOut = without.some(([outcome]) => outcome === "omitted");
  const others = faults.filter(({keyword}) => !(leftOut && keyword === "required"));
  return html`${notes?.model_error && html`<p class="warning">${say("fallback", notes.model_error)}</p>`}
    ${(faults.length > 0 || without.length > 0 || refused) && html`<div class="warning bad" role="note">
      ${faults.length > 0 && html`<p><strong>${word("invalid")}</strong></p>`}
      ${refused && !leftOut && html`<p>${say("refused", refused)}</p>`}
      ${without.map(([outcome, those]) => html`<p>${word(outcome)} ${listed(those)}</p>`)}
      ${others.map(({pointer, message}) => html`<p><code>${pointer || "/"}</code>: ${message}</p>`)}</div>`}`;
}

const listed = (fields) => fields.map(({path}, index) => html`${index ? ", " : ""}<code>${path}</code>`);
