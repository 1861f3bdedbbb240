/** The size and age of the logs of sessions. */

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { earlierLog, removeOldFiles, rotateLog } from "../../src/daemon/daemonLog.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "locate-log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("A log above its limit becomes the earlier log, and replaces the one before", () => {
  const path = join(folder, "a.log");
  rotateLog(path, 10);
  expect(existsSync(path)).toBe(false);
  writeFileSync(path, "0123456789");
  rotateLog(path, 10);
  expect([readFileSync(path, "utf8"), existsSync(earlierLog(path))]).toEqual(["0123456789", false]);
  for (const text of ["first content", "second content"]) {
    writeFileSync(path, text);
    rotateLog(path, 10);
    expect([readFileSync(path, "utf8"), readFileSync(earlierLog(path), "utf8")]).toEqual(["", text]);
  }
});

test("Logs of a week without their session are removed, and nothing else is", () => {
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  const [gone, running, recent] = ["0", "1", "2"].map((digit) => digit.repeat(16));
  const write = (name: string, isOld: boolean) => {
    writeFileSync(join(folder, name), "");
    if (isOld) utimesSync(join(folder, name), old, old);
    return join(folder, name);
  };
  const removed = [write(`${gone}.log`, true), write(`${gone}.log.1`, true)];
  const kept = [
    write(`${running}.log`, true),
    write(`${recent}.log`, false),
    write(`${gone}.json`, true),
    write("notes.log", true),
  ];
  removeOldFiles(folder, [running as string]);
  expect(removed.filter(existsSync)).toEqual([]);
  expect(kept.filter(existsSync)).toEqual(kept);
});
