/**
 * Folders, opened without following links. On Linux a folder is addressed by its descriptor, so
 * that a link put in its place has no effect. Elsewhere the identity of each folder is compared
 * before and after an operation.
 */

import { constants, existsSync } from "node:fs";
import { basename, dirname, join, parse, sep } from "node:path";
import { LocateError } from "../../error.js";
import { escapeName } from "../../text/printable.js";
import { type FileOperations, hasCode, withFile } from "./fileOperations.js";

export interface Folder {
  /** Runs an operation on an entry of the folder, which gets the path to address the entry by. */
  run<T>(name: string, operation: (path: string) => T): T;
  /** Makes the folder's entries durable, where the platform can. */
  sync(): void;
}

/** Open folders by their path. `close` forgets them all: use it when folders have moved. */
export interface Folders {
  /** Throws `content_modified` if the path leads through a link. `path` has no links in it. */
  open(path: string): Folder;
  close(): void;
}

export function openFolders(operations: FileOperations): Folders {
  return process.platform === "linux" && existsSync("/proc/self/fd")
    ? new DescriptorFolders(operations)
    : new ComparedFolders(operations);
}

/**
 * Runs an operation on the file at a path without links. A system error gets the path as `file`.
 */
export function runAt<T>(folders: Folders, path: string, operation: (path: string) => T): T {
  return withFile(path, () => folders.open(dirname(path)).run(basename(path), operation));
}

// Node has no name for O_PATH: a descriptor to address entries by, which takes no right to list
// them.
const O_PATH = 0o10000000;

class DescriptorFolders implements Folders {
  readonly #operations: FileOperations;
  readonly #descriptors = new Map<string, number>();

  constructor(operations: FileOperations) {
    this.#operations = operations;
  }

  open(path: string): Folder {
    const operations = this.#operations;
    const address = `/proc/self/fd/${this.#descriptorOf(path)}`;
    return {
      run: (name, operation) => operation(`${address}/${name}`),
      sync: () => syncFolder(operations, `${address}/.`),
    };
  }

  close(): void {
    // Forgotten first: a descriptor that is used after its end may be that of another folder.
    const descriptors = [...this.#descriptors.values()];
    this.#descriptors.clear();
    for (const fd of descriptors) closeQuietly(() => this.#operations.closeSync(fd));
  }

  #descriptorOf(path: string): number {
    const known = this.#descriptors.get(path);
    if (known !== undefined) return known;
    const parent = dirname(path);
    const address = parent === path ? path : `/proc/self/fd/${this.#descriptorOf(parent)}/${path.slice(parent.length)}`;
    try {
      const fd = this.#operations.openSync(address, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
      this.#descriptors.set(path, fd);
      return fd;
    } catch (error) {
      if (hasCode(error, "ENOTDIR", "ELOOP")) throw movedError(path);
      throw error;
    }
  }
}

class ComparedFolders implements Folders {
  readonly #operations: FileOperations;
  readonly #identities = new Map<string, string>();

  constructor(operations: FileOperations) {
    this.#operations = operations;
  }

  open(path: string): Folder {
    this.#check(path);
    return {
      run: (name, operation) => {
        this.#check(path);
        const result = operation(join(path, name));
        this.#check(path);
        return result;
      },
      sync: () => syncFolder(this.#operations, path),
    };
  }

  close(): void {
    this.#identities.clear();
  }

  /** Compares device and inode of each folder on the way with those of the first time. */
  #check(path: string): void {
    const { root } = parse(path);
    let current = root;
    for (const name of ["", ...path.slice(root.length).split(sep)]) {
      current = join(current, name);
      const { dev, ino } = this.#operations.lstatSync(current, { bigint: true });
      const isFolder = this.#operations.lstatSync(current).isDirectory();
      const identity = `${dev}:${ino}`;
      const known = this.#identities.get(current);
      if (!isFolder || (known !== undefined && known !== identity)) throw movedError(current);
      this.#identities.set(current, identity);
    }
  }
}

/** Removes a file, a link, or a folder with all that it holds, without following links. */
export function removeTree(operations: FileOperations, path: string | Buffer): void {
  const fd = openFolderEntry(operations, path);
  if (fd === undefined) {
    operations.unlinkSync(path);
    return;
  }
  try {
    const address = process.platform === "linux" ? `/proc/self/fd/${fd}` : path;
    // Names that are not UTF-8 stay what they are in buffers.
    for (const name of operations.readdirSync(address, { encoding: "buffer" }))
      removeTree(operations, Buffer.concat([Buffer.from(address), Buffer.from("/"), name]));
  } finally {
    if (fd >= 0) operations.closeSync(fd);
  }
  operations.rmdirSync(path);
}

/** Returns `undefined` for what is not a folder, and -1 where folders can't be opened. */
function openFolderEntry(operations: FileOperations, path: string | Buffer): number | undefined {
  if (process.platform !== "linux") return operations.lstatSync(path).isDirectory() ? -1 : undefined;
  try {
    return operations.openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (hasCode(error, "ENOTDIR", "ELOOP")) return undefined;
    throw error;
  }
}

/** A descriptor that was only used to address entries is gone, whatever closing it reports. */
function closeQuietly(close: () => void): void {
  try {
    close();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}

function syncFolder(operations: FileOperations, path: string): void {
  if (process.platform === "win32") return;
  let fd: number;
  try {
    fd = operations.openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    // A folder that can be changed but not listed can't be synced.
    if (hasCode(error, "EACCES")) return;
    throw error;
  }
  try {
    operations.fsyncSync(fd);
  } catch (error) {
    // Some file systems don't sync folders.
    if (!hasCode(error, "EINVAL", "ENOTSUP")) throw error;
  } finally {
    operations.closeSync(fd);
  }
}

function movedError(path: string): LocateError {
  return new LocateError(
    "content_modified",
    `${escapeName(path)} is not the folder that it was when the change was planned.`,
    {
      changed: [path],
    },
  );
}
