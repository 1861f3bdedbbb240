/** Temporary folders for the tests of one file. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes an empty folder for the tests of a file, and has it removed after them. */
export function temporaryFolder(): string {
  const path = makeFolder();
  afterAll(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
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
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Returns the real path of a new folder. */
function makeFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
}
