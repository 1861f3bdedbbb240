/**
 * A fault at every file operation of a change, on a disk in memory: afterwards all files are old,
 * or all are new, and nothing else is left.
 */

import { dirname } from "node:path";
import { LocateError } from "../../../src/error.js";
import { recoverAll } from "../../../src/files/write/recovery.js";
import { pathBefore, type ResolvedChanges } from "../../../src/files/write/resolveChanges.js";
import { writeResolved } from "../../../src/files/write/writeFiles.js";
import { law, type Random } from "../../text/random.js";
import { createFaultyDisk, createProcess, type FaultKind, type FaultyDisk, Killed } from "./faults.js";
import { createMemoryDisk, type MemoryDisk } from "./memoryDisk.js";
import { randomScenario, type Scenario, scenarios } from "./scenarios.js";

const kinds: readonly FaultKind[] = ["kill", "error", "full", "short"];
const platform = process.platform;
/** Folders are addressed by descriptors on Linux, and by paths elsewhere. */
const platforms: readonly NodeJS.Platform[] = platform === "linux" ? ["linux", "darwin"] : [platform];

afterEach(() => Object.defineProperty(process, "platform", { value: platform }));

interface World {
  readonly disk: MemoryDisk;
  readonly changes: ResolvedChanges;
  readonly before: Tree;
  readonly after: Tree;
}

type Tree = Readonly<Record<string, string>>;

function createWorld({ files, links = {}, changes, after }: Scenario): World {
  const disk = createMemoryDisk();
  disk.operations.mkdirSync("/files");
  disk.operations.mkdirSync("/state");
  for (const [name, content] of Object.entries(files)) disk.write(`/files/${name}`, content);
  for (const [link, name] of Object.entries(links)) disk.link(`/files/${name}`, `/files/${link}`);
  const before = disk.tree("/files");
  const { contents, moves, creations } = changes((name) => `/files/${name}`);
  const existing = (path: string): string => {
    const folder = pathBefore(dirname(path), moves);
    const isFolder =
      folder === "/files" || (folder !== undefined && before[folder.slice("/files/".length)] === "(folder)");
    return isFolder ? folder : existing(dirname(path));
  };
  const resolved = {
    contents,
    moves,
    creations: creations.map((creation) => ({ ...creation, folder: existing(creation.path) })),
  };
  return { disk, changes: resolved, before, after: Object.fromEntries(Object.entries(after).sort()) };
}

interface Outcome {
  readonly error: unknown;
  readonly disk: FaultyDisk | undefined;
}

/** Makes the change with a fault, or with two. */
async function write(world: World, faults: readonly (readonly [FaultKind, number])[]): Promise<Outcome> {
  let { operations } = world.disk;
  const disks = faults.map(([kind, at]) => {
    const disk = createFaultyDisk(kind, at, operations);
    operations = disk.operations;
    return disk;
  });
  const context = createProcess("/state", operations);
  const error = await writeResolved(world.changes, { signal: undefined, context }).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  // An error leaves nothing open; the end of a process closes what it has.
  // Without descriptors of folders, a path that changes while its file is opened leaves that open.
  if (process.platform === "linux" && !faults.some(([kind]) => kind === "kill")) expect(world.disk.open()).toEqual([]);
  for (const disk of disks.toReversed()) disk.closeAll();
  return { error, disk: disks[0] };
}

async function recover(
  world: World,
  at = Number.POSITIVE_INFINITY,
  kind: FaultKind = "kill",
): Promise<readonly string[]> {
  const disk = createFaultyDisk(kind, at, world.disk.operations);
  try {
    return await recoverAll(createProcess("/state", disk.operations));
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return [];
  } finally {
    disk.closeAll();
  }
}

const isTemporary = (name: string) => name.includes(".lsp-locate-");
const withoutTemporary = (tree: Tree) =>
  Object.fromEntries(Object.entries(tree).filter(([name]) => !isTemporary(name)));
const isEqual = (one: Tree, other: Tree) => JSON.stringify(one) === JSON.stringify(other);

/** Checks the state between an error and the recovery: what the error says is true. */
function expectTruth({ disk, before, after }: World, error: unknown): void {
  const tree = withoutTemporary(disk.tree("/files"));
  if (error === undefined) {
    expect(tree).toEqual(after);
    return;
  }
  expect(error).toBeInstanceOf(LocateError);
  const { kind, message } = error as LocateError;
  expect(kind).toMatch(/^(?:file_unwritable|content_modified)$/);
  expect(message).toMatch(/Nothing was (?:changed|written)/);
  if (!message.includes("could not be restored now")) expect(tree).toEqual(before);
}

/** Checks that all files are old or all new after the recovery, and that nothing else is left. */
function expectWhole({ disk, before, after }: World, messages: readonly string[]): "old" | "new" {
  const tree = disk.tree("/files");
  const isNew = isEqual(tree, after);
  expect({ messages, tree }).toEqual({ messages: [], tree: isNew ? after : before });
  const state = Object.entries(disk.tree("/state")).filter(([, content]) => content !== "(folder)");
  // The file of an owner that was killed while it wrote it has no meaning.
  expect(state.filter(([name, content]) => !(name.endsWith(".owner") && !content.endsWith("}")))).toEqual([]);
  if (process.platform === "linux") expect(disk.open()).toEqual([]);
  return isNew ? "new" : "old";
}

/** Runs a body, and says in its failure after which fault it failed. */
async function after<Result>(title: string, body: () => Promise<Result>): Promise<Result> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Error) error.message = `${title}: ${error.message}`;
    throw error;
  }
}

/** Makes the change without a fault, and returns its calls. */
async function callsOf(scenario: Scenario): Promise<FaultyDisk> {
  const world = createWorld(scenario);
  const { error, disk } = await write(world, [["short", 0]]);
  expect(error).toBeUndefined();
  expect(expectWhole(world, [])).toBe("new");
  return disk as FaultyDisk;
}

async function checkFault(scenario: Scenario, kind: FaultKind, at: number): Promise<"old" | "new"> {
  return after(`${kind} at call ${at}`, async () => {
    const world = createWorld(scenario);
    const { error } = await write(world, [[kind, at]]);
    if (kind !== "kill") expectTruth(world, error);
    const outcome = expectWhole(world, await recover(world));
    if (kind !== "kill") expect(outcome).toBe(error === undefined ? "new" : "old");
    return outcome;
  });
}

describe.each(
  platforms.flatMap((system) =>
    (system === "linux" ? scenarios : scenarios.slice(2)).map((each) => ({ ...each, system })),
  ),
)("$name, on $system", (scenario) => {
  beforeEach(() => Object.defineProperty(process, "platform", { value: scenario.system }));

  test.each(kinds)("With the fault %s at any operation, all files are old or all are new.", async (kind) => {
    const outcomes = new Set<string>();
    const calls = await callsOf(scenario);
    // Elsewhere, most calls compare folders.
    const isSampled = kind === "error" && scenario.system !== "linux";
    for (const at of calls.faultsAt(isSampled ? "kill" : kind)) outcomes.add(await checkFault(scenario, kind, at));
    expect([...outcomes].sort()).toEqual(kind === "short" ? ["new"] : ["new", "old"]);
  });

  law("A recovery that is killed itself is completed by the next one.", 4, async (random) => {
    const total = (await callsOf(scenario)).count();
    for (let round = 0; round < 20; round++) await checkKilledRecovery(scenario, 1 + random(total), random);
  });

  law("A recovery in which an operation fails is completed by the next one.", 4, async (random) => {
    const total = (await callsOf(scenario)).count();
    for (let round = 0; round < 20; round++) await checkFailedRecovery(scenario, 1 + random(total), random);
  });

  law("With an error at any two operations, all files are old or all are new.", 4, async (random) => {
    const total = (await callsOf(scenario)).count();
    for (let round = 0; round < 20; round++) await checkTwoErrors(scenario, 1 + random(total), random);
  });
});

async function checkKilledRecovery(scenario: Scenario, at: number, random: Random): Promise<void> {
  const killed = [at];
  const world = createWorld(scenario);
  await write(world, [["kill", at]]);
  for (let times = 1 + random(3); times > 0; times--) {
    killed.push(1 + random(100));
    await recover(world, killed.at(-1));
  }
  await after(`killed at call ${at}, recoveries at ${killed.slice(1).join(", ")}`, async () =>
    expectWhole(world, await recover(world)),
  );
}

async function checkFailedRecovery(scenario: Scenario, at: number, random: Random): Promise<void> {
  const world = createWorld(scenario);
  await write(world, [["kill", at]]);
  const failures = [1 + random(100), 1 + random(100)];
  await after(`killed at call ${at}, recoveries with errors at ${failures.join(", ")}`, async () => {
    const reports: string[] = [];
    for (const failure of failures)
      reports.push(...(await recover(world, failure, "error").catch((error) => expectSystemError(error))));
    // A change that can't be recovered is reported once.
    expect(reports.slice(1)).toEqual([]);
    expectWhole(world, await recover(world));
  });
}

/** An error outside of a change: the state folder can't be read, or a lock not be removed. */
function expectSystemError(error: unknown): readonly string[] {
  expect(error).toMatchObject({ code: "EIO" });
  return [];
}

async function checkTwoErrors(scenario: Scenario, at: number, random: Random): Promise<void> {
  const next = 1 + random(60);
  await after(`errors at call ${at} and ${at + next}`, async () => {
    const world = createWorld(scenario);
    const { error } = await write(world, [
      ["error", at],
      ["error", at + next],
    ]);
    expectTruth(world, error);
    expectWhole(world, await recover(world));
  });
}

law("With a fault at any operation of a random change, all files are old or all are new.", 40, async (random) => {
  const scenario = randomScenario(random);
  const total = (await callsOf(scenario)).count();
  for (let round = 0; round < 10; round++) {
    await checkFault(scenario, kinds[random(kinds.length)] as FaultKind, 1 + random(total));
    await checkKilledRecovery(scenario, 1 + random(total), random);
    await checkTwoErrors(scenario, 1 + random(total), random);
  }
});
