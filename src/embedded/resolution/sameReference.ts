/**
 * Filters the uses that refer to a declaration. What may be something else is left out of the
 * answer; the proxy lists it as unconfirmed (session/completeness/).
 */

import { containersOf } from "../../code/containers.js";
import { type CodeFile, type Entity, isType, keyOf } from "../../code/entities/entity.js";
import { importPathOf } from "../../code/importPath.js";
import type { Resolver } from "../../code/resolve/resolver.js";
import { type JudgedTarget, UseJudge } from "../../code/resolve/useJudge.js";
import { factsOf } from "../../languages/languages.js";
import type { Occurrence, WordUse } from "../../syntax/scopes/nameInfo.js";
import type { Stretch } from "../../text/stretch.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type EmbeddedRequestContext, type NameUse, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import { resolverOf } from "./resolveNames.js";

/** The maximum number of uses in a file that are searched. */
const MAX_USES = 2_000;

/** A name whose references are to be found, in its own and in other files. */
export interface ReferenceTarget extends NameUse {
  readonly entities: readonly Entity[];
  /** Undefined for a text that is in no file. */
  readonly judged: JudgedTarget | undefined;
}

/** Returns the name with what is known of its declaration. */
export async function toReferenceTarget(
  use: NameUse,
  entities: readonly Entity[],
  context: EmbeddedRequestContext,
): Promise<ReferenceTarget> {
  const { name, source } = use;
  const { languageId } = source;
  const file = resolverOf(context).fileOf(source);
  if (file === undefined) return { ...use, entities, judged: undefined };
  const isDeclaredHere = name.reach === "file" || name.reach === "member";
  const containers = isDeclaredHere ? await containersOf(name, textOf(source), context.syntax) : [];
  const importPath = await importPathOf(file.path, languageId);
  const known = { name, path: file.path, languageId, containerNames: new Set(containers), importPath };
  return { ...use, entities, judged: { ...known, file, from: name.from, entities } };
}

/** An occurrence. `isByName`: nothing but the name shows that it means the target. */
export interface FoundUse extends Occurrence {
  readonly isByName?: true;
}

/** The occurrences in one file. */
export interface FileOccurrences {
  readonly source: SourceText;
  readonly occurrences: readonly FoundUse[];
}

/** Returns the uses of a word in a text that mean the target, or have its name and may. */
export async function findReferences(
  target: ReferenceTarget,
  word: string,
  source: SourceText,
  context: EmbeddedRequestContext,
): Promise<FoundUse[]> {
  const { resolver, fileOf } = resolverOf(context);
  const file = fileOf(source);
  const uses = await context.syntax.usesOf(textOf(source), word, MAX_USES);
  if (file === undefined || target.judged === undefined) return uses.map(toOccurrence);
  const judge = new UseJudge(resolver, target.judged);
  const found: FoundUse[] = [];
  for (const use of uses) {
    const verdict = await judge.verdictOf(use, file);
    if (verdict === "shown") found.push(toOccurrence(use));
    if (verdict === "named") found.push({ ...toOccurrence(use), isByName: true });
  }
  for (const each of await selfUses(target.entities, file, resolver))
    found.push({ ...each, role: "reference", isWrite: false });
  return found;
}

/** Returns the places where a type is named by `Self`, in the languages that have it. */
async function selfUses(entities: readonly Entity[], file: CodeFile, resolver: Resolver): Promise<readonly Stretch[]> {
  // In a trait, `Self` is the type that implements it.
  const isNamed = entities.some((each) => isType(each) && each.symbol.kind !== "interface");
  if (!factsOf(file.languageId).hasImplBlocks || !isNamed) return [];
  const keys = new Set(entities.map(keyOf));
  const found: Stretch[] = [];
  for (const from of offsetsOfWord(file.text, "Self", MAX_USES)) {
    const { own } = await resolver.valueAt(file, from);
    if (own === undefined) continue;
    const meant = await resolver.resolveAt(file, from);
    if (meant.entities.some((each) => keys.has(keyOf(each)))) found.push({ from, to: from + "Self".length });
  }
  return found;
}

function toOccurrence({ from, to, role, reach }: WordUse): Occurrence {
  // Scopes record an import as a definition, but it is a use of what it imports.
  return { from, to, role: reach === "import" ? "reference" : role, isWrite: role === "definition" };
}
