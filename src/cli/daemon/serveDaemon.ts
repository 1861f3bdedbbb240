/** `lsp-locate daemon serve`: the process of a shared session, which the first command starts. */

import { closeSync, writeSync } from "node:fs";
import type { Duplex } from "node:stream";
import {
  type CancellationToken,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { loadServersFor } from "../../backend/config/loadServers.js";
import type { Servers } from "../../backend/config/servers.js";
import { limitEnd } from "../../backend/guard/guard.js";
import { daemonContext } from "../../daemon/daemonContext.js";
import type { DaemonRequest, DaemonServer, DaemonStatus } from "../../daemon/daemonControl.js";
import { daemonFiles, daemonFolder, thisFolderQuery } from "../../daemon/daemonFolder.js";
import { openDaemonLog } from "../../daemon/daemonLog.js";
import { daemonIdleMs } from "../../daemon/daemonSettings.js";
import { type DaemonListener, listenForClients } from "../../daemon/listenForClients.js";
import { REPORT_DESCRIPTOR, type SpawnOutcome } from "../../daemon/spawn.js";
import { errorMessage, LocateError, type Logger } from "../../error.js";
import { clip } from "../../locate/errorText.js";
import { ServerPool } from "../../routing/sharing/serverPool.js";
import type { UnwatchedFolders } from "../../session/documents/sessionIndex.js";
import type { SessionStatus } from "../../session/methods/status.js";
import { escapeControls } from "../../text/printable.js";
import { isFolderLost } from "../client/folderGuard.js";
import { type Options, type SessionOptions, UsageError } from "../options.js";
import type { SharedServers } from "../serve/routerSession.js";
import { createProgramCheck, VERSION } from "../setup/program.js";
import { onEndSignal } from "../setup/sessionEnd.js";
import { startServerProcess } from "../setup/startServerProcess.js";
import { describeBackends, limitBackends } from "./backendLimits.js";
import type {
  SessionProgress,
  SessionRequest,
  SharedSessionStatus,
  ShellCommand,
  ShellResult,
} from "./daemonMessages.js";
import { describeSharedSession } from "./daemonReport.js";
import { FolderSessions } from "./folderSessions.js";
import { runShellCommand } from "./runShellCommand.js";
import { serveAnswers } from "./serveAnswers.js";

/** Serves clients until the session is due to end. Resolves with the exit code. */
export async function serveDaemon(key: string, options: Options): Promise<number> {
  const { root } = options;
  if (root === undefined) throw new UsageError("daemon serve is started by other commands, with a key and --root.");
  const context = daemonContext({ options, workspace: root, workingDirectory: root, version: VERSION });
  const files = daemonFiles(daemonFolder(thisFolderQuery()), key);
  const stream = openDaemonLog(files.log);
  const log: Logger = (line) => {
    stream.write(`${new Date().toISOString()} ${escapeControls(line)}\n`);
  };
  process.on("uncaughtException", (error) => {
    log(`internal error: ${error.stack ?? error.message}`);
    process.exit(1);
  });
  const isProgramReplaced = createProgramCheck(process.argv[1] ?? "");
  const clients = openDaemonClients(options, log);
  let listener: DaemonListener;
  try {
    if (context.key !== key) throw new Error("its servers.json or environment has changed meanwhile");
    listener = await listenForClients({
      files,
      workspace: context.workspace,
      version: VERSION,
      idleMs: daemonIdleMs(process.env),
      onClient: clients.connect,
      onBackendClient: clients.connectToServer,
      servers: clients.servers,
      requests: clients.requests,
      unwatched: clients.unwatched,
      isProgramReplaced,
      log,
    });
  } catch (error) {
    const isRunning = error instanceof LocateError && error.kind === "file_unwritable";
    report(isRunning ? ("exists" satisfies SpawnOutcome) : errorMessage(error));
    return 1;
  }
  log(`session ${key} of ${context.workspace} started, process ${process.pid}`);
  report("ready" satisfies SpawnOutcome);
  const signalled = new Promise<string>((resolve) => onEndSignal(resolve));
  const reason = await Promise.race([listener.due, signalled]);
  limitEnd();
  log(`session ${key} ends: ${reason}`);
  listener.refuseClients();
  await clients.end();
  await listener.close();
  return 0;
}

/** Answers the command that has started this process; it may be gone. */
function report(text: string): void {
  try {
    writeSync(REPORT_DESCRIPTOR, text);
    closeSync(REPORT_DESCRIPTOR);
  } catch {
    // Nobody is waiting.
  }
}

interface DaemonClients {
  /** Serves one client until its stream ends. `readStatus` reads the state of the session. */
  connect(stream: Duplex, readStatus: () => Promise<DaemonStatus>): void;
  /** Serves a session that wants to share a server, until its stream ends. */
  connectToServer(stream: Duplex): void;
  /** Resolves with the servers that run. */
  servers(): Promise<readonly DaemonServer[]>;
  /** Returns what is done for clients now, the oldest first. */
  requests(): readonly DaemonRequest[];
  /** Returns the folders in which the system reports no changes on disk. */
  unwatched(): readonly UnwatchedFolders[];
  /** Ends all streams, whose clients may ask another session, and then all servers. */
  end(): Promise<void>;
}

/**
 * The inside of a session process: serves the streams of clients, each a conversation with its own
 * ids, cancellation and working directory, with the same servers and indexes.
 */
function openDaemonClients(options: SessionOptions, log: Logger): DaemonClients {
  const pool = new ServerPool({
    start: (command, startOptions) => startServerProcess(command, { ...startOptions, readsNotebooks: true }),
    log,
  });
  const shared: SharedServers = {
    sharing: "always",
    attach: async (spec) => pool.attach(spec),
    endIn: (folder) => pool.endIn(folder),
  };
  const sessions = new FolderSessions({ ...options, startsIndexEarly: true, shared }, log);
  // Another servers.json is another session process.
  let servers: Promise<Servers> | undefined;
  const loadOnce = () => {
    servers ??= loadServersFor(options);
    return servers;
  };
  /** By each connection, what ends it. */
  const connections = new Map<MessageConnection, () => void>();
  const streams = new Set<Duplex>();
  const stopLimits = limitBackends(pool);
  const running = new Set<DaemonRequest>();
  const whileRunning = async <Result>(request: Omit<DaemonRequest, "since">, work: Promise<Result>) => {
    const entry = { ...request, since: Date.now() };
    running.add(entry);
    return work.finally(() => running.delete(entry));
  };
  return {
    connect(stream, readStatus) {
      const connection = createMessageConnection(
        new StreamMessageReader(stream),
        new StreamMessageWriter(stream),
        undefined,
        { maxParallelism: Number.MAX_SAFE_INTEGER },
      );
      const gone = new AbortController();
      const endAnswers = serveAnswers(connection, sessions);
      const end = () => {
        if (!connections.delete(connection)) return;
        endAnswers();
        // First the stream: what fails now is no answer.
        stream.destroy();
        connection.dispose();
        gone.abort();
      };
      connections.set(connection, end);
      stream.once("close", end).on("error", () => {});
      connection.onClose(end);
      connection.onError(([error]) => log(`a client's stream: ${error.message}`));
      const context = { connection, sessions, loadServers: loadOnce, readStatus };
      connection.onRequest<ShellResult, void>("shell/run", (command: ShellCommand, token: CancellationToken) =>
        whileRunning(
          describeCommand(command),
          withSignal(token, gone.signal, (signal) => runShellCommand(command, { ...context, signal })),
        ),
      );
      connection.onRequest("session/request", (request: SessionRequest, token: CancellationToken) =>
        whileRunning(
          describeRequest(request),
          withSignal(token, gone.signal, (signal) => forwardRequest(request, { ...context, signal })),
        ),
      );
      connection.listen();
    },
    connectToServer(stream) {
      streams.add(stream);
      stream.once("close", () => streams.delete(stream));
      pool.serve(stream);
    },
    servers: () => describeBackends(pool),
    requests: () =>
      [...running].filter(({ what }) => what !== STATUS_METHOD).sort((one, other) => one.since - other.since),
    unwatched: () => sessions.all().flatMap(({ session }) => session.router.unwatchedFolders()),
    async end() {
      stopLimits();
      for (const end of [...connections.values()]) end();
      for (const stream of streams) stream.destroy();
      await sessions.close();
      await pool.end();
    },
  };
}

/** The maximum length of a command in the state of a session, in UTF-16 code units. */
const MAX_COMMAND_LENGTH = 200;

function describeCommand({ argv, workingDirectory }: ShellCommand): Omit<DaemonRequest, "since"> {
  return { what: clip(argv.join(" "), MAX_COMMAND_LENGTH), client: `a command in ${workingDirectory}` };
}

function describeRequest({ method, params }: SessionRequest): Omit<DaemonRequest, "since"> {
  const { locate } = params;
  const place = typeof locate === "string" ? locate : locate === undefined ? "" : JSON.stringify(locate);
  return { what: clip(`${method} ${place}`.trim(), MAX_COMMAND_LENGTH), client: "an agent" };
}

/** Sends a request; once more, to another router, if a folder was lost meanwhile. */
async function forwardRequest(request: SessionRequest, context: ForwardContext): Promise<unknown> {
  try {
    return await forwardOnce(request, context);
  } catch (error) {
    if (!isFolderLost(error)) throw error;
    return forwardOnce(request, context);
  }
}

async function forwardOnce(
  { folders, method, params }: SessionRequest,
  { connection, sessions, readStatus, signal }: ForwardContext,
): Promise<unknown> {
  const session = await sessions.get(folders);
  const token = params["workDoneToken"];
  const onProgress = (text: string) => {
    const progress: SessionProgress = { token, text };
    void connection.sendNotification("session/progress", progress).catch(() => {});
  };
  const result = await session.request<unknown>(method, params, {
    signal,
    ...(token === undefined ? {} : { onProgress }),
  });
  // Agents often ask for the status of a document; that of the session takes longer to find out.
  if (method !== STATUS_METHOD || params["textDocument"] != null) return result;
  return addSessionStatus(result as SessionStatus, await readStatus());
}

const STATUS_METHOD = "locate/status";

interface ForwardContext {
  readonly connection: MessageConnection;
  readonly sessions: FolderSessions;
  readonly readStatus: () => Promise<DaemonStatus>;
  readonly signal: AbortSignal;
}

/** Adds the shared session to the answer of one of its routers. */
function addSessionStatus({ markdown, ...status }: SessionStatus, session: DaemonStatus): SharedSessionStatus {
  return { ...status, session, markdown: `${markdown}\n\n${describeSharedSession(session, Date.now())}` };
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
