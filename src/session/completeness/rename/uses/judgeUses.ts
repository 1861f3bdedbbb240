/**
 * Classifies the uses that a rename leaves out: those that would certainly break, and those that
 * may mean something else. Syntax and scopes have found them; the backend's definition of each
 * use decides, where it has one.
 */

import { documentOf } from "../../../../code/entities/codeFiles.js";
import type { DeclaredEntity } from "../../../../code/entities/entity.js";
import { type ImportRoute, importRouteOf, isOfSamePackage } from "../../../../code/uses/importRoute.js";
import { isShorthandProperty } from "../../../../code/uses/spelling.js";
import { factsOf } from "../../../../languages/languages.js";
import type { NameInfo } from "../../../../syntax/scopes/nameInfo.js";
import {
  offsetToPosition,
  type PositionEncoding,
  positionToOffset,
  rangeToOffsets,
} from "../../../../text/position.js";
import { keyOfUri, pathOfUri, uriOfPath } from "../../../../uri.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { foldersOf } from "../../../documents/filePaths.js";
import { type DocumentVersion, toSyntaxText } from "../../../place/syntaxView.js";
import { codeFileOf, resolverOf } from "../../codeTexts.js";
import { createOtherTest } from "../../definitions/elsewhere.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import { describeDefinition } from "../../definitions/otherSymbols.js";
import type { FilePosition } from "../../enclosingSymbols.js";
import type { PossiblePlace, PossiblePlaces } from "../../searchRun.js";
import { type AliasRoutes, createAliasRoutes } from "../aliases/aliasRoutes.js";
import type { CompletedRename } from "../aliases/renameAliases.js";
import { isInRanges, type RenamedRange, type RenameEdits, rangesOfRename } from "../renameEdits.js";
import { type RenameRequest, renameBudgets } from "../renameRequest.js";
import { findElsewhere, noneElsewhere } from "./elsewhere.js";
import { findExportedNames, findQuotedKeys } from "./quotedNames.js";
import { findSharedUses, type SharedUses } from "./sharedUses.js";

/** A use in the text that a rename does not edit. */
interface LeftOutUse {
  readonly file: DocumentVersion;
  /** The language that the file was parsed as. */
  readonly languageId: string;
  readonly name: NameInfo;
}

/** A use that means the renamed symbol, and is renamed by writing the new name there. */
export interface CertainUse {
  readonly place: PossiblePlace;
  /** Absent for a name that is quoted. */
  readonly name?: NameInfo;
  /** What shows it: a clause that follows the place. */
  readonly why: string;
}

/** Uses that a rename leaves out, each list in the order of the search. */
export interface JudgedUses {
  /** Uses that mean the renamed symbol. */
  readonly renamable: readonly CertainUse[];
  /** Uses that would break, and that another name at that place would not mend. */
  readonly certain: readonly PossiblePlace[];
  /** Uses that may mean something else. */
  readonly possible: readonly PossiblePlace[];
  /** Why some of the certain ones would break. */
  readonly why?: string;
  /** What was not examined, though all files were searched. */
  readonly unexamined?: string;
}

/** The maximum number of requests for definitions; other uses are classified by syntax alone. */
const MAX_QUESTIONS = 50;

/**
 * The classification of a use, with what shows that it means the renamed symbol. A use of something
 * else is dropped.
 */
type Verdict = "certain" | "possible" | "unrelated" | { readonly why: string };

/**
 * Returns the given places as certain or possible uses. Drops those that mean something else, and
 * those that keep working because a public alias keeps the old name.
 */
export async function judgeUses(
  { places, word, memberName, containerNames, isOfFileAlone }: PossiblePlaces,
  rename: CompletedRename,
  request: RenameRequest,
): Promise<JudgedUses> {
  const isOfMember = memberName !== undefined;
  const renamed = rangesOfRename(rename.edits);
  const isShared = isOfMember || (await mayBeInTemplates(renamed, request));
  const nothing: SharedUses = { declarations: [], ofLibraries: [] };
  const shared = isShared ? await findSharedUses(rename, request) : nothing;
  const quoted = isOfMember ? await findQuotedKeys(renamed, memberName, request) : [];
  const deadline = request.deadline.within(renameBudgets.uses);
  const routes = rename.kept.length === 0 ? undefined : createAliasRoutes(rename.edits, rename.kept, request);
  const unclear = await placesOf(rename.unclear, request);
  const keyOfPlace = ({ document: { uri }, offset }: PossiblePlace) => `${keyOfUri(uri)}:${offset}`;
  const unclearKeys = new Set(unclear.map(keyOfPlace));
  const verdicts = new Map<string, Verdict>();
  const exported = isOfMember || word === undefined ? [] : await findExportedNames(renamed, word, request);
  const elsewhere = isOfFileAlone ? noneElsewhere : await findElsewhere(renamed, { word, isOfMember }, request);
  const renamable: CertainUse[] = [
    ...elsewhere.twins.map((place) => ({ place, why: "declared again for another build" })),
    ...(elsewhere.isOnly ? elsewhere.macros : []).map((place) => ({ place, why: "the body of a macro" })),
    ...quoted.map((place) => ({ place, why: "a key of the type that has it" })),
    ...exported.map((place) => ({ place, why: "the list of what its module exports" })),
  ];
  const certain: PossiblePlace[] = [...shared.ofLibraries, ...shared.declarations, ...unclear];
  const possible: PossiblePlace[] = elsewhere.isOnly ? [] : [...elsewhere.macros];
  const own = renamed.map(({ uri, range }) => ({ uri, position: range.start }));
  const { encoding } = request.backend;
  const isOther = createOtherTest({ places: own, encoding, texts: request.texts }, request.context);
  let questionCount = 0;
  for (const place of places.filter((each) => !unclearKeys.has(keyOfPlace(each)))) {
    const use = !deadline.isOver ? await readUse(place, request.context) : undefined;
    if (use === undefined) {
      possible.push(place);
      continue;
    }
    const key = bindingKeyOf(use);
    let verdict = verdicts.get(key);
    if (verdict === undefined && (await deadline.before(isOther(place))) === true) {
      verdict = "unrelated";
      verdicts.set(key, verdict);
    }
    if (verdict === undefined) {
      const mayAskBackend = questionCount < MAX_QUESTIONS;
      if (mayAskBackend) questionCount++;
      verdict = await judge(use, { renamed, rename, routes, request, mayAskBackend, isOfMember, containerNames });
      verdicts.set(key, verdict);
    }
    if (typeof verdict === "object") renamable.push({ place, name: use.name, why: verdict.why });
    else if (verdict === "certain") certain.push(place);
    else if (verdict === "possible") possible.push(place);
  }
  const count = shared.ofLibraries.length;
  return {
    ...{ renamable, certain, possible },
    ...(count > 0 ? { why: describeLibraryUses(count) } : {}),
    ...(shared.cut === undefined ? {} : { unexamined: shared.cut }),
  };
}

function describeLibraryUses(count: number): string {
  const uses = count === 1 ? "1 use means" : `${count} uses mean`;
  return `${uses} the renamed symbol or a declaration of a library, which can't be renamed`;
}

/** Whether a rename is in a language where a call in a template may mean several functions. */
async function mayBeInTemplates([first]: readonly RenamedRange[], { texts }: RenameRequest): Promise<boolean> {
  const file = first && (await texts.read(first.uri));
  return file !== undefined && factsOf(file.languageId).hasTemplates;
}

/** Returns the use at a place; undefined if its text can't be parsed or has no name there. */
async function readUse({ document: file, offset, use }: PossiblePlace, context: RequestContext) {
  const syntax = await context.syntax();
  const source = toSyntaxText(file, syntax, context.servers);
  const name = use ?? (await syntax.nameAt(source, offset).catch(() => undefined));
  return name && { file, languageId: source.languageId, name };
}

/**
 * Returns a key that is equal for uses of one import or declaration in a file. They share a
 * verdict, so the backend is asked once.
 */
function bindingKeyOf({ file: { uri }, name: { definitions, isMember, shorthand, from } }: LeftOutUse): string {
  const [definition] = isMember || shorthand !== undefined ? [] : definitions;
  return `${keyOfUri(uri)}:${(definition ?? { from }).from}`;
}

interface JudgeContext {
  readonly renamed: readonly RenamedRange[];
  readonly rename: CompletedRename;
  /** Undefined if no alias is kept. */
  readonly routes: AliasRoutes | undefined;
  readonly request: RenameRequest;
  readonly mayAskBackend: boolean;
  /** Whether a member of a type is renamed. */
  readonly isOfMember: boolean;
  /** The names of the symbols around its declaration, where they are known. */
  readonly containerNames: ReadonlySet<string> | undefined;
}

async function judge(use: LeftOutUse, judging: JudgeContext): Promise<Verdict> {
  const { renamed, rename, routes, request, mayAskBackend, isOfMember } = judging;
  const { backend, context } = request;
  const { file, name, languageId } = use;
  const named = { name, path: pathOfUri(file.uri), languageId };
  const routeFrom = async (places: readonly RenamedRange[]) => {
    for (const uri of new Set(places.map((each) => each.uri))) {
      const path = pathOfUri(uri);
      const route = path === undefined ? undefined : await importRouteOf(named, path, foldersOf(context.client.roots));
      if (route !== undefined) return route;
    }
    return undefined;
  };
  if (keepsName(use, rename.edits, backend.encoding)) return "unrelated";
  if (await routeFrom(rename.kept.map(({ place }) => place))) return "unrelated";
  if ((await routes?.routeOf(file, name.from, name)) === "alias") return "unrelated";
  const position = offsetToPosition(file.text, name.from, backend.encoding);
  const found = mayAskBackend ? await findDefinitions({ uri: file.uri, position }, backend, context) : undefined;
  // If the backend resolves an import to the import itself, it has not found the module.
  const isItself = (each: FilePosition) =>
    keyOfUri(each.uri) === keyOfUri(file.uri) &&
    (name.reach === "import" || positionToOffset(file.text, each.position, backend.encoding) === name.from);
  const definitions = found?.filter((each) => !isItself(each)) ?? [];
  const hits = definitions.filter((each) => isInRanges(each, renamed));
  if (hits.length > 0) {
    // The property that `{ x }` declares keeps its name where the edit is `x: new`.
    const keptProperties = name.isMember ? renamed.filter(({ newText }) => keepsProperty(newText, name.name)) : [];
    if (hits.every((each) => isInRanges(each, keptProperties))) return "unrelated";
    // It may be imported through an alias that remains.
    const isThroughAlias =
      name.reach === "import" && rename.kept.some((each) => !each.isPublic) && !(await routeFrom(renamed));
    if (isThroughAlias) return "possible";
    return hits.length === definitions.length ? { why: `${backend.name} resolves it to the renamed name` } : "certain";
  }
  const isDeclaredThere = found !== undefined && found.length > 0 && definitions.length === 0;
  if (isDeclaredThere && factsOf(file.languageId).hasPrototypes && (await declaresOther(use, judging)))
    return "unrelated";
  if (isRenamedConstructor(use, rename.edits, backend.encoding)) return { why: "the constructor of the renamed type" };
  if (isOfMember && isShorthandProperty(use)) return judgeProperty(use, definitions, judging);
  if (definitions.length > 0) return "unrelated";
  const route = await routeFrom(renamed);
  if (route !== undefined) return judgeImport(use, route, judging);
  if (renamed.some(({ uri }) => isOfSamePackage(named, pathOfUri(uri)))) return { why: "of the same package" };
  const isDeclaredHere = name.reach === "local" || name.reach === "member" || name.reach === "file";
  const own = rename.edits.get(keyOfUri(file.uri));
  if (!isDeclaredHere || own === undefined) return "possible";
  const stretches = own.edits.map(({ range }) => rangeToOffsets(file.text, range, backend.encoding));
  const isRenamed = [...name.definitions, ...name.occurrences].some(({ from }) =>
    stretches.some((each) => each.from <= from && from < each.to),
  );
  return isRenamed ? { why: "of the same declaration" } : "certain";
}

/**
 * Judges a use whose import leads to a renamed file. The member of a value that is imported from
 * there may be another one, and so may the argument of a call.
 */
function judgeImport(
  { name: { receiver, callee, import: own } }: LeftOutUse,
  route: ImportRoute,
  { isOfMember, containerNames }: JudgeContext,
): Verdict {
  const isOfCallee = own === undefined && receiver === undefined && callee !== undefined;
  if (isOfCallee && containerNames?.has(callee.name) === false) return "possible";
  const owners = [receiver?.type, receiver?.import?.original, receiver?.name];
  const isOfType = isOfMember && owners.some((each) => each !== undefined && containerNames?.has(each));
  if (route === "member of a value" && !isOfType) return "certain";
  return { why: "its import leads to the renamed file" };
}

/**
 * Whether a use declares a symbol of C or C++ with another qualified name than the renamed one:
 * `using A = detail::A` in a class. One with the same is declared again, or is an overload.
 */
async function declaresOther({ file, name }: LeftOutUse, { renamed, request }: JudgeContext): Promise<boolean> {
  const { backend, texts, context } = request;
  const nameAt = async (place: FilePosition) => (await describeDefinition(place, backend, texts, context)).name;
  const own = await nameAt({ uri: file.uri, position: offsetToPosition(file.text, name.from, backend.encoding) });
  if (own === undefined) return false;
  for (const { uri, range } of renamed) if ((await nameAt({ uri, position: range.start })) === own) return false;
  return true;
}

/**
 * Classifies the property in `{ x }`, whose definitions are not renamed. Servers know the variable
 * of that name. In an assignment, `({ x } = y)`, they do not always find the property.
 */
async function judgeProperty(
  use: LeftOutUse,
  definitions: readonly FilePosition[],
  { renamed, request }: JudgeContext,
): Promise<Verdict> {
  const { file, name } = use;
  const isVariable = (offset: number) => name.definitions.some(({ from }) => from === offset);
  const isOfVariable = ({ uri, position }: FilePosition) =>
    keyOfUri(uri) === keyOfUri(file.uri) && isVariable(positionToOffset(file.text, position, request.backend.encoding));
  if (name.shorthand === "literal" || !definitions.every(isOfVariable)) return "unrelated";
  if (isVariable(name.from)) return "possible";
  return (await isDeclaredElsewhere(use, isVariable, renamed, request)) ? "unrelated" : "certain";
}

/** Whether the text shows what the property is, beside the variable, and none of it is renamed. */
async function isDeclaredElsewhere(
  { file: document, name }: LeftOutUse,
  isVariable: (offset: number) => boolean,
  renamed: readonly RenamedRange[],
  { texts, backend, context }: RenameRequest,
): Promise<boolean> {
  const file = await codeFileOf(document, context);
  if (file === undefined) return false;
  const turns = await resolverOf(file.path, texts, context);
  const { entities } = await turns.take((resolver) => resolver.resolveAt(file, name.from));
  const properties = entities.filter(
    (each): each is DeclaredEntity =>
      each.kind === "symbol" && !(each.file.path === file.path && isVariable(each.from)),
  );
  const positionOf = ({ file, from }: DeclaredEntity) => ({
    uri: uriOfPath(file.path, context.client.roots.folders),
    position: offsetToPosition(documentOf(file), from, backend.encoding),
  });
  return properties.length > 0 && !properties.some((each) => isInRanges(positionOf(each), renamed));
}

/**
 * Whether the rename keeps the old name at the declaration that the use is bound to, with an edit
 * such as `{ new: old }` or `new as old`.
 */
function keepsName({ file, name }: LeftOutUse, edits: RenameEdits, encoding: PositionEncoding): boolean {
  if (name.isMember) return false;
  const own = edits.get(keyOfUri(file.uri))?.edits.filter(({ newText }) => keptName(newText) === name.name) ?? [];
  return own.some(({ range }) => {
    const { from, to } = rangeToOffsets(file.text, range, encoding);
    return name.definitions.some((definition) => from <= definition.from && definition.from < to);
  });
}

/**
 * Whether a use is the constructor of a type of C++ that the rename changes: the second `A` in
 * `using A<int>::A`. clangd does not rename it where `A` is a template.
 */
function isRenamedConstructor({ file, name }: LeftOutUse, edits: RenameEdits, encoding: PositionEncoding): boolean {
  if (!factsOf(file.languageId).hasConstructorPaths) return false;
  const before = file.text.slice(Math.max(0, name.from - MAX_QUALIFIER_LENGTH), name.from);
  const [, qualifier] = /\w(\s*(?:<[^;{}()]*>\s*)?::\s*(?:~\s*)?)$/.exec(before) ?? [];
  if (qualifier === undefined) return false;
  const to = name.from - qualifier.length;
  const own = edits.get(keyOfUri(file.uri))?.edits ?? [];
  return own.some(({ range }) => rangeToOffsets(file.text, range, encoding).to === to);
}

/** The maximum length of the template arguments in front of a constructor, in UTF-16 units. */
const MAX_QUALIFIER_LENGTH = 300;

/** Returns the alias in an edit's new text: `old` in `new: old` and `new as old`. */
function keptName(newText: string): string | undefined {
  return /(?::|\sas\s)\s*([^\s:]+)$/.exec(newText)?.[1];
}

/** Whether an edit's new text keeps the old name as that of a property: `old: new`. */
function keepsProperty(newText: string, oldName: string): boolean {
  return /^([^\s:]+)\s*:/.exec(newText)?.[1] === oldName;
}

/** Returns the starts of ranges as places. */
export async function placesOf(
  ranges: readonly RenamedRange[],
  { texts, backend }: RenameRequest,
): Promise<readonly PossiblePlace[]> {
  const places: PossiblePlace[] = [];
  for (const { uri, range } of ranges) {
    const document = await texts.read(uri);
    if (document) places.push({ document, offset: positionToOffset(document.text, range.start, backend.encoding) });
  }
  return places;
}
