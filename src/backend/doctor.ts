/** What `lsp-locate doctor` tells: for each language which servers there are, which is installed, whether it starts and what it can do. Values only; the CLI writes them out. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed, type SearchOptions } from "./installed.js";
import { type Introduction, introduce, versionOf } from "./introduction.js";
import { embeddedName, type Server, type Servers, serversFor } from "./servers.js";

export interface LanguageReport {
  readonly language: string;
  readonly extensions: readonly string[];
  /** Names of servers, in order of preference. */
  readonly candidates: readonly string[];
  /** The one that serves: the first that is installed, else the embedded one. Null where not even that can. */
  readonly serving: string | null;
}

export interface ServerReport extends Partial<Introduction> {
  readonly name: string;
  readonly command: readonly string[];
  readonly languages: readonly string[];
  readonly tested: boolean;
  readonly install: string | null;
  /** Where its program is; null where it is not installed. */
  readonly path: string | null;
  readonly version: string | null;
  readonly state: "absent" | "works" | "fails";
  /** Why it fails, in words. */
  readonly error?: string;
}

/** JSON-able. */
export interface DoctorReport {
  /** The user's servers.json, and what is wrong with it. */
  readonly file: string | null;
  readonly problems: readonly string[];
  readonly languages: readonly LanguageReport[];
  readonly servers: readonly ServerReport[];
}

export interface DoctorOptions extends SearchOptions {
  /** Only these; all by default. */
  readonly languages?: readonly string[];
  /** Whether the embedded server can read a language. */
  readonly isEmbedded: (languageId: string) => boolean;
  readonly signal?: AbortSignal;
  readonly onServer?: (report: ServerReport) => void;
  /** Milliseconds for `initialize`, 10,000; and for `--version`, 3,000. */
  readonly timeouts?: { readonly initialize: number; readonly version: number };
}

// Servers are heavy: more at a time would only make each look slow.
const atATime = 2;

/** Starts every installed server once, in an empty folder, and asks what it can do. */
export async function examine(servers: Servers, options: DoctorOptions): Promise<DoctorReport> {
  const ids = options.languages ?? [...servers.languages.keys()];
  const candidates = new Set(ids.flatMap((id) => serversFor(servers, id)));
  const paths = new Map([...candidates].map((server) => [server.name, installed(server, options)]));
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-doctor-"));
  try {
    const reports = await inTurn([...candidates], atATime, async (server) => {
      const report = await examineServer(server, paths.get(server.name), folder, options);
      options.onServer?.(report);
      return report;
    });
    return {
      file: servers.file ?? null,
      problems: servers.problems.map((problem) => problem.message),
      languages: ids.map((id) => languageReport(servers, id, paths, options)),
      servers: reports,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function languageReport(
  servers: Servers,
  id: string,
  paths: ReadonlyMap<string, string | undefined>,
  { isEmbedded }: DoctorOptions,
): LanguageReport {
  const candidates = serversFor(servers, id).map((server) => server.name);
  const extensions = servers.languages.get(id)?.extensions ?? [];
  const installed = candidates.find((name) => paths.get(name) !== undefined);
  const serving = installed ?? (isEmbedded(id) ? embeddedName : null);
  return { language: id, extensions, candidates, serving };
}

async function examineServer(
  server: Server,
  path: string | undefined,
  folder: string,
  { signal, timeouts = { initialize: 10_000, version: 3000 } }: DoctorOptions,
): Promise<ServerReport> {
  const { name, command, languages, tested, install = null } = server;
  const known = { name, command, languages, tested, install };
  if (path === undefined) return { ...known, path: null, version: null, state: "absent" };
  try {
    const { serverVersion, ...introduction } = await introduce(server, path, {
      folder,
      timeout: timeouts.initialize,
      signal,
    });
    const version = serverVersion ?? (await versionOf(path, timeouts.version));
    return { ...known, path, version, state: "works", ...introduction };
  } catch (error) {
    const version = await versionOf(path, timeouts.version);
    return { ...known, path, version, state: "fails", error: error instanceof Error ? error.message : String(error) };
  }
}

/** The results in the order of the items, `limit` of them under way at a time. */
async function inTurn<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
