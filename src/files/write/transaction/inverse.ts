/** The change of files that takes a change back. Pure. */

import { type FileChanges, type FileMove, pathAfter, pathBefore } from "../resolveChanges.js";

export interface Inverse {
  readonly changes: FileChanges;
  /** Folders that were deleted with what they held, which is not known any more. */
  readonly lost: readonly string[];
}

/**
 * Returns the change that takes back a change that was made. Its contents are of files where the
 * change has left them; what was created is deleted first, then the moves are made backwards, then
 * what was deleted is created.
 */
export function inverseOf({ contents, moves, creations }: FileChanges): Inverse {
  const lost: string[] = [];
  const restored: { path: string; after: Uint8Array }[] = [];
  const back: FileMove[] = [];
  const before = new Map(contents.map(({ path, before: bytes }) => [path, bytes]));
  for (const [index, { from, to, content }] of moves.entries()) {
    const original = pathBefore(from, moves.slice(0, index)) ?? from;
    if (to !== undefined) back.push({ from: to, to: from, content: before.get(original) ?? content });
    else if (content !== undefined) restored.push({ path: original, after: content });
    else lost.push(original);
  }
  const deleted = creations.map(({ path, after }): FileMove => ({ from: path, to: undefined, content: after }));
  return {
    changes: {
      contents: contents.map((each) => ({ path: pathAfter(each.path, moves), before: each.after, after: each.before })),
      moves: [...deleted, ...back.toReversed()],
      creations: restored,
    },
    lost,
  };
}
