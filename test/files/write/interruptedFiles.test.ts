/**
 * Changes that are killed at each operation, after which others work in the tree, on a disk in
 * memory: what they have left stays as it is, it is said once, and the next write works.
 */

import { recoverAll } from "../../../src/files/write/recovery.js";
import type { ResolvedChanges } from "../../../src/files/write/resolveChanges.js";
import { writeResolved } from "../../../src/files/write/writeFiles.js";
import { createFaultyDisk, createProcess } from "./faults.js";
import { createMemoryDisk, type MemoryDisk } from "./memoryDisk.js";
import { type Scenario, scenarios } from "./scenarios.js";

type Tree = Readonly<Record<string, string>>;

const isTemporary = (name: string) => name.includes(".lsp-locate-");
const meant = (tree: Tree): Tree => Object.fromEntries(Object.entries(tree).filter(([name]) => !isTemporary(name)));
const filesOf = (disk: MemoryDisk) => meant(disk.tree("/files"));
/** The files alone: folders that the change has made go with it. */
const show = (tree: Tree) => JSON.stringify(Object.entries(tree).filter(([, text]) => text !== "(folder)"));

/** What somebody does with the tree, after the change has been killed. */
const acts = {
  nothing: () => {},
  /** As `git checkout . && git clean -fdq` does. */
  "all is put back": (disk: MemoryDisk, { files }: Scenario) => {
    const entries = Object.entries(disk.tree("/files")).toReversed();
    for (const [name, text] of entries)
      if (text !== "(folder)" && files[name] !== text) disk.operations.unlinkSync(`/files/${name}`);
    for (const [name, text] of entries)
      if (text === "(folder)" && Object.keys(disk.tree(`/files/${name}`)).length === 0)
        disk.operations.rmdirSync(`/files/${name}`);
    for (const [name, text] of Object.entries(files))
      if (filesOf(disk)[name] === undefined) disk.write(`/files/${name}`, text);
  },
  /** As `git stash` does: only files that are known are put back. */
  "known files are put back": (disk: MemoryDisk, { files }: Scenario) => {
    for (const [name, text] of Object.entries(files))
      if (filesOf(disk)[name] !== text) {
        if (filesOf(disk)[name] !== undefined) disk.operations.unlinkSync(`/files/${name}`);
        disk.write(`/files/${name}`, text);
      }
  },
  "a file is edited": (disk: MemoryDisk) => {
    for (const name of ["a", "n/m/a"]) if (filesOf(disk)[name] !== undefined) disk.write(`/files/${name}`, "by hand");
  },
  "a file is deleted": (disk: MemoryDisk) => {
    if (filesOf(disk)["a"] !== undefined) disk.operations.unlinkSync("/files/a");
  },
} as const;

function createWorld({ files, links = {}, changes }: Scenario): { disk: MemoryDisk; resolved: ResolvedChanges } {
  const disk = createMemoryDisk();
  for (const folder of ["/files", "/state"]) disk.operations.mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) disk.write(`/files/${name}`, content);
  for (const [link, name] of Object.entries(links)) disk.link(`/files/${name}`, `/files/${link}`);
  const { creations, ...rest } = changes((name) => `/files/${name}`);
  return { disk, resolved: { ...rest, creations: creations.map((each) => ({ ...each, folder: "/files" })) } };
}

/** Returns the operations at which a kill differs from one at the next. */
async function write({ disk, resolved }: ReturnType<typeof createWorld>, at: number): Promise<readonly number[]> {
  const faulty = createFaultyDisk("kill", at, disk.operations);
  const context = createProcess("/state", faulty.operations);
  await writeResolved(resolved, { signal: undefined, context }).catch(() => {});
  faulty.closeAll();
  return faulty.faultsAt("kill");
}

describe.each(scenarios.slice(1))("$name", (scenario) => {
  test.each(Object.entries(acts))("Killed at any operation, after which %s", async (name, act) => {
    const whole = createWorld(scenario);
    const before = filesOf(whole.disk);
    const calls = await write(whole, Number.POSITIVE_INFINITY);
    const after = filesOf(whole.disk);
    let said = 0;
    for (const at of calls) {
      const world = createWorld(scenario);
      await write(world, at);
      const found = world.disk.tree("/files");
      act(world.disk, scenario);
      const left = filesOf(world.disk);
      const isTouched = JSON.stringify(found) !== JSON.stringify(world.disk.tree("/files"));
      const messages = await recoverAll(createProcess("/state", world.disk.operations));
      const tree = filesOf(world.disk);
      const title = `killed at ${at}`;
      const expected = isTouched ? [left] : [before, after];
      expect([title, expected.map(show)]).toEqual([title, expect.arrayContaining([show(tree)])]);
      if (!isTouched) expect([title, messages]).toEqual([title, []]);
      expect([title, messages.length]).toEqual([title, Math.min(messages.length, 1)]);
      said += messages.length;
      expect([title, await recoverAll(createProcess("/state", world.disk.operations))]).toEqual([title, []]);
      expect(Object.keys(world.disk.tree("/files")).filter(isTemporary)).toEqual([]);
      await expectWrite(world.disk);
    }
    // An act that is noticed is said for some of the kills.
    if (name !== "nothing") expect(said).toBeGreaterThan(0);
  });
});

/** The next write of a file of the change works. */
async function expectWrite(disk: MemoryDisk): Promise<void> {
  const [name = ""] = Object.keys(filesOf(disk)).filter((each) => filesOf(disk)[each] !== "(folder)");
  const path = `/files/${name}`;
  const change = { path, before: Buffer.from(filesOf(disk)[name] ?? "", "latin1"), after: Buffer.from("next") };
  const context = createProcess("/state", disk.operations);
  expect(await writeResolved({ contents: [change], moves: [], creations: [] }, { context })).toEqual([]);
  expect(filesOf(disk)[name]).toBe("next");
}
