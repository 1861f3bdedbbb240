/** Makes a folder and those around it. */

import fs from "node:fs";
import { dirname } from "node:path";
import type { FileOperations } from "./fileOperations.js";

type FolderOperations = Pick<FileOperations, "mkdirSync" | "statSync">;

/**
 * Makes a folder, and the missing ones around it, with a mode. Throws the file system's error.
 * Unlike Node's own `recursive`, it ends where a parent exists and still nothing can be made, as in
 * /proc: Node tries for ever there, and no signal is handled meanwhile.
 */
export function makeFolders(path: string, mode = 0o777, operations: FolderOperations = fs): void {
  if (tryToMake(path, mode, operations)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent, mode, operations);
  // Another process may have made it meanwhile.
  if (!tryToMake(path, mode, operations)) operations.mkdirSync(path, { mode });
}

/** Returns false if a folder around it is missing. */
function tryToMake(path: string, mode: number, operations: FolderOperations): boolean {
  try {
    operations.mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    // On a read-only file system and at the root, systems differ in what they say of a folder.
    if (isFolder(path, operations)) return true;
    throw error;
  }
}

function isFolder(path: string, operations: FolderOperations): boolean {
  return operations.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
