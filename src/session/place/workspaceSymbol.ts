/** What backends know of the workspace's symbols: `workspace/symbol`. */

import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import type { SymbolInformation, WorkspaceSymbol } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import { symbolKindName } from "../../locate/symbols/symbolNode.js";
import type { Position } from "../../text/position.js";
import type { Backend } from "../backend/backend.js";
import { whenReady } from "../backend/backendReadiness.js";
import { ask } from "../backend/sendRequest.js";
import { tellOfChangedFiles } from "../documents/diskChanges.js";
import type { Session } from "../session.js";
import { plainLast } from "./declarationPath.js";

export interface BackendSymbol {
  readonly uri: string;
  readonly name: string;
  readonly container: string | undefined;
  readonly kind: string;
  /** 0-based; of the symbol or its name, as the server has it. */
  readonly position: Position;
}

/** Where there are several backends, one that says nothing for so long does not hold up what the others know. */
const othersWaitMs = 10_000;

/** Those whose plain name is the path's last, of every backend that runs. Of one that has no word for it, or refuses, none; waits until they have loaded. */
export async function backendSymbols(
  path: readonly string[],
  session: Session,
  token: CancellationToken,
): Promise<readonly BackendSymbol[]> {
  const name = plainLast(path);
  const backends = session.backends.all();
  const asked = backends.map((backend) => symbolsOf(name, backend, token));
  const found = await Promise.all(asked.length > 1 ? asked.map(inTime) : asked);
  return found.flat();
}

function inTime(asked: Promise<readonly BackendSymbol[]>): Promise<readonly BackendSymbol[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve([]), othersWaitMs).unref();
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function symbolsOf(name: string, backend: Backend, token: CancellationToken): Promise<readonly BackendSymbol[]> {
  if (!knowsSymbols(backend)) return [];
  await whenReady(backend, token);
  await tellOfChangedFiles(backend.session);
  const symbols = await asked(name, backend, token);
  return symbols.flatMap((symbol) => {
    if (!symbol?.location?.uri || plainLast([symbol.name]) !== name) return [];
    const { location } = symbol;
    const position = "range" in location ? location.range.start : { line: 0, character: 0 };
    const container = symbol.containerName || undefined;
    return [{ uri: location.uri, name: symbol.name, container, kind: symbolKindName(symbol.kind), position }];
  });
}

function knowsSymbols({ capabilities, registrations }: Backend): boolean {
  return Boolean(capabilities.workspaceSymbolProvider) || [...registrations.values()].includes("workspace/symbol");
}

async function asked(
  query: string,
  backend: Backend,
  token: CancellationToken,
): Promise<readonly (SymbolInformation | WorkspaceSymbol)[]> {
  try {
    const question = { method: "workspace/symbol", params: () => ({ query }), repeatable: () => true };
    const symbols = (await ask(question, backend, token)).parse();
    return Array.isArray(symbols) ? symbols : [];
  } catch (error) {
    // Servers that have loaded no project yet refuse: to the asker that is the same as knowing nothing.
    if (error instanceof ResponseError && !token.isCancellationRequested) return [];
    // One that stays down knows nothing either; others do.
    if (error instanceof LocateError && error.kind === "backend_failed") return [];
    throw error;
  }
}
