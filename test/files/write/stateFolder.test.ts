/** Tests of when changes of files are looked for that a process has left half made. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mayNeedRecovery, stateFolders } from "../../../src/files/write/stateFolder.js";
import { afterTest, setEnv, testIf } from "../../jest.js";

const rows: readonly (readonly [title: string, file: string | undefined, expected: boolean])[] = [
  ["A missing folder needs no recovery", undefined, false],
  ["A folder without locks and journals needs no recovery", "locks", false],
  ["A lock may need recovery", "locks/1f", true],
  ["A journal may need recovery", "journals/1.journal", true],
  ["A folder that can't be listed may need recovery", "journals", true],
];

test.each(rows)("%s", (_title, file, expected) => {
  const folder = mkdtempSync(join(tmpdir(), "locate-state-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  const state = join(folder, "lsp-locate");
  if (file === "locks") mkdirSync(join(state, file), { recursive: true });
  else if (file !== undefined) {
    mkdirSync(dirname(join(state, file)), { recursive: true });
    writeFileSync(join(state, file), "");
  }
  expect(mayNeedRecovery([join(folder, "missing"), state])).toBe(expected);
});

testIf(process.platform !== "win32", "needs POSIX")("A temporary folder that is a file holds no journals", () => {
  const folder = mkdtempSync(join(tmpdir(), "locate-state-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  setEnv("XDG_STATE_HOME", folder);
  const file = join(folder, "file");
  writeFileSync(file, "");
  setEnv("TMPDIR", file);
  expect(stateFolders()).toEqual([join(folder, "lsp-locate")]);
});

describe("The user's folder", () => {
  const test = testIf(process.platform !== "win32", "needs POSIX");

  function createHome(): string {
    const folder = mkdtempSync(join(tmpdir(), "locate-state-"));
    afterTest(() => rmSync(folder, { recursive: true }));
    setEnv("HOME", folder);
    return folder;
  }

  test("The user's folder is in the home folder unless XDG_STATE_HOME is an absolute path", () => {
    const home = createHome();
    for (const configured of ["", "relative"]) {
      setEnv("XDG_STATE_HOME", configured);
      expect(stateFolders()[0]).toBe(join(home, ".local/state/lsp-locate"));
    }
    setEnv("XDG_STATE_HOME", join(home, "states"));
    expect(stateFolders()[0]).toBe(join(home, "states/lsp-locate"));
  });

  test("A file or a folder that others can write holds no journals", () => {
    const home = createHome();
    setEnv("XDG_STATE_HOME", home);
    const state = join(home, "lsp-locate");
    writeFileSync(state, "");
    expect(stateFolders()).not.toContain(state);
    rmSync(state);
    mkdirSync(state);
    expect(stateFolders()).toContain(state);
    chmodSync(state, 0o777);
    expect(stateFolders()).not.toContain(state);
  });
});
