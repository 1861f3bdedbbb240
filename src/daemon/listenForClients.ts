/** The session's end of its socket: accepts clients, and says when the session should end. */

import { randomBytes } from "node:crypto";
import { chmodSync, renameSync } from "node:fs";
import { access } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { homeFolder } from "../backend/config/userFolder.js";
import { errorMessage, type Logger } from "../error.js";
import { isMissing } from "../files/readErrors.js";
import { isSameProcess, systemProcesses } from "../files/write/processIdentity.js";
import type { DaemonRequest, DaemonServer, DaemonStatus } from "./daemonControl.js";
import { createDaemonFolder, type DaemonFiles } from "./daemonFolder.js";
import { acquireLifeLock, lifeLockHolder } from "./daemonLocks.js";
import { removeOldFiles } from "./daemonLog.js";
import {
  type DaemonRecord,
  fileSystemView,
  readRecord,
  recordedKeys,
  removeFile,
  removeRecord,
  socketIdentity,
  writeRecord,
} from "./daemonRecord.js";
import { type ClientPurpose, shakeAsSession } from "./handshake.js";

export interface ListenOptions {
  readonly files: DaemonFiles;
  readonly workspace: string;
  readonly version: string;
  /** How long the session lives without a client. */
  readonly idleMs: number;
  /**
   * Called with each client's stream, and what tells it the state of the session. An error of the
   * stream shows as its `close` only.
   */
  readonly onClient: (stream: Duplex, readStatus: () => Promise<DaemonStatus>) => void;
  /** Called with the stream of each client that wants a server. */
  readonly onBackendClient: (stream: Duplex) => void;
  /** Whether the session's program is another one than it was started from. */
  readonly isProgramReplaced: () => boolean;
  /** Returns the servers of the session, for its state. */
  readonly servers: () => Promise<readonly DaemonServer[]>;
  /** Returns what the session does for clients, for its state. */
  readonly requests: () => readonly DaemonRequest[];
  /** Returns the folders in which the system reports no changes, for its state. */
  readonly unwatched: () => NonNullable<DaemonStatus["unwatched"]>;
  readonly log: Logger;
}

/** Why a session ends by itself. */
export type EndReason =
  | "idle"
  | "stop"
  | "its workspace is gone"
  | "its program was replaced"
  /** By hand, by a service that cleans temporary folders, or by another session. */
  | "its socket, record or lock was removed or replaced";

export interface DaemonListener {
  /**
   * Resolves when the session has to end: by `daemon stop`, without a client for long or in a
   * workspace that was deleted, when commands can no longer find it, or when a client comes after
   * its program was replaced.
   */
  readonly due: Promise<EndReason>;
  /**
   * Accepts no more clients. They may start another session, which waits for the end of this one.
   */
  refuseClients(): void;
  /** Closes all connections and gives the session's place to another one. */
  close(): Promise<void>;
}

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** How often a session without clients checks that its workspace is there. */
const WORKSPACE_INTERVAL_MS = 60_000;
/** How often a session checks that commands can find it. */
const PLACE_INTERVAL_MS = 800;
/** A check may fail for want of descriptors. */
const MAX_FAILED_CHECKS = 2;

/**
 * Takes the place of the session with this key. Rejects with `file_unwritable` if another one has
 * it, and with the system's error if the folder can't be written.
 */
export async function listenForClients(options: ListenOptions): Promise<DaemonListener> {
  const { files, idleMs, log } = options;
  createDaemonFolder(files.folder);
  const locks = await acquireLifeLock(files);
  const record = createRecord(options);
  const sockets = new Set<Socket>();
  let finish: (reason: EndReason) => void = () => {};
  const due = new Promise<EndReason>((resolve) => {
    finish = resolve;
  });
  let clientCount = 0;
  let idleSince = Date.now();
  let idleTimer: NodeJS.Timeout | undefined;
  const startIdleTimer = () => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => clientCount === 0 && finish("idle"), idleSince + idleMs - Date.now());
  };
  startIdleTimer();
  const addClient = (socket: Socket, purpose: ClientPurpose) => {
    if (socket.destroyed) return;
    if (options.isProgramReplaced()) {
      // The client asks the session that follows.
      socket.destroy();
      return finish("its program was replaced");
    }
    clientCount++;
    socket.once("close", () => {
      clientCount--;
      idleSince = Date.now();
      if (clientCount === 0) startIdleTimer();
    });
    if (purpose === "client") options.onClient(socket, readStatus);
    else options.onBackendClient(socket);
  };
  const readStatus = async (): Promise<DaemonStatus> => {
    const unwatched = options.unwatched();
    const requests = options.requests();
    return {
      pid: process.pid,
      workspace: record.workspace,
      version: record.version,
      startedAt: record.startedAt,
      clients: clientCount,
      memoryBytes: process.memoryUsage.rss(),
      servers: await options.servers(),
      ...(requests.length > 0 && { requests }),
      ...(unwatched.length > 0 && { unwatched }),
    };
  };

  const accept = async (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    try {
      const purpose = await shakeAsSession(socket, { secret: record.secret, timeoutMs: HANDSHAKE_TIMEOUT_MS });
      if (purpose === "client" || purpose === "backend") return addClient(socket, purpose);
      if (purpose === "status") socket.end(JSON.stringify(await readStatus()));
      else {
        socket.end();
        finish("stop");
      }
    } catch (error) {
      socket.destroy();
      log(`a connection was refused: ${errorMessage(error)}`);
    }
  };
  const server = createServer((socket) => void accept(socket));
  let socket = "";
  try {
    // It replaces what a killed session has left. At its end, Node removes only the first name.
    if (process.platform !== "win32") removeFile(files.newSocket);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(files.newSocket, resolve);
    });
    server.on("error", (error) => log(`the session's socket failed: ${error.message}`));
    socket = socketIdentity(files.newSocket);
    if (process.platform !== "win32") {
      chmodSync(files.newSocket, 0o600);
      renameSync(files.newSocket, files.socket);
    }
    writeRecord(files, record);
    removeOldFiles(files.folder, recordedKeys(files.folder));
  } catch (error) {
    clearTimeout(idleTimer);
    server.close();
    locks.release();
    throw error;
  }
  const workspaceCheck = setInterval(async () => {
    // Agents make a worktree for each task, and remove it.
    if (clientCount === 0 && (await isGone(record.workspace)) && clientCount === 0) finish("its workspace is gone");
  }, WORKSPACE_INTERVAL_MS).unref();
  let failedChecks = 0;
  const placeCheck = setInterval(() => {
    failedChecks = holdsPlace(files, record, socket) ? 0 : failedChecks + 1;
    if (failedChecks === MAX_FAILED_CHECKS) finish("its socket, record or lock was removed or replaced");
  }, PLACE_INTERVAL_MS).unref();
  const refuseClients = () => {
    clearTimeout(idleTimer);
    clearInterval(workspaceCheck);
    clearInterval(placeCheck);
    removeRecord(files, record.secret);
    if (process.platform !== "win32" && socketIdentity(files.socket) === socket) removeFile(files.socket);
    server.close();
  };
  return {
    due,
    refuseClients,
    async close() {
      refuseClients();
      for (const socket of sockets) socket.destroy();
      locks.release();
    },
  };
}

/** Whether commands find this session: its record, its socket, and its lock are there. */
function holdsPlace(files: DaemonFiles, record: DaemonRecord, socket: string): boolean {
  try {
    const holder = lifeLockHolder(files);
    const isHolder = holder !== undefined && isSameProcess(holder, record.process);
    return isHolder && readRecord(files)?.secret === record.secret && socketIdentity(files.socket) === socket;
  } catch {
    return false;
  }
}

async function isGone(folder: string): Promise<boolean> {
  try {
    await access(folder);
    return false;
  } catch (error) {
    return isMissing(error);
  }
}

function createRecord({ workspace, version }: ListenOptions): DaemonRecord {
  const secret = randomBytes(32).toString("hex");
  return {
    secret,
    process: systemProcesses.self(),
    workspace,
    home: homeFolder() ?? "",
    version,
    startedAt: Date.now(),
    view: fileSystemView(),
  };
}
