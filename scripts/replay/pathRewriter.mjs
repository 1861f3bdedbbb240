/** Absolute paths of the machine that a trace comes from, rewritten to those of this one, wherever they stand in a message. */
import { URI } from "vscode-uri";

/** A function over the bytes of messages; with no `roots` (`{ old, new }`) bytes stay as they are. */
export function rewriter(roots) {
  const rules = new Map(roots.flatMap(({ old, new: current }) => rulesOf(trimmed(old), trimmed(current))));
  if (rules.size === 0) return (body) => body;
  // One expression for all, so that no rule rewrites what another has written. `/home/ann` is not the beginning of `/home/anna`.
  const ways = [...rules.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<=^|[^\\w.%-]|\\\\[nrt])(?:${ways.join("|")})(?![\\w%-]|\\.\\w)`, "g");
  return (body) => Buffer.from(body.toString("utf8").replace(pattern, (found) => rules.get(found)));
}

/** Every way to write a path in JSON, with how the other one is written so. */
function rulesOf(old, current) {
  return ways.map((write) => [write(old), write(current)]);
}

const ways = [
  inJson,
  (path) => inJson(withSlashes(path)),
  // As a URI: encoded as little as can be, and as editors do, who encode a drive's colon too. Where both are the same, theirs counts.
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
