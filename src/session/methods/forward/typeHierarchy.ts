/**
 * `levels: "all"` of supertypes and subtypes: all types above or below a type, as a tree, with the
 * members that each shares with those on the way to it.
 */

import type { TypeHierarchyItem } from "vscode-languageserver-protocol";
import { ensureBackend } from "../../../ask/backend/backend.js";
import { Deadline, MAX_ANSWER_MS } from "../../../ask/deadline.js";
import type { LocateMethod } from "../../../ask/policy.js";
import { LocateError } from "../../../error.js";
import { factsOf } from "../../../languages/languages.js";
import { describeValue } from "../../../locate/errorText.js";
import { type SymbolNode, symbolKindOfName, symbolsNamedAt } from "../../../locate/symbols/symbolNode.js";
import { positionToOffset } from "../../../text/position.js";
import { fileKeyOf } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { describeCutSearch, type Unconfirmed } from "../../completeness/unconfirmed.js";
import { locateOfOffset } from "../../place/placeResult.js";
import { syntaxViewOf } from "../../place/syntaxView.js";
import type { RequestParams } from "../params.js";
import { askBackend, forwardToBackend } from "./forwardToBackend.js";

/** A type, and those above or below it. */
export interface TypeTree extends TypeHierarchyItem {
  /** Absent where it is repeated, and where it is not known. */
  readonly children?: readonly TypeTree[];
  /** It has been listed before, with what is above or below it. */
  readonly repeated?: true;
  /** The names of members that a type on the way to it declares, too. */
  readonly overrides?: readonly string[];
}

const CONSTRUCTOR = symbolKindOfName("constructor");

/** The maximum number of types in a tree. */
const MAX_TYPES = 2_000;

/** Whether a request is for a tree. Errors: `invalid_locate`. */
export function wantsAllLevels({ hasLevels }: LocateMethod, { levels }: RequestParams): boolean {
  if (!hasLevels || levels === undefined || levels === null) return false;
  if (levels === "all") return true;
  throw new LocateError(
    "invalid_locate",
    `levels is ${describeValue(levels)}. Write "all" for all levels, or leave it out for the next one.`,
    { field: "levels", expected: "all" },
  );
}

/** Answers as `forwardToBackend` does, with a tree; `hint` says why it may lack types. */
export async function typeTree(
  name: string,
  row: LocateMethod,
  { levels: _levels, place: wantsPlace, ...params }: RequestParams,
  context: RequestContext,
): Promise<unknown> {
  const texts = createFileTexts(context);
  const deadline = Deadline.ofWork(MAX_ANSWER_MS);
  const seen = new Set<string>();
  const failed: string[] = [];
  const unconfirmed: Unconfirmed[] = [];
  let isCut = false;
  const request = async (locate: unknown) => {
    const answer = await askBackend<HierarchyAnswer>(name, { ...params, locate }, context);
    if (answer.unconfirmed) unconfirmed.push(answer.unconfirmed);
    return answer;
  };
  const grow = async (items: readonly TypeHierarchyItem[], from: readonly string[]): Promise<readonly TypeTree[]> => {
    const trees: TypeTree[] = [];
    for (const item of items) {
      const { uri, selectionRange, name: typeName } = item;
      const key = `${fileKeyOf(uri)} ${selectionRange.start.line} ${selectionRange.start.character}`;
      const members = await membersAt(uri, selectionRange.start, texts, context);
      const overrides = sharedNames(from, members.names);
      const tree = { ...item, ...(overrides.length > 0 && { overrides }) };
      if (seen.has(key)) {
        trees.push({ ...tree, repeated: true });
        continue;
      }
      isCut ||= seen.size >= MAX_TYPES || deadline.isOver || context.token.isCancellationRequested;
      seen.add(key);
      if (!isCut && members.locate === undefined) failed.push(typeName);
      const below =
        isCut || members.locate === undefined
          ? undefined
          : await request(members.locate).catch(noteFailure(typeName, failed));
      const children = below && (await grow(below.result ?? [], [...from, ...members.names]));
      trees.push({ ...tree, ...(children && { children }) });
    }
    return trees;
  };
  const first = await request(params["locate"]);
  // A client that can't see how it was answered gets the refusal instead.
  if (wantsPlace !== true && first.by !== undefined) return forwardToBackend(name, row, params, context);
  const { textDocument, position } = first.place.target;
  const root = await membersAt(textDocument.uri, position, texts, context);
  const result = await grow(first.result ?? [], root.names);
  if (wantsPlace !== true) return result;
  const why = isCut ? cutReason(seen.size, deadline, context) : undefined;
  const cut = [why, ...(failed.length > 0 ? [`these were not asked about: ${failed.join(", ")}`] : [])];
  const reasons = cut.filter((each) => each !== undefined);
  const hints = first.hint === undefined ? [] : [first.hint];
  return RawJson.object({
    ...first,
    result,
    ...(unconfirmed.length > 0 && { unconfirmed: joinUnconfirmed(unconfirmed) }),
    ...(reasons.length > 0 && { hint: [...hints, `There may be more types: ${reasons.join("; ")}.`].join(" ") }),
  });
}

interface HierarchyAnswer {
  readonly place: {
    readonly target: {
      readonly textDocument: { readonly uri: string };
      readonly position: TypeHierarchyItem["range"]["start"];
    };
  };
  readonly result: readonly TypeHierarchyItem[] | null;
  readonly unconfirmed?: Unconfirmed;
  readonly hint?: string;
  /** How it was answered, where the server does not have the method. */
  readonly by?: "syntax";
}

interface TypeAt {
  /** Absent for a type whose text can't be read. */
  readonly locate?: object;
  readonly names: readonly string[];
}

/** Returns the members of the type whose name is at a position, and a Locate of it. */
async function membersAt(
  uri: string,
  position: TypeHierarchyItem["range"]["start"],
  texts: FileTexts,
  context: RequestContext,
): Promise<TypeAt> {
  const file = await texts.read(uri);
  if (file === undefined) return { names: [] };
  const { encoding } = await ensureBackend(file, context.backends);
  const offset = positionToOffset(file.text, position, encoding);
  const locate = locateOfOffset(file, offset, context);
  const view = await syntaxViewOf(file, context);
  const members = symbolsNamedAt(view?.symbols ?? [], offset).at(-1)?.children ?? [];
  const { constructorName } = factsOf(file.languageId);
  const isConstructor = ({ name, kind }: SymbolNode) => kind === CONSTRUCTOR || constructorName?.test(name) === true;
  return { locate, names: members.filter((each) => !isConstructor(each)).map(({ name }) => name) };
}

function sharedNames(one: readonly string[], other: readonly string[]): readonly string[] {
  const names = new Set(one);
  return [...new Set(other)].filter((name) => names.has(name));
}

/** A type outside of what may be read has no types below it that are known. */
function noteFailure(typeName: string, failed: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof LocateError)) throw error;
    failed.push(typeName);
  };
}

function cutReason(count: number, deadline: Deadline, context: RequestContext): string {
  if (count >= MAX_TYPES) return `it has more than ${MAX_TYPES} types`;
  return describeCutSearch(deadline.secondsOf(MAX_ANSWER_MS), context);
}

/** The maximum number of places that are listed. */
const MAX_PLACES = 50;

function joinUnconfirmed(all: readonly Unconfirmed[]): Unconfirmed {
  const [first] = all as [Unconfirmed];
  const places = all.flatMap((each) => each.places);
  const isCut = all.some(({ more }) => more);
  const why = all.find((each) => each.why !== undefined)?.why;
  return {
    ...first,
    count: all.reduce((sum, { count }) => sum + count, 0),
    places: places.slice(0, MAX_PLACES),
    ...(isCut && { more: true }),
    ...(why !== undefined && { why }),
  };
}
