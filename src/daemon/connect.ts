/** Connects to a shared session that runs. */

import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "../error.js";
import { type DaemonFiles, DaemonRefusal } from "./daemonFolder.js";
import { type DaemonRecord, fileSystemView, readRecord } from "./daemonRecord.js";
import { type ConnectionPurpose, HandshakeError, HandshakeTimeout, shakeAsClient } from "./handshake.js";

/** How long a session may take to answer; it runs among the commands of a busy machine. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
const BUSY_INTERVAL_MS = 20;

export type FoundDaemon =
  | { readonly kind: "connected"; readonly stream: Duplex }
  /** Nobody listens, or somebody who doesn't know the secret. */
  | { readonly kind: "absent" }
  /** Somebody listens and doesn't answer. */
  | { readonly kind: "silent"; readonly record: DaemonRecord };

/**
 * Connects to the session with these files, if both ends know its secret. Throws `DaemonRefusal` if
 * it sees another file system than this process.
 */
export async function connectDaemon(
  files: DaemonFiles,
  purpose: ConnectionPurpose,
  timeoutMs = HANDSHAKE_TIMEOUT_MS,
): Promise<FoundDaemon> {
  let record = readRecord(files);
  for (;;) {
    const stream = record && (await openStream(files.socket, timeoutMs));
    if (record === undefined || stream === undefined) return { kind: "absent" };
    if (stream === "busy") return { kind: "silent", record };
    try {
      await shakeAsClient(stream, purpose, { secret: record.secret, timeoutMs });
      if (purpose !== "client" || record.view === fileSystemView()) return { kind: "connected", stream };
    } catch (error) {
      if (error instanceof HandshakeTimeout) return { kind: "silent", record };
      if (!(error instanceof HandshakeError)) throw error;
      // A session that has just replaced another one has another secret.
      const { secret } = record;
      record = readRecord(files);
      if (record?.secret === secret) return { kind: "absent" };
      continue;
    }
    stream.destroy();
    throw new DaemonRefusal(
      `The session of ${record.workspace} (process ${record.process.pid}) sees another file system than this command: one of them runs in a container or sandbox.`,
    );
  }
}

/** Resolves with undefined if nobody listens, with "busy" if the queue stays full. */
async function openStream(socket: string, timeoutMs: number): Promise<Duplex | "busy" | undefined> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(BUSY_INTERVAL_MS)) {
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
  return "busy";
}
