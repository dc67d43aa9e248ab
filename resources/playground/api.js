// The service, as the page asks it. A refusal comes back as an Error that says what the service said.

async function asked(path, {body, signal} = {}) {
  const options = body === undefined ? {signal} : {
    signal, method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
  };
  let answer, said;
  try {
    answer = await fetch(path, options);
    said = await answer.text();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The service cannot be reached. Is `veraz serve` still running?");
  }
  const read = parsed(said);
  if (answer.ok && read !== undefined) return read;
  const {pointer, keyword} = read ?? {};
  throw Object.assign(new Error(explained(answer.status, read)), {status: answer.status, pointer, keyword});
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
    return said.detail.map((one) => `${one.loc.join(".")}: ${one.msg}`).join("\n");
  }
  if (said?.detail) return `${said.error ?? "Error"} (${status}): ${said.detail}`;
  if (status >= 500) return `The service failed (${status}). Its own output says why.`;
  return `The service gave no answer that this page can read (${status}).`;
}

export const info = () => asked("/info");
export const examples = () => asked("/playground/examples");
export const readSchema = (schema) => asked("/playground/schema", {body: {schema}});
export const candidates = (text, signal) => asked("/playground/candidates", {body: {text}, signal});

export function extract({text, instruction, schema}, {pipeline, model}, signal) {
  const query = new URLSearchParams({pipeline, ...(model ? {model} : {})});
  const body = {id: "playground", input_text: text, instruction, target_schema: schema};
  return asked(`/extract?${query}`, {body, signal});
}
