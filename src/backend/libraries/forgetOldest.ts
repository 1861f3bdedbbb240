/** Removes the folders in `kept` (absolute) that were used the longest time ago, but for `max`. */

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

export function forgetOldest(kept: string, max: number): void {
  const folders = readdirSync(kept).map((name) => {
    const path = join(kept, name);
    return { path, usedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  const oldest = folders.toSorted((one, other) => other.usedAt - one.usedAt).slice(max);
  for (const { path } of oldest) rmSync(path, { recursive: true, force: true });
}
