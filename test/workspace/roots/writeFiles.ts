/** Writes a tree of files. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** By path relative to `top`: the text. */
export function writeFiles(top: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
}
