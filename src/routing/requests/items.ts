/** Where in an answer, and in a question, the items stand that a backend can be asked about further. Their bytes are gone through once, and never parsed. */

import { keyEquals, type Span, skipSpace, valueEnd, walkArray, walkObject } from "../../wire/json.js";

/** Items of one kind can be asked about by the same methods. */
export type Kind =
  | "completion"
  | "codeAction"
  | "codeLens"
  | "documentLink"
  | "inlayHint"
  | "workspaceSymbol"
  | "callHierarchy"
  | "typeHierarchy";

export interface Found {
  /** Each item's `data`; where it has none, the empty span right behind its brace. */
  readonly items: Span[];
  /** The `data` that a completion list gives to all items without their own. */
  defaults: Span | undefined;
  /** Whether the client puts those defaults together with the items' own data (`applyKind`), instead of taking one of the two. */
  merged: boolean;
}

/** Notes the items in the value at `from`; returns where that value ends, -1 where it doesn't. */
type Walk = (json: Buffer, from: number, found: Found) => number;

const OPEN = 0x7b;
const OPEN_ARRAY = 0x5b;
const QUOTE = 0x22;

/** What has a command's name is a `Command` and no item: actions may be either. */
const item: Walk = (json, from, found) => {
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

function each(walk: Walk): Walk {
  return (json, from, found) =>
    json[from] === OPEN_ARRAY ? walkArray(json, from, (at) => walk(json, at, found)) : valueEnd(json, from);
}

/** One member of an object. Of a key given twice the last counts. */
function within(name: string, walk: Walk): Walk {
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

const array = each(item);

const defaults = within("data", (json, from, found) => {
  const to = valueEnd(json, from);
  found.defaults = { from, to };
  return to;
});

const MERGE = "2";

const applyKind = within("data", (json, from, found) => {
  const to = valueEnd(json, from);
  found.merged = json.toString("latin1", from, to) === MERGE;
  return to;
});

/** A `CompletionList`, whose members may come in any order, or an array. */
const completions: Walk = (json, from, found) => {
  if (json[from] !== OPEN) return array(json, from, found);
  const before = found.items.length;
  return walkObject(json, from, (keyFrom, keyTo, at) => {
    if (keyEquals(json, keyFrom, keyTo, "items")) {
      found.items.length = before;
      return array(json, at, found);
    }
    if (keyEquals(json, keyFrom, keyTo, "itemDefaults")) return defaults(json, at, found);
    if (keyEquals(json, keyFrom, keyTo, "applyKind")) return applyKind(json, at, found);
    return valueEnd(json, at);
  });
};

interface Answer {
  readonly kind: Kind;
  /** The items in the value that a `result`, or a partial one, is. */
  readonly items: Walk;
}

/** By the method of the request that is answered. */
export const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ["textDocument/completion", { kind: "completion", items: completions }],
  ["completionItem/resolve", { kind: "completion", items: item }],
  ["textDocument/codeAction", { kind: "codeAction", items: array }],
  ["codeAction/resolve", { kind: "codeAction", items: item }],
  ["textDocument/codeLens", { kind: "codeLens", items: array }],
  ["codeLens/resolve", { kind: "codeLens", items: item }],
  ["textDocument/documentLink", { kind: "documentLink", items: array }],
  ["documentLink/resolve", { kind: "documentLink", items: item }],
  ["textDocument/inlayHint", { kind: "inlayHint", items: array }],
  ["inlayHint/resolve", { kind: "inlayHint", items: item }],
  ["workspace/symbol", { kind: "workspaceSymbol", items: array }],
  ["workspaceSymbol/resolve", { kind: "workspaceSymbol", items: item }],
  ["textDocument/prepareCallHierarchy", { kind: "callHierarchy", items: array }],
  ["callHierarchy/incomingCalls", { kind: "callHierarchy", items: each(within("from", item)) }],
  ["callHierarchy/outgoingCalls", { kind: "callHierarchy", items: each(within("to", item)) }],
  ["textDocument/prepareTypeHierarchy", { kind: "typeHierarchy", items: array }],
  ["typeHierarchy/supertypes", { kind: "typeHierarchy", items: array }],
  ["typeHierarchy/subtypes", { kind: "typeHierarchy", items: array }],
]);

/** The items in a body's `result`, or in a `$/progress`; undefined where the body is broken. */
export function itemsIn(body: Buffer, { items }: Answer, part: "result" | "partial"): Found | undefined {
  const found: Found = { items: [], defaults: undefined, merged: false };
  const walk = part === "result" ? within("result", items) : within("params", within("value", items));
  return walk(body, skipSpace(body, 0), found) < 0 ? undefined : found;
}

interface Question {
  readonly kind: Kind;
  /** Where the item stands in the request. */
  readonly item: readonly string[];
}

const params: readonly string[] = ["params"];
const paramsItem: readonly string[] = ["params", "item"];

/** By the method of the request about an item. */
export const questions: ReadonlyMap<string, Question> = new Map<string, Question>([
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
