/**
 * The names in comments with tags: `@param a` and `{@link A}`
 * (https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html,
 * https://docs.oracle.com/en/java/javase/21/docs/specs/javadoc/doc-comment-spec.html).
 */

import { type CodeFile, type Entity, keyOf } from "../../code/entities/entity.js";
import type { Resolver } from "../../code/resolve/resolver.js";
import { factsOf } from "../../languages/languages.js";
import { symbolsAround } from "../../locate/symbols/symbolNode.js";
import { mayTake } from "../../syntax/outline/arity.js";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { Occurrence } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import { type EmbeddedRequestContext, type NameUse, textOf } from "../session/context.js";

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

const tag = /\{@link(?:code|plain)?[ \t]+|@(?:see|throws|exception)[ \t]+/g;
/** The path after a tag, the last word of which is searched, and the parameters of an overload. */
const path = /((?:[\p{ID_Continue}$]+[.#])*#?)([\p{ID_Continue}$]+)(?![\p{ID_Continue}$.#])(?:\(([^()]*)\))?/uy;

/** Returns the links to declarations in the comments of a file: `{@link A}`, `@see A#b(int)`. */
export async function linksTo(
  entities: readonly Entity[],
  word: string,
  file: CodeFile,
  resolver: Resolver,
): Promise<readonly Occurrence[]> {
  if (!factsOf(file.languageId).hasDocTags) return [];
  const keys = new Set(entities.map(keyOf));
  const found: Occurrence[] = [];
  for (const { 0: head, index } of file.text.matchAll(tag)) {
    path.lastIndex = index + head.length;
    const [, qualifier = "", name, parameters] = path.exec(file.text) ?? [];
    if (name !== word) continue;
    const from = index + head.length + qualifier.length;
    const meant = await linkedFrom(qualifier, { word, from }, file, resolver);
    const count = parameters?.split(",").filter((each) => each.trim() !== "").length;
    const fits = ({ symbol }: { readonly symbol?: OutlineSymbol }) =>
      count === undefined || mayTake(symbol?.arity, count);
    if (!meant.some((each) => keys.has(keyOf(each)) && (each.kind !== "symbol" || fits(each)))) continue;
    found.push({ from, to: from + word.length, role: "reference", isWrite: false });
  }
  return found;
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
