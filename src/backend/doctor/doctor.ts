/** What `lsp-locate doctor` tells: for each language which servers there are, which is installed, whether it starts and what it can do. Values only; the CLI writes them out. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocateError } from "../../error.js";
import { isRunner } from "../config/recogniseServer.js";
import { embeddedName, type Server, type Servers, serversFor } from "../config/servers.js";
import { faultIn } from "../installation/errorLine.js";
import { type Finding, look, type SearchOptions } from "../installation/installation.js";
import { type Introduction, introduce } from "./probe.js";
import { versionOf } from "./serverVersion.js";

export interface LanguageReport {
  readonly language: string;
  readonly extensions: readonly string[];
  readonly filenames: readonly string[];
  /** Names of servers, in order of preference. */
  readonly candidates: readonly string[];
  /** The one that serves: the first that is installed, else the embedded one. Null where not even that can. */
  readonly serving: string | null;
}

export interface ServerReport extends Partial<Omit<Introduction, "serverVersion">> {
  readonly name: string;
  readonly command: readonly string[];
  readonly languages: readonly string[];
  /** Whether the user's servers.json has an entry for it. */
  readonly own: boolean;
  readonly remote: boolean;
  readonly tested: boolean;
  readonly install: string | null;
  /** Where its program is; null where there is none. */
  readonly path: string | null;
  readonly version: string | null;
  /** A program that is there and can't be used fails. */
  readonly state: "absent" | "works" | "fails";
  /** Why it does not work, in one line, where there is more to say than that it is not installed. */
  readonly error?: string;
  /** What to do about it: a command, or a sentence. */
  readonly remedy?: string;
  /** The last lines of its stderr, if it ended by itself. */
  readonly stderr?: readonly string[];
}

/** JSON-able. */
export interface DoctorReport {
  /** The user's servers.json, and what is wrong with it. */
  readonly file: string | null;
  readonly problems: readonly string[];
  readonly languages: readonly LanguageReport[];
  /** Every candidate of these languages, every one of the user's own, and the embedded server where it serves. */
  readonly servers: readonly ServerReport[];
}

export interface DoctorOptions extends SearchOptions {
  /** Only these; all by default. */
  readonly languages?: readonly string[];
  /** Whether the embedded server can read a language. */
  readonly isEmbedded: (languageId: string) => boolean;
  /** How this program starts a server that is part of itself; undefined for any other command. */
  readonly ownCommand?: (command: readonly string[]) => readonly string[] | undefined;
  readonly signal?: AbortSignal;
  readonly onServer?: (report: ServerReport) => void;
  /** Milliseconds for `initialize`, 30,000; and for `--version`, 3,000. */
  readonly timeouts?: { readonly initialize: number; readonly version: number };
}

// Servers are heavy: more at a time would only make each look slow.
const atATime = 2;

/** Starts every installed server once, in an empty folder, and asks what it can do. */
export async function examine(servers: Servers, options: DoctorOptions): Promise<DoctorReport> {
  const ids = options.languages ?? [...servers.languages.keys()];
  const candidates = new Set(ids.flatMap((id) => serversFor(servers, id)));
  // One of the user's own that serves no language is worth a word, too.
  if (options.languages === undefined) for (const name of servers.own) candidates.add(servers.servers.get(name)!);
  const sought = new Map([...candidates].map((server) => [server.name, seek(server, options)]));
  const languages = ids.map((id) => languageReport(servers, id, sought, options));
  const embedded = servers.servers.get(embeddedName);
  if (embedded !== undefined && languages.some(({ serving }) => serving === embeddedName)) {
    candidates.add(embedded);
    sought.set(embeddedName, seek(embedded, options));
  }
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-doctor-"));
  try {
    const reports = await inTurn([...candidates], atATime, async (server) => {
      const known = {
        name: server.name,
        command: server.command,
        languages: server.languages,
        own: servers.own.has(server.name),
        remote: server.remote,
        tested: server.tested,
        install: server.install ?? null,
      };
      const found = await examineServer(server, sought.get(server.name)!, folder, options);
      const report: ServerReport = { ...known, ...found };
      options.onServer?.(report);
      return report;
    });
    const problems = servers.problems.map((problem) => problem.message);
    return { file: servers.file ?? null, problems, languages, servers: reports };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What was found of a server, and the command that starts it, if it can be. */
interface Sought {
  readonly finding: Finding;
  readonly command?: readonly string[];
}

function seek(server: Server, options: DoctorOptions): Sought {
  const own = options.ownCommand?.(server.command);
  if (own !== undefined) return { finding: { kind: "installed", path: own[0] ?? "" }, command: own };
  const finding = look(server, options);
  if (finding.kind !== "installed") return { finding };
  return { finding, command: [finding.path, ...server.command.slice(1)] };
}

function languageReport(
  servers: Servers,
  id: string,
  sought: ReadonlyMap<string, Sought>,
  { isEmbedded }: DoctorOptions,
): LanguageReport {
  const candidates = serversFor(servers, id).map((server) => server.name);
  const { extensions = [], filenames = [] } = servers.languages.get(id) ?? {};
  const first = candidates.find((name) => sought.get(name)?.command !== undefined);
  const serving = first ?? (isEmbedded(id) ? embeddedName : null);
  return { language: id, extensions, filenames, candidates, serving };
}

type Findings = Pick<ServerReport, "path" | "version" | "state"> & Partial<ServerReport>;

async function examineServer(
  server: Server,
  { finding, command }: Sought,
  folder: string,
  { signal, timeouts = { initialize: 30_000, version: 3000 } }: DoctorOptions,
): Promise<Findings> {
  if (command === undefined || finding.kind !== "installed") return whyNot(server, finding);
  const { path } = finding;
  // The version of a program that only leads to the server would be taken for the server's.
  const asked = async () =>
    server.remote || isRunner(path) || signal?.aborted ? null : await versionOf(path, timeouts.version);
  try {
    const met = await introduce(server, command, { folder, timeout: timeouts.initialize, signal });
    const { serverVersion, ...introduction } = met;
    return { path, version: serverVersion ?? (await asked()), state: "works", ...introduction };
  } catch (error) {
    return { path, version: await asked(), state: "fails", ...failure(server, error) };
  }
}

/** A program that isn't there, or is and says itself that the server isn't. */
function whyNot(server: Server, finding: Finding): Findings {
  const { command, remote, install } = server;
  const [program = ""] = command;
  const remedy = install === undefined ? {} : { remedy: install };
  switch (finding.kind) {
    case "not executable": {
      const { path } = finding;
      const error = `${path} is there, but it is not executable`;
      return { path, version: null, state: "fails", error, remedy: `chmod +x '${path}'` };
    }
    case "unfit": {
      const { path, said } = finding;
      // Everybody has perl: that the server for it is missing is nothing broken.
      const state = remote || !isRunner(program) ? "fails" : "absent";
      return { path, version: null, state, error: said, ...(remote ? byHand(command) : remedy) };
    }
    default: {
      const isPath = /[\\/]/.test(program);
      const error = isPath ? { error: `there is no file ${program}` } : {};
      return { path: null, version: null, state: "absent", ...error, ...remedy };
    }
  }
}

function failure(
  { command, remote, install }: Server,
  error: unknown,
): Pick<ServerReport, "error" | "remedy" | "stderr"> {
  // What installs the server helps nobody whose program only leads to it.
  const isOther = remote || isRunner(command[0] ?? "");
  const remedy = isOther || install === undefined ? byHand(command) : { remedy: install };
  if (!(error instanceof LocateError)) return { error: error instanceof Error ? error.message : String(error) };
  const { exit_code: code, signal, stderr: said, seconds_waited: seconds, answer } = error.data;
  if (seconds !== undefined) {
    const more = `Give it more with --timeout <seconds>, or try it by hand: ${shellLine(command)}`;
    return { error: `it starts, but does not answer initialize within ${seconds} s`, remedy: more };
  }
  if (answer !== undefined) return { error: `it answers initialize with an error: ${answer}`, ...remedy };
  if (code === undefined) return { error: error.message, ...remedy };
  const stderr = said as readonly string[];
  const end = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const fault = faultIn(stderr);
  return { error: `it ends ${end}${fault === null ? ", without a word" : `: ${fault}`}`, ...remedy, stderr };
}

function byHand(command: readonly string[]): { readonly remedy: string } {
  return { remedy: `Try it by hand: ${shellLine(command)}` };
}

/** As a POSIX shell takes it. */
function shellLine(command: readonly string[]): string {
  return command
    .map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
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
