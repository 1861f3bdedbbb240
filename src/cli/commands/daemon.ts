/** `lsp-locate daemon …`: shows and ends the shared sessions of this user. */

import { type DaemonContext, daemonContext } from "../../daemon/daemonContext.js";
import {
  endDaemon,
  endUnrecordedDaemon,
  mayRun,
  otherHomeOf,
  type RecordedDaemon,
  recordedDaemons,
  removeDeadDaemon,
} from "../../daemon/daemonControl.js";
import { DaemonRefusal, daemonFiles, daemonFolder, thisFolderQuery } from "../../daemon/daemonFolder.js";
import { earlierLog } from "../../daemon/daemonLog.js";
import { reachDaemon } from "../../daemon/reachDaemon.js";
import { isMissing } from "../../files/readErrors.js";
import { readTextSync } from "../../files/readFileSync.js";
import { workingFolder } from "../../files/workingFolder.js";
import { findDaemons, renderDaemonReports } from "../daemon/daemonReport.js";
import { daemonActions } from "../help/subcommands.js";
import { type Options, suggestNames, UsageError } from "../options.js";
import { findCommandWorkspace, loadServersOf } from "../setup/commandWorkspace.js";
import { VERSION } from "../setup/program.js";
import { readRootOption } from "../setup/workspaceRoot.js";
import { detectTerminal, print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

type DaemonAction = (typeof daemonActions)[number];

const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** Resolves with the exit code. Throws UsageError. */
export async function run({ words, options }: CommandCall): Promise<number> {
  const [word, key] = words;
  if (word === "serve" && key !== undefined) {
    const { serveDaemon } = await import("../daemon/serveDaemon.js");
    return serveDaemon(key, options);
  }
  const action = readAction(word);
  if (key !== undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(key)} after daemon ${action}.`);
  if (options.json && action !== "status") throw new UsageError("--json goes with daemon status.");
  for (const name of ["all", "everywhere"] as const)
    if (options[name] && action !== "stop") throw new UsageError(`--${name} goes with daemon stop.`);
  try {
    return await actions[action](options);
  } catch (error) {
    if (!(error instanceof DaemonRefusal)) throw error;
    await printNote(error.message);
    return 1;
  }
}

const actions: Readonly<Record<DaemonAction, (options: Options) => Promise<number>>> = {
  status: showStatus,
  stop: stopSessions,
  restart: restartSession,
  log: showLog,
};

function readAction(word: string | undefined): DaemonAction {
  const action = daemonActions.find((each) => each === word);
  if (action !== undefined) return action;
  const list = "lsp-locate daemon status, stop, restart or log";
  if (word === undefined) throw new UsageError(`Write ${list}.`);
  const [similar] = suggestNames(word, daemonActions);
  throw new UsageError(
    `There is no daemon ${word}. ${similar === undefined ? `Write ${list}.` : `Did you mean daemon ${similar}?`}`,
  );
}

async function showStatus({ json }: Options): Promise<number> {
  const reports = (await findDaemons()).map(({ report }) => report);
  const { colours } = detectTerminal();
  await print(json ? JSON.stringify(reports, null, 2) : renderDaemonReports(reports, { colours, now: Date.now() }));
  return 0;
}

/**
 * Ends the sessions of the workspace, or all of them; those of another home folder live on, except
 * with `--everywhere`.
 */
async function stopSessions(options: Options): Promise<number> {
  const { workspace, key } = await contextOf(options);
  const isAll = options.all || options.everywhere;
  const meant = runningDaemons().filter(({ record }) => isAll || record.workspace === workspace);
  const chosen = options.everywhere ? meant : meant.filter(isOwn);
  const lost = await endUnrecordedDaemon(daemonFiles(daemonFolder(thisFolderQuery()), key));
  if (lost !== undefined) await printNote(`the session of ${workspace} (process ${lost.pid}) has ended.`);
  else if (meant.length === 0) await printNote(isAll ? "no session runs." : `no session of ${workspace} runs.`);
  const code = await endAll(chosen);
  for (const { record } of meant.filter((session) => !chosen.includes(session)))
    await printNote(
      `the session of ${record.workspace} (process ${record.process.pid}) is left alone: its HOME is ${record.home || "not set"}. --everywhere ends it, too.`,
    );
  return code;
}

/** Returns the sessions that may run; the others are removed. */
function runningDaemons(): readonly RecordedDaemon[] {
  return recordedDaemons().filter((daemon) => {
    if (mayRun(daemon.record)) return true;
    removeDeadDaemon(daemon);
    return false;
  });
}

function isOwn({ record }: RecordedDaemon): boolean {
  return otherHomeOf(record) === undefined;
}

/** Ends the sessions of the workspace and starts the one for this environment. */
async function restartSession(options: Options): Promise<number> {
  const context = await contextOf(options);
  const own = runningDaemons().filter(isOwn);
  await endUnrecordedDaemon(daemonFiles(daemonFolder(thisFolderQuery()), context.key));
  const code = await endAll(own.filter(({ record }) => record.workspace === context.workspace));
  if (code !== 0) return code;
  const connection = await reachDaemon(context);
  if (connection.kind === "connected") {
    connection.stream.destroy();
    await printNote(`a session of ${context.workspace} has started.`);
    return 0;
  }
  await printNote(connection.kind === "off" ? `sessions are off (${connection.reason}).` : connection.reason);
  return 1;
}

async function endAll(sessions: readonly RecordedDaemon[]): Promise<number> {
  const failures = await Promise.all(
    sessions.map(async (session) => {
      const { workspace } = session.record;
      const { pid } = session.record.process;
      const state = await endDaemon(session);
      const outcomes = {
        ended: "has ended.",
        running: `doesn't end; kill -9 ${pid} ends it, and its servers with it.`,
        unknown: "can't be reached and is not signalled: it runs in another container or on another machine.",
      };
      await printNote(`the session of ${workspace} (process ${pid}) ${outcomes[state]}`);
      return state !== "ended";
    }),
  );
  return failures.includes(true) ? 1 : 0;
}

/** Prints the log of the session for this workspace, environment and options. */
async function showLog(options: Options): Promise<number> {
  const context = await contextOf(options);
  const { log } = daemonFiles(daemonFolder(thisFolderQuery()), context.key);
  const text = [earlierLog(log), log].map(readLog).join("");
  if (text === "") {
    await printNote(`there is no log: no session of ${context.workspace} has run with this environment.`);
    return 1;
  }
  await print(text.trimEnd());
  return 0;
}

function readLog(path: string): string {
  try {
    return readTextSync(path, { maxBytes: MAX_LOG_BYTES });
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}

async function contextOf(options: Options): Promise<DaemonContext> {
  const workingDirectory = workingFolder();
  const root = readRootOption(options, workingDirectory);
  const { folder } = await findCommandWorkspace({ root, workingDirectory }, () => loadServersOf(options));
  return daemonContext({ options, workspace: folder, workingDirectory, version: VERSION });
}

/** Stdout is for what was asked for. */
function printNote(text: string): Promise<void> {
  return print(`lsp-locate: ${text}`, process.stderr);
}
