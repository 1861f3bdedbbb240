/** Root markers: files and folders that mark a folder as the root of a project. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../disk/readSmallFile.js";

/**
 * Whether a folder contains a marker. `*.sln` matches any name that ends with `.sln`, and
 * `pyproject.toml#tool.pyright` a `pyproject.toml` with that table or one below it.
 */
export function hasRootMarker(folder: string, marker: string): boolean {
  if (marker.startsWith("*")) return namesIn(folder).some((name) => name.endsWith(marker.slice(1)));
  const [name = "", table] = marker.split("#", 2);
  if (!existsSync(join(folder, name))) return false;
  return table === undefined || hasTable(readSmallFile(join(folder, name)), table);
}

/** Whether a text in TOML has a table, or one below it. Only headers are read. */
function hasTable(text: string, table: string): boolean {
  return text.split(/\r?\n/).some((line) => {
    const header = line.trim().replace(/^\[+/, "");
    return line.trim().startsWith("[") && (header.startsWith(`${table}]`) || header.startsWith(`${table}.`));
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
