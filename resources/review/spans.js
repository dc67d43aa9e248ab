// Spans of the text: picked with the mouse or a finger, moved and stretched with keys. In UTF-16 units
// here; what the session is told is in code points.

const TOKEN = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

export const tokensOf = (text) => [...text.matchAll(TOKEN)].map(({0: token, index}) => ({start: index, end: index + token.length}));

// The span a token further: the whole of it, its `end` or its `start` alone. Never empty, never outside.
export function moved(span, tokens, step, part = "both") {
  if (tokens.length === 0) return span;
  if (!span) return tokens[0];
  let first = tokens.findIndex(({end}) => end > span.start);
  let last = tokens.findLastIndex(({start}) => start < span.end);
  if (first < 0) first = last;
  if (last < 0) last = first;
  const bound = (index) => Math.min(Math.max(index, 0), tokens.length - 1);
  if (part === "end") last = Math.max(bound(last + step), first);
  else if (part === "start") first = Math.min(bound(first + step), last);
  else if (first + step >= 0 && last + step < tokens.length) [first, last] = [first + step, last + step];
  return {start: tokens[first].start, end: tokens[last].end};
}

// What is selected inside an element that shows the text, without blanks around it; undefined where nothing is.
export function selected(element, text) {
  const selection = getSelection();
  if (!element || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.commonAncestorContainer)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  let start = before.toString().length, end = start + range.toString().length;
  while (start < end && /\s/.test(text[start])) start += 1;
  while (end > start && /\s/.test(text[end - 1])) end -= 1;
  return start < end ? {start, end} : undefined;
}

export const points = (text, unit) => [...text.slice(0, unit)].length;
