/** The types that calls want of their arguments, and what functions that are such are given. */

import { factsOf } from "../../languages/languages.js";
import type { Expression } from "../../syntax/values/expression.js";
import { type CodeFile, type DeclaredEntity, isCallable, isType } from "../entities/entity.js";
import { elementOf, givenBy } from "./collections.js";
import { typeArgumentsOf } from "./typeArguments.js";
import type { TypeResolving } from "./typeResolving.js";
import { objectOf, type TypeArguments, type TypeValue } from "./typeValue.js";

type WantedExpression = Extract<Expression, { readonly kind: "argument" }>;
type GivenExpression = Extract<Expression, { readonly kind: "given" }>;

/** Returns the type that what is called wants at a place; undefined where several may be called. */
export async function wantedAt(
  { of, at, label }: WantedExpression,
  file: CodeFile,
  depth: number,
  resolving: TypeResolving,
): Promise<TypeValue | undefined> {
  const called = await resolving.types.valueOf(of, file, depth + 1);
  if (called?.kind === "function") return called.parameters.at(at);
  if (called === undefined || called.kind === "other") return addedBy(of, file, depth, resolving);
  if (called.kind !== "itself" || called.entity.kind === "module" || called.entity.kind === "package") return undefined;
  const { entity } = called;
  const place = { at, label };
  const meant = of.kind === "name" ? (await resolving.resolveAt(file, of.from, depth + 1)).entities : [];
  const callables = isType(entity)
    ? await resolving.members.constructorsOf(entity, depth + 1)
    : meant.filter(isCallable);
  const [only] = callables;
  if (only?.kind !== "symbol" || callables.length > 1) return undefined;
  const given = isType(entity) ? typeArgumentsOf(entity.symbol, entity.file, called.arguments) : called.given;
  return parameterOf(only, place, { depth, given, resolving });
}

/** Returns what a function at a place of a call, or of a declaration, is given as a parameter. */
export async function givenTo(
  { of, at }: GivenExpression,
  file: CodeFile,
  depth: number,
  resolving: TypeResolving,
): Promise<TypeValue | undefined> {
  const wanted = await resolving.types.valueOf(of, file, depth + 1);
  const { collections } = factsOf(file.languageId);
  switch (wanted?.kind) {
    case "function":
      return objectOf(wanted.parameters.at(at));
    case "other":
      if (wanted.name === undefined || !collections.functionTypes.has(wanted.name)) return undefined;
      // A comparison has one type for both.
      return objectOf(wanted.arguments[wanted.arguments.length === 1 ? 0 : at]);
    case "object": {
      const { entity } = wanted;
      const methods = entity.symbol?.kind === "interface" ? await resolving.members.methodsOf(entity) : [entity];
      const given = typeArgumentsOf(entity.symbol, entity.file, wanted.arguments);
      return methods.length === 1
        ? parameterOf(methods[0] as DeclaredEntity, { at }, { depth, given, resolving })
        : undefined;
    }
    case undefined: {
      const called = of.kind === "argument" ? await methodOfLibrary(of.of, file, depth, resolving) : undefined;
      if (called && collections.passing.has(called.method)) return objectOf(called.receiver);
      const given = called && givenBy(called.method, called.receiver, at, collections);
      return given?.kind === "itself" && given.entity.kind === "module" ? given : objectOf(given);
    }
    default:
      return undefined;
  }
}

/** Returns the element of a collection that a method of the library adds to. */
async function addedBy(of: Expression, file: CodeFile, depth: number, resolving: TypeResolving) {
  const called = await methodOfLibrary(of, file, depth, resolving);
  const isAdding = called !== undefined && factsOf(file.languageId).collections.adding.has(called.method);
  return isAdding ? elementOf(called.receiver) : undefined;
}

/** Returns a method that the workspace does not declare, and the value that it is called on. */
async function methodOfLibrary(
  of: Expression,
  file: CodeFile,
  depth: number,
  resolving: TypeResolving,
): Promise<{ readonly method: string; readonly receiver: TypeValue | undefined } | undefined> {
  if (of.kind !== "name") return undefined;
  const { from } = of;
  if ((await resolving.resolveAt(file, from, depth + 1)).entities.length > 0) return undefined;
  const { receiver, to } = await resolving.valueAt(file, from);
  const value = receiver && (await resolving.types.valueOf(receiver.expression, file, depth + 1));
  return { method: file.text.slice(from, to), receiver: value };
}

/** Returns the type of a parameter by its label, or its place; -1 is the last. */
async function parameterOf(
  callable: DeclaredEntity,
  { at, label }: { readonly at: number; readonly label?: string | undefined },
  {
    depth,
    given,
    resolving: { types },
  }: {
    readonly depth: number;
    readonly given: TypeArguments | undefined;
    readonly resolving: TypeResolving;
  },
): Promise<TypeValue | undefined> {
  const { parameters = [], labels } = await types.declared(callable);
  const labelled = label === undefined ? -1 : (labels?.indexOf(label) ?? -1);
  const type = parameters.at(labelled < 0 ? at : labelled);
  return type && objectOf(await types.valueOf(type, callable.file, depth + 1, given));
}
