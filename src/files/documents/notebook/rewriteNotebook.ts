/**
 * Writes a changed script of a notebook back: the JSON changes where the script did, in the sources
 * of cells, and in the list of cells where some are new, gone or elsewhere.
 */

import type { Stretch } from "../../../text/stretch.js";
import { type Notebook, type NotebookCell, readOnlyReason } from "./notebook.js";
import { type JsonStyle, listStyleOf, styleOf, writeCell, writeString } from "./notebookJson.js";
import {
  markerOf,
  type ScriptCell,
  type ScriptSyntax,
  scriptCellsOf,
  sourceLineOf,
  sourceLinesOf,
  syntaxOf,
} from "./notebookScript.js";

/** The reason why a script can't be written back, to be read after "can't be edited: ". */
export interface UnwritableScript {
  readonly unwritable: string;
}

/** A replacement in the JSON of a notebook. */
export interface JsonEdit extends Stretch {
  readonly text: string;
}

/** A cell of the changed script, and the cell of the notebook that it was before. */
interface NextCell {
  readonly old: number | undefined;
  readonly kind: NotebookCell["kind"];
  /** Its text, with and without a blank line at the end, which may be the script's. */
  readonly bodies: readonly [string, string];
}

/** Returns the replacements, in order, that make a notebook the one of a changed script. */
export function notebookEdits(notebook: Notebook, script: string): readonly JsonEdit[] | UnwritableScript {
  const readOnly = readOnlyReason(notebook);
  if (readOnly !== undefined) return { unwritable: readOnly };
  const cells = scriptCellsOf(notebook);
  const next = splitScript(script, { notebook, cells });
  if ("unwritable" in next) return next;
  const { list } = notebook;
  if (list === undefined) return { unwritable: "it has no list of cells" };
  const writer = new Writer(notebook, cells);
  const kept = next.flatMap(({ old }) => old ?? []);
  const isSameList = next.length === kept.length && kept.length === cells.length && kept.every((old, at) => old === at);
  if (isSameList) return next.flatMap((cell, at) => writer.sourceEdits(at, cell));
  return [writer.listEdit(list, next)];
}

/** Returns the JSON of a notebook whose script has been changed. */
export function rewriteNotebook(notebook: Notebook, script: string): string | UnwritableScript {
  const edits = notebookEdits(notebook, script);
  return "unwritable" in edits ? edits : applyEdits(notebook.json, edits);
}

function applyEdits(json: string, edits: readonly JsonEdit[], within: Stretch = { from: 0, to: json.length }): string {
  let result = "";
  let at = within.from;
  for (const { from, to, text } of edits) {
    result += json.slice(at, from) + text;
    at = to;
  }
  return result + json.slice(at, within.to);
}

function splitScript(
  script: string,
  { notebook, cells }: { readonly notebook: Notebook; readonly cells: readonly ScriptCell[] },
): readonly NextCell[] | UnwritableScript {
  const marker = markerOf(notebook);
  const byHeader = new Map(cells.map(({ header }, at) => [header, at]));
  const next: NextCell[] = [];
  const used = new Set<number>();
  const lines = script.split("\n");
  const isMarker = (line: string) => line.startsWith(marker) && /^\s|^$/.test(line.slice(marker.length));
  let from = 0;
  let header: string | undefined;
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at];
    if (line !== undefined && !isMarker(line)) continue;
    const isEnd = line === undefined;
    // The last part of the split is what follows the last line end.
    const body = lines.slice(from, at).join("\n");
    if (header !== undefined || body.trim() !== "") {
      const known = header === undefined ? undefined : byHeader.get(header);
      const old = known !== undefined && !used.has(known) ? known : undefined;
      if (old !== undefined) used.add(old);
      const kind = known === undefined ? kindOf(header ?? "") : (notebook.cells[known] as NotebookCell).kind;
      if (known === undefined && header !== undefined && /^ cell \d/.test(header.slice(marker.length)))
        return { unwritable: headerProblem(header, marker) };
      if (kind === "foreign" && old === undefined)
        return { unwritable: "a new cell can't have another language than the notebook" };
      next.push({ old, kind, bodies: bodiesOf(body, isEnd) });
    }
    header = line?.trimEnd();
    from = at + 1;
  }
  return next;
}

function headerProblem(header: string, marker: string): string {
  return `no cell begins with the line "${header}". Leave the lines that begin cells as they are; a new cell begins with a line like "${marker}" or "${marker} [markdown]"`;
}

/** Returns the kind of a new cell. */
function kindOf(header: string): NotebookCell["kind"] {
  const type = /\[(markdown|raw|foreign)\]/.exec(header)?.[1];
  return (type as NotebookCell["kind"] | undefined) ?? "code";
}

/** Returns the text of a cell, without the blank line after its header. */
function bodiesOf(segment: string, isEnd: boolean): NextCell["bodies"] {
  const begun = segment.replace(/^\r?(?:\n|$)/, "");
  const ended = begun.replace(/\r?\n$/, "");
  return isEnd ? [ended, ended] : [ended, begun];
}

class Writer {
  readonly #notebook: Notebook;
  readonly #cells: readonly ScriptCell[];
  readonly #syntax: ScriptSyntax;
  readonly #style: JsonStyle;

  constructor(notebook: Notebook, cells: readonly ScriptCell[]) {
    this.#notebook = notebook;
    this.#cells = cells;
    this.#syntax = syntaxOf(notebook.languageId);
    this.#style = styleOf(notebook);
  }

  /** Returns the replacements in the source of a cell whose lines in the script are now these. */
  sourceEdits(at: number, { bodies }: Pick<NextCell, "bodies">): readonly JsonEdit[] {
    const cell = this.#notebook.cells[at] as NotebookCell;
    const { lines } = this.#cells[at] as ScriptCell;
    if (bodies.includes(lines.join("\n"))) return [];
    const text = this.#changedSource(cell, lines, bodies[0]);
    if (text === cell.text) return [];
    const edit = cell.source.isList ? this.#listOfLines(cell, text) : this.#stringEdit(cell, text);
    return [edit];
  }

  /** Lines that did not change are those of the source, whatever their comments say. */
  #changedSource(cell: NotebookCell, before: readonly string[], body: string): string {
    const after = body.split("\n");
    const { prefix, suffix } = commonEnds(before, after);
    const source = sourceLinesOf(cell);
    const changed = after.slice(prefix, after.length - suffix);
    const lines = [
      ...source.slice(0, prefix),
      ...changed.map((line) => sourceLineOf(line, cell.kind, this.#syntax)),
      ...source.slice(source.length - suffix),
    ];
    const text = lines.join("\n");
    // Blank lines between a declaration and the next cell are those of a file, not of a cell.
    const begun = /^\r?\n/.test(cell.text) ? text : text.replace(/^(?:[ \t]*\r?\n)+/, "");
    return cell.text.endsWith("\n") ? begun : withoutBlankLines(begun);
  }

  #listOfLines({ source, pieces }: NotebookCell, text: string): JsonEdit {
    const next = piecesOf(text);
    if (next.length === 0) return { ...source, text: "[]" };
    const written = next.map((piece) => writeString(piece, this.#style));
    const own = listStyleOf(this.#notebook.json, source, pieces) ?? this.#style.list;
    if (pieces.length === 0) return { ...source, text: `[${own.lead}${written.join(own.separator)}${own.tail}]` };
    const { prefix, suffix } = commonEnds(
      pieces.map((piece) => piece.text),
      next,
    );
    const middle = written.slice(prefix, written.length - suffix);
    const startOf = (index: number) => (pieces[index] as Stretch).from;
    const endOf = (index: number) => (pieces[index] as Stretch).to;
    const end = pieces.length - suffix;
    if (prefix > 0)
      return {
        from: endOf(prefix - 1),
        to: endOf(end - 1),
        text: middle.map((each) => own.separator + each).join(""),
      };
    if (suffix > 0)
      return { from: startOf(0), to: startOf(end), text: middle.map((each) => each + own.separator).join("") };
    return { from: startOf(0), to: endOf(pieces.length - 1), text: middle.join(own.separator) };
  }

  #stringEdit({ source, pieces, text: before }: NotebookCell, text: string): JsonEdit {
    const [piece] = pieces;
    if (piece === undefined) return { ...source, text: writeString(text, this.#style) };
    const { json } = this.#notebook;
    const starts = unitStarts(json, piece);
    const { prefix, suffix } = wholeCharacters(commonEnds(before, text), text);
    return {
      from: starts[prefix] as number,
      to: starts[before.length - suffix] as number,
      text: writeString(text.slice(prefix, text.length - suffix), this.#style).slice(1, -1),
    };
  }

  /** Returns the replacement of the list of cells. */
  listEdit(list: Stretch, next: readonly NextCell[]): JsonEdit {
    const { cells, json } = this.#notebook;
    const { cellList } = this.#style;
    if (next.length === 0) return { ...list, text: "[]" };
    const ids = new Set(cells.flatMap(({ id }) => id ?? []));
    const written = next.map((each) =>
      each.old === undefined ? this.#newCell(each, ids) : this.#keptCell(each.old, each),
    );
    const separatorAfter = (old: number | undefined) => {
      const [cell, following] = old === undefined ? [] : [cells[old], cells[old + 1]];
      return cell && following ? json.slice(cell.to, following.from) : cellList.separator;
    };
    const text = written.map((each, at) => each + (at + 1 < next.length ? separatorAfter(next[at]?.old) : ""));
    return { ...list, text: `[${cellList.lead}${text.join("")}${cellList.tail}]` };
  }

  #keptCell(old: number, next: NextCell): string {
    const cell = this.#notebook.cells[old] as NotebookCell;
    return applyEdits(this.#notebook.json, this.sourceEdits(old, next), cell);
  }

  #newCell({ kind, bodies: [body] }: NextCell, ids: Set<string>): string {
    const lines = body.trimEnd().split("\n");
    const text = lines.map((line) => sourceLineOf(line, kind, this.#syntax)).join("\n");
    const { major, minor } = this.#notebook.format;
    const hasId = major > 4 || minor >= 5;
    const id = hasId ? newId(text, ids) : undefined;
    if (id !== undefined) ids.add(id);
    return writeCell({ kind, id, pieces: piecesOf(text) }, this.#style);
  }
}

/** Returns a text without the blank lines at its end. */
function withoutBlankLines(text: string): string {
  const { length } = text.trimEnd();
  const at = text.slice(length).search(/\r?\n/);
  return at < 0 ? text : text.slice(0, length + at);
}

/** Returns the strings of a source: its lines with their ends. */
function piecesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** Returns an id that no cell has, in the form that nbformat gives them. */
function newId(text: string, ids: ReadonlySet<string>): string {
  for (let seed = ids.size; ; seed++) {
    let hash = 0x811c9dc5 ^ seed;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    const id = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0).toString(16).padStart(8, "0");
    if (!ids.has(id)) return id;
  }
}

interface CommonEnds {
  readonly prefix: number;
  readonly suffix: number;
}

/** Returns the number of equal elements at the beginning and, of the rest, at the end. */
function commonEnds(before: ArrayLike<string>, after: ArrayLike<string>): CommonEnds {
  const most = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < most && before[prefix] === after[prefix]) prefix++;
  let suffix = 0;
  while (suffix < most - prefix && before[before.length - 1 - suffix] === after[after.length - 1 - suffix]) suffix++;
  return { prefix, suffix };
}

/** Leaves no half of a surrogate pair to be replaced alone. */
function wholeCharacters({ prefix, suffix }: CommonEnds, text: string): CommonEnds {
  const isHalf = (at: number) => /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
  return {
    prefix: prefix > 0 && isHalf(prefix) ? prefix - 1 : prefix,
    suffix: suffix > 0 && isHalf(text.length - suffix) ? suffix - 1 : suffix,
  };
}

/** Returns the offset in the JSON of each code unit of a string, and of its closing quote. */
export function unitStarts(json: string, { from, to }: Stretch): readonly number[] {
  const starts: number[] = [];
  for (let at = from + 1; at < to - 1; ) {
    starts.push(at);
    at += json[at] !== "\\" ? 1 : json[at + 1] === "u" ? 6 : 2;
  }
  starts.push(to - 1);
  return starts;
}
