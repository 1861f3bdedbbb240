/**
 * Finds the items in responses and requests that can be resolved later. The bytes are scanned once
 * and never parsed.
 */

import { keyEquals, type Span, skipSpace, valueEnd, walkArray, walkObject } from "../../wire/json.js";

/** Items of one kind are resolved by the same methods. */
export type ItemKind =
  | "completion"
  | "codeAction"
  | "codeLens"
  | "documentLink"
  | "inlayHint"
  | "workspaceSymbol"
  | "callHierarchy"
  | "typeHierarchy";

export interface FoundItems {
  /** The span of each item's `data`; without one, the empty span after the opening brace. */
  readonly items: Span[];
  /** The `data` that a completion list gives to items without their own. */
  defaultData: Span | undefined;
  /**
   * Whether the client merges those defaults with the items' own data (`applyKind`) instead of
   * taking one of the two.
   */
  mergesDefaults: boolean;
}

/**
 * Collects the items in the value at `from`. Returns the end of that value, or -1 if it has none.
 */
type ItemWalk = (json: Buffer, from: number, found: FoundItems) => number;

const OPEN = 0x7b;
const OPEN_ARRAY = 0x5b;
const QUOTE = 0x22;

/** An object whose `command` is a string is a `Command` and no item. Code actions may be either. */
const walkItem: ItemWalk = (json, from, found) => {
  if (json[from] !== OPEN) return valueEnd(json, from);
  let dataFrom = from + 1;
  let dataTo = from + 1;
  let isCommand = false;
  const end = walkObject(json, from, (keyFrom, keyTo, at) => {
    const to = valueEnd(json, at);
    if (keyEquals(json, keyFrom, keyTo, "data")) {
      dataFrom = at;
      dataTo = to;
    } else if (json[at] === QUOTE && keyEquals(json, keyFrom, keyTo, "command")) isCommand = true;
    return to;
  });
  if (!isCommand) found.items.push({ from: dataFrom, to: dataTo });
  return end;
};

function walkEach(walk: ItemWalk): ItemWalk {
  return (json, from, found) =>
    json[from] === OPEN_ARRAY ? walkArray(json, from, (at) => walk(json, at, found)) : valueEnd(json, from);
}

/** Walks one member of an object. Of a duplicate key the last one counts. */
function walkMember(name: string, walk: ItemWalk): ItemWalk {
  return (json, from, found) => {
    if (json[from] !== OPEN) return valueEnd(json, from);
    const before = found.items.length;
    return walkObject(json, from, (keyFrom, keyTo, at) => {
      if (!keyEquals(json, keyFrom, keyTo, name)) return valueEnd(json, at);
      found.items.length = before;
      return walk(json, at, found);
    });
  };
}

const walkItemArray = walkEach(walkItem);

const walkDefaults = walkMember("data", (json, from, found) => {
  const to = valueEnd(json, from);
  found.defaultData = { from, to };
  return to;
});

const MERGE = "2";

const walkApplyKind = walkMember("data", (json, from, found) => {
  const to = valueEnd(json, from);
  found.mergesDefaults = json.toString("latin1", from, to) === MERGE;
  return to;
});

/** Walks a `CompletionList`, with its members in any order, or an array. */
const walkCompletions: ItemWalk = (json, from, found) => {
  if (json[from] !== OPEN) return walkItemArray(json, from, found);
  const before = found.items.length;
  return walkObject(json, from, (keyFrom, keyTo, at) => {
    if (keyEquals(json, keyFrom, keyTo, "items")) {
      found.items.length = before;
      return walkItemArray(json, at, found);
    }
    if (keyEquals(json, keyFrom, keyTo, "itemDefaults")) return walkDefaults(json, at, found);
    if (keyEquals(json, keyFrom, keyTo, "applyKind")) return walkApplyKind(json, at, found);
    return valueEnd(json, at);
  });
};

interface ItemResponse {
  readonly kind: ItemKind;
  /** Finds the items in a result or a partial result. */
  readonly items: ItemWalk;
}

/** By the method of the request. */
export const itemResponses: ReadonlyMap<string, ItemResponse> = new Map<string, ItemResponse>([
  ["textDocument/completion", { kind: "completion", items: walkCompletions }],
  ["completionItem/resolve", { kind: "completion", items: walkItem }],
  ["textDocument/codeAction", { kind: "codeAction", items: walkItemArray }],
  ["codeAction/resolve", { kind: "codeAction", items: walkItem }],
  ["textDocument/codeLens", { kind: "codeLens", items: walkItemArray }],
  ["codeLens/resolve", { kind: "codeLens", items: walkItem }],
  ["textDocument/documentLink", { kind: "documentLink", items: walkItemArray }],
  ["documentLink/resolve", { kind: "documentLink", items: walkItem }],
  ["textDocument/inlayHint", { kind: "inlayHint", items: walkItemArray }],
  ["inlayHint/resolve", { kind: "inlayHint", items: walkItem }],
  ["workspace/symbol", { kind: "workspaceSymbol", items: walkItemArray }],
  ["workspaceSymbol/resolve", { kind: "workspaceSymbol", items: walkItem }],
  ["textDocument/prepareCallHierarchy", { kind: "callHierarchy", items: walkItemArray }],
  ["callHierarchy/incomingCalls", { kind: "callHierarchy", items: walkEach(walkMember("from", walkItem)) }],
  ["callHierarchy/outgoingCalls", { kind: "callHierarchy", items: walkEach(walkMember("to", walkItem)) }],
  ["textDocument/prepareTypeHierarchy", { kind: "typeHierarchy", items: walkItemArray }],
  ["typeHierarchy/supertypes", { kind: "typeHierarchy", items: walkItemArray }],
  ["typeHierarchy/subtypes", { kind: "typeHierarchy", items: walkItemArray }],
]);

/** Finds the items in a body's `result` or in a `$/progress`; `undefined` if the JSON is broken. */
export function findItems(body: Buffer, { items }: ItemResponse, part: "result" | "partial"): FoundItems | undefined {
  const found: FoundItems = { items: [], defaultData: undefined, mergesDefaults: false };
  const walk = part === "result" ? walkMember("result", items) : walkMember("params", walkMember("value", items));
  return walk(body, skipSpace(body, 0), found) < 0 ? undefined : found;
}

interface ItemRequest {
  readonly kind: ItemKind;
  /** The path of the item in the request. */
  readonly item: readonly string[];
}

const params: readonly string[] = ["params"];
const paramsItem: readonly string[] = ["params", "item"];

/** By the method of the request about an item. */
export const itemRequests: ReadonlyMap<string, ItemRequest> = new Map<string, ItemRequest>([
  ["completionItem/resolve", { kind: "completion", item: params }],
  ["codeAction/resolve", { kind: "codeAction", item: params }],
  ["codeLens/resolve", { kind: "codeLens", item: params }],
  ["documentLink/resolve", { kind: "documentLink", item: params }],
  ["inlayHint/resolve", { kind: "inlayHint", item: params }],
  ["workspaceSymbol/resolve", { kind: "workspaceSymbol", item: params }],
  ["callHierarchy/incomingCalls", { kind: "callHierarchy", item: paramsItem }],
  ["callHierarchy/outgoingCalls", { kind: "callHierarchy", item: paramsItem }],
  ["typeHierarchy/supertypes", { kind: "typeHierarchy", item: paramsItem }],
  ["typeHierarchy/subtypes", { kind: "typeHierarchy", item: paramsItem }],
]);
