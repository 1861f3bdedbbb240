/**
 * Suggestions for unknown fields of a Locate: shapes of LSP, names from other tools, misspellings.
 */

import { clip, describeValue } from "../errorText.js";
import { locateFields, scopeFields } from "../locate.js";
import { editDistance } from "../similarity.js";
import { parseSymbolPath } from "./symbolPath.js";

/** Returns what to write instead of an unknown field; undefined where nothing is similar. */
export function hintForField(kind: "locate" | "scope", name: string, value: unknown): string | undefined {
  const normalized = name.slice(0, 40).toLowerCase().replace(/[-_ ]/g, "");
  const write = (kind === "locate" ? locateFieldHints : scopeFieldHints).get(normalized)?.(value);
  if (write !== undefined) return `${write} instead of ${clip(name, 40)}`;
  const near = nearest(normalized, kind === "locate" ? locateFields : scopeFields);
  return near === undefined ? undefined : `${near} instead of ${clip(name, 40)}`;
}

type FieldHint = (value: unknown) => string;

const file: FieldHint = (value) => field("file_path", isRecord(value) ? value["uri"] : value, '"…"');
const find: FieldHint = (value) => field("find", value, '"…"');
const line: FieldHint = (value) => `"scope": { ${lineField(value)} }`;
const character: FieldHint = () => '"scope": { "line": …, "character": … }';
const symbol: FieldHint = (value) => `"scope": { ${symbolField(value)} }`;
const position: FieldHint = (value) => {
  const at = asPosition(value);
  if (at === null) return '"scope": { "line": …, "character": … }, both 1-based';
  return `"scope": { "line": ${at.line + 1}, "character": ${at.character + 1} } (1-based, where LSP counts from 0)`;
};
const range: FieldHint = (value) => {
  const start = isRecord(value) ? asPosition(value["start"]) : null;
  const end = isRecord(value) ? asPosition(value["end"]) : null;
  if (start === null || end === null) return '"scope": { "line": [first, last] }, 1-based and both inclusive';
  return `"scope": { "line": [${start.line + 1}, ${end.line + 1}] } (1-based, where LSP counts from 0)`;
};

const locateFieldHints: ReadonlyMap<string, FieldHint> = table([
  [
    file,
    "path file filepath filename uri url documenturi textdocument document relativepath absolutepath fsp targetfile source",
  ],
  [line, "line lines linenumber linenumbers lineno linerange startline endline fromline toline row"],
  [character, "character char column col offset"],
  [symbol, "symbol symbolpath symbolname symbols name function class method container"],
  [position, "position pos point cursor"],
  [range, "range selection start end span"],
  [find, "text search searchtext query pattern snippet code needle substring findtext match string"],
  [() => '"find_index"', "index matchindex occurrence occurence nth n count matchnumber"],
  [() => '"anchor_text" with "ancestor_node_type"', "anchor anchortext"],
  [() => '"ancestor_node_type" with "anchor_text"', "nodetype ancestor ancestortype node ancestornode type kind"],
  [() => '"sibling"', "siblingindex siblingoffset nextsibling"],
  [() => '"handle"', "id placeid trackid"],
  [() => "the fields themselves, without another object around them", "locate location"],
]);

const scopeFieldHints: ReadonlyMap<string, FieldHint> = table([
  [symbolField, "symbol symbolpath symbolname symbols name path function class method"],
  [lineField, "lines linenumber lineno linerange row"],
  [() => '"line": [first, last]', "start end startline endline fromline toline range first last"],
  [() => '"character"', "column col char"],
  [() => '"find" beside "scope", not in it', "find text search"],
  [() => '"file_path" beside "scope", not in it', "filepath file uri"],
]);

function table(rows: readonly (readonly [FieldHint, string])[]): ReadonlyMap<string, FieldHint> {
  return new Map(rows.flatMap(([hint, names]) => names.split(" ").map((name) => [name, hint] as const)));
}

function lineField(value: unknown): string {
  const isLine = typeof value === "number" || (Array.isArray(value) && value.length === 2);
  return isLine ? `"line": ${describeValue(value)}` : '"line": …';
}

function symbolField(value: unknown): string {
  const path = typeof value === "string" && value.length <= 200 ? parseSymbolPath(value) : null;
  if (path !== null) return `"symbol_path": ${JSON.stringify(path)}`;
  return Array.isArray(value) ? `"symbol_path": ${describeValue(value)}` : '"symbol_path": ["MyClass", "run"]';
}

function field(name: string, value: unknown, fallback: string): string {
  return `"${name}": ${typeof value === "string" ? describeValue(value) : fallback}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Reads LSP's Position, 0-based. */
function asPosition(value: unknown): { readonly line: number; readonly character: number } | null {
  if (!isRecord(value)) return null;
  const { line, character } = value;
  return typeof line === "number" && typeof character === "number" ? { line, character } : null;
}

/** Returns the known name at most two edits away, and less than half of its length. */
function nearest(fieldName: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: editDistance(fieldName, name.replaceAll("_", "")) }))
    .filter(({ name, distance }) => distance <= 2 && distance * 2 < name.length)
    .sort((one, other) => one.distance - other.distance);
  return best && `"${best.name}"`;
}
