/** Temporary folders for the tests of one file. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** Makes an empty folder. */
export function createFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
  folders.push(path);
  return path;
}

/** Removes all folders that `createFolder` has made. */
export function removeFolders(): void {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
