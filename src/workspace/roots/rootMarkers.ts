/** Root markers: files and folders that mark a folder as the root of a project. */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Yields a folder and its ancestors, innermost first. */
export function* ancestorFolders(folder: string): Generator<string> {
  for (let current = folder; ; current = dirname(current)) {
    yield current;
    if (dirname(current) === current) return;
  }
}

/** Whether a folder contains a marker. `*.sln` matches any name that ends with `.sln`. */
export function hasRootMarker(folder: string, marker: string): boolean {
  if (!marker.startsWith("*")) return existsSync(join(folder, marker));
  try {
    return readdirSync(folder).some((name) => name.endsWith(marker.slice(1)));
  } catch {
    return false;
  }
}
