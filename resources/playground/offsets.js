// The service counts code points, JavaScript counts UTF-16 units; and spans may overlap.

// Maps ascending or unordered code-point offsets to UTF-16 offsets of `text`.
export function unitOffsets(text, offsets) {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const found = new Map();
  let point = 0, unit = 0;
  for (const offset of wanted) {
    while (point < offset && unit < text.length) {
      unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
      point += 1;
    }
    found.set(offset, unit);
  }
  return found;
}

// Cuts `text` into pieces {text, fields}: the indexes of the fields whose spans cover the piece.
export function pieces(text, fields) {
  const spans = fields.flatMap((field, index) =>
    field.evidence.map(({start, end}) => ({start, end, index})));
  const units = unitOffsets(text, spans.flatMap(({start, end}) => [start, end]));
  const opening = new Map(), closing = new Map();
  const add = (map, at, index) => map.set(at, [...(map.get(at) ?? []), index]);
  for (const {start, end, index} of spans) {
    add(opening, units.get(start), index);
    add(closing, units.get(end), index);
  }
  const cuts = [...new Set([0, text.length, ...opening.keys(), ...closing.keys()])].sort((a, b) => a - b);
  const open = [], cut = [];
  for (let i = 0; i + 1 < cuts.length; i += 1) {
    for (const index of closing.get(cuts[i]) ?? []) open.splice(open.indexOf(index), 1);
    open.push(...(opening.get(cuts[i]) ?? []));
    cut.push({text: text.slice(cuts[i], cuts[i + 1]), fields: [...new Set(open)]});
  }
  return cut;
}

const CHUNK = 8_000;

// Groups pieces into chunks {pieces, length} of about CHUNK units, each ending at the end of a line or a
// word where one is near. Nothing is lost: the chunks' texts make up the text.
export function chunks(cut) {
  const made = [{pieces: [], length: 0}];
  const add = (piece) => {
    const last = made.at(-1);
    last.pieces.push(piece);
    last.length += piece.text.length;
  };
  for (const piece of cut) {
    let {text} = piece;
    while (piece.fields.length === 0 && made.at(-1).length + text.length > CHUNK) {
      const at = goodEnd(text, Math.max(0, CHUNK - made.at(-1).length));
      if (at >= text.length) break;
      add({text: text.slice(0, at), fields: []});
      made.push({pieces: [], length: 0});
      text = text.slice(at);
    }
    add({text, fields: piece.fields});
  }
  return made;
}

// Where to cut at or after `from`: after a line's end, else after a blank, else between characters.
function goodEnd(text, from) {
  const near = text.slice(from, from + CHUNK);
  const found = near.indexOf("\n") >= 0 ? near.indexOf("\n") : near.indexOf(" ");
  if (found >= 0) return from + found + 1;
  const end = from + near.length;
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
}

export function colour(index) {
  const hue = Math.round((index * 137.508) % 360);
  return `--c:hsl(${hue} 65% 45%);--b:hsl(${hue} 75% 55% / .25)`;
}
