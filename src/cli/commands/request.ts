/**
 * `lsp-locate <method> <locate>` without a shared session: starts a server, sends one request,
 * prints its answer and ends the server.
 */

import { loadServers } from "../../backend/config/loadServers.js";
import { EMBEDDED_SERVER_NAME } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import { workingFolder, workingFolderProblem } from "../../files/workingFolder.js";
import { connectProxy } from "../client/proxyClient.js";
import { connectFolderClient } from "../daemon/folderClient.js";
import type { FolderSessions, FolderSessionsOptions } from "../daemon/folderSessions.js";
import { readTimeoutMs, UsageError } from "../options.js";
import { progressLine } from "../request/progressLine.js";
import { type ReportHost, reportFailure, reportResult } from "../request/reportOutcome.js";
import { type AboutFiles, sendRequest } from "../request/sendRequest.js";
import { watchRequest } from "../request/watchRequest.js";
import { type ServerChoice, startServer } from "../setup/chooseServer.js";
import { openQuietLog } from "../setup/openLog.js";
import { recoverInterrupted } from "../setup/recoverInterrupted.js";
import { enterRoot } from "../setup/workspaceRoot.js";
import { createStatusLine, print, processStreams } from "../terminal.js";
import { type CommandCall, interruptSignal } from "./commandCall.js";

/** How long a server may take to answer `initialize`, unless `--timeout` says it. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** Resolves with the exit code. */
export async function run(call: CommandCall): Promise<number> {
  const { options } = call;
  const streams = call.streams ?? processStreams;
  const signal = interruptSignal();
  const { show } = createStatusLine(streams.stderr);
  const { stream, log, flush } = openQuietLog(options.log);
  let sessions: FolderSessions | undefined;
  // With --watch it notifies servers of all files that change meanwhile.
  const connectRouter = async (choice: ServerChoice, { file, hasManyFiles }: AboutFiles) => {
    const isNeeded = options.watch || hasManyFiles || needsRouter(choice, file);
    if (!mayUseRouter(call) || !isNeeded) return undefined;
    sessions ??= await openFolderSessions({ ...options, serverLog: stream }, log);
    return connectFolderClient(choice, file, { sessions, signal, show });
  };
  try {
    const sent = await sendRequest(call, {
      workingDirectory: workingFolder(),
      workingFolderProblem: workingFolderProblem(),
      streams,
      signal,
      show,
      loadServers: () => loadServers({ path: options.servers, untrusted: options.untrusted }),
      async prepare(root) {
        // A command on the command line may hold paths that only the server reads.
        if (call.command === undefined) enterRoot(root);
        await recoverInterrupted(
          (line) => void print(`lsp-locate: ${line}`, streams.stderr),
          [root ?? workingFolder()],
        );
      },
      async connect(choice, servers, about) {
        const { server, root, workspace } = choice;
        const routed = await connectRouter(choice, about);
        if (routed) return routed;
        const timeoutMs = options.timeout === undefined ? DEFAULT_TIMEOUT_MS : readTimeoutMs(options.timeout);
        const name = server?.name ?? choice.command[0] ?? "the server";
        show(`${name}: starting …`);
        const backend = await startServer(choice, stream);
        const onProgress = (text: string) => show(progressLine(name, text));
        const client = await connectProxy(
          { backend, servers, server, root, workspace, timeoutMs, log, onProgress },
          signal,
        );
        show(`${name}: working …`);
        return client;
      },
    });
    show("");
    const host: ReportHost = {
      streams,
      writePlan: async ({ files }, scope, origin) =>
        (await import("../../files/undo/undo.js")).writeUndoable(files, scope, { origin }),
    };
    const code = options.watch
      ? await watchRequest(sent, options, { ...host, signal, onPause: () => show("") })
      : await reportResult(sent.first, options, host);
    show("ending the server …");
    await sent.close();
    // A watch ends with a signal, which the exit code tells.
    if (options.watch) signal.throwIfAborted();
    return code;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UsageError) throw error;
    show("");
    return reportFailure(error, options, streams);
  } finally {
    await sessions?.close();
    show("");
    await flush();
  }
}

/** Whether the router may answer. It chooses the server and its timeouts itself. */
function mayUseRouter({ options: { language, timeout }, command }: CommandCall): boolean {
  return command === undefined && language === undefined && timeout === undefined;
}

/**
 * Whether only the router can answer. Where no file is named, its index answers, and the embedded
 * server, which is chosen then, would be a process for nothing. A server that has several roots in
 * the workspace gets them from it.
 */
function needsRouter({ server, root, workspace }: ServerChoice, file: string | undefined): boolean {
  if (server === undefined) return false;
  const isForIndex = file === undefined && server.name === EMBEDDED_SERVER_NAME;
  return isForIndex || root !== workspace || server.root === "nearest";
}

async function openFolderSessions(options: FolderSessionsOptions, log: Logger): Promise<FolderSessions> {
  const { FolderSessions } = await import("../daemon/folderSessions.js");
  return new FolderSessions(options, log);
}
