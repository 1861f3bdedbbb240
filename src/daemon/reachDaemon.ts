/** Connects to a shared session that runs. */

import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "../error.js";
import { type DaemonFiles, DaemonRefusal } from "./daemonFolder.js";
import { fileSystemView, readRecord } from "./daemonRecord.js";
import { type ConnectionPurpose, HandshakeError, shakeAsClient } from "./handshake.js";

/** How long a session may take to answer; it runs among the commands of a busy machine. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
const BUSY_INTERVAL_MS = 20;

/**
 * Connects to the session with these files if it runs and both ends know its secret; otherwise
 * resolves with undefined. Throws `DaemonRefusal` if it sees another file system than this process.
 */
export async function reachDaemon(files: DaemonFiles, purpose: ConnectionPurpose): Promise<Duplex | undefined> {
  // A session that has just replaced another one has another secret.
  for (let attempt = 0; attempt < 2; attempt++) {
    const record = readRecord(files);
    const stream = record && (await openStream(files.socket));
    if (record === undefined || stream === undefined) return undefined;
    try {
      await shakeAsClient(stream, purpose, { secret: record.secret, timeoutMs: HANDSHAKE_TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof HandshakeError)) throw error;
      continue;
    }
    if (purpose !== "client" || record.view === fileSystemView()) return stream;
    stream.destroy();
    throw new DaemonRefusal(
      `The session of ${record.workspace} (process ${record.process.pid}) sees another file system than this command: one of them runs in a container or sandbox.`,
    );
  }
  return undefined;
}

/** Resolves with undefined if nobody listens. */
async function openStream(socket: string): Promise<Duplex | undefined> {
  for (;;) {
    const stream = connect(socket);
    try {
      await new Promise((resolve, reject) => stream.once("connect", resolve).once("error", reject));
      return stream.on("error", () => {});
    } catch (error) {
      stream.destroy();
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EAGAIN" && code !== "EBUSY") {
        if (code === "ENOENT" || code === "ECONNREFUSED" || code === "ECONNRESET") return undefined;
        throw new DaemonRefusal(`The session's socket can't be used: ${errorMessage(error)}.`);
      }
    }
    // Its queue of connections is full.
    await delay(BUSY_INTERVAL_MS);
  }
}
