/** Parameters that a test framework fills by their names: pytest's fixtures. */

import { basename, dirname, sep } from "node:path";
import { factsOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import type { CodeFile, DeclaredEntity } from "../entities/entity.js";

/**
 * Returns the function that a parameter at an offset gets its value from, where it is in a test or
 * in another such function: of its file, else of the nearest file that shares them.
 */
export async function fixtureAt(
  file: CodeFile,
  offset: number,
  name: string,
  files: CodeFiles,
): Promise<DeclaredEntity | undefined> {
  const { fixtures } = factsOf(file.languageId);
  if (fixtures === undefined) return undefined;
  const owner = (await files.around(file, offset)).findLast(({ kind }) => /^(?:function|method)$/.test(kind));
  if (owner === undefined || offset < owner.nameTo) return undefined;
  const isMarked = (symbol: OutlineSymbol, { text }: CodeFile) =>
    fixtures.decorator.test(text.slice(Math.min(symbol.from, symbol.codeFrom), symbol.nameFrom));
  if (!fixtures.tests.test(owner.name) && !isMarked(owner, file)) return undefined;
  const folder = dirname(file.path) + sep;
  const found: DeclaredEntity[] = [];
  for (const each of await files.declared(name, file.languageId)) {
    if (each.kind !== "symbol" || each.symbol === undefined || !isMarked(each.symbol, each.file)) continue;
    if (each.file.path === file.path && each.from === owner.nameFrom) continue;
    const isShared =
      basename(each.file.path) === fixtures.sharedFile && folder.startsWith(dirname(each.file.path) + sep);
    if (each.file.path === file.path || isShared) found.push(each);
  }
  const nearness = ({ file: { path } }: DeclaredEntity) =>
    path === file.path ? Number.POSITIVE_INFINITY : path.length;
  return found.sort((a, b) => nearness(b) - nearness(a) || b.from - a.from)[0];
}
