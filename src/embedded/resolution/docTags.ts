/**
 * The names in comments with tags: `@param a` and `{@link A}`
 * (https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html).
 */

import { type CodeFile, type Entity, keyOf } from "../../code/entities/entity.js";
import type { Resolver } from "../../code/resolve/resolver.js";
import { factsOf } from "../../languages/languages.js";
import { symbolsAround } from "../../locate/symbols/symbolNode.js";
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

/** Returns the links to declarations in the comments of a file, which knows them by a name. */
export async function linksTo(
  entities: readonly Entity[],
  word: string,
  file: CodeFile,
  resolver: Resolver,
): Promise<readonly Occurrence[]> {
  if (!factsOf(file.languageId).hasDocTags) return [];
  const found = placesIn(file.text, /\{@link(?:code|plain)?[ \t]+|@see[ \t]+/g, word, 0);
  if (found.length === 0) return [];
  const keys = new Set(entities.map(keyOf));
  const meant: Entity[] = [];
  for (const each of (await resolver.files.facts(file)).imports) {
    if (each.name !== word) continue;
    const taken = await resolver.systemOf(file.languageId)?.importOf(each.import, file, each.from, 0);
    appendAll(meant, taken?.entities ?? []);
  }
  for (const { name, nameFrom, nameTo } of await resolver.files.outline(file))
    if (name === word) meant.push(await resolver.files.entityAt(file, nameFrom, nameTo));
  return meant.some((each) => keys.has(keyOf(each))) ? found : [];
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
