/** A client of the proxy with one server, in this process. */

import type { Server, Servers } from "../../backend/config/servers.js";
import { type BackendProcess, backendFailed } from "../../backend/process.js";
import { LocateError, type Logger } from "../../error.js";
import { proxy } from "../../proxy.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";
import { connectInProcess, folderAt, type InProcessClient } from "./inProcessClient.js";

interface ProxyClientOptions {
  readonly backend: BackendProcess;
  readonly servers: Servers;
  readonly server: Server | undefined;
  /** The root of the server, and the workspace around it: absolute paths. */
  readonly root: string;
  readonly workspace: string;
  /** How long the server may take to answer `initialize`. */
  readonly timeoutMs: number;
  readonly log: Logger;
  /** Called with the title and message of the server's progress; empty when it is done. */
  readonly onProgress: (text: string) => void;
}

/** Starts the session. The server has ended when this rejects. `signal` ends it at any time. */
export function connectProxy(options: ProxyClientOptions, signal: AbortSignal): Promise<InProcessClient> {
  const { backend, servers, server, root, workspace, timeoutMs, log, onProgress } = options;
  const folders = [folderAt(workspace)];
  const [syntax, startIndex] = [createSyntaxLoader(servers, log), createIndexLoader(servers, log)];
  return connectInProcess(
    {
      startSession: (input, output) =>
        proxy({ input, output, backend, servers, server, folders, isSequential: true, syntax, startIndex, log }),
      folders: () => [folderAt(root)],
      server,
      timeoutMs,
      log,
      onProgress,
      endError: async () => backendFailed(backend, await backend.exited),
      timeoutError: () => initializeTimeoutError(backend, timeoutMs),
    },
    signal,
  );
}

function initializeTimeoutError({ command, stderrTail }: BackendProcess, timeoutMs: number): LocateError {
  const seconds = timeoutMs / 1000;
  const stderrLines = stderrTail().slice(-5);
  const stderrText = stderrLines.length === 0 ? "" : ` Last on its stderr: ${stderrLines.join(" ⏎ ")}`;
  const message = `\`${command.join(" ")}\` has started, but did not answer initialize within ${seconds} s. Give it more with --timeout <seconds>.${stderrText}`;
  return new LocateError("backend_timeout", message, { command, seconds_waited: seconds, stderr: stderrLines });
}
