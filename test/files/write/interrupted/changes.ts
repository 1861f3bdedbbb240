/** The changes of the test as text, for another process. */

import { join } from "node:path";
import type { FileChanges } from "../../../../src/files/write/resolveChanges.js";

/** Paths are relative, contents are text; `to` is absent for a deletion. */
export interface NamedChanges {
  readonly contents?: readonly (readonly [name: string, before: string, after: string])[];
  readonly moves?: readonly {
    readonly from: string;
    readonly to?: string;
    readonly content?: string;
    readonly isRecursive?: boolean;
  }[];
  readonly creations?: readonly (readonly [name: string, after: string])[];
}

export function decodeChanges(text: string, folder: string): FileChanges {
  const { contents = [], moves = [], creations = [] } = JSON.parse(text) as NamedChanges;
  const at = (name: string) => join(folder, name);
  return {
    contents: contents.map(([name, before, after]) => ({
      path: at(name),
      before: Buffer.from(before),
      after: Buffer.from(after),
    })),
    moves: moves.map(({ from, to, content, isRecursive = false }) => ({
      ...{ from: at(from), to: to === undefined ? undefined : at(to), isRecursive },
      content: content === undefined ? undefined : Buffer.from(content),
    })),
    creations: creations.map(([name, after]) => ({ path: at(name), after: Buffer.from(after) })),
  };
}
