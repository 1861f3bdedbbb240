/** The entries of folders on disk, few and many. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { entriesIn } from "../../../src/workspace/disk/folderEntries.js";
import { afterTest } from "../../jest.js";

test("A folder has the same kinds of entries, whether it is read at once or in parts", () => {
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-entries-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "inner"));
  writeFileSync(join(folder, "file"), "");
  symlinkSync(join(folder, "inner"), join(folder, "link"), "junction");
  const few = new Map([
    ["inner", "folder"],
    ["file", "file"],
    ["link", "link"],
  ]);
  expect(new Map(entriesIn(folder))).toEqual(few);
  // Together the names fill more than a block of a disk.
  const long = Array.from({ length: 60 }, (_, n) => `${n}${"-".repeat(200)}`);
  for (const name of long) writeFileSync(join(folder, name), "");
  expect(new Map(entriesIn(folder))).toEqual(new Map([...few, ...long.map((name) => [name, "file"] as const)]));
});

test("A folder that is missing, or is a file, throws the system's error", () => {
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-entries-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), "");
  expect(() => [...entriesIn(join(folder, "none"))]).toThrow(expect.objectContaining({ code: "ENOENT" }));
  expect(() => [...entriesIn(join(folder, "file"))]).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
});
