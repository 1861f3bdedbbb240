/**
 * Converts results to lines of text, whichever of the allowed shapes a server returns, so that they
 * can be compared with the expected lines.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Per method, the lines to compare: `file: line` of each place, the names of the symbols, or the
 * edited text.
 */
export const linesOf = {
  definition: places,
  typeDefinition: places,
  implementation: places,
  references: places,
  rename: (answer, { root }) => editsOf(answer).flatMap(([uri, edits]) => changedLines(uri, edits, root)),
  documentHighlight: (answer, { text }) => (answer ?? []).map(({ range }) => lineAt(text, range.start.line)),
  hover: (answer) => [hoverText(answer)],
  completion: (answer) => (Array.isArray(answer) ? answer : (answer?.items ?? [])).map(({ label }) => label.trim()),
  signatureHelp: (answer) => (answer?.signatures ?? []).map(({ label }) => label),
  codeAction: (answer) => (answer ?? []).map(({ title }) => title),
  formatting: (answer, { text }) => [applied(text, answer ?? [])],
  diagnostic: (answer) => (answer?.items ?? []).map(({ message }) => message),
  documentSymbol: (answer) => symbolNames(answer ?? []),
  foldingRange: (answer, { text }) => (answer ?? []).map(({ startLine }) => lineAt(text, startLine)),
  selectionRange: (answer, { text }) => chain((Array.isArray(answer) ? answer[0] : answer) ?? undefined, text),
  incomingCalls: (answer) => (answer ?? []).map(({ from }) => from.name),
  outgoingCalls: (answer) => (answer ?? []).map(({ to }) => to.name),
  supertypes: (answer) => (answer ?? []).map(({ name }) => name),
  "semanticTokens/full": (answer, { text }) => tokens(answer?.data ?? [], text),
  outline: ({ symbols }) => outlinePaths(symbols),
  search: ({ symbols }) => symbols.map(({ file_path, symbol_path }) => `${file_path}: ${symbol_path.join(".")}`),
};

function places(answer, { root }) {
  const locations = answer === null ? [] : Array.isArray(answer) ? answer : [answer];
  return locations.map((location) =>
    "targetUri" in location
      ? placeOf(location.targetUri, location.targetSelectionRange, root)
      : placeOf(location.uri, location.range, root),
  );
}

function placeOf(uri, { start }, root) {
  const path = relative(root, fileURLToPath(uri)).replaceAll("\\", "/");
  return `${path}: ${lineAt(readFileSync(join(root, path), "utf8"), start.line)}`;
}

function lineAt(text, line) {
  return (text.split(/\r\n|\n|\r/)[line] ?? "").trim();
}

export function editsOf(answer) {
  const changes = (answer?.documentChanges ?? []).filter((change) => "textDocument" in change);
  const versioned = changes.map(({ textDocument, edits }) => [textDocument.uri, edits]);
  return [...Object.entries(answer?.changes ?? {}), ...versioned];
}

/** Returns `file: new line` of each line that changes. Some servers replace the whole file. */
function changedLines(uri, edits, root) {
  const path = relative(root, fileURLToPath(uri)).replaceAll("\\", "/");
  const text = readFileSync(join(root, path), "utf8");
  const after = applied(text, edits);
  const count = after.split(/\r\n|\n|\r/).length;
  const changed = Array.from({ length: count }, (_, n) => n).filter((n) => lineAt(after, n) !== lineAt(text, n));
  return changed.map((n) => `${path}: ${lineAt(after, n)}`);
}

function hoverText(answer) {
  const parts = [answer?.contents ?? []].flat();
  return parts.map((part) => (typeof part === "string" ? part : part.value)).join("\n");
}

function symbolNames(symbols) {
  return symbols.flatMap(({ name, children = [] }) => [name, ...symbolNames(children)]);
}

function outlinePaths(symbols) {
  return symbols.flatMap(({ symbol_path, children = [] }) => [symbol_path.join("."), ...outlinePaths(children)]);
}

/** Returns the texts of a selection range and of its parents. */
function chain(range, text) {
  const texts = [];
  for (let one = range; one; one = one.parent) {
    texts.push(text.slice(offsetAt(text, one.range.start), offsetAt(text, one.range.end)));
  }
  return texts;
}

/** Returns the text of each token, encoded as five numbers. */
function tokens(data, text) {
  const words = [];
  let line = 0;
  let character = 0;
  for (let n = 0; n + 4 < data.length; n += 5) {
    character = data[n] === 0 ? character + data[n + 1] : data[n + 1];
    line += data[n];
    const from = offsetAt(text, { line, character });
    words.push(text.slice(from, from + data[n + 2]));
  }
  return words;
}

export function applied(text, edits) {
  return edits
    .map(({ range, newText }) => ({ from: offsetAt(text, range.start), to: offsetAt(text, range.end), newText }))
    .sort((one, other) => other.from - one.from)
    .reduce((result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to), text);
}

function offsetAt(text, { line, character }) {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
  return Math.min((starts[line] ?? text.length) + character, text.length);
}
