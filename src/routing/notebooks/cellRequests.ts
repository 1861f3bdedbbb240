/**
 * Requests about a notebook, which its server gets about cells: one about a place is one request
 * with the client's id, others are one for each cell, whose answers become one.
 */

import { isObject } from "../../backend/isObject.js";
import { codes } from "../../error.js";
import type { Range } from "../../text/position.js";
import { frameOf } from "../../wire/frames.js";
import { buildCancel, buildError, buildRequest, buildResult, type ErrorObject } from "../../wire/messages.js";
import { cellsOfParams, toCell, toScript, UnusableAnswer } from "./cellMessages.js";
import type { SyncedCell, SyncedNotebook, SyncedNotebooks } from "./syncedNotebooks.js";

interface CellRequestsHost {
  readonly notebooks: SyncedNotebooks;
  toServer(frame: Buffer): void;
  toClient(frame: Buffer): void;
}

type Params = Readonly<Record<string, unknown>>;

interface Response {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A request of the client that waits for answers of the server. */
interface CellRequest {
  readonly id: string;
  readonly method: string;
  /** By the id that the server has. */
  readonly parts: ReadonlyMap<string, SyncedCell>;
  readonly responses: Map<string, Response>;
}

/** Items that a client may send back have the cell that they are of beside the server's data. */
const CELL_OF_ITEM = "lsp-locate.cell";
/** The requests whose items can be resolved. */
const resolvable: ReadonlySet<string> = new Set([
  "textDocument/completion",
  "textDocument/codeAction",
  "textDocument/codeLens",
  "textDocument/documentLink",
  "textDocument/inlayHint",
]);

export class CellRequests {
  readonly #host: CellRequestsHost;
  /** By each id that the server has. */
  readonly #waiting = new Map<string, CellRequest>();
  #count = 0;

  constructor(host: CellRequestsHost) {
    this.#host = host;
  }

  /** Whether none waits for an answer. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Sends a request about a notebook. */
  ask(id: string, method: string, params: Params, notebook: SyncedNotebook): void {
    const { partialResultToken: _, previousResultId: __, ...own } = params;
    const isDelta = method === "textDocument/semanticTokens/full/delta";
    const asked = isDelta ? "textDocument/semanticTokens/full" : method;
    const found = cellsOfParams(notebook, own);
    const cells = isObject(own.position) || isObject(own.item) ? found.slice(0, 1) : found;
    const [only] = cells;
    const parts = new Map(cells.map((cell) => [cells.length === 1 ? id : `"lsp-locate-cell:${++this.#count}"`, cell]));
    const request: CellRequest = { id, method: asked, parts, responses: new Map() };
    if (only === undefined) {
      this.#respond(request);
      return;
    }
    for (const [part, cell] of parts) {
      this.#waiting.set(part, request);
      this.#host.toServer(frameOf(buildRequest(part, asked, toCell(own, cell))));
    }
  }

  /** Sends a request to resolve an item of a cell. Returns false where it is of none. */
  askToResolve(id: string, method: string, item: Params): boolean {
    const { data } = item;
    const uri = isObject(data) ? data[CELL_OF_ITEM] : undefined;
    if (!isObject(data) || typeof uri !== "string") return false;
    const cell = this.#host.notebooks.cellOf(uri);
    const own = { ...(cell ? (toCell(item, cell) as Params) : item), data: data.data };
    if (cell) this.#waiting.set(id, { id, method, parts: new Map([[id, cell]]), responses: new Map() });
    this.#host.toServer(frameOf(buildRequest(id, method, own)));
    return true;
  }

  /** Whether the server's response to this id is one of these. */
  expects(id: string): boolean {
    return this.#waiting.has(id);
  }

  take(id: string, response: Response): void {
    const request = this.#waiting.get(id);
    if (request === undefined) return;
    this.#waiting.delete(id);
    request.responses.set(id, response);
    if (request.responses.size === request.parts.size) this.#respond(request);
  }

  /** Cancels the requests that one of the client has become. Returns false if there are none. */
  cancel(id: string): boolean {
    const parts = [...this.#waiting].filter(([part, request]) => request.id === id && part !== id);
    for (const [part] of parts) this.#host.toServer(frameOf(buildCancel(part)));
    return parts.length > 0;
  }

  #respond({ id, method, parts, responses }: CellRequest): void {
    const { toClient, notebooks } = this.#host;
    const failed = [...responses.values()].find(({ error }) => error !== undefined);
    if (failed) {
      toClient(frameOf(buildError(id, failed.error as ErrorObject)));
      return;
    }
    try {
      const answers = new Set([...responses.values()].map(({ result }) => JSON.stringify(result)));
      const isOfAll = method === "textDocument/documentSymbol" && parts.size > 1 && answers.size === 1;
      const results = [...parts].map(([part, cell]) => {
        const { result: answer } = responses.get(part) ?? {};
        const result = isOfAll ? symbolsIn(answer, cell) : answer;
        const mapped = method.startsWith("textDocument/semanticTokens/")
          ? withLine(result, cell.from.line)
          : toScript(result, cell, notebooks);
        return resolvable.has(method) ? withCell(mapped, cell) : mapped;
      });
      toClient(frameOf(buildResult(id, mergeResults(method, results))));
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error;
      toClient(frameOf(buildError(id, { code: codes.requestFailed, message: error.message })));
    }
  }
}

/**
 * Returns the symbols that are in a cell, of those that a server lists whichever cell it is asked
 * about, each with the range that it has in its own.
 */
function symbolsIn(symbols: unknown, { text }: SyncedCell): unknown {
  if (!Array.isArray(symbols)) return symbols;
  const lines = text.split("\n");
  return symbols.filter((symbol: unknown) => {
    if (!isObject(symbol) || !isObject(symbol.selectionRange)) return true;
    const { start } = symbol.selectionRange as unknown as Range;
    return lines[start.line]?.includes(String(symbol.name)) === true;
  });
}

/** Returns one answer about a notebook in place of those about its cells. */
function mergeResults(method: string, results: readonly unknown[]): unknown {
  if (method === "textDocument/diagnostic")
    return {
      kind: "full",
      items: results.flatMap((each) => (isObject(each) && Array.isArray(each.items) ? each.items : [])),
    };
  const [first, ...others] = results.filter((each) => each !== null && each !== undefined);
  if (others.length === 0) return first ?? null;
  if (method.startsWith("textDocument/semanticTokens/")) return { data: mergeTokens([first, ...others]) };
  // A server may answer about all cells whichever it is asked about.
  const items = new Map([first, ...others].flat().map((each) => [JSON.stringify(each), each]));
  return [...items.values()];
}

/** Numbers of one token; the first is how many lines it is after the one before. */
const TOKEN_LENGTH = 5;

/** Returns tokens that begin at a line. */
function withLine(result: unknown, line: number): unknown {
  if (!isObject(result) || !Array.isArray(result.data) || result.data.length === 0) return null;
  const [first = 0, ...rest] = result.data as readonly number[];
  return { data: [first + line, ...rest] };
}

/** Returns the tokens of several cells, each counted from the first line, as one list. */
function mergeTokens(results: readonly unknown[]): readonly number[] {
  let line = 0;
  return results.flatMap((each) => {
    const [first = 0, ...rest] = (each as { readonly data: readonly number[] }).data;
    const own = [first - line, ...rest];
    for (let at = 0; at < own.length; at += TOKEN_LENGTH) line += own[at] ?? 0;
    return own;
  });
}

function withCell(value: unknown, cell: SyncedCell): unknown {
  if (Array.isArray(value)) return value.map((each) => withCell(each, cell));
  if (!isObject(value)) return value;
  if (Array.isArray(value.items)) return { ...value, items: withCell(value.items, cell) };
  return { ...value, data: { [CELL_OF_ITEM]: cell.uri, data: value.data } };
}
