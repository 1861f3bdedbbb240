/**
 * Rewrites absolute paths from the machine of a trace to those of this machine, wherever a message
 * holds one.
 */
import { URI } from "vscode-uri";

/**
 * Returns a function over the bytes of a message. Without `roots` (`{ old, new }`) it returns them
 * unchanged.
 */
export function createPathRewriter(roots) {
  const rules = new Map(roots.flatMap(({ old, new: current }) => rulesOf(trimmed(old), trimmed(current))));
  if (rules.size === 0) return (body) => body;
  // One expression for all rules: no rule rewrites the output of another. `/home/ann` is no prefix
  // of `/home/anna`.
  const spellings = [...rules.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<=^|[^\\w.%-]|\\\\[nrt])(?:${spellings.join("|")})(?![\\w%-]|\\.\\w)`, "g");
  return (body) => Buffer.from(body.toString("utf8").replace(pattern, (found) => rules.get(found)));
}

/** Returns each spelling of the old path in JSON with the same spelling of the new one. */
function rulesOf(old, current) {
  return spellings.map((write) => [write(old), write(current)]);
}

const spellings = [
  inJson,
  (path) => inJson(withSlashes(path)),
  // As a URI: minimally encoded, and as editors encode it, a drive's colon included.
  (path) => `file://${encodeURI(withSlashes(path).replace(/^(?!\/)/, "/")).replace(/[?#]/g, encodeURIComponent)}`,
  (path) => URI.file(withSlashes(path)).toString(),
];

function inJson(path) {
  return JSON.stringify(path).slice(1, -1);
}

function withSlashes(path) {
  return /^[A-Za-z]:\\/.test(path) ? path.replaceAll("\\", "/") : path;
}

function trimmed(path) {
  return path.replace(/(?<=.)[\\/]$/, "");
}

function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
