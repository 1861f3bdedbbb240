/**
 * Classifies the uses that a rename leaves out: those that mean the renamed symbol, those that
 * would certainly break, and those that may mean something else.
 */

import { type Sign, signs } from "../../../../code/uses/rules.js";
import { factsOf } from "../../../../languages/languages.js";
import type { NameInfo } from "../../../../syntax/scopes/nameInfo.js";
import { positionToOffset } from "../../../../text/position.js";
import { fileKeyOf } from "../../../../uri.js";
import { type ExaminedPlace, examinePlaces } from "../../definitions/examinePlaces.js";
import { createTextSources } from "../../definitions/textSources.js";
import type { PossiblePlace, PossiblePlaces } from "../../searchRun.js";
import type { CompletedRename } from "../aliases/renameAliases.js";
import { type RenamedRange, rangesOfRename } from "../renameEdits.js";
import { type RenameRequest, renameBudgets } from "../renameRequest.js";
import { findExportedNames, findQuotedKeys } from "./quotedNames.js";
import { createRenameSources } from "./renameEvidence.js";
import { findSharedUses, type SharedUses } from "./sharedUses.js";
import { findUnseenUses, noneUnseen } from "./unseenUses.js";

/** A use that means the renamed symbol, and is renamed by writing the new name there. */
export interface CertainUse {
  readonly place: PossiblePlace;
  /** Absent for a name that is quoted. */
  readonly name?: NameInfo;
  /** What shows it: a clause that follows the place. */
  readonly why: string;
  /** Whether it reaches the symbol's file through a link: to a server, that may be another file. */
  readonly isLinked?: boolean;
}

/** A use that may mean the renamed symbol: something points to it, and does not show it. */
export interface DoubtfulUse {
  readonly place: PossiblePlace;
  /** What points to it, as a clause. */
  readonly why: string;
  /** Whether the server reports what breaks there, if it has checked all. */
  readonly isReported?: boolean;
}

/** Uses that a rename leaves out, each list in the order of the search. */
export interface ClassifiedUses {
  /** Uses that mean the renamed symbol. */
  readonly renamable: readonly CertainUse[];
  /** Uses that would break, and that another name at that place would not mend. */
  readonly certain: readonly PossiblePlace[];
  readonly doubtful: readonly DoubtfulUse[];
  /** Uses of which nothing is known. */
  readonly possible: readonly PossiblePlace[];
  /** Uses that mean something else by the server's word alone. */
  readonly excludedByServer?: readonly PossiblePlace[];
  /** Why some of the certain ones would break. */
  readonly why?: string;
  /** What was not examined, though all files were searched. */
  readonly unexamined?: string;
}

/** What shows that a use means the renamed symbol, in the words of a rename. */
const clauses: Partial<Record<Sign, string>> = {
  imported: "its import leads to the renamed file",
  "same package": "of the same package",
  "declared with the target": "of the same declaration",
  "constructor path": "the constructor of the renamed type",
  resolved: "the server does not see its file, and types in the text lead to the renamed name",
};

/** Evidence of a use that would break and can't be renamed where it is. */
const breaking: ReadonlySet<Sign> = new Set([
  "defined as several",
  "property",
  "member of an imported value",
  "declared beside the target",
]);

/**
 * Returns the given places as certain or possible uses. Drops those that mean something else, and
 * those that keep working because a public alias keeps the old name.
 */
export async function classifyUses(
  left: PossiblePlaces,
  rename: CompletedRename,
  request: RenameRequest,
): Promise<ClassifiedUses> {
  const { places, word, memberName, isOfFileAlone } = left;
  const { backend, texts, context } = request;
  const isOfMember = memberName !== undefined;
  const renamed = rangesOfRename(rename.edits);
  const isShared = isOfMember || (await mayBeInTemplates(renamed, request));
  const nothing: SharedUses = { declarations: [], ofLibraries: [] };
  const shared = isShared ? await findSharedUses(rename, request) : nothing;
  const quoted = isOfMember ? await findQuotedKeys(renamed, memberName, request) : [];
  const deadline = request.deadline.within(renameBudgets.uses);
  const unclear = await placesOf(rename.unclear, request);
  const keyOfPlace = ({ document: { uri }, offset }: PossiblePlace) => `${fileKeyOf(uri)}:${offset}`;
  const unclearKeys = new Set(unclear.map(keyOfPlace));
  const exported = isOfMember || word === undefined ? [] : await findExportedNames(renamed, word, request);
  const unseen = isOfFileAlone ? noneUnseen : await findUnseenUses(renamed, { word, isOfMember }, request);
  const own = { places: renamed.map(({ uri, range }) => ({ uri, position: range.start })), texts, deadline };
  const { elsewhere, unseen: ofText } = createTextSources({ ...own, encoding: backend.encoding }, context);
  const sources = [elsewhere, ...createRenameSources(left, rename, { ...request, deadline }), ofText];
  const wanted = places.filter((each) => !unclearKeys.has(keyOfPlace(each)));
  const examined = await examinePlaces(wanted, sources, context);
  const isBreaking = ({ ruling }: ExaminedPlace) => ruling.why.some((sign) => breaking.has(sign));
  const isDoubtful = (each: ExaminedPlace) => each.ruling.class === "possible" && !isBreaking(each);
  const isPossible = ({ ruling }: ExaminedPlace) => ruling.class !== "shown" && ruling.class !== "excluded";
  const whyOf = ([sign]: readonly Sign[]) =>
    (sign && clauses[sign]) ?? `${backend.name} resolves it to the renamed name`;
  const count = shared.ofLibraries.length;
  return {
    renamable: [
      ...unseen.twins.map((place) => ({ place, why: "declared again for another build" })),
      ...(unseen.isOnly ? unseen.macros : []).map((place) => ({ place, why: "the body of a macro" })),
      ...quoted.map((place) => ({ place, why: "a key of the type that has it" })),
      ...exported.map((place) => ({ place, why: "the list of what its module exports" })),
      ...examined
        .filter(({ ruling }) => ruling.class === "shown")
        .map(({ place, name, ruling }) => ({
          place,
          ...(name && { name }),
          why: whyOf(ruling.why),
          isLinked: ruling.why.includes("defined through a link"),
        })),
    ],
    certain: [
      ...[...shared.ofLibraries, ...shared.declarations, ...unclear],
      ...examined.filter((each) => isPossible(each) && isBreaking(each)).map(({ place }) => place),
    ],
    doubtful: [
      ...(unseen.isOnly ? [] : unseen.macros).map((place) => ({ place, why: signs["macro body"] })),
      ...examined.filter(isDoubtful).map(({ place, ruling }) => ({
        place,
        why: describeSigns(ruling.why),
        isReported: factsOf(place.document.languageId).hasDeclaredTypes && !ruling.why.some((sign) => blind.has(sign)),
      })),
    ],
    possible: examined
      .filter((each) => isPossible(each) && !isBreaking(each) && !isDoubtful(each))
      .map(({ place }) => place),
    excludedByServer: examined
      .filter(({ ruling }) => ruling.class === "excluded" && ruling.why.some((sign) => byServer.has(sign)))
      .map(({ place }) => place),
    ...(count > 0 ? { why: describeLibraryUses(count) } : {}),
    ...(shared.cut === undefined ? {} : { unexamined: shared.cut }),
  };
}

/** What a server says, which it only knows of files that it sees. */
const byServer: ReadonlySet<Sign> = new Set(["defined elsewhere", "declared apart"]);

/** Evidence that a server does not see a file. */
const blind: ReadonlySet<Sign> = new Set(["not defined", "not asked"]);

function describeSigns(why: readonly Sign[]): string {
  return why.map((sign) => signs[sign]).join(", and ");
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
