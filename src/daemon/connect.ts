/** Connects to a shared session that runs. */

import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "../error.js";
import { systemProcesses } from "../files/write/processIdentity.js";
import { watchProcess } from "../files/write/processWatch.js";
import { type DaemonFiles, DaemonRefusal } from "./daemonFolder.js";
import { type DaemonRecord, fileSystemView, readRecord } from "./daemonRecord.js";
import { type ConnectionPurpose, HandshakeError, HandshakeTimeout, shakeAsClient } from "./handshake.js";

/**
 * How long a session may take to answer while it uses the processor, or waits for it. Windows
 * doesn't tell what a process is doing.
 */
const HANDSHAKE_TIMEOUT_MS = process.platform === "win32" ? 10_000 : 30_000;
/** How long it may sleep all the same. */
const MAX_IDLE_MS = 2000;
const LOOK_INTERVAL_MS = 250;
/** How often to look at the process of a session that is connected; elsewhere `ps` is started. */
const CONNECTED_LOOK_INTERVAL_MS = process.platform === "linux" ? 1000 : 4000;
const BUSY_INTERVAL_MS = 20;

export type FoundDaemon =
  | { readonly kind: "connected"; readonly stream: Duplex }
  /** Nobody listens, or somebody who doesn't know the secret. */
  | { readonly kind: "absent" }
  /** The session is there and doesn't answer. */
  | { readonly kind: "silent"; readonly record: DaemonRecord; readonly isStopped: boolean };

const ABSENT = { kind: "absent" } as const;

/**
 * Connects to the session with these files, if both ends know its secret. The stream is destroyed
 * when the session's process is stopped. Throws `DaemonRefusal` if it sees another file system than
 * this process.
 */
export async function connectDaemon(
  files: DaemonFiles,
  purpose: ConnectionPurpose,
  timeoutMs = HANDSHAKE_TIMEOUT_MS,
): Promise<FoundDaemon> {
  for (;;) {
    const record = readRecord(files);
    if (record === undefined) return ABSENT;
    const found = await connectTo(record, files, purpose, timeoutMs);
    // A session that has just replaced another one has another secret.
    if (found.kind === "connected" || readRecord(files)?.secret === record.secret) return found;
  }
}

async function connectTo(
  record: DaemonRecord,
  files: DaemonFiles,
  purpose: ConnectionPurpose,
  timeoutMs: number,
): Promise<FoundDaemon> {
  const watch = watchAnswer(record, files, timeoutMs);
  try {
    const stream = await openStream(files.socket, watch.signal);
    if (stream === undefined) return watch.outcome() ?? ABSENT;
    watch.signal.addEventListener("abort", () => stream.destroy(new HandshakeTimeout("no answer")), { once: true });
    await shakeAsClient(stream, purpose, { secret: record.secret, timeoutMs });
    const isClient = purpose === "client" || purpose === "backend";
    if (!isClient || record.view === fileSystemView()) return connected(stream, record);
    stream.destroy();
  } catch (error) {
    if (error instanceof HandshakeTimeout) return watch.outcome() ?? { kind: "silent", record, isStopped: false };
    if (error instanceof HandshakeError) return ABSENT;
    throw error;
  } finally {
    watch.end();
  }
  throw new DaemonRefusal(
    `The session of ${record.workspace} (process ${record.process.pid}) sees another file system than this command: one of them runs in a container or sandbox.`,
  );
}

function connected(stream: Duplex, { process }: DaemonRecord): FoundDaemon {
  const onInactive = () => stream.destroy();
  stream.once("close", watchProcess(process, { intervalMs: CONNECTED_LOOK_INTERVAL_MS, onInactive }));
  return { kind: "connected", stream };
}

interface AnswerWatch {
  /** Aborted when there is no reason to wait for an answer any more. */
  readonly signal: AbortSignal;
  /** What was found then. */
  outcome(): FoundDaemon | undefined;
  end(): void;
}

/** Watches whether the session may still answer: somebody else may listen on its socket. */
function watchAnswer(record: DaemonRecord, files: DaemonFiles, timeoutMs: number): AnswerWatch {
  const controller = new AbortController();
  let outcome: FoundDaemon | undefined;
  const finish = (found: FoundDaemon) => {
    outcome ??= found;
    controller.abort();
  };
  const timer = setTimeout(() => finish({ kind: "silent", record, isStopped: false }), timeoutMs);
  const fileTimer = setInterval(() => {
    const isGone = readRecord(files)?.secret !== record.secret || !systemProcesses.mayRun(record.process);
    if (isGone) finish(ABSENT);
  }, LOOK_INTERVAL_MS);
  const endWatch = watchProcess(record.process, {
    intervalMs: LOOK_INTERVAL_MS,
    maxIdleMs: MAX_IDLE_MS,
    onInactive: (inactivity) => finish({ kind: "silent", record, isStopped: inactivity === "stopped" }),
  });
  return {
    signal: controller.signal,
    outcome: () => outcome,
    end() {
      clearTimeout(timer);
      clearInterval(fileTimer);
      endWatch();
    },
  };
}

/** Resolves with undefined if nobody listens, or at the signal if the queue is full until then. */
async function openStream(socket: string, signal: AbortSignal): Promise<Duplex | undefined> {
  for (; !signal.aborted; await delay(BUSY_INTERVAL_MS)) {
    const stream = connect(socket);
    try {
      await new Promise((resolve, reject) => stream.once("connect", resolve).once("error", reject));
      return stream.on("error", () => {});
    } catch (error) {
      stream.destroy();
      const { code } = error as NodeJS.ErrnoException;
      // Its queue of connections is full.
      if (code === "EAGAIN" || code === "EBUSY") continue;
      if (code === "ENOENT" || code === "ECONNREFUSED" || code === "ECONNRESET") return undefined;
      throw new DaemonRefusal(`The session's socket can't be used: ${errorMessage(error)}.`);
    }
  }
  return undefined;
}
