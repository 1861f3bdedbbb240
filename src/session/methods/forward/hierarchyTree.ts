/**
 * `levels: "all"` of supertypes, subtypes and calls: all levels of a hierarchy, as a tree. Types
 * have the members that each shares with those on the way to it.
 */

import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  TypeHierarchyItem,
} from "vscode-languageserver-protocol";
import { ensureBackend } from "../../../ask/backend/backend.js";
import { Deadline, MAX_ANSWER_MS } from "../../../ask/deadline.js";
import type { LocateMethod } from "../../../ask/methodTable.js";
import { LocateError } from "../../../error.js";
import { factsOf } from "../../../languages/languages.js";
import { describeValue } from "../../../locate/errorText.js";
import { type SymbolNode, symbolKindOfName, symbolsNamedAt } from "../../../locate/symbols/symbolNode.js";
import { positionToOffset } from "../../../text/position.js";
import { fileKeyOf, pathInside, pathOfUri } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import { isSkippedFolder } from "../../../workspace/disk/skippedFolders.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { describeCutSearch, type Unconfirmed } from "../../completeness/unconfirmed.js";
import { foldersOf } from "../../documents/filePaths.js";
import { locateOfOffset } from "../../place/placeResult.js";
import { syntaxViewOf } from "../../place/syntaxView.js";
import type { RequestParams } from "../params.js";
import { askBackend, forwardToBackend } from "./forwardToBackend.js";

/** An item of an answer, or a call with its item. */
type HierarchyEntry = TypeHierarchyItem | CallHierarchyIncomingCall | CallHierarchyOutgoingCall;

/** An entry of an answer, and those of its next level. */
export type HierarchyTree<Entry extends HierarchyEntry = TypeHierarchyItem> = Entry & {
  /** Absent where it is repeated, and where it is not known. */
  readonly children?: readonly HierarchyTree<Entry>[];
  /** It has been listed before, with its next level. */
  readonly repeated?: true;
  /** Of a type: the names of members that a type on the way to it declares, too. */
  readonly overrides?: readonly string[];
};

/** Returns the symbol of an entry. */
export function itemOfEntry(entry: HierarchyEntry): TypeHierarchyItem | CallHierarchyItem {
  if ("from" in entry) return entry.from;
  return "to" in entry ? entry.to : entry;
}

const CONSTRUCTOR = symbolKindOfName("constructor");

/** The maximum number of symbols in a tree. */
const MAX_SYMBOLS = 2_000;

/** Nothing calls a file, a module or a package. */
const FILE_KINDS: ReadonlySet<number> = new Set(["file", "module", "package"].map(symbolKindOfName));

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

/** Answers as `forwardToBackend` does, with a tree; `hint` says why it may lack symbols. */
export async function hierarchyTree(
  name: string,
  row: LocateMethod,
  { levels: _levels, place: wantsPlace, ...params }: RequestParams,
  context: RequestContext,
): Promise<unknown> {
  const texts = createFileTexts(context);
  const deadline = Deadline.ofWork(MAX_ANSWER_MS, MAX_ANSWER_MS, context.limit);
  const seen = new Set<string>();
  const failed: string[] = [];
  const unconfirmed: Unconfirmed[] = [];
  let isCut = false;
  /** How many calls of library functions are left out, as another one is listed. */
  let repeatedCalls = 0;
  const request = async (locate: unknown) => {
    const answer = await askBackend<HierarchyAnswer>(name, { ...params, locate }, context);
    if (answer.unconfirmed) unconfirmed.push(answer.unconfirmed);
    return answer;
  };
  const folders = foldersOf(context.client.roots);
  const isCalls = row.provider === "callHierarchyProvider";
  const symbols = isCalls ? "functions" : "types";
  const grow = async (
    entries: readonly HierarchyEntry[],
    from: readonly string[],
  ): Promise<readonly HierarchyTree<HierarchyEntry>[]> => {
    const trees: HierarchyTree<HierarchyEntry>[] = [];
    for (const entry of entries) {
      const { uri, selectionRange, name: symbol, kind } = itemOfEntry(entry);
      // What libraries call is not part of the answer.
      const isLibrary = isCalls && !isOwnFile(uri, folders);
      const isEnd = isLibrary || (isCalls && FILE_KINDS.has(kind));
      const { line, character } = selectionRange.start;
      // Overloads of a library are listed once, where it can be said that others are left out.
      const key = `${fileKeyOf(uri)} ${isLibrary && wantsPlace === true ? symbol : `${line} ${character}`}`;
      if (isLibrary && wantsPlace === true && seen.has(key)) {
        repeatedCalls++;
        continue;
      }
      const members = isEnd ? { names: [] } : await membersAt(uri, selectionRange.start, texts, context);
      const overrides = isCalls ? [] : sharedNames(from, members.names);
      const tree = { ...entry, ...(overrides.length > 0 && { overrides }) };
      if (seen.has(key)) {
        trees.push(isEnd ? tree : { ...tree, repeated: true });
        continue;
      }
      isCut ||= seen.size >= MAX_SYMBOLS || deadline.isOver || context.token.isCancellationRequested;
      seen.add(key);
      if (isEnd) {
        trees.push({ ...tree, children: [] });
        continue;
      }
      if (!isCut && members.locate === undefined) failed.push(symbol);
      const below =
        isCut || members.locate === undefined
          ? undefined
          : await request(members.locate).catch(noteFailure(symbol, failed));
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
  const why = isCut
    ? cutReason(`${MAX_SYMBOLS} ${symbols}`, { isFull: seen.size >= MAX_SYMBOLS, deadline }, context)
    : undefined;
  const cut = [why, ...(failed.length > 0 ? [`these were not asked about: ${failed.join(", ")}`] : [])];
  const reasons = cut.filter((each) => each !== undefined);
  const repeated = `Further calls of the same functions of libraries are left out: ${repeatedCalls}.`;
  const hints = [first.hint, repeatedCalls > 0 ? repeated : undefined].filter((each) => each !== undefined);
  const more = reasons.length > 0 ? [`There may be more ${symbols}: ${reasons.join("; ")}.`] : [];
  const hint = [...hints, ...more].join(" ");
  return RawJson.object({
    ...first,
    result,
    ...(unconfirmed.length > 0 && { unconfirmed: joinUnconfirmed(unconfirmed) }),
    ...(hint !== "" && { hint }),
  });
}

interface HierarchyAnswer {
  readonly place: {
    readonly target: {
      readonly textDocument: { readonly uri: string };
      readonly position: TypeHierarchyItem["range"]["start"];
    };
  };
  readonly result: readonly HierarchyEntry[] | null;
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
function noteFailure(symbol: string, failed: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof LocateError)) throw error;
    failed.push(symbol);
  };
}

function cutReason(
  maximum: string,
  { isFull, deadline }: { readonly isFull: boolean; readonly deadline: Deadline },
  context: RequestContext,
): string {
  return isFull ? `it has more than ${maximum}` : describeCutSearch(deadline.secondsOf(MAX_ANSWER_MS), context);
}

/** Whether a file is of the workspace, outside of folders that hold what is installed or built. */
function isOwnFile(uri: string, folders: readonly string[]): boolean {
  const path = pathOfUri(uri);
  if (path === undefined) return false;
  const inside = folders.map((folder) => pathInside(folder, path)).find((each) => each !== undefined);
  if (inside === undefined) return false;
  const names = inside.split(/[\\/]/).slice(0, -1);
  return !names.some((name, index) => isSkippedFolder(name, names.slice(0, index + 1).join("/")));
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
