/**
 * Declarations of one symbol in a module and in the stub beside it, which declares its types: in
 * `a.py` and `a.pyi`, in `a.js` and `a.d.ts`.
 */

import { languageDefinitions, languageOfPath } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { CodeFiles } from "./codeFiles.js";
import type { DeclaredEntity } from "./entity.js";

/** What the names of modules and stubs end with, in all languages. */
const endings = languageDefinitions.flatMap(({ stubs = [] }) => stubs);

/** Returns the path of a module's stub, or of a stub's module; undefined for any other file. */
export function pairedPath(path: string): string | undefined {
  for (const { module, stub } of endings) {
    if (path.endsWith(stub)) return path.slice(0, -stub.length) + module;
    if (path.endsWith(module)) return path.slice(0, -module.length) + stub;
  }
  return undefined;
}

/** Returns the declarations with the name and the owners of one in the file that pairs with its. */
export async function pairedDeclarations(
  { file, from, to, owners, symbol }: DeclaredEntity,
  files: CodeFiles,
): Promise<readonly DeclaredEntity[]> {
  const path = symbol === undefined ? undefined : pairedPath(file.path);
  const other = path === undefined || languageOfPath(path) === undefined ? undefined : await files.read(path);
  if (other === undefined) return [];
  const name = file.text.slice(from, to);
  let level: readonly OutlineSymbol[] = await files.outline(other);
  for (const owner of owners) level = level.filter((each) => each.name === owner.name).flatMap((each) => each.children);
  const same = level.filter((each) => other.text.slice(each.nameFrom, each.nameTo) === name);
  return Promise.all(same.map((each) => files.entityAt(other, each.nameFrom, each.nameTo)));
}
