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
  ["its time", { mtimeMs: file.mtimeMs + 0.25 }, true],
  ["its size", { size: 2 }, true],
  ["which one it is", { ino: 2 }, true],
])("%s is another", (_, changed, isAnother) => {
  expect(hasChanged(seen(), seen(changed), true)).toBe(isAnother);
});

test("a file that became a folder has changed, a folder never does", () => {
  expect([hasChanged(seen(), folder, false), hasChanged(folder, seen(), false)]).toEqual([true, true]);
  expect(hasChanged(folder, folder, true)).toBe(false);
});

/** Milliseconds between the last write and the look, and whether another write could bear the same time. */
test.each([
  [5, true],
  [19, true],
  [60, false],
  [-5, true],
  [-60_000, false],
])("%i ms after a write, another may look the same: %s", (age, isDoubted) => {
  const stamp = seen({ mtimeMs: now - age });
  expect(hasChanged(stamp, stamp, true)).toBe(isDoubted);
  expect(hasChanged(stamp, stamp, false)).toBe(false);
});

test("where times are whole seconds, a file is young for longer", () => {
  const stamp = seen({ mtimeMs: Math.floor(now / 1_000) * 1_000 - 1_000 });
  expect(hasChanged(stamp, stamp, true)).toBe(true);
});

test("a file that was young is known again when it is old", () => {
  const { mtimeMs } = { mtimeMs: now - 5 };
  const later = entryStampOf({ ...file, mtimeMs, isDirectory: () => false } as unknown as Stats, now + 60_000);
  expect(hasChanged(seen({ mtimeMs }), later, false)).toBe(false);
});
