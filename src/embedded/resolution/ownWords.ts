/** The uses of the words for a type's own object and for the type itself: Rust's `self`, `Self`. */

import { type CodeFile, keyOf } from "../../code/entities/entity.js";
import type { Resolver } from "../../code/resolve/resolver.js";
import { factsOf } from "../../languages/languages.js";
import type { Position } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import { type EmbeddedRequestContext, offsetIn, sourceOf } from "../session/context.js";
import { resolverOf } from "./resolveNames.js";
import type { FileOccurrences } from "./sameReference.js";

const MAX_USES = 2_000;

/**
 * Returns the uses of the word at a position: of `self`, those in its method; of `Self`, those in
 * its block, and the name in the head of that. Undefined for any other word.
 */
export async function findOwnWordUses(
  params: { readonly textDocument: { readonly uri: string }; readonly position: Position },
  context: EmbeddedRequestContext,
): Promise<FileOccurrences | undefined> {
  const source = await sourceOf(params, context);
  const { resolver, fileOf } = resolverOf(context);
  const file = source && fileOf(source);
  if (source === undefined || file === undefined || !factsOf(file.languageId).hasImplBlocks) return undefined;
  const { own, from, to } = await resolver.valueAt(file, offsetIn(source, params.position));
  if (own === undefined) return undefined;
  const found = await (file.text.slice(from, to) === "Self" ? usesOfType : usesOfObject)(file, from, resolver);
  return { source, occurrences: found.map((each) => ({ ...each, role: "reference", isWrite: false })) };
}

async function usesOfObject(file: CodeFile, at: number, resolver: Resolver): Promise<readonly Stretch[]> {
  const [parameter] = (await resolver.resolveAt(file, at)).entities;
  if (parameter?.kind !== "local") return [];
  const method = parameter.owners.at(-1);
  const found: Stretch[] = [{ from: parameter.from, to: parameter.to }];
  for (const each of wordsIn(file, "self", { from: parameter.to, to: method?.to ?? file.text.length })) {
    const { entities } = await resolver.resolveAt(file, each.from);
    if (entities.some((entity) => keyOf(entity) === keyOf(parameter))) found.push(each);
  }
  return found;
}

async function usesOfType(file: CodeFile, at: number, resolver: Resolver): Promise<readonly Stretch[]> {
  const head = await resolver.members.ownHeadAround(file, at);
  if (head === undefined) return [];
  const found: Stretch[] = [head.name];
  for (const each of wordsIn(file, "Self", head.extent)) {
    const { own } = await resolver.valueAt(file, each.from);
    const around = own && (await resolver.members.ownHeadAround(file, each.from));
    if (around?.name.from === head.name.from) found.push(each);
  }
  return found;
}

function wordsIn({ text }: CodeFile, word: string, { from, to }: Stretch): readonly Stretch[] {
  const matches = [...text.slice(from, to).matchAll(new RegExp(`\\b${word}\\b`, "g"))].slice(0, MAX_USES);
  return matches.map(({ index }) => ({ from: from + index, to: from + index + word.length }));
}
