/**
 * The names in comments with tags: `@param a` and `{@link A}`
 * (https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html,
 * https://docs.oracle.com/en/java/javase/21/docs/specs/javadoc/doc-comment-spec.html).
 */

import { type CodeFile, type Entity, isCallable, keyOf } from "../../code/entities/entity.js";
import type { Resolver } from "../../code/resolve/resolver.js";
import type { UseTarget } from "../../code/uses/use.js";
import type { FindOtherNames, OtherName } from "../../code/uses/usesOf.js";
import { factsOf } from "../../languages/languages.js";
import { symbolsAround } from "../../locate/symbols/symbolNode.js";
import type { Occurrence } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type EmbeddedRequestContext, type NameUse, textOf } from "../session/embeddedContext.js";

/** Returns the tag for a parameter, in the comment of its function. */
export async function tagsOfParameter(
  { name, source }: NameUse,
  { syntax }: Pick<EmbeddedRequestContext, "syntax">,
): Promise<readonly Occurrence[]> {
  const [definition] = name.definitions;
  if (name.kind !== "parameter" || !definition || !factsOf(source.languageId).hasDocTags) return [];
  const callable = symbolsAround(await syntax.outline(textOf(source)), definition.from).at(-1);
  if (callable === undefined) return [];
  const comment = source.document.slice(callable.from, Math.max(callable.from, callable.codeFrom));
  return placesIn(comment, /@param[ \t]+(?:\{[^}\n]*\}[ \t]*)?\[?/g, name.name, callable.from);
}

const tag = /(?:\{@link(?:code|plain)?|@(?:see|throws|exception))(?:[ \t]+|[ \t]*\r?\n[ \t]*\*?[ \t]*)/g;
/** A link: a path, and the types of an overload's parameters. */
const link = /([.#]?[\p{ID_Continue}$]+(?:[.#][\p{ID_Continue}$]+)*)(?:\(([^()]*)\))?/uy;

/** Finds the links to declarations in the comments of a file: `{@link A}`, `@see A#b(int)`. */
export function createLinkSearch({ entities }: UseTarget, word: string, resolver: Resolver): FindOtherNames {
  const keys = new Set(entities.map(keyOf));
  return async (file) => {
    if (!factsOf(file.languageId).hasDocTags) return [];
    const found: OtherName[] = [];
    for (const { 0: head, index } of file.text.matchAll(tag)) {
      link.lastIndex = index + head.length;
      const [text = "", path = "", types] = link.exec(file.text) ?? [];
      for (const at of offsetsOfWord(text, word, MAX_WORDS)) {
        const from = index + head.length + at;
        const to = from + word.length;
        const isInPath = to <= index + head.length + path.length;
        let meant = await linkedFrom(isInPath ? path.slice(0, at) : "", { word, from }, file, resolver);
        if (isInPath && at + word.length === path.length) meant = meant.filter((each) => hasParameters(each, types));
        const next = isInPath ? /^[.#]([\p{ID_Continue}$]+)/u.exec(path.slice(at + word.length))?.[1] : undefined;
        for (const each of meant.filter((each) => keys.has(keyOf(each))).slice(0, 1))
          if (next === undefined || (await resolver.memberOf(each, next, 0)).length > 0)
            found.push({ from, to, role: "comment", signs: ["doc comment"] });
      }
    }
    return found;
  };
}

const MAX_WORDS = 10;

/** Whether a callable may have parameters of these types, by their last words. */
function hasParameters(entity: Entity, types: string | undefined): boolean {
  if (types === undefined || entity.kind !== "symbol" || !isCallable(entity)) return true;
  const { file, symbol, to } = entity;
  if (factsOf(file.languageId).overloads === "none") return true;
  const [, list] = /^\s*\(((?:[^()]|\([^()]*\))*)\)/.exec(file.text.slice(to, symbol?.to)) ?? [];
  if (list === undefined) return true;
  const [wanted, declared] = [types, list].map((each) =>
    withoutBrackets(each)
      .split(",")
      .filter((part) => part.trim() !== ""),
  ) as [string[], string[]];
  const wordOf = (type: string) => /^\s*(?:[\w$]+\.)*([\w$]+)/.exec(type)?.[1] ?? "";
  const hasType = (part: string, type: string) => offsetsOfWord(part, wordOf(type), 1).length > 0;
  return declared.length === wanted.length && declared.every((each, at) => hasType(each, wanted[at] as string));
}

/** Leaves out the arguments of types and of annotations. */
function withoutBrackets(text: string): string {
  const inner = text.replace(/<[^<>]*>|\([^()]*\)/g, "");
  return inner === text ? text : withoutBrackets(inner);
}

/** Returns what a word of a comment means, after the path to what declares it. */
async function linkedFrom(
  qualifier: string,
  { word, from }: { readonly word: string; readonly from: number },
  file: CodeFile,
  resolver: Resolver,
): Promise<readonly Entity[]> {
  if (qualifier === "") return namedIn(word, from, file, resolver);
  const [first = "", ...others] = qualifier.slice(0, -1).split(/[.#]/);
  const around = first === "" ? await resolver.members.typeAround(file, from, 0) : undefined;
  let meant: readonly Entity[] = first === "" ? (around ? [around] : []) : await namedIn(first, from, file, resolver);
  for (const each of [...others, word]) {
    const members: Entity[] = [];
    for (const entity of meant) appendAll(members, await resolver.memberOf(entity, each, 0));
    meant = members;
  }
  return meant;
}

/** Returns what a file imports or declares by a name, or else its package. */
async function namedIn(word: string, at: number, file: CodeFile, resolver: Resolver): Promise<readonly Entity[]> {
  const meant: Entity[] = [];
  const system = resolver.systemOf(file.languageId);
  for (const each of (await resolver.files.facts(file)).imports) {
    if (each.name !== word) continue;
    const taken = await system?.importOf(each.import, file, each.from, 0);
    appendAll(meant, taken?.entities ?? []);
  }
  for (const { name, nameFrom, nameTo } of await resolver.files.outline(file))
    if (name === word) meant.push(await resolver.files.entityAt(file, nameFrom, nameTo));
  return meant.length > 0 ? meant : ((await system?.unboundAt(word, file, at, 0))?.entities ?? []);
}

/** Returns the places of a word after a tag. */
function placesIn(text: string, tag: RegExp, word: string, start: number): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const { 0: head, index } of text.matchAll(tag)) {
    const from = index + head.length;
    if (!text.startsWith(word, from) || /[\p{ID_Continue}$.#]/u.test(text[from + word.length] ?? "")) continue;
    found.push({ from: start + from, to: start + from + word.length, role: "reference", isWrite: false });
  }
  return found;
}
