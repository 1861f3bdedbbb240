/** Workspace symbols of the backends: `workspace/symbol`. */

import { ResponseError } from "vscode-jsonrpc/node";
import type { Range, SymbolInformation, WorkspaceSymbol } from "vscode-languageserver-protocol";
import { askPrepared, type OwnQuestion, prepareQuestion } from "../../ask/ask.js";
import { type Backend, hasIndex } from "../../ask/backend/backend.js";
import { Deadline } from "../../ask/deadline.js";
import { outsideFoldersTest } from "../../ask/documents/worktreeFilter.js";
import { rowOf } from "../../ask/methodTable.js";
import { LocateError } from "../../error.js";
import { mayRead } from "../../files/readPermission.js";
import { languageOfPath } from "../../languages/languages.js";
import { symbolKindName } from "../../locate/symbols/symbolNode.js";
import { getOrInsert } from "../../text/list.js";
import type { Position } from "../../text/position.js";
import { pathOfUri } from "../../uri.js";
import type { IndexContext } from "../client/requestContext.js";
import { answerPermission, type Roots } from "../documents/filePaths.js";
import { lastPlainName, lastUnmarkedName } from "./declarationPath.js";

export interface BackendSymbol {
  readonly uri: string;
  readonly name: string;
  readonly container: string | undefined;
  readonly kind: string;
  /** 0-based; of the symbol or its name, as the server gives it. */
  readonly position: Position;
  /** 0-based; the last line of the same. */
  readonly endLine: number;
  /** Whether the range at the position may begin before the name: it is longer than the name. */
  readonly mayBeginBeforeName: boolean;
}

/** With several backends, the limit of the work after which one without a response is left out. */
const OTHERS_TIMEOUT_MS = 10_000;

/**
 * Returns the symbols whose plain name is the last of the path, of every running backend, and of
 * indexes; of these alone without `usesServers`. Waits until they have loaded. A backend that does
 * not support or refuses the request adds none. Symbols in other worktrees than those of the
 * workspace folders are left out, and those of files outside that a link in the folders leads to.
 */
export async function requestWorkspaceSymbols(
  path: readonly string[],
  context: IndexContext,
  { usesServers = true } = {},
): Promise<readonly BackendSymbol[]> {
  // Servers are asked about the workspace alone.
  if (context.area) return [];
  await context.backends.startIndexed?.();
  const running = context.backends.all();
  const backends = usesServers ? running : running.filter(hasIndex);
  const requests = backends.map((backend) => matchingSymbols(path, backend, context));
  const found = await Promise.all(requests.length > 1 ? requests.map(withTimeout) : requests);
  const isWrongFile = outsideFoldersTest(context.client.roots.folders);
  const isReadable = readableTest(context.client.roots);
  return found.flat().filter(({ uri }) => !isWrongFile(pathOfUri(uri) ?? "") && isReadable(uri));
}

/** Returns whether the text of a document may be read because a server has named it. */
function readableTest(roots: Roots): (uri: string) => boolean {
  const permission = answerPermission(roots);
  const known = new Map<string, boolean>();
  return (uri) => {
    const path = pathOfUri(uri);
    return getOrInsert(known, uri, () => path === undefined || mayRead(path, permission));
  };
}

async function withTimeout(request: Promise<readonly BackendSymbol[]>): Promise<readonly BackendSymbol[]> {
  return (await Deadline.ofWork(OTHERS_TIMEOUT_MS).before(request)) ?? [];
}

async function matchingSymbols(
  path: readonly string[],
  backend: Backend,
  context: IndexContext,
): Promise<readonly BackendSymbol[]> {
  if (!providesSymbols(backend)) return [];
  // Without the mark of a variable, as the language is known of the answers only.
  const query = lastUnmarkedName(path);
  const question = { method: "workspace/symbol", policy: rowOf("symbol"), backend, params: () => () => ({ query }) };
  await prepareQuestion(question, context);
  const symbols = await askForSymbols(question, context);
  return symbols.flatMap((symbol) => {
    if (!symbol?.location?.uri || !hasSameName(symbol, path)) return [];
    const { location } = symbol;
    const position = "range" in location ? location.range.start : { line: 0, character: 0 };
    const endLine = "range" in location ? location.range.end.line : Number.POSITIVE_INFINITY;
    const container = symbol.containerName || undefined;
    const isName = "range" in location && isOneLine(location.range, symbol.name.length);
    const place = { uri: location.uri, position, endLine, mayBeginBeforeName: !isName };
    return [{ ...place, name: symbol.name, container, kind: symbolKindName(symbol.kind) }];
  });
}

/** Whether a symbol has the last name of a path, as its language reads names. */
function hasSameName({ name, location }: SymbolInformation | WorkspaceSymbol, path: readonly string[]): boolean {
  const languageId = languageOfPath(location.uri);
  return lastPlainName([name], languageId) === lastPlainName(path, languageId);
}

/** Whether a range is of that length and in one line. */
function isOneLine({ start, end }: Range, length: number): boolean {
  return start.line === end.line && end.character - start.character === length;
}

function providesSymbols({ capabilities, registrations }: Backend): boolean {
  return Boolean(capabilities.workspaceSymbolProvider) || [...registrations.values()].includes("workspace/symbol");
}

async function askForSymbols(
  question: OwnQuestion,
  context: IndexContext,
): Promise<readonly (SymbolInformation | WorkspaceSymbol)[]> {
  try {
    const symbols = (await askPrepared(question, context)).parse();
    return Array.isArray(symbols) ? symbols : [];
  } catch (error) {
    // A server without a loaded project refuses: that means the same as no symbols.
    if (error instanceof ResponseError && !context.token.isCancellationRequested) return [];
    // A backend that stays down has no symbols either; others have.
    if (error instanceof LocateError && error.kind === "backend_failed") return [];
    throw error;
  }
}
