/** Searches for the uses of a name with the texts and the index of a session. */

import { containersOf } from "../../code/containers.js";
import type { Entity } from "../../code/entities/entity.js";
import { importPathOf } from "../../code/imports/moduleFile.js";
import type { EvidenceSource, Use, UseTarget } from "../../code/uses/use.js";
import { type UseLimits, usesOf } from "../../code/uses/usesOf.js";
import type { Occurrence } from "../../syntax/scopes/nameInfo.js";
import type { SourceText } from "../session/documents.js";
import { type EmbeddedRequestContext, type NameUse, textOf } from "../session/embeddedContext.js";
import { resolverOf } from "./resolveNames.js";

/** An occurrence. `isByName`: nothing but the name shows that it means the target. */
export interface FoundUse extends Occurrence {
  readonly isByName?: true;
}

/** The occurrences in one file. */
export interface FileOccurrences {
  readonly source: SourceText;
  readonly occurrences: readonly FoundUse[];
}

/** Returns a name with what is known of its declaration; undefined for one that is in no file. */
export async function toUseTarget(
  { name, source }: NameUse,
  entities: readonly Entity[],
  context: EmbeddedRequestContext,
): Promise<UseTarget | undefined> {
  const { languageId } = source;
  const file = resolverOf(context).fileOf(source);
  if (file === undefined) return undefined;
  const isDeclaredHere = name.reach === "file" || name.reach === "member";
  const containers = isDeclaredHere ? await containersOf(name, textOf(source), context.syntax) : [];
  const importPath = await importPathOf(file.path, languageId);
  const known = { name, path: file.path, languageId, containerNames: new Set(containers), importPath };
  return { ...known, file, from: name.from, entities };
}

interface UseSearch extends UseLimits {
  readonly sources: readonly EvidenceSource[];
  /** The text that declares the target. */
  readonly own: SourceText;
  /** The absolute paths of the files, in the order of the search. */
  readonly paths: readonly string[];
}

/** The uses in one file. */
export interface UsesInText {
  readonly path: string;
  /** Undefined if the file can't be read. */
  readonly source: SourceText | undefined;
  /** Undefined if there are too many. */
  readonly uses: readonly Use[] | undefined;
}

/** Yields the uses of a target file by file. */
export async function* searchUses(
  target: UseTarget,
  { sources, own, paths, ...limits }: UseSearch,
  context: EmbeddedRequestContext,
): AsyncGenerator<UsesInText> {
  const { documents, syntax, signal } = context;
  const { fileOf } = resolverOf(context);
  const texts = new Map<string, SourceText>();
  const read = async (path: string) => {
    if (signal.aborted) throw signal.reason;
    const source = path === own.path ? own : await documents.read(path);
    if (source) texts.set(path, source);
    return source && fileOf(source);
  };
  for await (const { path, uses } of usesOf(target, sources, { syntax, paths, read }, limits)) {
    if (signal.aborted) throw signal.reason;
    yield { path, source: texts.get(path), uses };
  }
}
