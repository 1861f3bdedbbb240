/** The uses of the word for the type around it: Rust's `Self`. */

import type { CodeFile } from "../../code/entities/entity.js";
import type { Resolver } from "../../code/resolve/resolver.js";
import { ownHeadIn } from "../../code/types/typeSymbols.js";
import { factsOf } from "../../languages/languages.js";
import type { Position } from "../../text/position.js";
import type { Stretch } from "../../text/stretch.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type EmbeddedRequestContext, offsetIn, sourceOf } from "../session/embeddedContext.js";
import { resolverOf } from "./resolveNames.js";
import type { FileOccurrences } from "./searchUses.js";

const WORD = "Self";
const MAX_USES = 2_000;

/**
 * Returns the uses of `Self` in the block around a position, and the name in the head of that.
 * Undefined for any other word.
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
  if (own === undefined || file.text.slice(from, to) !== WORD) return undefined;
  const found = await usesOfType(file, from, resolver);
  return { source, occurrences: found.map((each) => ({ ...each, role: "reference", isWrite: false })) };
}

async function usesOfType(file: CodeFile, at: number, resolver: Resolver): Promise<readonly Stretch[]> {
  const head = ownHeadIn(await resolver.files.around(file, at), file);
  if (head === undefined) return [];
  const found: Stretch[] = [head.name];
  for (const each of wordsIn(file, head.extent)) {
    const { own } = await resolver.valueAt(file, each.from);
    const around = own && ownHeadIn(await resolver.files.around(file, each.from), file);
    if (around?.name.from === head.name.from) found.push(each);
  }
  return found;
}

function wordsIn({ text }: CodeFile, { from, to }: Stretch): readonly Stretch[] {
  return offsetsOfWord(text.slice(from, to), WORD, MAX_USES).map((at) => ({
    from: from + at,
    to: from + at + WORD.length,
  }));
}
