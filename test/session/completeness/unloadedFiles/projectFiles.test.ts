/** Patterns of project files, held against paths. */

import { join } from "node:path";
import { matchesPattern } from "../../../../src/session/completeness/unloadedFiles/projectFiles.js";

const folder = join("/", "home", "shop");

test.each([
  ["src", "src/a.ts", true],
  ["src", "srcs/a.ts", false],
  ["./src/", "src/deep/a.ts", true],
  ["src/*", "src/deep/a.ts", true],
  ["*.ts", "src/a.ts", false],
  ["**/*.spec.ts", "a.spec.ts", true],
  ["**/*.spec.ts", "src/deep/a.spec.ts", true],
  ["**/node_modules", "src/node_modules/a/index.js", true],
  ["**/.*", "src/.venv/a.py", true],
  ["a?.ts", "ab.ts", true],
  ["../other/**", "../other/a.ts", true],
  ["../other", "other/a.ts", false],
  ["src/[id].ts", "src/[id].ts", true],
  ["src/[id].ts", "src/i.ts", false],
  ["{a,b}.ts", "a.ts", false],
  ["", "a.ts", true],
])("The pattern %j matches %s: %s", (pattern, path, isMatched) => {
  expect(matchesPattern(folder, pattern, join(folder, path))).toBe(isMatched);
});

test.each(["**/*a*a*a*a*a*a*a*a*a*a*a*a*a*ab", `${"**/".repeat(1000)}b`, `${"*".repeat(4000)}b`])(
  "A pattern such as %j is matched against a long name in linear time",
  (pattern) => {
    expect(matchesPattern(folder, pattern, join(folder, `${"a/".repeat(50)}${"a".repeat(250)}`))).toBe(false);
  },
);
