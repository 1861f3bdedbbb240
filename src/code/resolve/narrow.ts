/** Keeps of several declarations those that are possible in a place. */

import { factsOf } from "../../languages/languages.js";
import { type Arity, fitting } from "../../syntax/outline/arity.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { NameValue } from "../../syntax/values/expression.js";
import {
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  isCallable,
  isMacro,
  isNamespace,
  isType,
  type Resolution,
} from "../entities/entity.js";
import { isStaticMember } from "../families/overriding.js";
import { withLabels } from "../types/labels.js";

/** A name, and whether only a value is possible in its place. */
export type PlacedName = Pick<NameInfo, "isType" | "argumentCount" | "argumentLabels"> & {
  readonly isValue: boolean;
  /** What is called has names of its own: a type may have a field and a method of one name. */
  readonly isFunctionApart: boolean;
  readonly mergesDeclarations: boolean;
};

export function placeName(name: NameInfo, value: NameValue, { text, languageId }: CodeFile): NameInfo & PlacedName {
  const isType = name.isType || value.isType;
  const isPath = /^\s*(?:::|[.!{])/.test(text.slice(name.to, name.to + MAX_BLANKS));
  const isValue = value.isValue === true && !isType && !isPath && factsOf(languageId).hasImplBlocks === true;
  // A type of Go has no field and method of one name.
  const { hasMethodSets, mergesDeclarations } = factsOf(languageId);
  return { ...name, isType, isValue, isFunctionApart: !hasMethodSets, mergesDeclarations };
}

const MAX_BLANKS = 80;

/**
 * Keeps types where only a type is possible, if there are any, and what is no type where it is
 * called.
 */
export function narrow(found: Resolution, placed: PlacedName): Resolution {
  const { isType: wantsType, argumentCount, argumentLabels, isValue, isFunctionApart, mergesDeclarations } = placed;
  if (found.entities.length < 2) return found;
  if (areOverloads(found.entities) && argumentCount !== undefined) {
    const entities = withLabels(fitting(found.entities, argumentCount, arityIn), argumentLabels);
    // The types of arguments are not compared.
    return { ...found, entities, ...(entities.length > 1 ? { certainty: "unknown" } : {}) };
  }
  if (mergesDeclarations && found.entities.some(isType)) return found;
  const isTypeOrModule = (each: Entity) => isType(each) || isNamespace(each);
  const types = found.entities.filter(isTypeOrModule);
  if (wantsType && types.length > 0) return { ...found, entities: types };
  if (wantsType) return found;
  const values = found.entities.filter((each) => !isTypeOrModule(each));
  // Rust's types and values have names of their own.
  if (values.length > 0 && types.length > 0 && isValue) return { ...found, entities: values };
  const called = values.filter((each) => isCallable(each) === (argumentCount !== undefined));
  if (!isFunctionApart) return found;
  if (called.length > 0 && called.length < values.length) return { ...found, entities: called };
  if (argumentCount !== undefined && values.length > 0) return { ...found, entities: values };
  return found;
}

/** Whether several declarations are functions that differ in their parameters. */
export function areOverloads(entities: readonly Entity[]): boolean {
  return entities.length > 1 && entities.every((each) => arityIn(each) !== undefined);
}

function arityIn(entity: Entity): Arity | undefined {
  if (entity.kind !== "symbol" || !isCallable(entity)) return undefined;
  const { languageId } = entity.file;
  const { overloads, hasPrototypes } = factsOf(languageId);
  return overloads === "none" || hasPrototypes ? undefined : entity.symbol?.arity;
}

/**
 * Returns the signatures of a function that take the arguments of a call, without the one that
 * implements them. Undefined for anything else.
 */
export function signaturesFor(entities: readonly Entity[], argumentCount: number): readonly Entity[] | undefined {
  const functions = entities.filter(isCallable) as readonly DeclaredEntity[];
  const [first] = functions;
  if (first === undefined || functions.length < 2 || functions.length < entities.length) return undefined;
  if (!factsOf(first.file.languageId).oneSymbol.includes("signatures")) return undefined;
  if (functions.some(({ file, owners }) => file.path !== first.file.path || owners.at(-1) !== first.owners.at(-1)))
    return undefined;
  const hasBody = ({ file, symbol }: DeclaredEntity) =>
    symbol !== undefined && file.text.slice(symbol.codeFrom, symbol.to).trimEnd().endsWith("}");
  const isAbstract = functions.every((each) => !hasBody(each));
  const signatures = isAbstract
    ? functions
    : functions.filter((each, at) => at < functions.length - 1 || !hasBody(each));
  return fitting(signatures, argumentCount, ({ symbol }) => symbol?.arity);
}

/**
 * Leaves out macros where one is not possible: at another declaration of the name, and in a path.
 */
export function withoutMacros(found: Resolution, { from, to }: NameInfo, { text }: CodeFile): Resolution {
  if (!found.entities.some(isMacro)) return found;
  const isPath = /^\s*::/.test(text.slice(to, to + MAX_BLANKS));
  const itself = found.entities.find((each) => "from" in each && each.from === from);
  if (!isPath && (itself === undefined || isMacro(itself))) return found;
  return { ...found, entities: found.entities.filter((each) => !isMacro(each)) };
}

/** Leaves out what methods assign to their object: its type does not have it. */
export function withoutObjectMembers(found: Resolution): Resolution {
  const isOfObject = (each: Entity) => {
    if (each.kind === "module" || each.kind === "package") return false;
    const { receiverParameter } = factsOf(each.file.languageId);
    const before = each.file.text.slice(Math.max(0, each.from - MAX_RECEIVER), each.from);
    return receiverParameter !== undefined && before.trimEnd().endsWith(`${receiverParameter}.`);
  };
  const entities = found.entities.filter((each) => !isOfObject(each));
  return entities.length === found.entities.length ? found : { entities, certainty: found.certainty };
}

const MAX_RECEIVER = 20;

/** Keeps the static members, or those of objects, where a type has both under one name. */
export function placedMembers(found: Resolution, isOfType: boolean): Resolution {
  const kept = found.entities.filter((each) => isStatic(each) === isOfType);
  const isMixed = kept.length > 0 && kept.length < found.entities.length;
  return isMixed ? { ...found, entities: kept } : found;
}

/** Whether a member of a language that keeps static members apart is one. */
export function isStatic(entity: Entity): boolean {
  return entity.kind === "symbol" && factsOf(entity.file.languageId).overriding.isStructural && isStaticMember(entity);
}
