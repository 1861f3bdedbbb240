/**
 * `lsp-locate doctor [language]`: which servers are installed, whether they start and what they
 * support.
 */

import { loadServersFor } from "../../backend/config/loadServers.js";
import type { Servers } from "../../backend/config/servers.js";
import { serversAt } from "../../backend/config/trust.js";
import { homeFolder } from "../../backend/config/userFolder.js";
import { type DoctorReport, inspectServers } from "../../backend/doctor/doctor.js";
import { DaemonRefusal } from "../../daemon/daemonFolder.js";
import { workingFolder } from "../../files/workingFolder.js";
import { type DaemonReport, type DaemonReportStyle, describeDaemon, findDaemons } from "../daemon/daemonReport.js";
import { readTimeoutMs, UsageError } from "../options.js";
import { embeddingOf } from "../setup/embeddedServer.js";
import { resolveLanguage } from "../setup/languageOption.js";
import { installationProblem } from "../setup/syntaxLoader.js";
import { renderDoctorReport } from "../show/doctorReport.js";
import { createStatusLine, detectTerminal, print } from "../terminal.js";
import { type CommandCall, interruptSignal } from "./commandCall.js";

/**
 * Resolves with the exit code: 1 if a server in use fails, the user's servers.json has an error, a
 * file of lsp-locate itself is missing, or no server is installed for the language that was named.
 */
export async function run({ words, options }: CommandCall): Promise<number> {
  const signal = interruptSignal();
  const [word, extraWord] = words;
  if (extraWord !== undefined)
    throw new UsageError(`doctor takes one language; unexpected argument ${JSON.stringify(extraWord)}.`);
  const loaded = await loadServersFor(options);
  const servers = serversAt(loaded, workingFolder());
  const language = word ?? options.language;
  const status = createStatusLine();
  status.show("starting every installed server …");
  let report: DoctorReport;
  try {
    report = await inspectServers(servers, {
      signal,
      embeddedServer: embeddingOf(servers),
      folder: workingFolder(),
      onServer: ({ name, state }) => {
        if (state !== "absent") status.show(`${name} ${state} …`);
      },
      ...(language === undefined ? {} : { languages: [readLanguageWord(servers, language)] }),
      ...(options.timeout === undefined ? {} : { timeoutsMs: readTimeouts(options.timeout) }),
    });
  } finally {
    status.show("");
  }
  if (signal.aborted) throw signal.reason;
  const home = homeFolder();
  const style = { ...detectTerminal(), ...(home === undefined ? {} : { home }), isDetailed: language !== undefined };
  const sessions = await findSessions();
  const faults = [installationProblem(servers)].filter((fault) => fault !== undefined);
  const problems = [...faults, ...report.problems];
  if (options.json) await print(JSON.stringify({ ...report, problems, ...sessions }, null, 2));
  else {
    const notes = language === undefined ? renderSessions(sessions, { ...style, now: Date.now() }) : [];
    await print([...faults, renderDoctorReport(report, style), ...notes].join("\n\n"));
  }
  return isHealthy({ ...report, problems }, language !== undefined) ? 0 : 1;
}

/** The shared sessions that run, or why there can be none. */
interface SessionReport {
  readonly sessions: readonly DaemonReport[];
  readonly sessionsError?: string;
}

async function findSessions(): Promise<SessionReport> {
  try {
    return { sessions: (await findDaemons()).map(({ report }) => report) };
  } catch (error) {
    if (!(error instanceof DaemonRefusal)) throw error;
    return { sessions: [], sessionsError: error.message };
  }
}

function renderSessions({ sessions, sessionsError }: SessionReport, style: DaemonReportStyle): readonly string[] {
  if (sessionsError !== undefined) return [`Commands share no session: ${sessionsError}`];
  if (sessions.length === 0) return [];
  const lines = sessions.map((session) => `  ${describeDaemon(session, style)}`);
  return [["Sessions that run (lsp-locate daemon status, lsp-locate daemon stop)", ...lines].join("\n")];
}

/**
 * Throws UsageError with the problems of the user's file, since the language may have been skipped
 * with one of them.
 */
function readLanguageWord(servers: Servers, language: string): string {
  try {
    return resolveLanguage(servers, language);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError([error.message, ...servers.problems.map(({ message }) => message)].join("\n"));
  }
}

/** The maximum timeout of `--version`; a start may have a longer one. */
const MAX_VERSION_TIMEOUT_MS = 3000;

function readTimeouts(seconds: string): { readonly initialize: number; readonly version: number } {
  const initialize = readTimeoutMs(seconds);
  return { initialize, version: Math.min(initialize, MAX_VERSION_TIMEOUT_MS) };
}

function isHealthy({ problems, languages, servers }: DoctorReport, isNamed: boolean): boolean {
  const failing = new Set(servers.filter(({ state }) => state === "fails").map(({ name }) => name));
  const isServed = languages.every(({ serving }) => (serving === null ? !isNamed : !failing.has(serving)));
  return problems.length === 0 && isServed;
}
