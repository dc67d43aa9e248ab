// The service, as the page asks it. A refusal comes back as an Error that says what the service said.

async function asked(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The service cannot be reached. Is `veraz serve` still running?");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(explained(answer.status, said)), {status: answer.status});
  return said;
}

function explained(status, said) {
  if (Array.isArray(said.detail)) {
    return said.detail.map((one) => `${one.loc.join(".")}: ${one.msg}`).join("\n");
  }
  return `${said.error ?? "Error"} (${status}): ${said.detail ?? "no detail"}`;
}

export const info = () => asked("/info");
export const examples = () => asked("/playground/examples");
export const readSchema = (schema) => asked("/playground/schema", {schema});
export const candidates = (text) => asked("/playground/candidates", {text});

export function extract({text, instruction, schema}, {pipeline, model}) {
  const query = new URLSearchParams({pipeline, ...(model ? {model} : {})});
  const task = {id: "playground", input_text: text, instruction, target_schema: schema};
  return asked(`/extract?${query}`, task);
}
