/** The constructors that a use of a type's name calls, where they have that name: `new A(1)`. */

import { factsOf } from "../../languages/languages.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import { type CodeFile, type Entity, isType } from "../entities/entity.js";
import type { Resolver } from "./resolver.js";

/**
 * Returns the constructors that a use may call of the type that it means: those that take its
 * arguments. Empty where it calls none, or the type declares none under its own name.
 */
export async function constructorsAt(
  { name, argumentCount }: Pick<NameInfo, "name" | "argumentCount">,
  { languageId }: CodeFile,
  entities: readonly Entity[],
  { files }: Resolver,
): Promise<readonly Entity[]> {
  const type = entities.find(isType);
  if (type === undefined || argumentCount === undefined || factsOf(languageId).overloads === "none") return [];
  const declared = type.symbol.children.filter((each) => each.kind === "constructor" && each.name === name);
  const fitting = declared.filter(
    ({ arity }) => !arity || (arity.least <= argumentCount && argumentCount <= arity.most),
  );
  const called = fitting.length > 0 ? fitting : declared;
  return Promise.all(called.map(({ nameFrom, nameTo }) => files.entityAt(type.file, nameFrom, nameTo)));
}
