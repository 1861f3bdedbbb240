/** The roots of an index, each folder once. */

import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Logger } from "../error.js";
import { isInside } from "../files/isInside.js";

export interface ResolvedRoot {
  /** Absolute. */
  readonly path: string;
  /** The same with all links resolved. */
  readonly real: string;
}

/**
 * Returns each folder once, whichever links lead to it. A root inside another is named by its path
 * there.
 */
export function resolveRoots(roots: readonly string[], log: Logger): ResolvedRoot[] {
  const resolved: ResolvedRoot[] = [];
  const existing = [...new Set(roots.map((root) => resolve(root)))].flatMap((path) => {
    const real = realPathOf(path);
    if (real === undefined) log(`There is no folder ${path} to index.`);
    return real === undefined ? [] : [{ path, real }];
  });
  // Outer folders come first. Of several names for one folder, the first counts.
  for (const { path, real } of existing.sort((a, b) => a.real.length - b.real.length)) {
    const outer = resolved.find((other) => isInside(real, other.real));
    if (outer?.real === real) continue;
    resolved.push({ path: outer ? join(outer.path, real.slice(outer.real.length)) : path, real });
  }
  return resolved;
}

/** Returns undefined for a path that does not exist, or leads nowhere. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
