/**
 * The evidence of what a rename changes and keeps, by which the uses that it leaves out are
 * examined.
 */

import { documentOf } from "../../../../code/entities/codeFiles.js";
import type { DeclaredEntity } from "../../../../code/entities/entity.js";
import { importRouteOf, isOfSamePackage } from "../../../../code/uses/importRoute.js";
import type { Sign } from "../../../../code/uses/rules.js";
import { isShorthandProperty } from "../../../../code/uses/spelling.js";
import { factsOf } from "../../../../languages/languages.js";
import {
  offsetToPosition,
  type PositionEncoding,
  positionToOffset,
  rangeToOffsets,
} from "../../../../text/position.js";
import { fileKeyOf, keyOfUri, pathOfUri, uriOfPath } from "../../../../uri.js";
import { foldersOf } from "../../../documents/filePaths.js";
import { resolverOf } from "../../codeTexts.js";
import {
  createDefinitionSource,
  type FindDefinitions,
  isItself,
  limitQuestions,
  type PlaceCandidate,
  type PlaceSource,
  type Relation,
} from "../../definitions/examinePlaces.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import { describeDefinition } from "../../definitions/leftOutUses.js";
import type { FilePosition } from "../../enclosingSymbols.js";
import type { PossiblePlaces } from "../../searchRun.js";
import { createAliasRoutes } from "../aliases/aliasRoutes.js";
import type { CompletedRename } from "../aliases/renameAliases.js";
import { isInRanges, type RenamedRange, type RenameEdits, rangesOfRename } from "../renameEdits.js";
import type { RenameRequest } from "../renameRequest.js";

/** Makes the sources for a rename, in the order of what they tell. `left` is what it leaves out. */
export function createRenameSources(
  { memberName, containerNames }: Pick<PossiblePlaces, "memberName" | "containerNames">,
  rename: CompletedRename,
  request: RenameRequest,
): readonly PlaceSource[] {
  const { backend, texts, deadline, context } = request;
  const { encoding } = backend;
  const roots = foldersOf(context.client.roots);
  const renamed = rangesOfRename(rename.edits);
  const routes = rename.kept.length === 0 ? undefined : createAliasRoutes(rename.edits, rename.kept, request);
  const find: FindDefinitions = ({ document: { uri, text }, offset }) =>
    findDefinitions({ uri, position: offsetToPosition(text, offset, encoding) }, backend, context);
  const definitionsOf = limitQuestions(find, deadline, context);
  const routeFrom = async ({ file, use }: PlaceCandidate, places: readonly RenamedRange[]) => {
    for (const uri of new Set(places.map((each) => each.uri))) {
      const path = pathOfUri(uri);
      const named = { name: use, path: file.path, languageId: file.languageId };
      const route = path === undefined ? undefined : await importRouteOf(named, path, roots);
      if (route !== undefined) return route;
    }
    return undefined;
  };

  const relationOf = async (definition: FilePosition, candidate: PlaceCandidate): Promise<Relation> => {
    const { use } = candidate;
    if (!isInRanges(definition, renamed)) return "other";
    // It may be imported through an alias that remains.
    const mayBeAlias = use.reach === "import" && rename.kept.some((each) => !each.isPublic);
    if (mayBeAlias && !(await routeFrom(candidate, renamed))) return "perhaps";
    // The property that `{ x }` declares keeps its name where the edit is `x: new`.
    const keptProperties = use.isMember ? renamed.filter(({ newText }) => keepsProperty(newText, use.name)) : [];
    if (isInRanges(definition, keptProperties)) return "kept";
    const key = keyOfUri(definition.uri);
    return renamed.some(({ uri }) => keyOfUri(uri) === key) ? "own" : "linked";
  };

  /** Whether what a place declares has another qualified name: `using A = detail::A` in a class. */
  const declaresOther = async ({ document, use }: PlaceCandidate) => {
    const nameAt = async (place: FilePosition) => (await describeDefinition(place, backend, texts, context)).name;
    const own = await nameAt({ uri: document.uri, position: offsetToPosition(document.text, use.from, encoding) });
    if (own === undefined) return false;
    for (const { uri, range } of renamed) if ((await nameAt({ uri, position: range.start })) === own) return false;
    return true;
  };
  const comparison = { definitionsOf, encoding, relationOf, declaresOther, ignoresItself: true };

  /**
   * Finds what the property in `{ x }` is. Servers know the variable of that name. In an
   * assignment, `({ x } = y)`, they do not always find the property.
   */
  const findProperty = async (candidate: PlaceCandidate): Promise<readonly Sign[]> => {
    const { document, file, use } = candidate;
    if (memberName === undefined || !isShorthandProperty({ name: use, languageId: file.languageId })) return [];
    const found = (await definitionsOf({ document, offset: use.from })) ?? [];
    const definitions = found.filter((each) => !isItself(each, candidate, comparison));
    if (definitions.some((each) => isInRanges(each, renamed))) return [];
    const isVariable = (offset: number) => use.definitions.some(({ from }) => from === offset);
    const isOfVariable = ({ uri, position }: FilePosition) =>
      fileKeyOf(uri) === fileKeyOf(document.uri) && isVariable(positionToOffset(document.text, position, encoding));
    if (use.shorthand === "literal" || !definitions.every(isOfVariable)) return ["property of something else"];
    if (isVariable(use.from)) return ["property, perhaps"];
    return [
      (await isDeclaredElsewhere(candidate, isVariable, renamed, request)) ? "property of something else" : "property",
    ];
  };

  return [
    {
      isStrong: true,
      async find(candidate) {
        const { document, use } = candidate;
        const isKept =
          keepsName(candidate, rename.edits, encoding) ||
          (await routeFrom(
            candidate,
            rename.kept.map(({ place }) => place),
          )) !== undefined ||
          (await routes?.routeOf(document, use.from, use)) === "alias";
        return isKept ? ["keeps its name"] : [];
      },
    },
    { isStrong: true, find: findProperty },
    {
      isStrong: true,
      find: (each) => (isRenamedConstructor(each, rename.edits, encoding) ? ["constructor path"] : []),
    },
    { isStrong: true, find: (each) => (hasDependentReceiver(each) ? ["dependent type"] : []) },
    createDefinitionSource(comparison),
    {
      isStrong: true,
      async find(candidate) {
        const { file, use } = candidate;
        const route = await routeFrom(candidate, renamed);
        const { receiver, callee } = use;
        // The argument of a call may be another callable's parameter.
        const isOfCallee = use.import === undefined && receiver === undefined && callee !== undefined;
        if (route !== undefined && isOfCallee && containerNames?.has(callee.name) === false)
          return ["argument of another call"];
        const owners = [receiver?.type, receiver?.import?.original, receiver?.name];
        // The member of a value that is imported from there may be another one.
        const isOfType =
          memberName !== undefined && owners.some((each) => each !== undefined && containerNames?.has(each));
        if (route === "member of a value" && !isOfType) return ["member of an imported value"];
        if (route !== undefined) return ["imported"];
        const named = { name: use, path: file.path, languageId: file.languageId };
        return renamed.some(({ uri }) => isOfSamePackage(named, pathOfUri(uri))) ? ["same package"] : [];
      },
    },
    { isStrong: true, find: (candidate) => signsOfBinding(candidate, rename.edits, encoding) },
  ];
}

/** Whether a receiver is of a type parameter of C++: any type with such a member may be given. */
function hasDependentReceiver({ file: { languageId, text }, use: { from, receiver } }: PlaceCandidate): boolean {
  if (!factsOf(languageId).hasTemplates || receiver?.type === undefined) return false;
  const parameter = new RegExp(`\\btemplate\\s*<[^;{}]*\\b(?:typename|class)\\s+${receiver.type}\\b`);
  return parameter.test(text.slice(Math.max(0, from - MAX_TEMPLATE_LENGTH), from));
}

/** The maximum length of the code between the head of a template and a use in it. */
const MAX_TEMPLATE_LENGTH = 5_000;

/** Returns what a rename does to the declaration that a use is bound to in its file. */
function signsOfBinding(
  { document, use }: PlaceCandidate,
  edits: RenameEdits,
  encoding: PositionEncoding,
): readonly Sign[] {
  const isDeclaredHere = use.reach === "local" || use.reach === "member" || use.reach === "file";
  const own = edits.get(fileKeyOf(document.uri));
  if (!isDeclaredHere || own === undefined) return [];
  const stretches = own.edits.map(({ range }) => rangeToOffsets(document.text, range, encoding));
  const isRenamed = [...use.definitions, ...use.occurrences].some(({ from }) =>
    stretches.some((each) => each.from <= from && from < each.to),
  );
  return [isRenamed ? "declared with the target" : "declared beside the target"];
}

/** Whether the text shows what the property is, beside the variable, and none of it is renamed. */
async function isDeclaredElsewhere(
  { file, use }: PlaceCandidate,
  isVariable: (offset: number) => boolean,
  renamed: readonly RenamedRange[],
  { texts, backend, context }: RenameRequest,
): Promise<boolean> {
  const turns = await resolverOf(file.path, texts, context);
  const { entities } = await turns.take((resolver) => resolver.resolveAt(file, use.from));
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
function keepsName({ document, use }: PlaceCandidate, edits: RenameEdits, encoding: PositionEncoding): boolean {
  if (use.isMember) return false;
  const own = edits.get(fileKeyOf(document.uri))?.edits.filter(({ newText }) => keptName(newText) === use.name) ?? [];
  return own.some(({ range }) => {
    const { from, to } = rangeToOffsets(document.text, range, encoding);
    return use.definitions.some((definition) => from <= definition.from && definition.from < to);
  });
}

/**
 * Whether a use is the constructor of a type of C++ that the rename changes: the second `A` in
 * `using A<int>::A`. clangd does not rename it where `A` is a template.
 */
function isRenamedConstructor(
  { document, file, use }: PlaceCandidate,
  edits: RenameEdits,
  encoding: PositionEncoding,
): boolean {
  if (!factsOf(file.languageId).hasConstructorPaths) return false;
  const before = document.text.slice(Math.max(0, use.from - MAX_QUALIFIER_LENGTH), use.from);
  const [, qualifier] = /\w(\s*(?:<[^;{}()]*>\s*)?::\s*(?:~\s*)?)$/.exec(before) ?? [];
  if (qualifier === undefined) return false;
  const to = use.from - qualifier.length;
  const own = edits.get(fileKeyOf(document.uri))?.edits ?? [];
  return own.some(({ range }) => rangeToOffsets(document.text, range, encoding).to === to);
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
