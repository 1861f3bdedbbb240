/** A folder that was away is noticed, though it may be back. */

import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { guardFolders, isFolderLost } from "../../../src/cli/client/folderGuard.js";
import { afterTest, testIf, useFakeTimersFor } from "../../jest.js";
import { removeFolder } from "../../removeFolder.js";

const isLinux = process.platform === "linux";

/** Returns what is thrown by a check after something has happened to a folder. */
async function after(happen: (folder: string) => void): Promise<unknown> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
  afterTest(() => removeFolder(top));
  const folder = join(top, "outer/work");
  mkdirSync(folder, { recursive: true });
  const guard = guardFolders();
  try {
    await guard.check([folder]);
    happen(folder);
    // Events are read between two turns of the event loop.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    return await guard.check([folder]).catch((error: unknown) => error);
  } finally {
    guard.end();
  }
}

const swap = (path: string) => {
  renameSync(path, `${path}-away`);
  renameSync(`${path}-away`, path);
};

const replace = (path: string) => {
  renameSync(path, `${path}-old`);
  mkdirSync(path, { recursive: true });
};

const losses: readonly (readonly [title: string, happen: (folder: string) => void, isSeen: boolean])[] = [
  ["is deleted", (folder) => rmSync(folder, { recursive: true }), true],
  ["is replaced", replace, true],
  ["is moved away and back", swap, isLinux],
  [
    "is in a folder that is replaced",
    (folder) => {
      replace(dirname(folder));
      mkdirSync(folder);
    },
    true,
  ],
];

for (const [title, happen, isSeen] of losses)
  testIf(isSeen, "needs Linux")(`A folder that ${title} is lost`, async () => {
    const error = await after(happen);
    expect(isFolderLost(error)).toBe(true);
    expect(error).toMatchObject({ kind: "backend_failed", message: expect.stringMatching(/work was moved, replaced/) });
  });

const changes: readonly (readonly [title: string, happen: (folder: string) => void])[] = [
  ["stays as it is", () => {}],
  ["gets files of its own name", (folder) => writeFileSync(join(folder, "work"), "")],
  ["has a neighbour that comes and goes", (folder) => swap((mkdirSync(`${folder}2`), `${folder}2`))],
];

for (const [title, happen] of changes)
  test(`A folder that ${title} is not lost`, async () => {
    expect(await after(happen)).toBeUndefined();
  });

test("A folder whose file system answers only later is not lost", async () => {
  useFakeTimersFor("setTimeout", "clearTimeout");
  const silent = jest.spyOn(fs, "stat").mockReturnValue(new Promise(() => {}));
  syncBuiltinESMExports();
  afterTest(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    syncBuiltinESMExports();
  });
  const error = after(() => {
    silent.mockRestore();
    syncBuiltinESMExports();
  });
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await error).toBeUndefined();
});
