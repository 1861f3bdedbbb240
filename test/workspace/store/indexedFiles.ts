/** Builds indexed files and stores from lists of declarations in a short notation. */

import type { IndexedDeclaration, WorkspaceDeclaration } from "../../../src/workspace/declaration.js";
import { DeclarationStore } from "../../../src/workspace/store/declarationStore.js";
import { encodeDeclarations } from "../../../src/workspace/store/fileRecord.js";
import type { IndexedFile } from "../../../src/workspace/store/fileTable.js";
import { createWordFilter } from "../../../src/workspace/store/wordFilter.js";

export function indexedFile(
  declarations: readonly IndexedDeclaration[],
  {
    filter = createWordFilter(""),
    languageId = "typescript",
    size = 1,
  }: { filter?: Uint8Array | undefined; languageId?: string; size?: number } = {},
): IndexedFile {
  return { languageId, stamp: { size, modifiedMs: 0.5 }, record: encodeDeclarations(declarations, filter) };
}

/** Returns a file whose record, whatever kind of byte array it is, is a plain array of numbers. */
export function plainFile(file: IndexedFile) {
  return { ...file, record: [...file.record] };
}

/**
 * Parses one declaration: `2:4 method A.B.run/1-2` is `run` in `B` in `A`, which takes one or two
 * arguments. `/1-` means at least one, `/1` exactly one.
 */
export function parseDeclaration(text: string): IndexedDeclaration {
  const [, line, character, kind = "", path = "", least, range, most] =
    /^(\d+):(\d+) (\w+) ([^/]*)(?:\/(\d+)(-(\d*))?)?$/.exec(text) ?? [];
  const names = path.split(".");
  const arity = { least: Number(least), most: most === "" ? Number.POSITIVE_INFINITY : Number(range ? most : least) };
  return {
    name: names.at(-1) ?? "",
    kind,
    container: names.slice(0, -1),
    line: Number(line),
    character: Number(character),
    ...(least === undefined ? {} : { arity }),
  };
}

/** Formats a declaration in the same notation, after its path. */
export function formatDeclaration({
  path,
  line,
  character,
  kind,
  container,
  name,
  arity,
}: WorkspaceDeclaration): string {
  const most = arity?.most === Number.POSITIVE_INFINITY ? "" : String(arity?.most);
  const arguments_ = arity === undefined ? "" : `/${arity.least}${most === String(arity.least) ? "" : `-${most}`}`;
  return `${path} ${line}:${character} ${kind} ${[...container, name].join(".")}${arguments_}`;
}

/** Creates a store of files with these declarations, one per line. */
export function createStore(files: Readonly<Record<string, string>>): DeclarationStore {
  const store = new DeclarationStore();
  for (const [path, lines] of Object.entries(files))
    store.put(path, indexedFile(nonEmptyLines(lines).map(parseDeclaration)));
  return store;
}

export function nonEmptyLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
