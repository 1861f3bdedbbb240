/** Which entries the `.gitignore` of a folder below the top ignores. */

import { IgnoreRules } from "../../../src/workspace/disk/ignoreRules.js";

// The pattern in a/.gitignore, a file, and whether it is ignored.
test.each([
  ["*.log", "/top/a/x.log", true],
  ["*.log", "/top/a/b/c/x.log", true],
  ["*.log", "/top/x.log", false],
  ["/x", "/top/a/x", true],
  ["/x", "/top/a/b/x", false],
  ["b/x", "/top/a/b/x", true],
  ["b/x", "/top/a/c/b/x", false],
  ["**/b/x", "/top/a/c/b/x", true],
])("The pattern %s in a/ ignores %s: %s", (pattern, path, expected) => {
  const rules = IgnoreRules.emptyAt("/top", false).withRules("/top/a", `${pattern}\n`);
  const at = path.lastIndexOf("/");
  expect(rules.matcherIn(path.slice(0, at))(path.slice(at + 1), false)).toBe(expected);
});
