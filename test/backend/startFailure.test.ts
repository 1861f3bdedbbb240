/** The line of a program's output that names the error. */

import { findErrorLine } from "../../src/backend/startFailure.js";

test.each<[string, string | null]>([
  ["", null],
  ["no licence", "no licence"],
  ["starting\nready\nbye", "bye"],
  [
    "error: Unknown binary 'x' in toolchain 'y'.\n\nStack backtrace:\n   0: anyhow::error\n  15: <unknown>",
    "error: Unknown binary 'x' in toolchain 'y'.",
  ],
  [
    "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module '/x/y.js'\n    at Module._load (node:internal)\n\nNode.js v20.20.2",
    "Error: Cannot find module '/x/y.js'",
  ],
  [
    "Traceback (most recent call last):\n  File \"/x/errors.py\", line 1\n    from errors import y\nModuleNotFoundError: No module named 'errors'",
    "ModuleNotFoundError: No module named 'errors'",
  ],
  ["Can't locate Perl/LanguageServer.pm in @INC\nBEGIN failed", "Can't locate Perl/LanguageServer.pm in @INC"],
  ["Error response from daemon: No such container: box", "Error response from daemon: No such container: box"],
  [
    "/x/cli.js:12\nthrow error;\n^\n\nError: Cannot find module 'pygls'\n    at ModuleLoader (node:internal)",
    "Error: Cannot find module 'pygls'",
  ],
  ["   indented only", "indented only"],
  [`error ${"x".repeat(1000)}`, `error ${"x".repeat(294)}`],
])("The error line of %j is %j", (text, line) => {
  expect(findErrorLine(text.split("\n").filter((one) => one.trim() !== ""))).toBe(line);
});
