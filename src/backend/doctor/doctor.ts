/**
 * The report of `lsp-locate doctor`: for each language the servers, whether they are installed and
 * start, and their methods.
 */

import { errorMessage, LocateError } from "../../error.js";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../files/write/temporaryFolder.js";
import { isRunner } from "../config/recogniseServer.js";
import {
  companionsFor,
  EMBEDDED_SERVER_NAME,
  type Server,
  type Servers,
  serversFor,
  type TestedVersion,
} from "../config/servers.js";
import { mayRunTools } from "../config/trust.js";
import { searchScope } from "../environment/candidateFolders.js";
import { detectEnvironment } from "../environment/detectEnvironment.js";
import { explainEnvironment } from "../environment/explainEnvironment.js";
import { describeEnvironment, withEnvironment } from "../environment/watchedEnvironment.js";
import { findBesideMain } from "../installation/companions.js";
import type { ProgramSearchOptions } from "../installation/findProgram.js";
import type { Installation } from "../installation/installation.js";
import { withOwnModules } from "../installation/ownModules.js";
import type { EmbeddedServer } from "../installation/selectServer.js";
import { describeExit, type Exit } from "../process.js";
import { findErrorLine } from "../startFailure.js";
import { adviseDevContainer, type DevContainerAdvice } from "./devContainer.js";
import { type ProbeResult, probeServer, type SampleDocument } from "./probe.js";
import { checkConnection } from "./remoteChecks.js";
import { findVersion } from "./serverVersion.js";

export interface LanguageReport {
  readonly language: string;
  readonly extensions: readonly string[];
  readonly filenames: readonly string[];
  /** Names of servers, in order of preference. */
  readonly candidates: readonly string[];
  /**
   * The server that serves the language: the first installed one, else the embedded one. Null if
   * there is none.
   */
  readonly serving: string | null;
  /** Names of the installed servers that run beside it. */
  readonly companions: readonly string[];
}

export interface ServerReport extends Partial<Omit<ProbeResult, "serverVersion">> {
  readonly name: string;
  readonly command: readonly string[];
  readonly languages: readonly string[];
  /** Whether the user's servers.json has an entry for it. */
  readonly own: boolean;
  readonly remote: boolean;
  readonly tested: TestedVersion | boolean;
  readonly install: string | null;
  /** The path of its program; null if it is not installed. */
  readonly path: string | null;
  readonly version: string | null;
  /** "fails": installed, but not usable; "refused": not started in an untrusted workspace. */
  readonly state: "absent" | "works" | "fails" | "refused";
  /** Why it does not work, in one line, unless it is simply not installed. */
  readonly error?: string;
  /** Of an installed server: what was found for it in the folder: sentences. */
  readonly environment?: readonly string[];
  /** Of a server with `paths`: what of the connection was tried, up to what fails: sentences. */
  readonly connection?: readonly string[];
  /** What to do: a command or a sentence. */
  readonly remedy?: string;
  /** The last lines of its stderr, if the server exited. */
  readonly stderr?: readonly string[];
}

/** The whole report, which can be written as JSON. */
export interface DoctorReport {
  /** The path of the user's servers.json, and the mistakes in it. */
  readonly file: string | null;
  readonly problems: readonly string[];
  readonly languages: readonly LanguageReport[];
  /**
   * The candidates of the languages, the user's own servers, and the embedded server if it serves.
   */
  readonly servers: readonly ServerReport[];
  /** Of a folder with a devcontainer.json, for the server of the named language. */
  readonly devContainer?: DevContainerAdvice;
}

export interface DoctorOptions extends ProgramSearchOptions {
  /** Limits the report to these languages. */
  readonly languages?: readonly string[];
  readonly embeddedServer: EmbeddedServer;
  /** The folder whose environment is reported: an absolute path. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
  readonly onServer?: (report: ServerReport) => void;
  /** Milliseconds for `initialize` (default 30,000) and for `--version` (3,000). */
  readonly timeoutsMs?: { readonly initialize: number; readonly version: number };
}

/** Servers are heavy: more at a time would slow each of them down. */
const MAX_CONCURRENT = 2;

/**
 * Starts every installed server once, in an empty folder, opens a document, and collects what it
 * reports.
 */
export async function inspectServers(servers: Servers, options: DoctorOptions): Promise<DoctorReport> {
  const ids = options.languages ?? [...servers.languages.keys()];
  const candidates = new Set(ids.flatMap((id) => serversFor(servers, id)));
  // A user's server is reported even if it serves no language.
  if (options.languages === undefined) for (const name of servers.own) candidates.add(servers.servers.get(name)!);
  const searches = new Map([...candidates].map((server) => [server.name, findCommand(server, servers, options)]));
  for (const server of ids.flatMap((id) => companionsFor(servers, id))) {
    if (searches.has(server.name)) continue;
    const search = findCommand(server, servers, options);
    searches.set(server.name, search);
    if (search.command !== undefined) candidates.add(server);
  }
  const languages = ids.map((id) => languageReport(servers, id, searches, options));
  const embedded = servers.servers.get(EMBEDDED_SERVER_NAME);
  if (embedded !== undefined && languages.some(({ serving }) => serving === EMBEDDED_SERVER_NAME)) {
    candidates.add(embedded);
    searches.set(EMBEDDED_SERVER_NAME, findCommand(embedded, servers, options));
  }
  const folder = makeTemporaryFolder();
  try {
    const reports = await mapConcurrently([...candidates], MAX_CONCURRENT, async (server) => {
      const entry = {
        name: server.name,
        command: server.command,
        languages: server.languages,
        own: servers.own.has(server.name),
        remote: server.remote,
        tested: server.tested,
        install: server.install ?? null,
      };
      const document = sampleDocument(servers, server);
      const result = await inspectServer(searches.get(server.name)!, { folder, document }, options);
      const environment = result.state === "works" ? environmentOf(server, servers, options) : [];
      const report: ServerReport = { ...entry, ...result, ...(environment.length > 0 && { environment }) };
      options.onServer?.(report);
      return report;
    });
    const problems = servers.problems.map((problem) => problem.message);
    const devContainer = devContainerOf(servers, languages, options);
    return { file: servers.file ?? null, problems, languages, servers: reports, ...(devContainer && { devContainer }) };
  } finally {
    removeTemporaryFolder(folder);
  }
}

/** Returns the entry for a server in the dev container of the folder, where a language is named. */
function devContainerOf(
  servers: Servers,
  [language]: readonly LanguageReport[],
  { folder, languages }: DoctorOptions,
): DevContainerAdvice | undefined {
  if (folder === undefined || languages === undefined || language === undefined) return undefined;
  const { serving, candidates } = language;
  const name = serving === EMBEDDED_SERVER_NAME ? candidates[0] : (serving ?? candidates[0]);
  const server = name === undefined ? undefined : servers.servers.get(name);
  return server && !server.remote ? adviseDevContainer(folder, server) : undefined;
}

/** The installation of a server, and the command that starts it, if it is installed. */
interface CommandSearch {
  readonly installation: Installation;
  readonly command?: readonly string[];
  /** The entry, with the paths of this machine. */
  readonly server: Server;
}

function findCommand(server: Server, servers: Servers, options: DoctorOptions): CommandSearch {
  const own = options.embeddedServer.ownCommand(server.command);
  if (own !== undefined) return { server, installation: { kind: "installed", path: own[0] ?? "" }, command: own };
  const installation = findBesideMain(server, servers, options);
  if (installation.kind !== "installed") return { server, installation };
  const prepared = withOwnModules(server, installation.path);
  if (prepared.restriction?.kind === "refused") return { server: prepared, installation };
  return { server: prepared, installation, command: [installation.path, ...server.command.slice(1)] };
}

/** Returns what was found for a server in a folder; of a named language, also what was not. */
function environmentOf(server: Server, servers: Servers, { folder, languages }: DoctorOptions): readonly string[] {
  if (folder === undefined || server.detect === undefined) return [];
  const scope = searchScope(folder, folder, () => {});
  const options = { languages: servers.languages, mayRunTools: mayRunTools(servers, folder) };
  const found = withEnvironment(server, detectEnvironment(server, scope, options));
  return languages === undefined ? describeEnvironment(found) : explainEnvironment(found, servers);
}

function languageReport(
  servers: Servers,
  id: string,
  searches: ReadonlyMap<string, CommandSearch>,
  { embeddedServer }: DoctorOptions,
): LanguageReport {
  const candidates = serversFor(servers, id).map((server) => server.name);
  const { extensions = [], filenames = [] } = servers.languages.get(id) ?? {};
  const first = candidates.find((name) => searches.get(name)?.command !== undefined);
  const serving = first ?? (embeddedServer.serves(id) ? EMBEDDED_SERVER_NAME : null);
  const beside = companionsFor(servers, id).map(({ name }) => name);
  const companions = beside.filter((name) => name !== serving && searches.get(name)?.command !== undefined);
  return { language: id, extensions, filenames, candidates, serving, companions };
}

/** Returns a document of the first language of a server that has a file name. */
function sampleDocument({ languages }: Servers, server: Server): SampleDocument | undefined {
  for (const languageId of server.languages) {
    const { filenames = [], extensions = [] } = languages.get(languageId) ?? {};
    const fileName = extensions[0] === undefined ? filenames[0] : `doctor${extensions[0]}`;
    if (fileName !== undefined) return { languageId, fileName };
  }
  return undefined;
}

type InspectionResult = Pick<ServerReport, "path" | "version" | "state"> & Partial<ServerReport>;

async function inspectServer(
  { server, installation, command }: CommandSearch,
  place: { readonly folder: string; readonly document: SampleDocument | undefined },
  { folder, signal, timeoutsMs = { initialize: 30_000, version: 3000 } }: DoctorOptions,
): Promise<InspectionResult> {
  if (installation.kind !== "installed") return describeUnusable(server, installation);
  if (command === undefined) {
    const reason = server.restriction?.kind === "refused" ? server.restriction.reason : "";
    return {
      path: installation.path,
      version: null,
      state: "refused",
      error: `not started in an untrusted workspace: ${reason}`,
    };
  }
  const { path } = installation;
  const parts = await checkConnection(server, folder);
  const connection = parts.map(({ text }) => text);
  const failed = parts.find(({ isGood }) => !isGood);
  if (failed) return { path, version: null, state: "fails", error: failed.text, connection };
  // The version of a runner is not the version of the server.
  const askVersion = async () =>
    server.remote || isRunner(path) || signal?.aborted ? null : await findVersion(path, timeoutsMs.version);
  try {
    const probe = await probeServer(server, command, { ...place, timeoutMs: timeoutsMs.initialize, signal });
    const { serverVersion, ...result } = probe;
    const found = {
      path,
      version: serverVersion ?? (await askVersion()),
      ...(connection.length > 0 && { connection }),
    };
    return { ...found, state: "works", ...result };
  } catch (error) {
    const found = { path, version: await askVersion(), ...(connection.length > 0 && { connection }) };
    return { ...found, state: "fails", ...describeFailure(server, error) };
  }
}

/** Describes a server that is not installed, or not usable. */
function describeUnusable(server: Server, installation: Installation): InspectionResult {
  const { command, remote, install } = server;
  const [program = ""] = command;
  const remedy = install === undefined ? {} : { remedy: install };
  switch (installation.kind) {
    case "not executable": {
      const { path } = installation;
      const error = `${path} exists, but it is not executable`;
      return { path, version: null, state: "fails", error, remedy: `chmod +x '${path}'` };
    }
    case "unfit": {
      const { path, reason, remedy: needed } = installation;
      if (needed !== undefined) return { path, version: null, state: "fails", error: reason, remedy: needed };
      // A runner such as perl is common: the server is absent rather than broken.
      const state = remote || !isRunner(program) ? "fails" : "absent";
      return { path, version: null, state, error: reason, ...(remote ? manualRemedy(command) : remedy) };
    }
    default: {
      const isPath = /[\\/]/.test(program);
      const error = isPath ? { error: `there is no file ${program}` } : {};
      return { path: null, version: null, state: "absent", ...error, ...remedy };
    }
  }
}

function describeFailure(
  { command, remote, install }: Server,
  error: unknown,
): Pick<ServerReport, "error" | "remedy" | "stderr"> {
  // The install command does not help if the program only runs the server.
  const isIndirect = remote || isRunner(command[0] ?? "");
  const remedy = isIndirect || install === undefined ? manualRemedy(command) : { remedy: install };
  if (!(error instanceof LocateError)) return { error: errorMessage(error) };
  const { exit_code: code, signal, stderr: stderrLines, seconds_waited: seconds, answer, method } = error.data;
  if (seconds !== undefined) {
    const more = `Give it more with --timeout <seconds>, or try it by hand: ${shellLine(command)}`;
    return { error: `it starts, but does not answer ${method} within ${seconds} s`, remedy: more };
  }
  if (answer !== undefined) return { error: `it answers initialize with an error: ${answer}`, ...remedy };
  if (code === undefined) return { error: error.message, ...remedy };
  const stderr = stderrLines as readonly string[];
  const ending = describeExit({ code, signal } as Pick<Exit, "code" | "signal">);
  const errorLine = findErrorLine(stderr);
  return {
    error: `it ends ${ending}${errorLine === null ? ", without a message on stderr" : `: ${errorLine}`}`,
    ...remedy,
    stderr,
  };
}

function manualRemedy(command: readonly string[]): { readonly remedy: string } {
  return { remedy: `Try it by hand: ${shellLine(command)}` };
}

/** Quotes a command for a POSIX shell. */
function shellLine(command: readonly string[]): string {
  return command
    .map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}

/**
 * Maps with at most `limit` calls of `work` at a time. Returns the results in the order of the
 * items.
 */
async function mapConcurrently<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
