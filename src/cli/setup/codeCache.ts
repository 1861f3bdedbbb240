/**
 * V8's compiled code of the files of the command, kept for later processes. Without it, the
 * compilation of our code is a third of the time to the first answer of a quick server; Node keeps
 * such code itself only since version 22.
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
const CHECKSUM_BYTES = 4;

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
  /** Scripts that were compiled by this process, by their file in the cache. */
  readonly #unsaved = new Map<string, Script>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * `folder` is absolute; without it nothing is kept. `build` differs whenever a file does, as V8
   * compares only the length of a file.
   */
  constructor(folder: string | undefined, build: string) {
    this.#folder = folder;
    this.#version = `${build}-${this.#tag.toString(16)}`;
  }

  /** Compiles the code of a file. */
  compile(file: string, code: string): Script {
    if (this.#folder === undefined) return new Script(code, { filename: file });
    const kept = join(this.#folder, `${basename(file)}-${this.#version}`);
    const cachedData = readCode(kept);
    // V8 takes no code of a process with other flags, and threads that parse have set one.
    const fromCache = () => new Script(code, { filename: file, ...(cachedData && { cachedData }) });
    const script = withDefaultWasmTiering(this.#tag, fromCache) ?? new Script(code, { filename: file });
    if (cachedData === undefined || script.cachedDataRejected) {
      this.#unsaved.set(kept, script);
      this.#timer ??= setTimeout(() => this.save(), WRITE_DELAY_MS).unref();
    }
    return script;
  }

  /** Writes what was compiled by this process. Errors are ignored: it is compiled again. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const folder = this.#folder;
    if (folder === undefined || this.#unsaved.size === 0) return;
    withDefaultWasmTiering(this.#tag, () => writeAll(folder, this.#unsaved));
    this.#unsaved.clear();
  }
}

function writeAll(folder: string, scripts: ReadonlyMap<string, Script>): void {
  try {
    makeFolders(folder, 0o700);
    removeOld(folder);
    for (const [file, script] of scripts) writeCode(file, script.createCachedData());
  } catch {
    // A full disk, or a folder that can't be written.
  }
}

/** Returns undefined for a file that is missing or damaged; V8 ends the process for such code. */
function readCode(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(0, -CHECKSUM_BYTES);
    return bytes.length > CHECKSUM_BYTES && bytes.readInt32LE(code.length) === checksum(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeCode(file: string, code: Buffer): void {
  const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  const end = Buffer.alloc(CHECKSUM_BYTES);
  end.writeInt32LE(checksum(code));
  try {
    writeFileSync(draft, Buffer.concat([code, end]), { flag: "wx", mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns the FNV-1a hash of words of 32 bits, of which V8's code consists. */
function checksum(code: Buffer): number {
  const aligned = code.byteOffset % 4 === 0 ? code : Buffer.from(code);
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
  let hash = 0x811c9dc5;
  for (let index = 0; index < words.length; index++) hash = Math.imul(hash ^ (words[index] as number), 0x01000193);
  return hash | 0;
}

/** Removes the code of versions that are no longer used, and what killed processes left. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && Date.now() - stats.mtimeMs > MAX_AGE_MS) rmSync(file, { force: true });
  }
}
