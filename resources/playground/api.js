import {problem} from "./language.js";

// The service, as the page asks it. A refusal comes back as an Error that says what the service said.

export async function asked(path, {body, signal} = {}) {
  const options = body === undefined ? {signal} : {
    signal, method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
  };
  let answer, said;
  try {
    answer = await fetch(path, options);
    said = await answer.text();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw problem("unreachable");
  }
  const read = parsed(said);
  if (answer.ok && read !== undefined) return read;
  // A refusal that carries the whole extraction is an answer too: it is shown, and that it is refused.
  if (read?.extraction) return {...read.extraction, refused: read.detail};
  const {pointer, keyword} = read ?? {};
  throw Object.assign(problem(...explained(answer.status, read)), {status: answer.status, pointer, keyword});
}

function parsed(said) {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}

function explained(status, said) {
  if (Array.isArray(said?.detail)) {
    return ["plain", said.detail.map((one) => `${one.loc.join(".")}: ${one.msg}`).join("\n")];
  }
  if (said?.detail) return ["plain", `${said.error ?? "Error"} (${status}): ${said.detail}`];
  return [status >= 500 ? "failed" : "unreadable", status];
}

export const info = () => asked("/info");
export const examples = () => asked("/playground/examples");
export const readSchema = (schema) => asked("/playground/schema", {body: {schema}});
export const candidates = ({text, schema, reference}, signal) =>
  asked("/playground/candidates", {body: {text, schema, ...(reference ? {reference} : {})}, signal});

// Required fields that nothing answers are left out and told of: the page never shows made-up values as an answer.
export function extract({text, instruction, schema, reference}, {pipeline, model}, signal) {
  const query = new URLSearchParams({pipeline, on_unanswered: "omit", ...(model ? {model} : {})});
  const body = {id: "playground", input_text: text, instruction, target_schema: schema, ...(reference ? {reference} : {})};
  return asked(`/extract?${query}`, {body, signal});
}
