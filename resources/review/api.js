// The session, as the page asks it.
import {asked} from "/playground/api.js";

export const queue = (below) => asked(`/review/queue${below === null ? "" : `?below=${below}`}`);
export const read = (number, below) => asked(`/review/documents/${number}?below=${below}`);
export const candidates = (number) => asked(`/review/candidates/${number}`);
export const check = (document, path, typed) => asked("/review/check", {body: {document, path, typed}});
export const decide = (decision) => asked("/review/decide", {body: decision});
export const undo = (revision) => asked("/review/undo", {body: {revision}});
