/** The parameters of functions, by their names. */

import { factsOf } from "../../languages/languages.js";
import type { Expression } from "../../syntax/values/expression.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import { type CodeFile, type DeclaredEntity, isType, type Resolution, shown, unknown } from "../entities/entity.js";
import type { MemberResolving } from "../types/members.js";

/** Returns the parameter that an argument names. */
export async function parameterNamed(
  name: string,
  callee: Expression,
  { file, depth }: { readonly file: CodeFile; readonly depth: number },
  { files, members, types }: MemberResolving,
): Promise<Resolution> {
  const called = await types.valueOf(callee, file, depth + 1);
  if (called?.kind !== "itself" || called.entity.kind === "module" || called.entity.kind === "package") return unknown;
  const { entity } = called;
  const callables = isType(entity) ? await members.constructorsOf(entity, depth + 1) : [entity];
  const parameters = await Promise.all(callables.map((each) => parameterOf(each, name, files)));
  const found = parameters.filter((each) => each !== undefined);
  if (callables.length > 0 || !isType(entity)) return callables.length > 0 ? shown(found) : unknown;
  // A type without a constructor of its own takes its fields: a record, a dataclass.
  const fields = await members.ofType(entity, name, depth + 1);
  if (fields.entities.length > 0) return { ...fields, certainty: "shown" };
  // A class of Python without a constructor, whose supertypes are known, has no parameters.
  const isClosed = (await members.supertypesOf(entity, depth + 1)).isComplete;
  return isClosed && factsOf(file.languageId).hasRebinding ? shown([]) : unknown;
}

/** Returns a parameter by its name; undefined if the function has none of that name. */
async function parameterOf(
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
