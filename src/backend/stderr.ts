/** The stderr of a backend: forwarded to the log, and its end kept for error messages. */

import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

export interface StderrCapture {
  /** Returns the last lines, at most 20. */
  tail(): readonly string[];
  /** To be called when the process has exited: reads what is left without waiting for the log. */
  readRest(): void;
}

const MAX_TAIL_LINES = 20;
const MAX_TAIL_BYTES = 16 * 1024;
/** How long a log that is not read may hold up the server. */
const MAX_PAUSE_MS = 1000;
/** How much is then kept for the log. */
const MAX_BACKLOG_BYTES = 1024 * 1024;

/**
 * Forwards all of stderr as long as the log is read. If it is not, the server waits for a second;
 * then its stderr is collected, and dropped above a limit, until the log is read. The log gets the
 * number of dropped bytes and the last of them.
 */
export function captureStderr(stderr: Readable, log: Writable): StderrCapture {
  let tail: Buffer = Buffer.alloc(0);
  let droppedBytes = 0;
  let hasExited = false;
  /** Whether the log has held up the server for too long, and has not been read since. */
  let isStalled = false;
  if (log.listenerCount("error") === 0) log.on("error", () => {});
  // Many servers may share a log, and each waits for it.
  log.setMaxListeners(0);

  const reportDropped = () => {
    if (droppedBytes === 0) return;
    log.write(`\nlsp-locate: ${droppedBytes} bytes of stderr were dropped, because they were not read. The last:\n`);
    log.write(tail);
    droppedBytes = 0;
  };
  const handleDrain = () => {
    isStalled = false;
    reportDropped();
  };
  const watchDrain = () => log.off("drain", handleDrain).once("drain", handleDrain);
  const pauseReading = () => {
    stderr.pause();
    const resume = () => {
      clearTimeout(timer);
      log.off("drain", resume);
      stderr.resume();
    };
    const timer = setTimeout(() => {
      isStalled = true;
      watchDrain();
      resume();
    }, MAX_PAUSE_MS).unref();
    log.on("drain", resume);
  };
  stderr.on("error", () => {});
  stderr.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-MAX_TAIL_BYTES)]).subarray(-MAX_TAIL_BYTES);
    if (droppedBytes > 0 || log.writableLength > MAX_BACKLOG_BYTES) {
      droppedBytes += chunk.length;
      watchDrain();
      return;
    }
    if (!log.write(chunk) && !isStalled && !hasExited) pauseReading();
  });
  stderr.on("close", () => {
    log.off("drain", handleDrain);
    reportDropped();
  });
  return {
    tail() {
      const lines = tail.toString("utf8").split(/\r\n|\r|\n/);
      return lines.filter((line) => line.trim() !== "").slice(-MAX_TAIL_LINES);
    },
    readRest() {
      hasExited = true;
      stderr.resume();
    },
  };
}

const FLUSH_INTERVAL_MS = 20;
/** How long to wait for a log that is being read, and for one of which nothing is read. */
const MAX_FLUSH_MS = 2000;
const MAX_FLUSH_STALL_MS = 300;

/**
 * Resolves when all of a log has been written, or when it is not read. A pipe is written
 * asynchronously, so `process.exit` would lose the rest.
 */
export async function flushLog(log: Writable): Promise<void> {
  const startedAt = performance.now();
  let [restBytes, progressAt] = [log.writableLength, startedAt];
  while (log.writableLength > 0 && !log.destroyed) {
    const now = performance.now();
    if (log.writableLength < restBytes) [restBytes, progressAt] = [log.writableLength, now];
    if (now - startedAt > MAX_FLUSH_MS || now - progressAt > MAX_FLUSH_STALL_MS) return;
    await pause(FLUSH_INTERVAL_MS);
  }
}
