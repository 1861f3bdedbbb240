/** Temporary folders for the tests of one file. */

import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "./removeFolder.js";

/** Makes an empty folder for the tests of a file, and has it removed after them. */
export function temporaryFolder(): string {
  const path = makeFolder();
  afterAll(() => removeFolder(path));
  return path;
}

const folders: string[] = [];

/** Makes an empty folder. */
export function createFolder(): string {
  const path = makeFolder();
  folders.push(path);
  return path;
}

/** Removes all folders that `createFolder` has made. */
export function removeFolders(): void {
  for (const path of folders.splice(0)) removeFolder(path);
}

/** Returns the real path of a new folder. */
function makeFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
}
