/** A journal that another program has damaged: it is reported once, and kept for people to read. */

import { journalFolderOf, recoverAll } from "../../../src/files/write/recovery.js";
import { writeResolved } from "../../../src/files/write/writeFiles.js";
import { createProcess } from "./faults.js";
import { createMemoryDisk } from "./memoryDisk.js";

const plan = { version: 1, id: "x", contents: [], moves: [], creations: [], madeFolders: [] };
const digest = { size: 1, sha256: "0" };

test.each([
  '{"version":1,"id":"x","contents":[}',
  "null",
  "{}",
  JSON.stringify({ ...plan, id: 1 }),
  JSON.stringify({ ...plan, contents: {} }),
  JSON.stringify({ ...plan, contents: [null] }),
  JSON.stringify({ ...plan, contents: [{ path: "a", old: digest, new: digest }] }),
  JSON.stringify({ ...plan, contents: [{ path: "/a", old: digest }] }),
  JSON.stringify({ ...plan, moves: [{ from: "/a", to: 1 }] }),
  JSON.stringify({ ...plan, creations: [{ path: "/a", folder: "/", new: { size: "1" } }] }),
  JSON.stringify({ ...plan, madeFolders: [{ step: "1", path: "/a" }] }),
])("The journal %s is reported once, and changes are made", async (line) => {
  const disk = createMemoryDisk();
  disk.write("/files/a", "old");
  const folder = journalFolderOf({ stateFolder: "/state" });
  disk.write(`${folder}/x.journal`, `${line}\n`);
  const context = createProcess("/state", disk.operations);
  const change = { path: "/files/a", before: Buffer.from("old"), after: Buffer.from("new") };
  await writeResolved({ contents: [change], moves: [], creations: [] }, { signal: undefined, context });
  expect(disk.tree("/files")).toEqual({ a: "new" });
  expect(await recoverAll(context)).toEqual([
    expect.stringMatching(/is damaged \(.*\), so its files may be half changed\. See .*x\.journal\.abandoned\.$/),
  ]);
  expect(await recoverAll(context)).toEqual([]);
});
