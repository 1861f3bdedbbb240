/** Members that a framework or the standard library takes by their names: fields of a record. */

import type { CarrierForm, MemberCarrier } from "../../languages/frameworkFacts.js";
import { factsOf } from "../../languages/languages.js";
import { appendAll } from "../../text/list.js";
import { type CodeFile, type DeclaredEntity, type Entity, isType, keyOf } from "../entities/entity.js";
import type { Resolver } from "../resolve/resolver.js";
import { bracketAround, quotesAround } from "./carriedText.js";

/** Whether a place names a member: shown by the type of what has it, or only by its form. */
export type CarriedPlace = "shown" | "possible";

/** Returns those that take the members of a type. */
export async function carriersOf(type: DeclaredEntity, resolver: Resolver): Promise<readonly MemberCarrier[]> {
  const { memberCarriers } = factsOf(type.file.languageId);
  if (memberCarriers.length === 0) return [];
  const { decorators, names } = await headsOf(type, resolver);
  return memberCarriers.filter(
    ({ decorator, supertype }) =>
      (decorator !== undefined && decorators.some((each) => decorator.test(each))) ||
      (supertype !== undefined && names.some((each) => supertype.test(each))),
  );
}

const MAX_TYPES = 50;

/** Returns the text before the names of a type and its supertypes, and the names in their heads. */
async function headsOf(type: DeclaredEntity, { members, files }: Resolver) {
  const decorators: string[] = [];
  const names: string[] = [];
  const seen = new Set<string>();
  const queue = [type];
  for (let each = queue.shift(); each !== undefined && seen.size < MAX_TYPES; each = queue.shift()) {
    if (seen.has(keyOf(each))) continue;
    seen.add(keyOf(each));
    const { file, from, symbol } = each;
    if (symbol) decorators.push(file.text.slice(Math.min(symbol.from, symbol.codeFrom), from));
    for (const head of await files.sources.syntax.namesInHead(file, from).catch(() => [])) names.push(head.name);
    appendAll(queue, (await members.supertypesOf(each)).types);
  }
  return { decorators, names };
}

/** Returns whether a carrier takes a member of a type by the name at an offset. */
export async function carriedAt(
  { file, offset, word }: { readonly file: CodeFile; readonly offset: number; readonly word: string },
  { forms }: MemberCarrier,
  target: ReadonlySet<string>,
  resolver: Resolver,
): Promise<CarriedPlace | undefined> {
  const { text } = file;
  const isKeyword = /^\s*=(?!=)/.test(text.slice(offset + word.length, offset + word.length + 20));
  const quotes = isKeyword ? undefined : quotesAround(text, offset);
  if (!isKeyword && quotes?.from !== offset - 1) return undefined;
  if (quotes && quotes.to !== offset + word.length + 1) return undefined;
  const bracket = bracketAround(text, quotes?.from ?? offset);
  if (bracket === undefined) return undefined;
  let isPossible = false;
  for (const form of forms) {
    const match = form.form === (isKeyword ? "keyword" : "string") ? form.before.exec(bracket.before) : null;
    if (match === null) continue;
    const start = bracket.at + 1 - bracket.before.length;
    const at = valueOffset(form, text, { start, match, bracketAt: bracket.at, offset });
    const has = at === undefined ? undefined : await hasMember(form, file, at, { word, target }, resolver);
    if (has === true) return "shown";
    isPossible ||= has === undefined && form.isOfAny !== true;
  }
  return isPossible ? "possible" : undefined;
}

interface MatchedForm {
  /** The offset of the text that was matched. */
  readonly start: number;
  readonly match: RegExpExecArray;
  readonly bracketAt: number;
  readonly offset: number;
}

/** Returns where the last name is of what has the member; undefined if it is no name. */
function valueOffset(
  { of }: CarrierForm,
  text: string,
  { start, match, bracketAt, offset }: MatchedForm,
): number | undefined {
  switch (of) {
    case "around":
      return offset;
    case "anything":
      return undefined;
    case "receiver":
      return lastName(text, start + match.index);
    case "group": {
      const [, group = ""] = match;
      return lastName(text, start + match.index + match[0].lastIndexOf(group) + group.length);
    }
    case "argument": {
      const [, written] = /^\s*(\w+(?:\.\w+)*)\s*,/.exec(text.slice(bracketAt + 1, bracketAt + MAX_ARGUMENT)) ?? [];
      const from = written === undefined ? -1 : text.indexOf(written, bracketAt + 1);
      return written === undefined ? undefined : lastName(text, from + written.length);
    }
  }
}

const MAX_ARGUMENT = 200;

function lastName(text: string, end: number): number | undefined {
  let from = end;
  while (from > 0 && /[\p{ID_Continue}]/u.test(text[from - 1] as string)) from--;
  return from < end ? from : undefined;
}

/** Whether what is named at an offset has the member; undefined where its type is not known. */
async function hasMember(
  { of }: CarrierForm,
  file: CodeFile,
  at: number,
  { word, target }: { readonly word: string; readonly target: ReadonlySet<string> },
  resolver: Resolver,
): Promise<boolean | undefined> {
  const isTarget = (each: Entity) => target.has(keyOf(each));
  if (of === "around") {
    const type = await resolver.members.typeAround(file, at, 0);
    return type && (await resolver.members.ofType(type, word, 0)).entities.some(isTarget);
  }
  const value = await resolver.types.valueOf({ kind: "name", from: at }, file, 0);
  if (value === undefined || value.kind === "other") return undefined;
  const types = value.kind === "union" ? value.types : [value];
  let isKnown = true;
  for (const each of types) {
    if (each.kind !== "object" && each.kind !== "itself") isKnown = false;
    else if (each.entity.kind === "symbol" && isType(each.entity)) {
      const { entities } = await resolver.members.ofType(each.entity, word, 0);
      if (entities.some(isTarget)) return true;
    } else isKnown = false;
  }
  return isKnown ? false : undefined;
}
