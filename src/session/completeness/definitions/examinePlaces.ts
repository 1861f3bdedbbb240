/**
 * Examines possible uses by evidence, that of a server among it: syntax alone can't tell
 * `list.forEach()` of an array from that of another type.
 */

import type { Deadline } from "../../../ask/deadline.js";
import { classify, type Ruling } from "../../../code/uses/rules.js";
import type { Candidate, EvidenceSource } from "../../../code/uses/use.js";
import { examine } from "../../../code/uses/usesOf.js";
import { factsOf } from "../../../languages/languages.js";
import type { WordUse } from "../../../syntax/scopes/nameInfo.js";
import { appendAll, getOrInsert } from "../../../text/list.js";
import { type PositionEncoding, positionToOffset } from "../../../text/position.js";
import { fileKeyOf } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { DocumentVersion } from "../../place/syntaxView.js";
import { codeFileOf } from "../codeTexts.js";
import type { FilePosition } from "../enclosingSymbols.js";
import type { PossiblePlace } from "../searchRun.js";

/** A name with the text that it is in. */
export interface PlaceCandidate extends Candidate {
  readonly document: DocumentVersion;
}

export type PlaceSource = EvidenceSource<PlaceCandidate>;

export interface ExaminedPlace {
  readonly place: PossiblePlace;
  /** Undefined where the text can't be parsed, or has no name. */
  readonly name: WordUse | undefined;
  readonly ruling: Ruling;
}

/** The number of places that are examined at a time, so that the server has several questions. */
const PARALLEL_PLACES = 8;

/** Examines each place; the uses of one import or declaration in a file only once. */
export async function examinePlaces(
  places: readonly PossiblePlace[],
  sources: readonly PlaceSource[],
  context: RequestContext,
): Promise<readonly ExaminedPlace[]> {
  const rulings = new Map<string, Promise<Ruling>>();
  const examinePlace = async (place: PossiblePlace): Promise<ExaminedPlace> => {
    const candidate = await candidateAt(place, context);
    if (candidate === undefined) return { place, name: undefined, ruling: classify(new Set()) };
    const ruling = await getOrInsert(rulings, bindingKeyOf(candidate), () => examine(candidate, sources));
    return { place, name: candidate.use, ruling };
  };
  const examined: ExaminedPlace[] = [];
  for (let n = 0; n < places.length; n += PARALLEL_PLACES)
    appendAll(examined, await Promise.all(places.slice(n, n + PARALLEL_PLACES).map(examinePlace)));
  return examined;
}

async function candidateAt(
  { document, offset, use }: PossiblePlace,
  context: RequestContext,
): Promise<PlaceCandidate | undefined> {
  const file = await codeFileOf(document, context);
  if (file === undefined) return undefined;
  const syntax = await context.syntax();
  const name = use ?? (await syntax.nameAt(file, offset).catch(() => undefined));
  return name && { document, file, use: { role: "reference", ...name } };
}

/** Returns a key that is equal for the uses of one import or declaration in a file. */
function bindingKeyOf({ file, use }: PlaceCandidate): string {
  const isBound = !use.isMember && use.shorthand === undefined && use.subtype === undefined;
  const [definition] = isBound && !factsOf(file.languageId).hasPrototypes ? use.definitions : [];
  return definition ? `${fileKeyOf(file.uri)} ${definition.from}` : `${fileKeyOf(file.uri)}:${use.from}`;
}

/** Returns where the name at a place is declared; undefined if that is not known. */
export type FindDefinitions = (
  place: Pick<PossiblePlace, "document" | "offset">,
) => Promise<readonly FilePosition[] | undefined>;

/** The maximum number of requests for definitions; of further places nothing is known. */
const MAX_QUESTIONS = 200;

/** Limits questions about definitions in number and time; each is asked once. */
export function limitQuestions(find: FindDefinitions, deadline: Deadline, context: RequestContext): FindDefinitions {
  const answers = new Map<string, Promise<readonly FilePosition[] | undefined>>();
  return (place) =>
    getOrInsert(answers, `${fileKeyOf(place.document.uri)}:${place.offset}`, async () => {
      if (answers.size >= MAX_QUESTIONS || deadline.isOver || context.token.isCancellationRequested) return undefined;
      return deadline.before(find(place));
    });
}

/**
 * What a definition is to the target: one of its declarations, one in a file that a link leads to,
 * one that keeps its name, perhaps one, something else, or what a server names for want of anything
 * else.
 */
export type Relation = "own" | "linked" | "kept" | "perhaps" | "other" | "unclear";

export interface DefinitionComparison {
  readonly definitionsOf: FindDefinitions;
  readonly encoding: PositionEncoding;
  relationOf(definition: FilePosition, candidate: PlaceCandidate): Relation | Promise<Relation>;
  /** Whether what leads to itself may still be a use. Where prototypes are, it always may. */
  readonly ignoresItself?: boolean;
  /** Whether what a place declares is another symbol than the target. */
  readonly declaresOther?: (candidate: PlaceCandidate) => Promise<boolean>;
}

/** Makes the source that asks a server where places are declared. */
export function createDefinitionSource(comparison: DefinitionComparison): PlaceSource {
  const { definitionsOf, relationOf, declaresOther } = comparison;
  return {
    isStrong: true,
    async find(candidate) {
      const { document, use, file } = candidate;
      const found = await definitionsOf({ document, offset: use.from });
      const definitions = found ?? [];
      const others = definitions.filter((each) => !isItself(each, candidate, comparison));
      const isDeclared = definitions.length > 0 && others.length === 0 && factsOf(file.languageId).hasPrototypes;
      if (isDeclared && (await declaresOther?.(candidate))) return ["defined elsewhere"];
      const relations: Relation[] = [];
      for (const each of others) relations.push(await relationOf(each, candidate));
      if (found === undefined) return ["not asked"];
      // Where types are declared, a server that sees a project knows what each name is.
      if (definitions.length === 0) return factsOf(file.languageId).hasDeclaredTypes ? ["not defined"] : [];
      if (relations.length === 0) return [];
      if (relations.includes("perhaps")) return ["defined as the target, perhaps"];
      if (relations.every((each) => each === "kept")) return ["keeps its name"];
      const ownCount = relations.filter((each) => each === "own" || each === "linked" || each === "kept").length;
      if (ownCount === relations.length && relations.includes("linked")) return ["defined through a link"];
      if (ownCount > 0) return [ownCount === relations.length ? "defined as the target" : "defined as several"];
      return [relations.includes("other") ? "defined elsewhere" : "defined as the target, perhaps"];
    },
  };
}

/**
 * Whether a definition is the place itself: an import whose module the server has not found, or a
 * name that may be declared again.
 */
export function isItself(
  { uri, position }: FilePosition,
  { document, use, file }: PlaceCandidate,
  { encoding, ignoresItself = false }: Pick<DefinitionComparison, "encoding" | "ignoresItself">,
): boolean {
  if (fileKeyOf(uri) !== fileKeyOf(document.uri)) return false;
  if (use.reach === "import") return true;
  const counts = ignoresItself || factsOf(file.languageId).hasPrototypes;
  return counts && positionToOffset(document.text, position, encoding) === use.from;
}
