/** Project files: found above a source file and read, and their patterns matched. */

import { dirname, join, normalize, relative, sep } from "node:path";
import { fileReader } from "../../../files/fileReader.js";
import { Globs, ownersOf, segmentsOf } from "../../../files/glob/globs.js";
import { pathInside } from "../../../uri.js";

/** The maximum size of a project file that is read. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A source file that a server may not have loaded. All paths are absolute. */
export interface UnloadedFile {
  readonly path: string;
  /** The workspace folder that it is in. */
  readonly root: string;
  /** The file that the request is about. */
  readonly targetPath: string;
  readonly languageId: string;
  /** The name of the server in servers.json. */
  readonly server: string;
  /** The environment that it was told of: an absolute path. */
  readonly environment?: string | undefined;
}

export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** Returns the first of these files in the folder of a path or in one above it, up to the root. */
export async function findAbove(
  path: string,
  root: string,
  names: readonly string[],
): Promise<ProjectFile | undefined> {
  for (
    let folder = dirname(path);
    pathInside(root, folder) !== undefined || folder === root;
    folder = dirname(folder)
  ) {
    for (const name of names) {
      const text = await readProjectFile(join(folder, name));
      if (text !== undefined) return { path: join(folder, name), text };
    }
    if (folder === root) return undefined;
  }
  return undefined;
}

export function readProjectFile(path: string): Promise<string | undefined> {
  return fileReader.readText(path, { maxBytes: MAX_BYTES });
}

/** Returns a path relative to the workspace folder, with forward slashes. */
export function relativePath(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

/**
 * Whether a pattern of a project file (`src`, `**\/*.spec.ts`), which is relative to `folder`,
 * matches a file, or a folder that it is in. Only `*`, `**` and `?` are special.
 */
export function matchesPattern(folder: string, pattern: string, path: string): boolean {
  const names = normalize(pattern).split(sep);
  let base = folder;
  for (; names[0] === ".."; names.shift()) base = dirname(base);
  const inside = pathInside(base, path);
  if (inside === undefined) return false;
  const globs = new Globs<true>();
  for (const segments of segmentsOf(names.join("/").replace(/[[{]/g, "[$&]"))) globs.add({ base: [], segments }, true);
  const steps = inside.split("/");
  let nodes = globs.start;
  while (ownersOf(nodes).length === 0) {
    const name = steps.shift();
    if (name === undefined) return false;
    nodes = globs.step(nodes, name);
  }
  return true;
}
