/** File operations that fail, are cut short, or end the process at the n-th call. */

import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { diskOperations, type FileOperations } from "../../../src/files/write/fileOperations.js";
import type { ProcessIdentity } from "../../../src/files/write/processIdentity.js";
import type { WriterContext } from "../../../src/files/write/recovery.js";

/**
 * `error` fails one call; `full` every call that needs space from then on; `short` writes half of
 * the bytes, once; `kill` ends the process before the call, or in the middle of a write.
 */
export type FaultKind = "error" | "full" | "short" | "kill";

/** Thrown by all calls after the simulated end of the process: nothing has an effect any more. */
export class Killed extends Error {}

export interface FaultyDisk {
  readonly operations: FileOperations;
  /** How many calls there were. */
  count(): number;
  /** The numbers of the calls at which a fault of this kind differs from one at the next call. */
  faultsAt(kind: FaultKind): readonly number[];
  /** Closes what a killed process had open. */
  closeAll(): void;
}

/** The other calls only read, or have no effect on a process that ends. */
const callsThatChange = /^(?:write|link|rename|unlink|mkdir|rmdir|ftruncate|fchmod|fchown)Sync$/;
const callsThatNeedSpace = new Set(["writeSync", "mkdirSync", "linkSync"]);

/** Makes call `at` (from 1 on) fail. */
export function createFaultyDisk(kind: FaultKind, at: number, base: FileOperations = quickOperations): FaultyDisk {
  let count = 0;
  const calls: { readonly name: string; readonly isCreation: boolean }[] = [];
  const open = new Set<number>();
  const wrap = (name: keyof FileOperations) => {
    const call = base[name] as (...args: unknown[]) => unknown;
    return (...args: unknown[]): unknown => {
      count++;
      const isHit = count === at;
      const isCreation = name === "openSync" && typeof args[1] === "string" && args[1].startsWith("w");
      calls.push({ name, isCreation });
      const half = () => call(args[0], args[1], args[2], Math.ceil(Number(args[3]) / 2), args[4]);
      if (kind === "kill" && count >= at) {
        if (isHit && name === "writeSync") half();
        throw new Killed(`${name} is call ${count}`);
      }
      // A descriptor is gone after a close that fails.
      if (name === "closeSync") open.delete(args[0] as number);
      if (kind === "error" && isHit) {
        if (name === "closeSync") call(...args);
        throw systemError("EIO", name);
      }
      if (kind === "full" && count >= at && (isCreation || callsThatNeedSpace.has(name))) {
        // Space that a file has already can be written again.
        const isReserved =
          name === "writeSync" && Number(args[4]) + Number(args[3]) <= base.fstatSync(args[0] as number).size;
        if (!isReserved) throw systemError("ENOSPC", name);
      }
      if (kind === "short" && isHit && name === "writeSync") return half();
      const result = call(...args);
      if (name === "openSync") open.add(result as number);
      return result;
    };
  };
  const names = Object.keys(operationNames) as (keyof FileOperations)[];
  const operations = Object.fromEntries(names.map((name) => [name, wrap(name)])) as unknown as FileOperations;
  return {
    operations,
    count: () => count,
    faultsAt: (kind) =>
      [...calls.keys()]
        .filter((index) => {
          const { name, isCreation } = calls[index] as (typeof calls)[number];
          if (kind === "error") return true;
          if (kind === "short") return name === "writeSync";
          if (kind === "full") return isCreation || callsThatNeedSpace.has(name);
          return isCreation || callsThatChange.test(name);
        })
        .map((index) => index + 1),
    closeAll() {
      for (const fd of open) base.closeSync(fd);
      open.clear();
    },
  };
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: simulated, ${syscall}`), { code, syscall, errno: -1 });
}

/**
 * The disk without syncing, which has no effect on a process that ends, and without a process for
 * attributes.
 */
export const quickOperations: FileOperations = {
  ...diskOperations,
  fsyncSync: () => {},
  copyAttributes: (pairs) => pairs.map(() => true),
};

const operationNames: Record<keyof FileOperations, true> = {
  openSync: true,
  closeSync: true,
  readSync: true,
  writeSync: true,
  fstatSync: true,
  statSync: true,
  lstatSync: true,
  linkSync: true,
  renameSync: true,
  unlinkSync: true,
  mkdirSync: true,
  rmdirSync: true,
  readdirSync: true,
  fsyncSync: true,
  fchmodSync: true,
  fchownSync: true,
  ftruncateSync: true,
  copyAttributes: true,
};

let lastPid = 1_000_000;

/** A process that writes; all others have ended. */
export function createProcess(stateFolder: string, operations: FileOperations = quickOperations): WriterContext {
  const identity: ProcessIdentity = { pid: ++lastPid, start: "1", machine: "m", namespace: "n" };
  return { stateFolder, operations, processes: { self: () => identity, mayRun: ({ pid }) => pid === identity.pid } };
}

/** Reads every file and folder below a folder, by its name. */
export function readTree(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const isFolder = statSync(join(folder, name)).isDirectory();
    found[name] = isFolder ? "(folder)" : readFileSync(join(folder, name), "latin1");
  }
  return found;
}

/**
 * The files of a state folder; none while nothing is written. The file of an owner that was killed
 * while it wrote it has no meaning, and is left out.
 */
export function readState(stateFolder: string): readonly string[] {
  mkdirSync(stateFolder, { recursive: true });
  const isMeant = ([name, content]: [string, string]) =>
    content !== "(folder)" && !(name.endsWith(".owner") && !content.endsWith("}"));
  return Object.entries(readTree(stateFolder))
    .filter(isMeant)
    .map(([name]) => name);
}
