/** What the backend knows of the workspace's symbols: `workspace/symbol`. */

import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import type { SymbolInformation, WorkspaceSymbol } from "vscode-languageserver-protocol";
import { kindName } from "../locate/symbols.js";
import type { Position } from "../text/position.js";
import { ask } from "./ask.js";
import { plainLast } from "./declaredPath.js";
import { tellOfChangedFiles } from "./freshness.js";
import { whenReady } from "./ready.js";
import type { Session } from "./session.js";

export interface BackendSymbol {
  readonly uri: string;
  readonly name: string;
  readonly container: string | undefined;
  readonly kind: string;
  /** 0-based; of the symbol or its name, as the server has it. */
  readonly position: Position;
}

/** Those whose plain name is the path's last. None where the backend has no word for it, or refuses; waits until it has loaded. */
export async function backendSymbols(
  path: readonly string[],
  session: Session,
  token: CancellationToken,
): Promise<readonly BackendSymbol[]> {
  if (!session.backend.capabilities.workspaceSymbolProvider) return [];
  await whenReady(session, token);
  await tellOfChangedFiles(session);
  const name = plainLast(path);
  const symbols = await asked(name, session, token);
  return symbols.flatMap((symbol) => {
    if (!symbol?.location?.uri || plainLast([symbol.name]) !== name) return [];
    const { location } = symbol;
    const position = "range" in location ? location.range.start : { line: 0, character: 0 };
    const container = symbol.containerName || undefined;
    return [{ uri: location.uri, name: symbol.name, container, kind: kindName(symbol.kind), position }];
  });
}

async function asked(
  query: string,
  session: Session,
  token: CancellationToken,
): Promise<readonly (SymbolInformation | WorkspaceSymbol)[]> {
  try {
    const question = { method: "workspace/symbol", params: () => ({ query }), repeatable: () => true };
    const symbols = (await ask(question, session, token)).parse();
    return Array.isArray(symbols) ? symbols : [];
  } catch (error) {
    // Servers that have loaded no project yet refuse: to the asker that is the same as knowing nothing.
    if (error instanceof ResponseError && !token.isCancellationRequested) return [];
    throw error;
  }
}
