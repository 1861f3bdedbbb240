/**
 * V8's compiled code of the files of the command, kept for later processes. Without it, the
 * compilation of our code is a third of the time to the first answer of a quick server; Node keeps
 * such code itself only since version 22. V8 compiles a function when it is first called, so that
 * the first runs of each subcommand add the functions that the ones before them did not call.
 */

import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { makeFolders } from "../../files/write/makeFolders.js";
import { withDefaultWasmTiering } from "../../syntax/wasmTiering.js";
import { cacheFolder } from "../../workspace/cache/cacheFolder.js";

/** Code is written after this time, when the functions of a start have been compiled. */
const WRITE_DELAY_MS = 3_000;
const MAX_AGE_MS = 30 * 24 * 3_600_000;
const LENGTH_BYTES = 4;
/** Separates the names of subcommands; not part of any. */
const SEPARATOR = ",";
/** The runs of a subcommand that add functions: one starts the session that the next ones ask. */
const ADDING_RUNS = 3;
/** More runs than all subcommands have: what else is written on a command line is not one. */
const MAX_RUNS = 300;

export interface CodeFolderQuery {
  readonly home: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The effective user; undefined on Windows. */
  readonly uid: number | undefined;
}

/**
 * Returns the folder of the code. Undefined if Node's variable for its own cache of this kind turns
 * it off, if coverage is measured, for which kept code is not precise enough, or if another user
 * could write what this process would run.
 */
export function codeFolder({ home, env, platform, uid }: CodeFolderQuery): string | undefined {
  if (env["NODE_DISABLE_COMPILE_CACHE"] || env["NODE_V8_COVERAGE"]) return undefined;
  const parent = cacheFolder(home, env, platform);
  if (parent === undefined) return undefined;
  const folder = join(parent, "code");
  return [parent, folder].every((each) => isSafe(each, uid)) ? folder : undefined;
}

/** Whether a folder is missing, or only its user writes in it. */
function isSafe(folder: string, uid: number | undefined): boolean {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats === undefined || uid === undefined || (stats.uid === uid && (stats.mode & 0o022) === 0);
  } catch {
    return false;
  }
}

export class CodeCache {
  readonly #folder: string | undefined;
  readonly #version: string;
  /** V8's tag of its version and flags, when the process was started. */
  readonly #tag = cachedDataVersionTag();
  readonly #command: string;
  /** Scripts to be written, by their file in the cache, with the runs before this one. */
  readonly #unsaved = new Map<string, { readonly script: Script; readonly runs: readonly string[] }>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * `folder` is absolute; without it nothing is kept. `build` differs whenever a file does, as V8
   * compares only the length of a file. `command` is the subcommand, or another name of what this
   * process does.
   */
  constructor(folder: string | undefined, build: string, command: string) {
    this.#folder = folder;
    this.#command = command;
    this.#version = `${build}-${this.#tag.toString(16)}`;
  }

  /** Compiles the code of a file. */
  compile(file: string, code: string): Script {
    if (this.#folder === undefined) return new Script(code, { filename: file });
    const kept = join(this.#folder, `${basename(file)}-${this.#version}`);
    const { code: cachedData, runs = [] } = readCode(kept) ?? {};
    // V8 takes no code of a process with other flags, and threads that parse have set one.
    const fromCache = () => new Script(code, { filename: file, ...(cachedData && { cachedData }) });
    const script = withDefaultWasmTiering(this.#tag, fromCache) ?? new Script(code, { filename: file });
    const isRejected = cachedData === undefined || script.cachedDataRejected === true;
    const ownRuns = runs.filter((command) => command === this.#command).length;
    if (isRejected || (ownRuns < ADDING_RUNS && runs.length < MAX_RUNS)) {
      this.#unsaved.set(kept, { script, runs: isRejected ? [] : runs });
      this.#timer ??= setTimeout(() => this.save(), WRITE_DELAY_MS).unref();
    }
    return script;
  }

  /**
   * Writes what was compiled by this process, with the code that it has read. Errors are ignored:
   * it is compiled again.
   */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const folder = this.#folder;
    if (folder === undefined || this.#unsaved.size === 0) return;
    withDefaultWasmTiering(this.#tag, () => this.#writeAll(folder));
    this.#unsaved.clear();
  }

  #writeAll(folder: string): void {
    try {
      makeFolders(folder, 0o700);
      removeOld(folder);
      for (const [file, { script, runs }] of this.#unsaved)
        writeCode(file, { code: script.createCachedData(), runs: [...runs, this.#command] });
    } catch {
      // A full disk, or a folder that can't be written.
    }
  }
}

/** A file of the cache: the code, and the runs whose functions it has. */
interface KeptCode {
  readonly code: Buffer;
  /** The subcommand of each run. */
  readonly runs: readonly string[];
}

/**
 * Returns undefined for a file that is missing or damaged; V8 ends the process for such code. The
 * content is there twice: to compare it takes a tenth of the time of a checksum, which would not be
 * compiled yet.
 */
function readCode(file: string): KeptCode | undefined {
  try {
    const bytes = readFileSync(file);
    const content = bytes.subarray(0, bytes.length >> 1);
    if (!content.equals(bytes.subarray(content.length))) return undefined;
    const codeLength = content.readInt32LE(content.length - LENGTH_BYTES);
    const runs = content.toString("latin1", codeLength, content.length - LENGTH_BYTES).split(SEPARATOR);
    return { code: content.subarray(0, codeLength), runs };
  } catch {
    return undefined;
  }
}

function writeCode(file: string, { code, runs }: KeptCode): void {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeInt32LE(code.length);
  const content = [code, Buffer.from(runs.join(SEPARATOR), "latin1"), length];
  const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    writeFileSync(draft, Buffer.concat([...content, ...content]), { flag: "wx", mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Removes the code of versions that are no longer used, and what killed processes left. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && Date.now() - stats.mtimeMs > MAX_AGE_MS) rmSync(file, { force: true });
  }
}
