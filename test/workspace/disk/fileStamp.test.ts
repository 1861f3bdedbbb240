/** The stamp of a file tells whether the file has changed. */

import type { Stats } from "node:fs";
import { entryStampOf, hasChanged } from "../../../src/workspace/disk/fileStamp.js";

interface File {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
}

const now = 1_700_000_000_000.5;
const file: File = { mtimeMs: now - 60_000, size: 1, ino: 1 };
const seen = (changed: Partial<File> = {}) =>
  entryStampOf({ ...file, ...changed, isDirectory: () => false } as unknown as Stats, now);
const folder = entryStampOf({ ...file, isDirectory: () => true } as unknown as Stats, now);

test.each([
  ["nothing", {}, false],
  ["the time", { mtimeMs: file.mtimeMs + 0.25 }, true],
  ["the size", { size: 2 }, true],
  ["the inode", { ino: 2 }, true],
])("Stamps are compared after a change of %s", (_, changed, isAnother) => {
  expect(hasChanged(seen(), seen(changed), true)).toBe(isAnother);
});

test("A file that became a folder has changed; a folder never changes", () => {
  expect([hasChanged(seen(), folder, false), hasChanged(folder, seen(), false)]).toEqual([true, true]);
  expect(hasChanged(folder, folder, true)).toBe(false);
});

/**
 * Milliseconds between the last write and the look, and whether another write could have the same
 * time.
 */
test.each([
  [5, true],
  [19, true],
  [60, false],
  [-5, true],
  [-60_000, false],
])("%i ms after a write, another write may leave the same stamp: %s", (age, isDoubted) => {
  const stamp = seen({ mtimeMs: now - age });
  expect(hasChanged(stamp, stamp, true)).toBe(isDoubted);
  expect(hasChanged(stamp, stamp, false)).toBe(false);
});

test("A file is young for longer if its time is in whole seconds", () => {
  const stamp = seen({ mtimeMs: Math.floor(now / 1_000) * 1_000 - 1_000 });
  expect(hasChanged(stamp, stamp, true)).toBe(true);
});

test("A young file that is unchanged has the same stamp when it is old", () => {
  const { mtimeMs } = { mtimeMs: now - 5 };
  const later = entryStampOf({ ...file, mtimeMs, isDirectory: () => false } as unknown as Stats, now + 60_000);
  expect(hasChanged(seen({ mtimeMs }), later, false)).toBe(false);
});
