/**
 * `lsp-locate <method> <locate>` without a shared session: starts a server, sends one request,
 * prints its answer and ends the server.
 */

import { loadServers } from "../../backend/config/loadServers.js";
import { workingFolder, workingFolderProblem } from "../../files/workingFolder.js";
import { connectProxy } from "../client/proxyClient.js";
import { readTimeoutMs, UsageError } from "../options.js";
import { reportFailure, reportOutcome } from "../request/reportOutcome.js";
import { sendRequest } from "../request/sendRequest.js";
import { startServer } from "../setup/chooseServer.js";
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
  try {
    const { outcome, close } = await sendRequest(call, {
      workingDirectory: workingFolder(),
      workingFolderProblem: workingFolderProblem(),
      streams,
      signal,
      show,
      loadServers: () => loadServers({ path: options.servers, untrusted: options.untrusted }),
      async prepare(root) {
        // A command on the command line may hold paths that only the server reads.
        if (call.command === undefined) enterRoot(root);
        await recoverInterrupted((line) => void print(`lsp-locate: ${line}`, streams.stderr));
      },
      async connect(choice, servers) {
        const { server, root } = choice;
        const timeoutMs = options.timeout === undefined ? DEFAULT_TIMEOUT_MS : readTimeoutMs(options.timeout);
        const name = server?.name ?? choice.command[0] ?? "the server";
        show(`${name}: starting …`);
        const backend = await startServer(choice, stream);
        const onProgress = (text: string) =>
          show(`${name}: ${(text || "working").replaceAll(`${name} is loading · `, "")} …`);
        const client = await connectProxy({ backend, servers, server, root, timeoutMs, log, onProgress }, signal);
        show(`${name}: working …`);
        return client;
      },
    });
    show("");
    const code = await reportOutcome(outcome, options, {
      streams,
      writeFiles: async (files, scope) => (await import("../../files/write/writeFiles.js")).writeFiles(files, scope),
    });
    show("ending the server …");
    await close();
    return code;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UsageError) throw error;
    show("");
    return reportFailure(error, options, streams);
  } finally {
    show("");
    await flush();
  }
}
