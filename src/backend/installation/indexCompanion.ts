/**
 * The server over SCIP indexes beside another one: the indexes that the user names, by `--scip` or
 * by `indexes` of a language in servers.json, and `index.scip` at the root of a trusted workspace.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import {
  type Companion,
  EMBEDDED_SERVER_NAME,
  INDEX_SERVER_NAME,
  type Server,
  type Servers,
} from "../config/servers.js";
import { isUntrusted } from "../config/trust.js";
import type { EmbeddedServer } from "./selectServer.js";

/** The request by which a session learns of which state the indexes are. */
export const INDEX_STATE_METHOD = "lsp-locate/indexState";

/** The request by which it learns what the places of a name mean, as evidence for a change. */
export const INDEXED_USES_METHOD = "lsp-locate/indexedUses";

/** The request by which it learns where an answer of the indexes has to be completed. */
export const FILES_TO_SEARCH_METHOD = "lsp-locate/filesToSearch";

/** What looks across files. Beside a server, an index is asked for no more. */
const methodsAcrossFiles: readonly string[] = [
  "textDocument/definition",
  "textDocument/declaration",
  "textDocument/typeDefinition",
  "textDocument/references",
  "textDocument/implementation",
  // Of the symbols outside of the workspace.
  "workspace/symbol",
  INDEX_STATE_METHOD,
  FILES_TO_SEARCH_METHOD,
];
/** What it knows better than the embedded server, which has the outline of each text as it is. */
const methodsBesideEmbedded: readonly string[] = [
  ...methodsAcrossFiles,
  "textDocument/hover",
  "textDocument/documentHighlight",
  INDEXED_USES_METHOD,
];

/** What our own servers count in. */
const OWN_ENCODING = "utf-16";
const INDEX_FILE = "index.scip";
/** The tables of an index of 1 GB are made once, in about half a minute. */
const LEAD_TIMEOUT_MS = 120_000;

export interface IndexPlace {
  /** The root of the main server, absolute. */
  readonly root: string | undefined;
  /** The workspace folders, absolute. */
  readonly folders: readonly string[];
}

/**
 * Returns the companion of a main server: of the embedded one, or of one whose language prefers
 * indexes. Undefined if there is no index, or nothing is to be asked of it.
 */
export function indexCompanion(
  main: Pick<Server, "name" | "languages" | "restriction" | "encoding">,
  { root, folders }: IndexPlace,
  servers: Servers,
  { ownCommand }: Pick<EmbeddedServer, "ownCommand">,
): Companion | undefined {
  const isEmbedded = main.name === EMBEDDED_SERVER_NAME;
  const served = isEmbedded ? [...servers.languages.keys()] : main.languages;
  const languages = isEmbedded ? served : served.filter((id) => servers.languages.get(id)?.prefer === "index");
  const isTrusted = main.restriction === undefined && (root === undefined || !isUntrusted(servers, root));
  const found = [...(root === undefined ? [] : [root]), ...folders];
  const paths = indexPaths(languages, isTrusted ? found : [], servers);
  const { commit } = servers.indexes ?? {};
  const words = ["lsp-locate", "scip", ...paths, ...(commit === undefined ? [] : [`--commit=${commit}`])];
  const command = paths.size === 0 || languages.length === 0 ? undefined : ownCommand(words);
  // The positions of both would be mixed.
  if (command === undefined || (main.encoding ?? OWN_ENCODING) !== OWN_ENCODING) return undefined;
  const methods = isEmbedded ? methodsBesideEmbedded : methodsAcrossFiles;
  const server: Server = {
    ...{ name: INDEX_SERVER_NAME, command: words, languages, rootMarkers: [], tested: true, remote: false },
    match: { words: [], serverInfo: [] },
    // The main server knows local names, and the symbols of the workspace.
    initializationOptions: { isBesideOther: true, isBesideEmbedded: isEmbedded },
  };
  const asked = { offers: methods, leads: methods, leadTimeoutMs: LEAD_TIMEOUT_MS };
  return { server, command, languages, ...asked, formats: [], encoding: OWN_ENCODING };
}

/** Returns the indexes that the user names for languages, and those found in folders. */
export function indexPaths(
  languages: Iterable<string>,
  folders: readonly string[],
  servers: Servers,
): ReadonlySet<string> {
  const paths = new Set(servers.indexes?.paths);
  for (const id of languages) for (const path of servers.languages.get(id)?.indexes ?? []) paths.add(path);
  for (const folder of folders) if (isFile(join(folder, INDEX_FILE))) paths.add(join(folder, INDEX_FILE));
  return paths;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
