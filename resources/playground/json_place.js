// Where a JSON text breaks, and where in it a pointer leads. Every engine words its own message and
// places it in its own way or not at all, so the text is read here once more.

import {say} from "./language.js";

const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /[\p{L}\p{N}_$.+-]+/uy;
const BLANK = /[ \t\n\r]*/y;
const DEEPEST = 1000;

class Broken extends Error {
  constructor(at, reason) {
    super(reason);
    this.at = at;
  }
}

// Reads a JSON text: {places}, a map from JSON pointer to {start, end} in UTF-16 units (the name of a
// member included), or {at, reason} where it breaks.
export function readPlaces(written) {
  const reader = new Reader(written);
  try {
    reader.value("", 0, 0);
    if (reader.peek() !== undefined) reader.fail(say("json_after"));
    return {places: reader.places};
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return {at: error.at, reason: error.message};
  }
}

// The line and column, both from 1, of a place; columns count code points.
export function lineColumn(written, at) {
  const before = written.slice(0, at).split("\n");
  return {line: before.length, column: [...before.at(-1)].length + 1};
}

// The place a pointer leads to, or that of the nearest parent that is there; keyword is tried first.
export function placeOf(places, pointer, keyword) {
  let path = pointer;
  if (keyword && places.has(`${path}/${keyword}`)) return places.get(`${path}/${keyword}`);
  while (path && !places.has(path)) path = path.slice(0, path.lastIndexOf("/"));
  return places.get(path);
}

class Reader {
  constructor(written) {
    this.written = written;
    this.at = 0;
    this.places = new Map();
  }

  fail(reason, at = this.at) {
    throw new Broken(at, reason);
  }

  // What `pattern` matches here; goes past it.
  take(pattern) {
    pattern.lastIndex = this.at;
    const [matched] = pattern.exec(this.written) ?? [""];
    this.at += matched.length;
    return matched;
  }

  peek() {
    this.take(BLANK);
    return this.written[this.at];
  }

  value(pointer, depth, from) {
    const next = this.peek();
    const start = pointer ? from : this.at;
    if (depth > DEEPEST) this.fail(say("json_deep", DEEPEST));
    if (next === "{") this.members(pointer, depth);
    else if (next === "[") this.elements(pointer, depth);
    else if (next === '"') this.string();
    else if (!this.take(NUMBER)) this.word(next);
    else if (/[0-9.eE+-]/.test(this.written[this.at] ?? "")) this.fail(say("json_number"));
    this.places.set(pointer, {start, end: this.at});
  }

  word(next) {
    const start = this.at, word = this.take(WORD);
    if (["true", "false", "null"].includes(word)) return;
    if (["True", "False", "None"].includes(word)) this.fail(say("json_python", word), start);
    if (next === undefined) this.fail(say("json_ends"), start);
    if (next === "/") this.fail(say("json_comment"), start);
    if (next === "'" || next === "“" || next === "”") this.fail(say("json_quotes"), start);
    this.fail(say("json_value"), start);
  }

  string() {
    const start = this.at, matched = this.take(STRING), next = this.written[this.at];
    if (next === '"') this.at += 1;
    else if (next === undefined) this.fail(say("json_string_ends"), start);
    else if (next === "\\") this.fail(say("json_escape"));
    else this.fail(say("json_string_line"));
    return JSON.parse(matched + '"');
  }

  // Goes past what opens here, then past each part and the commas between them, to what closes it.
  list(closing, part) {
    const opened = this.at;
    this.at += 1;
    if (this.peek() === closing) {
      this.at += 1;
      return;
    }
    for (let number = 0; ; number += 1) {
      part(number);
      const next = this.peek();
      if (next === closing) break;
      if (next === undefined) this.fail(say("json_open", this.written[opened]), opened);
      if (next !== ",") this.fail(say("json_comma", closing));
      const comma = this.at;
      this.at += 1;
      if (this.peek() === closing) this.fail(say("json_last_comma", closing), comma);
    }
    this.at += 1;
  }

  members(pointer, depth) {
    const opened = this.at;
    this.list("}", () => {
      const next = this.peek(), start = this.at;
      if (next === undefined) this.fail(say("json_open", "{"), opened);
      if (next !== '"') this.fail(say("json_name"));
      const name = this.string();
      if (this.peek() !== ":") this.fail(say("json_colon"));
      this.at += 1;
      this.value(`${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth + 1, start);
    });
  }

  elements(pointer, depth) {
    this.list("]", (number) => {
      this.peek();
      this.value(`${pointer}/${number}`, depth + 1, this.at);
    });
  }
}
