/**
 * The inside of a session process: serves the streams of clients, each a conversation with its own
 * ids, cancellation and working directory, with the same servers and indexes.
 */

import type { Duplex } from "node:stream";
import {
  type CancellationToken,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { loadServers } from "../../backend/config/loadServers.js";
import type { Servers } from "../../backend/config/servers.js";
import type { DaemonServer } from "../../daemon/daemonStatus.js";
import type { Logger } from "../../error.js";
import type { SessionOptions } from "../options.js";
import { describeBackends, limitBackends } from "./backendLimits.js";
import { FolderSessions } from "./folderSessions.js";
import type { SessionProgress, SessionRequest, ShellCommand } from "./messages.js";
import { runShellCommand } from "./runShellCommand.js";

export interface DaemonClients {
  /** Serves one client until its stream ends. */
  connect(stream: Duplex): void;
  /** Resolves with the servers that run. */
  servers(): Promise<readonly DaemonServer[]>;
  /** Ends all servers. */
  end(): Promise<void>;
}

export function openDaemonClients(options: SessionOptions, log: Logger): DaemonClients {
  const sessions = new FolderSessions(options, log);
  // Another servers.json is another session process.
  let servers: Promise<Servers> | undefined;
  const loadOnce = () => {
    servers ??= loadServers({ path: options.servers, untrusted: options.untrusted });
    return servers;
  };
  const connections = new Set<MessageConnection>();
  const stopLimits = limitBackends(sessions);
  return {
    connect(stream) {
      const connection = createMessageConnection(
        new StreamMessageReader(stream),
        new StreamMessageWriter(stream),
        undefined,
        { maxParallelism: Number.MAX_SAFE_INTEGER },
      );
      const gone = new AbortController();
      connections.add(connection);
      const end = () => {
        connections.delete(connection);
        gone.abort();
        connection.dispose();
        stream.destroy();
      };
      stream.once("close", end).on("error", () => {});
      connection.onClose(end);
      connection.onError(([error]) => log(`a client's stream: ${error.message}`));
      const context = { connection, sessions, loadServers: loadOnce, log, gone: gone.signal };
      connection.onRequest("shell/run", (command: ShellCommand, token: CancellationToken) =>
        withSignal(token, gone.signal, (signal) => runShellCommand(command, { ...context, signal })),
      );
      connection.onRequest("session/request", (request: SessionRequest, token: CancellationToken) =>
        withSignal(token, gone.signal, (signal) => forwardRequest(request, { ...context, signal })),
      );
      connection.listen();
    },
    servers: () => describeBackends(sessions),
    async end() {
      stopLimits();
      await sessions.close();
      for (const connection of connections) connection.end();
    },
  };
}

async function forwardRequest(
  { folders, method, params }: SessionRequest,
  {
    connection,
    sessions,
    signal,
  }: { readonly connection: MessageConnection; readonly sessions: FolderSessions; readonly signal: AbortSignal },
): Promise<unknown> {
  const session = await sessions.get(folders);
  const token = params["workDoneToken"];
  const onProgress = (text: string) => {
    const progress: SessionProgress = { token, text };
    void connection.sendNotification("session/progress", progress).catch(() => {});
  };
  return session.request(method, params, { signal, ...(token === undefined ? {} : { onProgress }) });
}

/** Does the work of a request with a signal of its cancellation, or of the end of its client. */
async function withSignal<Result>(
  token: CancellationToken,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  token.onCancellationRequested(abort);
  if (gone.aborted) abort();
  gone.addEventListener("abort", abort);
  try {
    return await work(controller.signal);
  } finally {
    gone.removeEventListener("abort", abort);
  }
}
