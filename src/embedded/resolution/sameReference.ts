/**
 * Filters the uses that refer to a declaration, and those of which only the name shows it. Others
 * that may be something else are left out of the answer; the proxy lists them as unconfirmed
 * (session/completeness/).
 */

import { containersOf } from "../../code/containers.js";
import { type CodeFile, type Entity, isType, keyOf } from "../../code/entities/entity.js";
import { importPathOf } from "../../code/importPath.js";
import type { Resolver } from "../../code/resolve/resolver.js";
import { type JudgedTarget, UseJudge } from "../../code/resolve/useJudge.js";
import { factsOf } from "../../languages/languages.js";
import type { Occurrence, WordUse } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import { offsetsOfWord } from "../../workspace/parse/wordSearch.js";
import { type EmbeddedRequestContext, type NameUse, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import { linksTo } from "./docTags.js";
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
    const isByName = verdict === "named" || (verdict === "possible" && (await judge.isByNameAlone(use, file)));
    if (isByName) found.push({ ...toOccurrence(use), isByName });
  }
  appendAll(found, await ownWordUses(target.entities, file, resolver));
  appendAll(found, await linksTo(target.entities, word, file, resolver));
  return found;
}

/**
 * Returns the places where a type is named by `Self`, and where `this(1)` or `super(1)` calls a
 * constructor, in the languages that have them.
 */
async function ownWordUses(
  entities: readonly Entity[],
  file: CodeFile,
  resolver: Resolver,
): Promise<readonly FoundUse[]> {
  const { hasImplBlocks, constructorWords } = factsOf(file.languageId);
  // In a trait, `Self` is the type that implements it.
  const isNamed = hasImplBlocks && entities.some((each) => isType(each) && each.symbol.kind !== "interface");
  const isConstructor = entities.some((each) => each.kind === "symbol" && each.symbol?.kind === "constructor");
  const keys = new Set(entities.map(keyOf));
  const found: FoundUse[] = [...(await destructorsOf(entities, file, resolver))];
  for (const word of isNamed ? ["Self"] : isConstructor ? constructorWords : [])
    for (const from of offsetsOfWord(file.text, word, MAX_USES)) {
      const { own, argumentCount } = await resolver.valueAt(file, from);
      if (own === undefined || (isConstructor && argumentCount === undefined)) continue;
      const { entities: meant, certainty } = await resolver.resolveAt(file, from);
      if (!meant.some((each) => keys.has(keyOf(each)))) continue;
      const mark = certainty === "unknown" ? { isByName: true as const } : {};
      found.push({ from, to: from + word.length, role: "reference", isWrite: false, ...mark });
    }
  return found;
}

/** Returns the places in a file where a class is named by its destructor, `~A`. */
async function destructorsOf(
  entities: readonly Entity[],
  file: CodeFile,
  resolver: Resolver,
): Promise<readonly FoundUse[]> {
  const found: FoundUse[] = [];
  const type = entities.find(isType);
  if (type === undefined || !factsOf(file.languageId).hasConstructorPaths) return found;
  const word = type.file.text.slice(type.from, type.to);
  for (const from of offsetsOfWord(file.text, word, MAX_USES)) {
    const to = from + word.length;
    if (file.text[from - 1] !== "~") continue;
    const declared = await resolver.files.entityAt(file, from, to);
    const owner = declared.symbol && (await resolver.members.ownerOf(declared));
    if (owner && keyOf(owner) === keyOf(type)) found.push({ from, to, role: "reference", isWrite: false });
  }
  return found;
}

function toOccurrence({ from, to, role, reach }: WordUse): Occurrence {
  // Scopes record an import as a definition, but it is a use of what it imports.
  return { from, to, role: reach === "import" ? "reference" : role, isWrite: role === "definition" };
}
