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
import { type SymbolNode, symbolKindOfName } from "../../../locate/symbols/symbolNode.js";
import { offsetToPosition, positionToOffset } from "../../../text/position.js";
import { fileKeyOf } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { describeCutSearch, type Unconfirmed } from "../../completeness/unconfirmed.js";
import { displayPath } from "../../documents/filePaths.js";
import { syntaxViewOf } from "../../place/syntaxView.js";
import type { RequestParams } from "../params.js";
import { forwardToBackend } from "./forwardToBackend.js";

/** A type, and those above or below it. */
export interface TypeTree extends TypeHierarchyItem {
  /** Absent where it has been listed before, and where it was not asked for. */
  readonly children?: readonly TypeTree[];
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
    const answer = await forwardToBackend(name, row, { ...params, locate, place: true }, context);
    const parsed = (answer instanceof RawJson ? answer.parse() : answer) as HierarchyAnswer;
    if (parsed.unconfirmed) unconfirmed.push(parsed.unconfirmed);
    return parsed;
  };
  const grow = async (items: readonly TypeHierarchyItem[], from: readonly string[]): Promise<readonly TypeTree[]> => {
    const trees: TypeTree[] = [];
    for (const item of items) {
      const { uri, selectionRange, name: typeName } = item;
      const key = `${fileKeyOf(uri)} ${selectionRange.start.line} ${selectionRange.start.character}`;
      const members = await membersAt(uri, selectionRange.start, texts, context);
      const overrides = sharedNames(from, members.names);
      const tree = { ...item, ...(overrides.length > 0 && { overrides }) };
      isCut ||= seen.size >= MAX_TYPES || deadline.isOver || context.token.isCancellationRequested;
      if (seen.has(key) || isCut) {
        trees.push(tree);
        continue;
      }
      seen.add(key);
      const below = members.locate && (await request(members.locate).catch(noteFailure(typeName, failed)));
      const children = below ? await grow(below.result ?? [], [...from, ...members.names]) : [];
      trees.push({ ...tree, children });
    }
    return trees;
  };
  const first = await request(params["locate"]);
  const { textDocument, position } = first.place.target;
  const root = await membersAt(textDocument.uri, position, texts, context);
  const result = await grow(first.result ?? [], root.names);
  if (wantsPlace !== true) return result;
  const why = isCut ? cutReason(seen.size, deadline, context) : undefined;
  const cut = [why, ...(failed.length > 0 ? [`these were not asked about: ${failed.join(", ")}`] : [])];
  const reasons = cut.filter((each) => each !== undefined);
  return RawJson.object({
    ...first,
    result,
    ...(unconfirmed.length > 0 && { unconfirmed: joinUnconfirmed(unconfirmed) }),
    ...(reasons.length > 0 && { hint: `There may be more types: ${reasons.join("; ")}.` }),
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
  const { line, character } = offsetToPosition(file.text, offset, "utf-16");
  const locate = {
    file_path: displayPath(uri, context.client.roots),
    scope: { line: line + 1, character: character + 1 },
  };
  const view = await syntaxViewOf(file, context);
  const members = (view && findByName(offset, view.symbols)?.children) ?? [];
  const { constructorName } = factsOf(file.languageId);
  const isConstructor = ({ name, kind }: SymbolNode) => kind === CONSTRUCTOR || constructorName?.test(name) === true;
  return { locate, names: members.filter((each) => !isConstructor(each)).map(({ name }) => name) };
}

function findByName(offset: number, symbols: readonly SymbolNode[]): SymbolNode | undefined {
  for (const symbol of symbols) {
    if (symbol.nameFrom <= offset && offset < symbol.nameTo) return symbol;
    const inner = symbol.from <= offset && offset < symbol.to ? findByName(offset, symbol.children) : undefined;
    if (inner) return inner;
  }
  return undefined;
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
