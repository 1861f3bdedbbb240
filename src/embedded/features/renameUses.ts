/**
 * The uses of a name that the workspace declares once, or in one hierarchy of types, in all files:
 * to rename it, each of them has to be certain. Syntax knows no types, so a use that may mean
 * something else is named and refused.
 */

import { areOneSymbol, ownerNameOf } from "../../code/entities/builds.js";
import { documentOf, MAX_DECLARATIONS } from "../../code/entities/codeFiles.js";
import { type DeclaredEntity, type Entity, isSymbol, keyOf } from "../../code/entities/entity.js";
import { pairedDeclarations } from "../../code/entities/stubs.js";
import type { Family } from "../../code/families/families.js";
import { carriedNameAt, createCarriedSearch } from "../../code/frameworks/carriedUses.js";
import { fieldsEmbedding, isEmbeddedField, typesOfEmbedded } from "../../code/types/embeddedFields.js";
import { memberCallOf } from "../../code/unnamedCall.js";
import { createIndexedEvidence, type IndexedUses } from "../../code/uses/indexed.js";
import { createExportListSearch, createMacroSearch, shorthandText } from "../../code/uses/otherNames.js";
import type { Sign } from "../../code/uses/rules.js";
import type { Use, UseTarget } from "../../code/uses/use.js";
import { createSyntaxSources } from "../../code/uses/usesOf.js";
import { factsOf, familyOf } from "../../languages/languages.js";
import type { NameInfo, Occurrence } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { resolverOf } from "../resolution/resolveNames.js";
import { searchUses, toUseTarget } from "../resolution/searchUses.js";
import type { SourceText } from "../session/documents.js";
import { type EmbeddedRequestContext, type NameUse, positionIn, textOf } from "../session/embeddedContext.js";
import { requestFailed } from "../session/requestErrors.js";

/** The occurrences of a name in one file. */
export interface FileUses {
  readonly source: SourceText;
  /** With the text to write, where that is not the name alone. */
  readonly occurrences: readonly Occurrence[];
}

/** A name at its declaration, and what that declares. */
export interface Origin {
  readonly origin: NameUse;
  readonly entities: readonly Entity[];
}

/** A use that syntax can't tell from one of something else. */
export interface UncertainUse extends Stretch {
  readonly source: SourceText;
}

/** What a client of ours asks for. */
export interface RenameMode {
  /** To be told of doubtful uses. */
  readonly reportsDoubt: boolean;
  /** To rename what has to stay. */
  readonly isForced: boolean;
  /** What an index says. */
  readonly indexed: IndexedUses | undefined;
}

/** All uses of a name. */
export interface CertainUses {
  readonly files: readonly FileUses[];
  /** Empty unless the client wants to be told of them. */
  readonly doubtful: readonly UncertainUse[];
  /** All members that share the name, of a member. */
  readonly members: readonly DeclaredEntity[] | undefined;
}

/** Of a file with more occurrences of a name, nothing is renamed. */
const MAX_USES = 5_000;
/** The uncertain uses that an error names. */
const MAX_NAMED = 10;

/**
 * Returns all uses of a name that other files can use. Throws `requestFailed`, saying what can be
 * done, where it is declared more than once and not by one hierarchy, or not all uses are certain.
 */
export async function findCertainUses(
  { origin, entities }: Origin,
  { reportsDoubt, isForced, indexed }: RenameMode,
  context: EmbeddedRequestContext,
): Promise<CertainUses> {
  const word = origin.name.name;
  const declared = await declarationsOf(origin, context);
  const { path } = origin.source;
  const family = origin.name.reach === "member" ? await familyAt(entities, isForced, context) : undefined;
  const [first, ...others] = declared;
  const isOne = first?.file.path === path && others.every((each) => isSameSymbol(each, first));
  const { resolver, fileOf } = resolverOf(context);
  const file = fileOf(origin.source);
  const carried = file && (await carriedNameAt(file, origin.name.from, resolver));
  // Fixtures that override each other have one name, as the members of a family.
  const fixtures = carried && carried.declarations.length > 1 ? carried.declarations : undefined;
  const named = fixtures ?? family?.members;
  const paired: DeclaredEntity[] = [];
  for (const each of named ?? entities.filter(isSymbol))
    appendAll(paired, await pairedDeclarations(each, resolver.files));
  const shared = named || paired.length > 0 ? [...(named ?? entities.filter(isSymbol)), ...paired] : undefined;
  const keys = new Set(shared?.map(keyOf));
  const isFamily = declared.length > 0 && declared.every((each) => keys.has(keyOf(each)));
  const areTwins = !isOne && !isFamily && areOneSymbol(declared);
  const isExamined = reportsDoubt || indexed !== undefined;
  const isKnown = isOne || isFamily || areTwins || (isExamined && declared.length > 0);
  if (path === undefined || !isKnown || declared.length >= MAX_DECLARATIONS)
    throw severalError(word, declared, context);
  const all = shared ?? (areTwins ? declared : await withEmbedding(entities, context));
  const target = await toUseTarget(origin, all, context);
  if (target === undefined) throw severalError(word, declared, context);
  const languages = familyOf(origin.source.languageId);
  const found = await context.indexClient.query(
    (index, signal) => index.findFilesWith(word, languages, signal),
    context.signal,
  );
  if (found === undefined)
    throw requestFailed(`The workspace could not be searched for \`${word}\`. Try again in a moment.`);
  const files: FileUses[] = [];
  const doubtful: UncertainUse[] = [];
  const carriedSearches = carried ? [createCarriedSearch(carried)] : [];
  const { source, findOtherNames } = createIndexedEvidence(indexed ?? { word, files: [] });
  const search = {
    ...{ word, own: origin.source, paths: [...new Set([path, ...found.answer])], maxUses: MAX_USES, isWhole: true },
    sources: [source, ...createSyntaxSources(target, resolver)],
    otherNames: [createMacroSearch(target), createExportListSearch(target), ...carriedSearches, findOtherNames],
  };
  for await (const { path: at, source, uses } of searchUses(target, search, context)) {
    if (source === undefined) throw requestFailed(`${shownPath(at, context)} could not be read.`);
    if (uses === undefined) throw requestFailed(`\`${word}\` occurs in more places than can be checked.`);
    const unclear = uses.filter((each) => certaintyOf(each, target) === "uncertain");
    appendAll(
      doubtful,
      unclear.map(({ from, to }) => ({ source, from, to })),
    );
    const certain = uses.filter((each) => certaintyOf(each, target) === "certain");
    if (certain.length > 0) files.push({ source, occurrences: certain.map((each) => occurrenceOf(each, target)) });
  }
  if (!reportsDoubt) assertCertain(word, doubtful, context);
  const isRenamed = (at: string | undefined, offset: number) =>
    files.some(
      ({ source, occurrences }) =>
        source.path === at && occurrences.some(({ from, to }) => from <= offset && offset <= to),
    );
  const areMembersRenamed = family?.members.every(({ file, from }) => isRenamed(file.path, from)) ?? true;
  if (!isRenamed(path, origin.name.from) || !areMembersRenamed)
    throw requestFailed(`\`${word}\` is written in a way that syntax can't rename. ${ADVICE}`);
  return { files, doubtful, members: family?.members };
}

const resolvingSigns: readonly Sign[] = ["itself", "resolved", "guessed", "indexed as the target"];

/** Whether a use is renamed, may have to be, or is another symbol's. */
function certaintyOf(use: Use, target: UseTarget): "certain" | "uncertain" | "other" {
  const { name, why } = use;
  if (why.includes("carried")) return "certain";
  const isResolved = resolvingSigns.some((sign) => why.includes(sign));
  // `{ x }` is a field or property, too, of a type that may not be known.
  if (target.name.reach === "member" && name?.shorthand !== undefined) return isResolved ? "certain" : "uncertain";
  if (use.class === "excluded") return "other";
  // What an unknown receiver has may be of a library.
  const isKnown = isResolved || name?.reach !== "free" || !name.isMember || isQualified(name, target);
  return isKnown && (use.class === "shown" || use.class === "named") ? "certain" : "uncertain";
}

/** Whether an access names what has the target: its type, or a module that is imported. */
function isQualified({ receiver }: NameInfo, { name, containerNames, languageId }: UseTarget): boolean {
  const { import: taken, type } = receiver ?? {};
  if (name.reach !== "member") return taken !== undefined || factsOf(languageId).hasQualifiedPaths;
  return [type, taken?.original, receiver?.name].some((each) => each !== undefined && containerNames?.has(each));
}

/** Returns an occurrence with the text to write there: an import's own name is renamed, too. */
function occurrenceOf({ from, to, name: use }: Use, { name }: UseTarget): Occurrence {
  const plain = { from, to, role: "reference", isWrite: false } as const;
  const { shorthand, occurrences = [], import: taken } = use ?? {};
  const rewrite = occurrences.find((each) => each.from === from)?.rewrite;
  // In `const { x } = module`, the variable keeps its name.
  const declaresOther = shorthand === "pattern" && taken === undefined;
  if (shorthand !== undefined && (name.reach === "member" || declaresOther))
    return { ...plain, rewrite: shorthandText(name.name, "{new}", true) };
  return shorthand === "literal" && rewrite !== undefined ? { ...plain, rewrite } : plain;
}

/**
 * Returns the origin of the type of an embedded field, which has that name; any other origin as it
 * is. Throws `requestFailed` where no file declares the type.
 */
export async function originOfEmbedded(found: Origin, context: EmbeddedRequestContext): Promise<Origin> {
  const { resolver, targetsOf } = resolverOf(context);
  for (const each of found.entities) {
    if (each.kind !== "symbol" || !(await isEmbeddedField(each, resolver))) continue;
    const entities = await typesOfEmbedded(each, resolver);
    const [target] = targetsOf(entities);
    const name = target && (await context.syntax.nameAt(textOf(target.source), target.name.from));
    if (name) return { origin: { name, source: target.source }, entities };
    const word = found.origin.name.name;
    throw requestFailed(
      `\`${word}\` is an embedded field, which has the name of its type, and no file of the workspace declares that type.`,
    );
  }
  return found;
}

/** Returns types with the fields that embed them, which have their names. */
async function withEmbedding(entities: readonly Entity[], context: EmbeddedRequestContext): Promise<readonly Entity[]> {
  const all = [...entities];
  for (const each of entities)
    if (each.kind === "symbol") appendAll(all, await fieldsEmbedding(each, resolverOf(context).resolver));
  return all;
}

/** Returns the family of a member; undefined for one without a type. Throws `requestFailed`. */
async function familyAt(
  entities: readonly Entity[],
  isForced: boolean,
  context: EmbeddedRequestContext,
): Promise<Family | undefined> {
  const member = entities.find(isSymbol);
  if (member === undefined) return undefined;
  const { caller, family } = await memberCallOf(member, resolverOf(context).resolver);
  if (caller === undefined || isForced) return family;
  throw requestFailed(`The name has to stay: ${caller}. ${ADVICE}`);
}

/** Returns the declarations of a name in languages that can use each other's. */
async function declarationsOf(
  { name: { name, reach }, source: { languageId } }: NameUse,
  context: EmbeddedRequestContext,
): Promise<readonly DeclaredEntity[]> {
  const declared = await resolverOf(context).resolver.files.declared(name, languageId);
  // How a name is written tells a member from what is none.
  const { hasOpenEnums } = factsOf(languageId);
  const mayBeMeant = (each: DeclaredEntity) => {
    const isOwned = ownerNameOf(each) !== undefined;
    const kind = each.symbol?.kind ?? "";
    return reach === "member"
      ? isOwned
      : !isOwned || !memberKinds.has(kind) || (kind === "enum_member" && hasOpenEnums);
  };
  return declared.filter(isSymbol).filter(mayBeMeant);
}

/** Words of LSP's SymbolKind. */
const memberKinds: ReadonlySet<string> = new Set(["method", "property", "field", "enum_member", "event", "key"]);

/** Whether two declarations are of one symbol: overloads, an accessor, one that is redeclared. */
function isSameSymbol(one: DeclaredEntity, other: DeclaredEntity | undefined): boolean {
  const ownersOf = (each: DeclaredEntity) => [...each.owners.map(({ name }) => name), ownerNameOf(each)].join("\n");
  return other !== undefined && one.file.path === other.file.path && ownersOf(one) === ownersOf(other);
}

function shownPath(path: string | undefined, { roots }: Pick<EmbeddedRequestContext, "roots">): string {
  const root = roots().find((each) => path?.startsWith(`${each}/`));
  return path === undefined ? "the document" : root === undefined ? path : path.slice(root.length + 1);
}

/** What can be done where syntax can't rename a name. */
export const ADVICE =
  "Rename it with edits in the places that are meant, or install a language server: lsp-locate doctor names one.";

function severalError(word: string, declared: readonly DeclaredEntity[], context: EmbeddedRequestContext): Error {
  if (declared.length === 0)
    return requestFailed(
      `\`${word}\` is in no list of declarations, so its uses in other files are not known. ${ADVICE}`,
    );
  const named = declared
    .slice(0, MAX_NAMED)
    .map(({ file, from }) => `${shownPath(file.path, context)}:${documentOf(file).lineAt(from) + 1}`);
  const rest = declared.length > named.length ? ` and ${declared.length - named.length} more` : "";
  return requestFailed(
    `\`${word}\` is declared ${declared.length === 1 ? "elsewhere" : `${declared.length} times`} (${named.join(", ")}${rest}), and syntax can't tell which one a use means. ${ADVICE}`,
  );
}

/** Throws `requestFailed` where there are doubtful uses, with the first of them. */
export function assertCertain(word: string, doubtful: readonly UncertainUse[], context: EmbeddedRequestContext): void {
  if (doubtful.length === 0) return;
  const lines = doubtful.map(
    ({ source, from }) => `${shownPath(source.path, context)}:${positionIn(source, from).line + 1}`,
  );
  const places = [...new Set(lines)];
  const named = places.slice(0, MAX_NAMED).join(", ");
  const rest = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : "";
  const count = places.length === 1 ? "1 place may" : `${places.length} places may`;
  throw requestFailed(
    `Syntax can't tell whether ${count} mean \`${word}\`: ${named}${rest}. Nothing was changed. ${ADVICE}`,
  );
}
