/** Ending processes: the programs of Windows that do it. */

import { systemProgram } from "../../../src/backend/guard/groupSignals.js";

test.each([
  ["of SystemRoot", { SystemRoot: "D:\\Win" }, "D:\\Win\\System32\\taskkill.exe"],
  ["of the usual folder without SystemRoot", {}, "C:\\Windows\\System32\\taskkill.exe"],
  ["of the usual folder for a relative SystemRoot", { SystemRoot: "Win" }, "C:\\Windows\\System32\\taskkill.exe"],
])("A program of Windows is the one %s, never one of the working directory", (_title, env, path) => {
  expect(systemProgram("taskkill.exe", env)).toBe(path);
});
