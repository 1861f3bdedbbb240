/** A disk in memory, for the writer: files with hard links, folders, and descriptors. */

import { constants } from "node:fs";
import type { FileOperations } from "../../../src/files/write/fileOperations.js";

export interface MemoryDisk {
  readonly operations: FileOperations;
  /** Makes a file and its folders, or overwrites its bytes as a program does that has it open. */
  write(path: string, content: string): void;
  link(from: string, to: string): void;
  /** Returns all files and folders below a folder by name, `(folder)` for a folder; sorted. */
  tree(folder: string): Record<string, string>;
  /** The paths of open descriptors. */
  open(): readonly string[];
}

interface FileNode {
  readonly ino: number;
  bytes: Buffer;
  mode: number;
  links: number;
}

interface FolderNode {
  readonly ino: number;
  readonly entries: Map<string, MemoryNode>;
}

type MemoryNode = FileNode | FolderNode;

interface Handle {
  readonly node: MemoryNode;
  readonly path: string;
}

const { O_DIRECTORY = 0 } = constants;

export function createMemoryDisk(): MemoryDisk {
  let inodes = 1;
  let descriptors = 2;
  const root: FolderNode = { ino: inodes, entries: new Map() };
  const handles = new Map<number, Handle>();

  function handleOf(fd: number, call: string): Handle {
    return handles.get(fd) ?? fail("EBADF", call);
  }

  /** Follows a path, which may begin at a descriptor. */
  function start(path: unknown, call: string): { node: MemoryNode; parts: string[] } {
    const parts = String(path)
      .split("/")
      .filter((part) => part !== "" && part !== ".");
    const isDescriptor = parts[0] === "proc" && parts[1] === "self" && parts[2] === "fd";
    const node = isDescriptor ? handleOf(Number(parts[3]), call).node : root;
    if (isDescriptor) parts.splice(0, 4);
    return { node, parts };
  }

  function find(path: unknown, call: string): MemoryNode {
    let { node, parts } = start(path, call);
    for (const part of parts) node = folder(node, call).entries.get(part) ?? fail("ENOENT", call);
    return node;
  }

  function entry(path: unknown, call: string): { entries: Map<string, MemoryNode>; name: string } {
    let { node, parts } = start(path, call);
    for (const part of parts.slice(0, -1)) node = folder(node, call).entries.get(part) ?? fail("ENOENT", call);
    return { entries: folder(node, call).entries, name: parts.at(-1) ?? "" };
  }

  function newFile(mode: number): FileNode {
    return { ino: ++inodes, bytes: Buffer.alloc(0), mode, links: 1 };
  }

  function stat(node: MemoryNode, isBig: boolean) {
    const isFile = "bytes" in node;
    const kind = { isFile: () => isFile, isDirectory: () => !isFile, isSymbolicLink: () => false };
    if (isBig) return { dev: 1n, ino: BigInt(node.ino), ...kind };
    const sizes = isFile ? { size: node.bytes.length, mode: node.mode, nlink: node.links } : { size: 0, mode: 0o755 };
    return { dev: 1, ino: node.ino, uid: 0, gid: 0, ...sizes, ...kind };
  }

  const operations = {
    openSync(path: unknown, flags: string | number, mode = 0o666): number {
      const call = "open";
      let node: MemoryNode;
      if (typeof flags === "string" && flags.startsWith("wx")) {
        const { entries, name } = entry(path, call);
        if (entries.has(name)) fail("EEXIST", call);
        node = newFile(mode);
        entries.set(name, node);
      } else node = find(path, call);
      if (typeof flags === "number" && O_DIRECTORY !== 0 && (flags & O_DIRECTORY) !== 0) folder(node, call);
      handles.set(++descriptors, { node, path: String(path) });
      return descriptors;
    },
    closeSync(fd: number): void {
      handleOf(fd, "close");
      handles.delete(fd);
    },
    readSync(fd: number, into: Buffer, offset: number, length: number, position: number): number {
      const { bytes } = file(handleOf(fd, "read").node, "read");
      return bytes.copy(into, offset, position, Math.min(position + length, bytes.length));
    },
    writeSync(fd: number, from: Uint8Array, offset: number, length: number, position: number): number {
      const node = file(handleOf(fd, "write").node, "write");
      const bytes = Buffer.alloc(Math.max(node.bytes.length, position + length));
      node.bytes.copy(bytes);
      bytes.set(from.subarray(offset, offset + length), position);
      node.bytes = bytes;
      return length;
    },
    fstatSync: (fd: number, options?: { bigint?: boolean }) =>
      stat(handleOf(fd, "fstat").node, options?.bigint === true),
    statSync: (path: unknown) => stat(find(path, "stat"), false),
    lstatSync: (path: unknown, options?: { bigint?: boolean }) => stat(find(path, "lstat"), options?.bigint === true),
    linkSync(from: unknown, to: unknown): void {
      const node = file(find(from, "link"), "link");
      const { entries, name } = entry(to, "link");
      if (entries.has(name)) fail("EEXIST", "link");
      entries.set(name, node);
      node.links++;
    },
    renameSync(from: unknown, to: unknown): void {
      const source = entry(from, "rename");
      const target = entry(to, "rename");
      const node = source.entries.get(source.name) ?? fail("ENOENT", "rename");
      const old = target.entries.get(target.name);
      // Of two names of one file, a rename removes none.
      if (old === node) return;
      if (old !== undefined && "entries" in old !== "entries" in node)
        fail("entries" in old ? "EISDIR" : "ENOTDIR", "rename");
      if (old !== undefined && "entries" in old && old.entries.size > 0) fail("ENOTEMPTY", "rename");
      if (old !== undefined && "bytes" in old) old.links--;
      source.entries.delete(source.name);
      target.entries.set(target.name, node);
    },
    unlinkSync(path: unknown): void {
      const { entries, name } = entry(path, "unlink");
      const node = entries.get(name) ?? fail("ENOENT", "unlink");
      if ("entries" in node) fail("EISDIR", "unlink");
      else node.links--;
      entries.delete(name);
    },
    mkdirSync(path: unknown, options?: { recursive?: boolean }): void {
      let { node, parts } = start(path, "mkdir");
      for (const [index, part] of parts.entries()) {
        const { entries } = folder(node, "mkdir");
        const isLast = index === parts.length - 1;
        if (isLast && entries.has(part) && options?.recursive !== true) fail("EEXIST", "mkdir");
        if (!entries.has(part) && !isLast && options?.recursive !== true) fail("ENOENT", "mkdir");
        if (!entries.has(part)) entries.set(part, { ino: ++inodes, entries: new Map() });
        node = entries.get(part) as MemoryNode;
      }
    },
    rmdirSync(path: unknown): void {
      const { entries, name } = entry(path, "rmdir");
      if (folder(entries.get(name) ?? fail("ENOENT", "rmdir"), "rmdir").entries.size > 0) fail("ENOTEMPTY", "rmdir");
      entries.delete(name);
    },
    readdirSync(path: unknown, options?: { encoding?: string }) {
      const names = [...folder(find(path, "scandir"), "scandir").entries.keys()];
      return options?.encoding === "buffer" ? names.map((name) => Buffer.from(name)) : names;
    },
    fsyncSync: (fd: number) => void handleOf(fd, "fsync"),
    fchmodSync(fd: number, mode: number): void {
      file(handleOf(fd, "fchmod").node, "fchmod").mode = mode;
    },
    fchownSync: (fd: number) => void handleOf(fd, "fchown"),
    ftruncateSync(fd: number, length: number): void {
      const node = file(handleOf(fd, "ftruncate").node, "ftruncate");
      node.bytes = node.bytes.subarray(0, length);
    },
    copyAttributes: (pairs: readonly unknown[]) => pairs.map(() => true),
  };

  return {
    operations: operations as unknown as FileOperations,
    write(path, content) {
      const folderPath = path.slice(0, path.lastIndexOf("/"));
      if (folderPath !== "") operations.mkdirSync(folderPath, { recursive: true });
      const { entries, name } = entry(path, "write");
      if (!entries.has(name)) entries.set(name, newFile(0o644));
      file(entries.get(name) as MemoryNode, "write").bytes = Buffer.from(content, "latin1");
    },
    link: (from, to) => operations.linkSync(from, to),
    tree(path) {
      const found: Record<string, string> = {};
      const visit = (node: MemoryNode, prefix: string) => {
        if ("bytes" in node) found[prefix] = node.bytes.toString("latin1");
        else {
          if (prefix !== "") found[prefix] = "(folder)";
          for (const [name, child] of node.entries) visit(child, prefix === "" ? name : `${prefix}/${name}`);
        }
      };
      visit(find(path, "tree"), "");
      return Object.fromEntries(Object.entries(found).sort());
    },
    open: () => [...handles.values()].map((handle) => handle.path),
  };
}

function folder(node: MemoryNode, call: string): FolderNode {
  return "entries" in node ? node : fail("ENOTDIR", call);
}

function file(node: MemoryNode, call: string): FileNode {
  return "bytes" in node ? node : fail("EISDIR", call);
}

/** Without a stack, which would take most of the time of a test. */
function fail(code: string, syscall: string): never {
  throw Object.assign(Object.create(Error.prototype), { message: `${code}: in memory, ${syscall}`, code, syscall });
}
