/**
 * The files of a repository that differ from its last commit, and their texts in it or in another
 * one, from git.
 */

import { spawn } from "node:child_process";
import { basename, dirname, resolve } from "node:path";

/** A file that differs from the last commit. */
export interface GitChange {
  /** Absolute. */
  readonly path: string;
  /** Its text in the last commit; undefined where it is not in that, or not text. */
  readonly before: string | undefined;
}

export interface GitChanges {
  readonly changes: readonly GitChange[];
  /** Absolute paths of files that are gone. */
  readonly deleted: readonly string[];
}

/** How long git may take. */
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Returns what has changed below a folder, as it is on disk, untracked files that git does not
 * ignore among it. Rejects with git's own words. Git runs no hook and no monitor that the
 * repository's configuration names, fetches nothing, and takes no lock.
 */
export async function readGitChanges(folder: string, signal: AbortSignal): Promise<GitChanges> {
  const top = (await runGit(["rev-parse", "--show-toplevel"], { folder, signal })).toString("utf8").trimEnd();
  const status = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--", "."];
  const entries = (await runGit(status, { folder, signal })).toString("utf8").split("\0");
  const named = entries.flatMap((entry) =>
    entry.length > 3 ? [{ code: entry.slice(0, 2), name: entry.slice(3) }] : [],
  );
  const isGone = ({ code }: { readonly code: string }) => code[1] === "D" || code === "D ";
  const present = named.filter((each) => !isGone(each));
  const texts = await readCommitted(
    present.map(({ name }) => name),
    { folder: top, signal },
  );
  return {
    changes: present.map(({ name }, n) => ({ path: resolve(top, name), before: texts[n] })),
    deleted: named.filter(isGone).map(({ name }) => resolve(top, name)),
  };
}

/** A commit as git has it, and the files in it. */
export interface GitCommit {
  readonly id: string;
  /** The ids of the files below the folder, by their paths from there. */
  readonly blobs: ReadonlyMap<string, string>;
}

/**
 * Returns a commit by any name that git knows, with the files below a folder. Rejects with git's
 * own words.
 */
export async function readGitCommit(revision: string, folder: string, signal: AbortSignal): Promise<GitCommit> {
  const verify = ["rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`];
  const id = (await runGit(verify, { folder, signal })).toString("utf8").trim();
  const listing = (await runGit(["ls-tree", "-r", "-z", id], { folder, signal })).toString("utf8");
  const rows = listing.split("\0").flatMap((row) => {
    const [, blob, path] = /^\d+ blob (\w+)\t(.+)$/s.exec(row) ?? [];
    return blob === undefined || path === undefined ? [] : [[path, blob] as const];
  });
  return { id, blobs: new Map(rows) };
}

/**
 * Returns the files below a folder that differ from a commit, by their paths from there, as git
 * finds by their times and sizes: those that it does not have and does not ignore among them.
 * Rejects with git's own words. No filter runs that the repository's configuration names.
 */
export async function readDifferingPaths(id: string, folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const unfiltered = await unsetFilters({ folder, signal });
  const changed = [
    "diff",
    "--name-only",
    "-z",
    "--no-renames",
    "--no-ext-diff",
    "--ignore-submodules",
    "--relative",
    id,
  ];
  const others = ["ls-files", "-z", "--others", "--exclude-standard"];
  const outputs = await Promise.all(
    [changed, others].map((each) => runGit([...unfiltered, ...each], { folder, signal })),
  );
  return outputs.flatMap((output) => output.toString("utf8").split("\0").filter(Boolean));
}

/** Returns options by which git runs none of the filters of its configuration. */
async function unsetFilters(options: GitOptions): Promise<readonly string[]> {
  // It ends with 1 where there is none.
  const listing = await runGit(["config", "-z", "--name-only", "--get-regexp", "^filter\\."], options).catch(() => "");
  const drivers = new Set(
    listing
      .toString()
      .split("\0")
      .flatMap((key) => /^filter\.(.+)\.\w+$/s.exec(key)?.[1] ?? []),
  );
  return [...drivers].flatMap((name) =>
    ["clean=", "process=", "required=false"].flatMap((each) => ["-c", `filter.${name}.${each}`]),
  );
}

/** Returns the text of an object by its id; undefined if it is not text. */
export async function readGitBlob(id: string, folder: string, signal: AbortSignal): Promise<string | undefined> {
  const bytes = await runGit(["cat-file", "blob", id], { folder, signal });
  return bytes.includes(0) ? undefined : bytes.toString("utf8");
}

/** Returns the text of a file (absolute path) in the last commit; undefined where it has none. */
export async function readCommittedText(path: string, signal: AbortSignal): Promise<string | undefined> {
  const args = ["cat-file", "blob", `HEAD:./${basename(path)}`];
  const bytes = await runGit(args, { folder: dirname(path), signal }).catch(() => undefined);
  return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString("utf8");
}

/** Returns the texts of files in the last commit, by their paths below its top. */
async function readCommitted(names: readonly string[], options: GitOptions): Promise<readonly (string | undefined)[]> {
  // A path with a line end can't be asked for.
  const asked = names.map((name) => (name.includes("\n") ? "" : name));
  const input = asked.map((name) => `HEAD:${name}\n`).join("");
  const output = await runGit(["cat-file", "--batch"], { ...options, input });
  let at = 0;
  return asked.map(() => {
    const lineEnd = output.indexOf(0x0a, at);
    const [, size] = /^\S+ blob (\d+)$/.exec(output.toString("utf8", at, lineEnd)) ?? [];
    at = lineEnd + 1;
    if (size === undefined) return undefined;
    const bytes = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    return bytes.includes(0) ? undefined : bytes.toString("utf8");
  });
}

interface GitOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly input?: string;
}

const SAFE_OPTIONS = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/** What a repository lacks is not fetched: its configuration may name a program as the remote. */
const safeEnvironment = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

function runGit(args: readonly string[], { folder, signal, input = "" }: GitOptions): Promise<Buffer> {
  return new Promise((done, reject) => {
    const child = spawn("git", [...SAFE_OPTIONS, ...args], {
      cwd: folder,
      env: { ...process.env, ...safeEnvironment },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    let complaint = "";
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_OUTPUT_BYTES) child.kill();
      else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString("utf8")}`.slice(0, 2_000);
    });
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) done(Buffer.concat(chunks));
      else reject(new Error(complaint.split("\n", 1)[0]?.replace(/^(?:fatal|error): /, "") || "git has ended"));
    });
    child.stdin.end(input);
  });
}
