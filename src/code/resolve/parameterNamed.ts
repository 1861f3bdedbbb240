/** The parameters of functions, by their names. */

import type { CodeFiles } from "../entities/codeFiles.js";
import type { DeclaredEntity } from "../entities/entity.js";

/** Returns a parameter by its name; undefined if the function has none of that name. */
export async function parameterOf(
  { file, symbol, owners }: DeclaredEntity,
  name: string,
  files: CodeFiles,
): Promise<DeclaredEntity | undefined> {
  if (symbol === undefined) return undefined;
  const head = file.text.slice(symbol.nameTo, Math.min(symbol.to, symbol.nameTo + MAX_HEAD_LENGTH));
  for (const { 0: word, index } of head.matchAll(/[\p{ID_Continue}$]+/gu)) {
    if (word.replace(/^\$/, "") !== name) continue;
    const to = symbol.nameTo + index + word.length;
    const { kind, definitions = [] } = (await files.nameAt(file, to - name.length)) ?? {};
    const isDeclared = definitions.some((each) => each.from <= to - name.length && each.to === to);
    if (kind === "parameter" && isDeclared)
      return { kind: "local", file, from: to - name.length, to, owners: [...owners, symbol] };
  }
  return undefined;
}

const MAX_HEAD_LENGTH = 5_000;
