/** What happened to a file, and two changes of it as one. */

import type { Stats } from "node:fs";
import { changeSince, type FileChangeType, mergeChanges } from "../../../src/routing/files/matchedEntries.js";

test.each([
  [100, 100, undefined],
  [101, 100, 2],
  [101, 101, 1],
])("After 100, a file written at %i and created at %i has the change %s", (mtimeMs, birthtimeMs, happened) => {
  expect(changeSince(100, { mtimeMs, birthtimeMs } as Stats)).toBe(happened);
});

test.each([
  [undefined, 1, 1],
  [undefined, 2, 2],
  [undefined, 3, 3],
  [1, 2, 1],
  [1, 3, undefined],
  [2, 2, 2],
  [2, 3, 3],
  [3, 1, 2],
] as [FileChangeType | undefined, FileChangeType, FileChangeType | undefined][])(
  "The changes %s and then %s are merged into %s",
  (before, next, both) => {
    expect(mergeChanges(before, next)).toBe(both);
  },
);
