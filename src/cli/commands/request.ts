/**
 * `lsp-locate <method> <locate>` without a shared session: opens a session in this process, sends
 * one request, prints its answer and ends the session.
 */

import { loadServersFor } from "../../backend/config/loadServers.js";
import { workingFolder, workingFolderProblem } from "../../files/workingFolder.js";
import { connectFolderClient } from "../daemon/folderClient.js";
import { FolderSessions } from "../daemon/folderSessions.js";
import { START_SECONDS, timeoutMsOf } from "../options.js";
import { runRequest } from "../request/runRequest.js";
import { resolveLanguage } from "../setup/languageOption.js";
import { openQuietLog } from "../setup/openLog.js";
import { recoverInterrupted } from "../setup/recoverInterrupted.js";
import { enterRoot } from "../setup/workspaceRoot.js";
import { createStatusLine, print, processStreams } from "../terminal.js";
import { type CommandCall, interruptSignal } from "./commandCall.js";

/** Resolves with the exit code. */
export async function run(call: CommandCall): Promise<number> {
  const { options, command } = call;
  const streams = call.streams ?? processStreams;
  const signal = interruptSignal();
  const { show } = createStatusLine(streams.stderr);
  const { stream, log, flush } = openQuietLog(options.log);
  const timeoutMs = timeoutMsOf(options);
  let sessions: FolderSessions | undefined;
  const end = async () => {
    if (sessions !== undefined) show("ending the server …");
    await sessions?.close();
    show("");
    await flush();
  };
  const work = runRequest(call, {
    workingDirectory: workingFolder(),
    workingFolderProblem: workingFolderProblem(),
    streams,
    signal,
    show,
    loadServers: () => loadServersFor(options),
    async prepare(root, workspace) {
      // A command on the command line may hold paths that only the server reads.
      if (command === undefined) enterRoot(root);
      for (const message of await recoverInterrupted([workspace]))
        await print(`lsp-locate: ${message}`, streams.stderr);
    },
    async connect(folder, file, servers) {
      const languageId = options.language === undefined ? undefined : resolveLanguage(servers, options.language);
      const { timeout = String(START_SECONDS) } = options;
      const wish = { command, languageId };
      sessions = new FolderSessions({ ...options, timeout, serverLog: stream, wish, endsSoon: !options.watch }, log);
      // The start of the server has the same time, before the answer.
      const wholeMs = timeoutMs === undefined ? undefined : 2 * timeoutMs;
      return connectFolderClient(folder, file, { sessions, servers, signal, timeoutMs: wholeMs, show });
    },
    writePlan: async ({ files }, scope, origin) =>
      (await import("../../files/undo/undo.js")).writeUndoable(files, scope, { origin }),
  });
  try {
    const code = await untilAborted(work, signal);
    // A watch ends with a signal, which the exit code tells.
    if (options.watch) signal.throwIfAborted();
    return code;
  } finally {
    await end();
  }
}

/**
 * Settles as `work` does; rejects with the reason of the signal as soon as that is aborted. Until
 * then the process does not end, also where it only waits for a server that is started again.
 */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const timer = setInterval(() => {}, MAX_INTERVAL_MS);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    clearInterval(timer);
  }
}

const MAX_INTERVAL_MS = 2 ** 31 - 1;
