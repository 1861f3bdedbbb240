/** Reads files of a server's file system by the command that its entry has for it (`read`). */

import { PassThrough } from "node:stream";
import { LocateError } from "../../error.js";
import type { RemoteRule } from "../config/servers.js";
import { type BackendProcess, describeExit, startBackend } from "../process.js";
import { findErrorLine } from "../startFailure.js";
import { createPathMapping } from "./pathMapping.js";

export type RemoteReading = Omit<RemoteRule, "paths">;

const PLACEHOLDER = "{path}";
const MAX_BYTES = 20 * 1024 * 1024;
const READ_TIMEOUT_MS = 10_000;

/** Returns the command that reads a file. Throws `file_unreadable`. */
export function readCommand(path: string, reading: RemoteReading): readonly string[] {
  const { name, read, shell, readable } = reading;
  if (read === undefined) {
    const example = `"read": ["ssh", "my-host", "cat", "{path}"], "shell": "posix"`;
    throw unreadable(path, `servers.${name} in servers.json has no \`read\`, as in ${example}`);
  }
  if (path.includes("\0")) throw unreadable(path, "its name has a NUL");
  const allowed = createPathMapping((readable ?? []).map((folder) => ({ local: folder, remote: folder })));
  if (readable !== undefined && allowed.toRemote.path(path) === undefined)
    throw unreadable(path, `it is in none of the folders of servers.${name}.readable: ${readable.join(", ")}`);
  const word = shell === "posix" ? `'${path.replaceAll("'", "'\\''")}'` : path;
  return read.map((each) => each.replaceAll(PLACEHOLDER, () => word));
}

/**
 * Reads a file. `path` is absolute and normalized. Throws `file_unreadable`: the command fails,
 * takes more than 10 s or prints more than 20 MB.
 */
export async function readRemoteFile(
  path: string,
  reading: RemoteReading,
  timeoutMs: number = READ_TIMEOUT_MS,
): Promise<Buffer> {
  const command = readCommand(path, reading);
  const started = await startBackend(command, { log: new PassThrough().resume() });
  started.stdin.end();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let limit: string | undefined;
  const end = (why: string) => {
    limit ??= why;
    started.kill(unreadable(path, why));
  };
  started.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) end(`it has more than ${MAX_BYTES / 1024 / 1024} MB`);
    else chunks.push(chunk);
  });
  const read = new Promise<void>((resolve) => started.stdout.once("close", resolve));
  const timer = setTimeout(() => end(`${commandText(command)} took more than ${timeoutMs / 1000} s`), timeoutMs);
  try {
    const exit = await started.exited;
    await read;
    if (limit !== undefined) throw unreadable(path, limit);
    if (exit.error) throw unreadable(path, exit.error.message);
    if (exit.code !== 0) throw unreadable(path, describeFailedRead(command, exit, started));
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}

function describeFailedRead(
  command: readonly string[],
  exit: Parameters<typeof describeExit>[0],
  { stderrTail }: Pick<BackendProcess, "stderrTail">,
): string {
  const line = findErrorLine(stderrTail());
  return `${commandText(command)} ended ${describeExit(exit)}${line === null ? "" : `: ${line}`}`;
}

function commandText(command: readonly string[]): string {
  return `\`${command.join(" ")}\``;
}

function unreadable(path: string, why: string): LocateError {
  return new LocateError("file_unreadable", `${path} can't be read where the server runs: ${why}.`, { path, why });
}
