/** A symbol whose file is not said: looked up in the whole workspace, by what the backend knows of it. */

import { type CancellationToken, ResponseError } from "vscode-jsonrpc/node";
import { LocateError } from "../error.js";
import type { Locate } from "../locate/locate.js";
import { readName } from "../locate/names.js";
import { formatLocate } from "../locate/notation.js";
import { formatSymbolPath } from "../locate/symbolPath.js";
import { ask } from "./ask.js";
import { writtenPath } from "./files.js";
import { whenReady } from "./ready.js";
import type { Session } from "./session.js";

/** So many files are looked into; a symbol declared in more of them is ambiguous anyway. */
const MOST_FILES = 20;
const MOST_NAMED = 10;

interface WorkspaceSymbol {
  readonly name: string;
  readonly containerName?: string;
  readonly location: { readonly uri: string };
}

/**
 * The Locate with the file it means. `isThere` tells whether a file's own symbols hold the path: what the backend says of the workspace
 * is only where to look. Errors: `symbol_not_found` with near names, `symbol_ambiguous` with a ready Locate each, `unsupported`.
 */
export async function withFile(
  locate: Locate,
  isThere: (locate: Locate) => Promise<boolean>,
  session: Session,
  token: CancellationToken,
): Promise<Locate> {
  const path = symbolPathOf(locate);
  if (!session.backend.capabilities.workspaceSymbolProvider) throw unsupported(path, session);
  await whenReady(session, token);
  const name = lastName(path);
  const symbols = await search(name, session, token);
  const named = symbols.filter((symbol) => lastName([symbol.name]) === name);
  const uris = [...new Set(named.map(({ location }) => location.uri))].slice(0, MOST_FILES);
  const candidates = uris.map((uri) => ({ ...locate, file_path: writtenPath(uri, session.client.roots) }));
  const there = await Promise.all(candidates.map(isThere));
  const [found, ...others] = candidates.filter((_candidate, n) => there[n]);
  if (!found) throw notFound(path, symbols, session);
  if (others.length > 0) throw ambiguous(path, [found, ...others]);
  return found;
}

async function search(query: string, session: Session, token: CancellationToken): Promise<readonly WorkspaceSymbol[]> {
  try {
    const answer = await ask(
      { method: "workspace/symbol", params: () => ({ query }), repeatable: () => true },
      session,
      token,
    );
    const symbols = answer.parse();
    return Array.isArray(symbols)
      ? (symbols as readonly WorkspaceSymbol[]).filter((symbol) => symbol?.location?.uri)
      : [];
  } catch (error) {
    // Servers that have loaded no project yet refuse: to the asker that is the same as knowing nothing.
    if (error instanceof ResponseError) return [];
    throw error;
  }
}

function symbolPathOf({ scope }: Locate): readonly string[] {
  return scope !== undefined && "symbol_path" in scope ? scope.symbol_path : [];
}

/** The plain last name: of `Foo::run` and `(*T).run` it is `run`. */
function lastName(path: readonly string[]): string {
  const last = (path.at(-1) ?? "").replace(/\[\d+\]$/, "");
  return readName(last, false).plain.at(-1) ?? last;
}

function notFound(path: readonly string[], near: readonly WorkspaceSymbol[], session: Session): LocateError {
  const written = formatSymbolPath(path);
  const likely = near.slice(0, MOST_NAMED).map(({ name, location }) => ({
    name,
    file_path: writtenPath(location.uri, session.client.roots),
  }));
  const names = likely.map(({ name, file_path }) => `\`${name}\` in ${file_path}`).join(", ");
  const advice =
    names === "" ? `${session.backend.name} knows nothing like it.` : `${session.backend.name} knows ${names}.`;
  return new LocateError(
    "symbol_not_found",
    `No symbol \`${written}\` in the workspace. ${advice} Write the file it is in: \`src/file:${written}\`.`,
    {
      symbol_path: path,
      likely,
    },
  );
}

function ambiguous(path: readonly string[], locates: readonly Locate[]): LocateError {
  const written = locates.map((locate) => `\`${formatLocate(locate)}\``).join(", ");
  return new LocateError(
    "symbol_ambiguous",
    `\`${formatSymbolPath(path)}\` is declared in several files. Write one of: ${written}.`,
    {
      symbol_path: path,
      candidates: locates.map((locate) => ({ symbol_path: path, file_path: locate.file_path, locate })),
    },
  );
}

function unsupported(path: readonly string[], { backend }: Session): LocateError {
  const written = formatSymbolPath(path);
  return new LocateError(
    "unsupported",
    `${backend.name} can't look up symbols in the whole workspace. Write the file that \`${written}\` is in: \`src/file:${written}\`.`,
    { method: "workspace/symbol", backend: backend.name, supported: ["file_path"] },
  );
}
