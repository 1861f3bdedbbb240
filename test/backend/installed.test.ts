/** Programs are found in PATH and in the folders asked for, and nowhere else. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed } from "../../src/backend/installed.js";

const folder = mkdtempSync(join(tmpdir(), "installed-"));
const bin = join(folder, "bin");
const other = join(folder, "other");
afterAll(() => rmSync(folder, { recursive: true }));

for (const place of [bin, other]) {
  mkdirSync(place);
  writeFileSync(join(place, "server"), "#!/bin/sh\n");
  chmodSync(join(place, "server"), 0o755);
}
writeFileSync(join(bin, "text"), "");
chmodSync(join(bin, "text"), 0o644);
mkdirSync(join(bin, "folder"));

test.each([
  [["server"], { env: { PATH: `${bin}:${other}` } }, join(bin, "server")],
  [["server"], { env: { PATH: bin }, searchIn: [other] }, join(other, "server")],
  [["server"], { env: { PATH: "/nowhere" } }, undefined],
  [["server"], { env: {} }, undefined],
  [["text"], { env: { PATH: bin } }, undefined],
  [["folder"], { env: { PATH: bin } }, undefined],
  [[join(other, "server")], { env: { PATH: "" } }, join(other, "server")],
  [["./server"], { env: { PATH: bin } }, undefined],
  [[], { env: { PATH: bin } }, undefined],
  [[""], { env: { PATH: bin } }, undefined],
] as const)("%j with %j", (command, options, path) => {
  expect(installed({ command }, { platform: "linux", ...options })).toBe(path);
});

test("relative entries of PATH are passed over: they lead into the workspace", () => {
  const before = process.cwd();
  process.chdir(bin);
  try {
    expect(installed({ command: ["server"] }, { platform: "linux", env: { PATH: ".::../bin" } })).toBeUndefined();
  } finally {
    process.chdir(before);
  }
});
