// What may be dropped or opened: a text, a schema, or what was saved here to share.

import {problem} from "./language.js";

const KIND = "veraz-playground";
const MOST_BYTES = 10_000_000;

// Returns {question}, {question, answer} or {schema}, each as written in the file; throws an Error that says what
// the file lacks. `question` is {text, instruction, schema} or {text}.
export async function readFile(file) {
  if (file.size > MOST_BYTES) {
    throw problem("too_big", file.name, megabytes(file.size), megabytes(MOST_BYTES));
  }
  const content = decoded(file.name, new Uint8Array(await file.arrayBuffer()));
  let read;
  try {
    read = JSON.parse(content);
  } catch (error) {
    if (file.name.toLowerCase().endsWith(".json")) return {schema: content};
    return {question: {text: content}};
  }
  if (read?.kind === KIND) {
    if (!whole(read)) throw problem("incomplete", file.name);
    const {text, instruction, schema, extraction, found, hints, seconds, reference = ""} = read;
    const question = {text, instruction, reference, schema: pretty(schema)};
    return {question, answer: {question: {text, instruction, schema, reference}, extraction, found: found ?? [], hints: hints ?? [], seconds: seconds ?? 0}};
  }
  return file.name.toLowerCase().endsWith(".json") ? {schema: pretty(read)} : {question: {text: content}};
}

// Saves a question and its answer, as `readFile` reads them.
export function saveFile({question, extraction, found, hints, seconds}) {
  const saved = pretty({kind: KIND, ...question, extraction, found, hints, seconds});
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([saved], {type: "application/json"}));
  link.download = "veraz.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const pretty = (value) => JSON.stringify(value, null, 2);

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

// UTF-8, else the older Western encoding; what holds NUL is no text.
function decoded(name, bytes) {
  const [utf16] = [[0xff, 0xfe], [0xfe, 0xff]].filter(([one, two]) => bytes[0] === one && bytes[1] === two);
  if (utf16) return new TextDecoder(utf16[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  if (bytes.includes(0) || String.fromCharCode(...bytes.slice(0, 5)) === "%PDF-") {
    throw problem("no_plain_text", name);
  }
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

// Whether a shared file has all that is shown of one.
function whole({text, instruction, schema, extraction}) {
  const {data, fields, usage, signature} = extraction ?? {};
  return typeof text === "string" && typeof instruction === "string" && Boolean(schema && data && usage && signature)
    && Array.isArray(fields) && fields.every((field) => Array.isArray(field?.evidence) && typeof field.confidence === "number");
}
