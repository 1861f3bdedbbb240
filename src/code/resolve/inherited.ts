/** The members that are named without a receiver, in a type or in what is defined outside of it. */

import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import { type CodeFile, isType, type Resolution } from "../entities/entity.js";
import type { Members } from "../types/members.js";
import { extendedBefore, symbolEntity } from "../types/typeSymbols.js";

/** Returns a member of a type around a place, or of one that such a type extends. */
export async function inheritedAt(
  { name, from }: NameInfo,
  file: CodeFile,
  depth: number,
  { files, members }: { readonly files: CodeFiles; readonly members: Members },
): Promise<Resolution | undefined> {
  const around = await files.around(file, from);
  for (let at = around.length - 1; at >= 0; at--) {
    const symbol = around[at];
    if (symbol === undefined || symbol.nameFrom === from) continue;
    const isElsewhere = symbol.name.includes("::") || extendedBefore(symbol, file) !== undefined;
    const isOutside = from >= symbol.nameTo && isElsewhere;
    const type = isOutside
      ? await members.typeAround(file, symbol.nameTo, depth + 1)
      : symbolEntity(file, symbol, around.slice(0, at));
    if (type === undefined || !isType(type)) continue;
    const found = await members.ofType(type, name, depth + 1);
    // Constructors are not inherited, and only `this` and `super` call them.
    const entities = found.entities.filter((each) => each.kind !== "symbol" || each.symbol?.kind !== "constructor");
    if (entities.length > 0) return { ...found, entities };
  }
  return undefined;
}
