/** A server on another file system in servers.json: what is written, and mistakes in it. */

import { resolve } from "node:path";
import type { ContentRule, PathPair, RemoteRule } from "./servers.js";

/** The scheme of the documents that are read where a server runs. */
export const REMOTE_SCHEME = "lsp-remote";

/** Returns what the URIs of a server's documents begin with. */
export function remoteUriPrefix(name: string): string {
  return `${REMOTE_SCHEME}://${encodeURIComponent(name)}/`;
}

/** Returns how the documents of a server elsewhere are read: as it announces itself. */
export function remoteContents(name: string): ContentRule {
  const method = "workspace/textDocumentContent";
  // What encodeURIComponent leaves, and regular expressions don't.
  const uriPattern = `^${remoteUriPrefix(name).replace(/[.*()]/g, "\\$&")}`;
  return { scheme: REMOTE_SCHEME, uriPattern, method, result: "text" };
}

/** Whether a path is absolute on some system: `/srv`, `C:\work`, `\\host\share`. */
export function isAbsoluteAnywhere(path: string): boolean {
  return path.startsWith("/") || isDrivePath(path);
}

export function isDrivePath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\[^\\])/.test(path);
}

/** Returns an absolute path without separators at its end; `/` is empty. */
export function trimSeparators(path: string): string {
  const separators = isDrivePath(path) ? "\\/" : "/";
  let end = path.length;
  while (separators.includes(path[end - 1] ?? " ")) end--;
  return path.slice(0, end);
}

/**
 * Parses `local=remote`, as in `--map`; the local folder is relative to the working directory.
 * Undefined for any other text.
 */
export function parsePathPair(text: string): PathPair | undefined {
  // A folder may have an equals sign in its name; the other one begins as absolute paths do.
  const at = text.search(/=(?=\/|[A-Za-z]:[\\/]|\\\\[^\\])/);
  return at > 0 ? { local: resolve(text.slice(0, at)), remote: text.slice(at + 1) } : undefined;
}

/** Returns what is expected in place of a list, and what it has; undefined if it is right. */
export function pathPairsProblem(
  pairs: readonly PathPair[],
): { readonly expected: string; readonly actual: string } | undefined {
  for (const [n, { local, remote }] of pairs.entries()) {
    for (const path of [local, remote])
      if (!isAbsoluteAnywhere(path)) return { expected: "absolute paths", actual: JSON.stringify(path) };
    const isSame = (side: keyof PathPair) =>
      pairs.slice(0, n).some((each) => trimSeparators(each[side]) === trimSeparators(pairs[n]![side]));
    if (isSame("local")) return { expected: "each folder once", actual: `${JSON.stringify(local)} twice` };
    if (isSame("remote")) return { expected: "each folder once", actual: `${JSON.stringify(remote)} twice` };
  }
  return undefined;
}

/** Programs that hand their words to a shell elsewhere. */
const shellPrograms = /(?:^|[\\/])(?:ssh|mosh|plink|autossh)(?:\.exe)?$/i;

/** Does the same for the command that reads files. */
export function readingProblem({
  read,
  shell,
}: Pick<RemoteRule, "read" | "shell">): ReturnType<typeof pathPairsProblem> {
  if (read === undefined) return undefined;
  if (!read.some((word) => word.includes("{path}")))
    return { expected: "a word with {path}, for the path of the file", actual: JSON.stringify(read) };
  if (shell === undefined && shellPrograms.test(read[0] ?? ""))
    return { expected: '"shell": "posix" beside it, which quotes the path for the shell there', actual: "no `shell`" };
  return undefined;
}
