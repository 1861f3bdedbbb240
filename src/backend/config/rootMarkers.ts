/** Folders, and what marks one of them as a root. */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** A folder and those it is in, innermost first. */
export function* ancestorFolders(folder: string): Generator<string> {
  for (let current = folder; ; current = dirname(current)) {
    yield current;
    if (dirname(current) === current) return;
  }
}

/** Whether a file or folder of that name is in it; `*.sln` stands for any such name. */
export function hasRootMarker(folder: string, marker: string): boolean {
  if (!marker.startsWith("*")) return existsSync(join(folder, marker));
  try {
    return readdirSync(folder).some((name) => name.endsWith(marker.slice(1)));
  } catch {
    return false;
  }
}
