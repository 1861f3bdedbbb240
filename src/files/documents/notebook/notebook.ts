/**
 * Reads a Jupyter notebook (`.ipynb`) with the place of each cell's source in its JSON.
 *
 * The format: https://nbformat.readthedocs.io/en/latest/format_description.html
 */

import { languageIdOf } from "../../../languages/languageTags.js";
import type { Stretch } from "../../../text/stretch.js";
import { type JsonProblem, walkJson } from "./walkJson.js";

/** A cell; offsets are those of the JSON text. */
export interface NotebookCell extends Stretch {
  /** `foreign` is code in another language than the notebook's. */
  readonly kind: "code" | "foreign" | "markdown" | "raw";
  readonly id: string | undefined;
  /** The whole value of `source`, a string or a list of strings. */
  readonly source: Stretch & { readonly isList: boolean };
  /** The strings of the source, each with its quotes. */
  readonly pieces: readonly SourcePiece[];
  /** The decoded source. */
  readonly text: string;
}

export interface SourcePiece extends Stretch {
  readonly text: string;
}

export interface Notebook {
  readonly json: string;
  /** The language id of its code. */
  readonly languageId: string;
  /** The value of `cells`, with its brackets; undefined where the format has none. */
  readonly list: Stretch | undefined;
  readonly cells: readonly NotebookCell[];
  readonly format: { readonly major: number; readonly minor: number };
}

/** The reason why a text is no notebook, to be read after "can't be read: ". */
export interface UnreadableNotebook {
  readonly unreadable: string;
}

/** How deep the values are that matter: a line of a source in a worksheet of format 3. */
const MAX_DEPTH = 6;

/** The newest minor version of format 4 whose cells are written. */
const MAX_MINOR = 5;

/** Returns why a notebook can't be written, to be read after "can't be edited: ". */
export function readOnlyReason({ format: { major, minor } }: Notebook): string | undefined {
  if (major === 4 && minor <= MAX_MINOR) return undefined;
  return `notebooks of format ${major}.${minor} are only read, and 4.0 to 4.${MAX_MINOR} written; \`jupyter nbconvert --to notebook\` converts it`;
}

export function isNotebookPath(path: string): boolean {
  return /\.ipynb$/i.test(path);
}

/** Reads the JSON of a notebook. */
export function readNotebook(json: string): Notebook | UnreadableNotebook {
  return new NotebookReader(json).read();
}

/** An object or list that is being read: the key or index of its present value. */
interface Level {
  key: string | number;
  readonly from: number;
}

interface CellDraft {
  from: number;
  to: number;
  type?: unknown;
  id?: unknown;
  languageId?: unknown;
  source?: { from: number; to: number; isList: boolean };
  pieces: SourcePiece[];
}

class NotebookReader {
  readonly #json: string;
  readonly #levels: Level[] = [];
  readonly #cells: CellDraft[] = [];
  /** Values of the notebook's own fields, by their path. */
  readonly #fields = new Map<string, unknown>();
  #list: Stretch | undefined;
  #problem: string | undefined;

  constructor(json: string) {
    this.#json = json;
  }

  read(): Notebook | UnreadableNotebook {
    const problem = walkJson(this.#json, {
      begin: (kind, from) => this.#levels.push({ key: kind === "list" ? 0 : "", from }),
      key: (key) => {
        const level = this.#levels.at(-1);
        if (level && this.#levels.length <= MAX_DEPTH) level.key = this.#decode(key);
      },
      next: () => {
        const level = this.#levels.at(-1);
        if (typeof level?.key === "number") level.key++;
      },
      end: (to) => this.#take({ from: this.#levels.pop()?.from ?? 0, to }, true),
      literal: (stretch) => this.#take(stretch, false),
    });
    if (problem) return { unreadable: this.#brokenAt(problem) };
    if (this.#problem !== undefined) return { unreadable: this.#problem };
    return this.#notebook();
  }

  #brokenAt({ at, expected }: JsonProblem): string {
    const line = this.#json.slice(0, at).split("\n").length;
    return `its JSON is broken in line ${line}, where ${expected} should be. Repair it as plain text first`;
  }

  /** Returns a string, which is broken if it has an escape that JSON lacks. */
  #decode({ from, to }: Stretch): string {
    const written = this.#json.slice(from, to);
    if (!/[\\\x00-\x1f]/.test(written)) return written.slice(1, -1);
    try {
      return JSON.parse(written) as string;
    } catch {
      this.#problem ??= this.#brokenAt({ at: from, expected: "a string without control characters and odd escapes" });
      return "";
    }
  }

  /** Returns the value of a string or a number; null for all others. */
  #valueOf({ from, to }: Stretch): string | number | null {
    if (this.#json[from] === '"') return this.#decode({ from, to });
    const value = Number(this.#json.slice(from, to));
    return Number.isFinite(value) ? value : null;
  }

  /** Takes in a value that has ended. */
  #take(stretch: Stretch, isNested: boolean): void {
    if (this.#levels.length > MAX_DEPTH || this.#levels[2]?.key === "outputs") return;
    const value = isNested ? undefined : this.#valueOf(stretch);
    const [root, ...path] = this.#levels.map(({ key }) => key);
    if (root === "worksheets") this.#takeOfCells(path.slice(1), stretch, value);
    else if (root === "cells") this.#takeOfCells([root, ...path], stretch, value);
    else if (this.#levels.length <= 3 && value !== undefined) this.#fields.set([root, ...path].join("."), value);
  }

  /** Takes in a value inside of `cells`; the path starts with that word. */
  #takeOfCells([root, at, field, ...rest]: readonly (string | number)[], stretch: Stretch, value: unknown): void {
    if (root !== "cells") return;
    if (at === undefined) {
      this.#list = stretch;
      return;
    }
    const cell = this.#cell();
    if (field === undefined) {
      cell.from = stretch.from;
      cell.to = stretch.to;
      return;
    }
    // Format 3 calls it the input.
    if (field === "source" || field === "input") this.#takeSource(cell, rest, stretch, value);
    else if (rest.length === 0 && field === "cell_type") cell.type = value;
    else if (rest.length === 0 && field === "id") cell.id = value;
    else if (field === "metadata" && rest.join(".") === "vscode.languageId") cell.languageId = value;
  }

  /** Returns the draft of the cell that is being read. */
  #cell(): CellDraft {
    const last = this.#cells.at(-1);
    if (last && last.to < 0) return last;
    const cell: CellDraft = { from: -1, to: -1, pieces: [] };
    this.#cells.push(cell);
    return cell;
  }

  #takeSource(cell: CellDraft, rest: readonly (string | number)[], { from, to }: Stretch, value: unknown): void {
    if (rest.length > 1) return;
    if (typeof value === "string") cell.pieces.push({ from, to, text: value });
    else if (rest.length === 1 || this.#json[from] !== "[")
      this.#problem ??= this.#cellProblem("a source that is no text");
    if (rest.length === 1) return;
    if (cell.source) this.#problem ??= this.#cellProblem("two sources");
    cell.source = { from, to, isList: value === undefined };
  }

  #cellProblem(what: string): string {
    return `cell ${this.#cells.length} has ${what}`;
  }

  #notebook(): Notebook | UnreadableNotebook {
    const numberOf = (name: string) => {
      const value = this.#fields.get(name);
      return typeof value === "number" ? value : undefined;
    };
    const major = numberOf("nbformat");
    if (major === undefined) return { unreadable: "it names no format of a notebook (nbformat)" };
    const languageId = languageIdOf(
      this.#fields.get("metadata.language_info.name") ??
        this.#fields.get("metadata.kernelspec.language") ??
        this.#fields.get("metadata.language"),
    );
    const cells: NotebookCell[] = [];
    for (const [at, { from, to, id, source, pieces, ...cell }] of this.#cells.entries()) {
      // Headings of format 3 have a level, and a cell may lack its source there.
      if (!source && major >= 4) return { unreadable: `cell ${at + 1} has no source` };
      const kind = kindOf(cell.type, cell.languageId, languageId);
      const text = pieces.map((piece) => piece.text).join("");
      const where = source ?? { from: to, to, isList: false };
      cells.push({ from, to, kind, id: typeof id === "string" ? id : undefined, source: where, pieces, text });
    }
    const format = { major, minor: numberOf("nbformat_minor") ?? 0 };
    return { json: this.#json, languageId, list: major >= 4 ? this.#list : undefined, cells, format };
  }
}

function kindOf(type: unknown, ownLanguage: unknown, languageId: string): NotebookCell["kind"] {
  if (type === "code")
    return ownLanguage === undefined || languageIdOf(ownLanguage) === languageId ? "code" : "foreign";
  return type === "raw" ? "raw" : "markdown";
}
