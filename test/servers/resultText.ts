/** Results of LSP methods, in any of their shapes, as the lines of text that a test compares. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  CodeAction,
  Command,
  CompletionItem,
  CompletionList,
  DocumentSymbol,
  Hover,
  Location,
  LocationLink,
  Position,
  SignatureHelp,
  SymbolInformation,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { drawPoint, linesOf, type ToUtf16 } from "./draw.js";

/** Returns the path of a project's file as a Locate names it. */
export function pathOf(uri: string, root: string): string {
  return relative(root, fileURLToPath(uri)).replaceAll("\\", "/");
}

/** Returns `file: line with ┃ in it` for each place, sorted. */
export function drawLocations(answer: unknown, root: string, toUtf16: ToUtf16): string[] {
  const locations = (answer === null ? [] : Array.isArray(answer) ? answer : [answer]) as (Location | LocationLink)[];
  return locations
    .map((location) =>
      "targetUri" in location
        ? { uri: location.targetUri, position: location.targetSelectionRange.start }
        : { uri: location.uri, position: location.range.start },
    )
    .map(({ uri, position }) => {
      const text = readFileSync(fileURLToPath(uri), "utf8");
      return `${pathOf(uri, root)}: ${drawPoint(text, toUtf16(text, position))}`;
    })
    .sort();
}

/** Returns `file: line after the edit` for each line that the edit changes, sorted. */
export function drawRename(answer: unknown, root: string, toUtf16: ToUtf16): string[] {
  return [...editsOf(answer as WorkspaceEdit)]
    .flatMap(([uri, edits]) => {
      const path = pathOf(uri, root);
      const before = readFileSync(join(root, path), "utf8");
      const old = linesOf(before);
      const lines = linesOf(applyEdits(before, edits, toUtf16));
      return lines.filter((line, index) => line !== old[index]).map((line) => `${path}: ${line.trim()}`);
    })
    .sort();
}

/** Returns the versions that an edit names; none if it has no versions. */
export function editVersions(answer: unknown): unknown[] {
  return documentEdits(answer as WorkspaceEdit).map(({ textDocument }) => textDocument.version);
}

function documentEdits(edit: WorkspaceEdit): TextDocumentEdit[] {
  return (edit.documentChanges ?? []).filter((change): change is TextDocumentEdit => "textDocument" in change);
}

function editsOf(edit: WorkspaceEdit): Map<string, TextEdit[]> {
  const edits = new Map<string, TextEdit[]>();
  const add = (uri: string, more: TextEdit[]) => edits.set(uri, [...(edits.get(uri) ?? []), ...more]);
  for (const [uri, more] of Object.entries(edit.changes ?? {})) add(uri, more);
  for (const change of documentEdits(edit)) add(change.textDocument.uri, change.edits as TextEdit[]);
  return edits;
}

function applyEdits(text: string, edits: readonly TextEdit[], toUtf16: ToUtf16): string {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
  const offset = (position: Position) => {
    const { line, character } = toUtf16(text, position);
    return (starts[line] ?? text.length) + character;
  };
  return edits
    .map(({ range, newText }) => ({ from: offset(range.start), to: offset(range.end), newText }))
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to), text);
}

export function hoverText(answer: unknown): string {
  const hover = answer as Hover | null;
  if (!hover) return "(no hover)";
  const parts = Array.isArray(hover.contents) ? hover.contents : [hover.contents];
  return parts.map((part) => (typeof part === "string" ? part : part.value)).join("\n");
}

export function completionLabels(answer: unknown): string[] {
  const list = answer as CompletionList | CompletionItem[] | null;
  return (Array.isArray(list) ? list : (list?.items ?? [])).map(({ label }) => label.trim());
}

export function signatureLabels(answer: unknown): string {
  return ((answer as SignatureHelp | null)?.signatures ?? []).map(({ label }) => label).join("\n");
}

export function actionTitles(answer: unknown): string {
  return ((answer as (CodeAction | Command)[] | null) ?? []).map(({ title }) => title).join("\n");
}

/** Returns all names of a nested or flat result. */
export function symbolNames(answer: unknown): string[] {
  const symbols = (answer as (DocumentSymbol | SymbolInformation)[] | null) ?? [];
  return symbols.flatMap((symbol) => [
    symbol.name,
    ...("children" in symbol ? symbolNames(symbol.children ?? []) : []),
  ]);
}
