/** The constructors that a use of a type's name calls, where they have that name: `new A(1)`. */

import { factsOf } from "../../languages/languages.js";
import { fitting, mayTake } from "../../syntax/outline/arity.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import { type CodeFile, type Entity, isType, type Resolution, shown, unknown } from "../entities/entity.js";
import type { Members } from "../types/members.js";
import { symbolEntity } from "../types/typeSymbols.js";
import type { TypeValue } from "../types/typeValue.js";

/**
 * Returns the constructors that a use may call of the type that it means: those that take its
 * arguments. Empty where it calls none, or the type declares none under its own name.
 */
export async function constructorsAt(
  { name, argumentCount }: Pick<NameInfo, "name" | "argumentCount">,
  { languageId }: CodeFile,
  entities: readonly Entity[],
  { files }: { readonly files: CodeFiles },
): Promise<readonly Entity[]> {
  const type = entities.find(isType);
  if (type === undefined || argumentCount === undefined || factsOf(languageId).overloads === "none") return [];
  const isConstructor = factsOf(languageId).constructorName;
  const declared = type.symbol.children.filter(
    (each) => each.kind === "constructor" && (each.name === name || isConstructor?.test(each.name) === true),
  );
  const called = fitting(declared, argumentCount, ({ arity }) => arity);
  return Promise.all(called.map(({ nameFrom, nameTo }) => files.entityAt(type.file, nameFrom, nameTo)));
}

/**
 * Returns what a word for the object means: its type, for `super` the one that this extends, or
 * the constructor that is called, `this(1)` or `super(1)`.
 */
export async function meantByOwnWord(
  { entity, isSuper }: Extract<TypeValue, { readonly kind: "object" }>,
  argumentCount: number | undefined,
  depth: number,
  members: Members,
): Promise<Resolution> {
  const types = isSuper ? (await members.supertypesOf(entity, depth)).types : [entity];
  const type = types.find(({ symbol }) => symbol?.kind !== "interface");
  if (type === undefined) return unknown;
  const declared = (type.symbol?.children ?? []).filter(({ kind }) => kind === "constructor");
  if (argumentCount === undefined || declared.length === 0) return shown([type]);
  const around = type.symbol ? [...type.owners, type.symbol] : [];
  const called = declared.filter((each) => mayTake(each.arity, argumentCount));
  const entities = called.map((each) => symbolEntity(type.file, each, around));
  // Kotlin's first constructor is the head of the type.
  if (called.length === 0) return shown([type]);
  return called.length > 1 ? { entities, certainty: "unknown" } : shown(entities);
}
