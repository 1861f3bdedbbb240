/**
 * A fault at every single file operation of an edit: afterwards all files are old, or all are new.
 */

import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { recoverAll } from "../../../src/files/write/recovery.js";
import type { FileChanges } from "../../../src/files/write/resolveChanges.js";
import { writeFiles } from "../../../src/files/write/writeFiles.js";
import { createFolder, removeFolders } from "../../folders.js";
import { createFaultyDisk, createProcess, type FaultKind, Killed, readState, readTree } from "./faults.js";
import { type Scenario, scenarios } from "./scenarios.js";

afterAll(removeFolders);

/**
 * In full every call fails once; in short every 13th, and each recovery is killed at a few calls.
 */
const isFull = process.env["TEST_SOAK"] === "full";
const STRIDE = isFull ? 1 : 13;
const RECOVERY_STRIDES = isFull ? { outer: 3, inner: 3 } : { outer: 37, inner: 23 };

interface World {
  readonly folder: string;
  readonly state: string;
  readonly before: Record<string, string>;
  readonly changes: FileChanges;
}

function createWorld(base: string, { files, links = {}, changes }: Scenario): World {
  const [folder, state] = [join(base, "files"), join(base, "state")];
  rmSync(folder, { recursive: true, force: true });
  rmSync(state, { recursive: true, force: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  for (const [link, name] of Object.entries(links)) linkSync(join(folder, name), join(folder, link));
  return { folder, state, before: readTree(folder), changes: changes((name) => join(folder, name)) };
}

const sorted = (tree: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(tree).sort());

async function write(world: World, kind: FaultKind, at: number) {
  const disk = createFaultyDisk(kind, at);
  const context = createProcess(world.state, disk.operations);
  const error = await writeFiles(world.changes, { folders: [world.folder] }, { context }).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  disk.closeAll();
  return { error, count: disk.count() };
}

describe.each(scenarios)("$name", (scenario) => {
  const after = sorted(scenario.after);

  test("Without a fault all files are new, and no temporary file is left", async () => {
    const world = createWorld(createFolder(), scenario);
    expect(await write(world, "error", 0)).toMatchObject({ error: undefined });
    expect(sorted(readTree(world.folder))).toEqual(after);
    expect(readState(world.state)).toEqual([]);
  });

  test.each<FaultKind>(["kill", "error", "full", "short"])(
    "With the fault %s at any operation, after the next start all files are old or all are new",
    async (kind) => {
      const base = createFolder();
      const total = (await write(createWorld(base, scenario), "error", 0)).count;
      const outcomes = { old: 0, new: 0 };
      for (let at = 1; at <= total; at += STRIDE) {
        const world = createWorld(base, scenario);
        const { error } = await write(world, kind, at);
        const title = `${kind} at call ${at}`;
        if (kind === "kill") expectEachOldOrNew(world, scenario, title);
        // An edit that was reported as made is made at once.
        else if (error === undefined) expect([title, withoutTemporary(readTree(world.folder))]).toEqual([title, after]);
        if (kind !== "kill" && error !== undefined) expect(`${title}: ${String(error)}`).toMatch(/LocateError/);
        expect([title, await recoverAll(createProcess(world.state))]).toEqual([title, []]);
        const tree = sorted(readTree(world.folder));
        const isNew = tree[Object.keys(after)[0] as string] === Object.values(after)[0] && !isEqual(tree, world.before);
        expect([title, tree]).toEqual([title, isNew ? after : sorted(world.before)]);
        if (kind !== "kill") expect([title, isNew]).toEqual([title, error === undefined]);
        expect([title, readState(world.state)]).toEqual([title, []]);
        outcomes[isNew ? "new" : "old"]++;
      }
      if (kind === "kill" && isFull) expect(Math.min(outcomes.old, outcomes.new)).toBeGreaterThan(0);
    },
    600_000,
  );

  test("A recovery that is killed itself is completed by the next one", async () => {
    const base = createFolder();
    const total = (await write(createWorld(base, scenario), "error", 0)).count;
    for (let at = 5; at <= total; at += RECOVERY_STRIDES.outer) {
      for (let inner = 1; ; inner += RECOVERY_STRIDES.inner) {
        const world = createWorld(base, scenario);
        await write(world, "kill", at);
        const disk = createFaultyDisk("kill", inner);
        await recoverAll(createProcess(world.state, disk.operations)).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        disk.closeAll();
        const title = `killed at call ${at}, its recovery at call ${inner}`;
        expect([title, await recoverAll(createProcess(world.state))]).toEqual([title, []]);
        const tree = sorted(readTree(world.folder));
        expect([title, tree]).toEqual([title, isEqual(tree, after) ? after : sorted(world.before)]);
        expect([title, readState(world.state)]).toEqual([title, []]);
        if (disk.count() < inner) break;
      }
    }
  }, 1_200_000);
});

/** A fault while temporary files are removed leaves them for the next start. */
function withoutTemporary(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sorted(tree)).filter(([name]) => !name.includes(".lsp-locate-")));
}

function isEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(sorted(other as Record<string, string>));
}

/** Files that are written in place, and moved ones, are left out: the first may be half written. */
function expectEachOldOrNew({ folder, before, changes }: World, { links = {}, after }: Scenario, title: string): void {
  const inPlace = new Set(Object.entries(links).flat());
  if (changes.moves.length > 0) return;
  for (const [name, content] of Object.entries(readTree(folder))) {
    if (inPlace.has(name) || name.includes(".lsp-locate-")) continue;
    expect([title, name, content]).toEqual([
      title,
      name,
      content === before[name] ? before[name] : (after[name] ?? content),
    ]);
  }
}
