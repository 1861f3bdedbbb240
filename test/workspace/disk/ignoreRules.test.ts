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

test("Rules of nested folders hold while the folders are looked up in turn, however many entries they have", () => {
  const top = IgnoreRules.emptyAt("/top", false).withRules("/top", "*.log\nbuild/\n");
  const nested = top.withRules("/top/a", "!keep.log\n/own\n");
  const ignored = (rules: IgnoreRules, folder: string, names: readonly string[]) =>
    names.filter((name) => rules.matcherIn(folder)(name, name === "build"));
  for (let round = 0; round < 3; round++) {
    const names = ["keep.log", "x.log", "own", "build", "x"];
    expect(ignored(top, "/top", names)).toEqual(["keep.log", "x.log", "build"]);
    expect(ignored(nested, "/top/a", names)).toEqual(["x.log", "own", "build"]);
    expect(ignored(nested, "/top/a/in", names)).toEqual(["x.log", "build"]);
    expect(ignored(top, "/top/b", names)).toEqual(["keep.log", "x.log", "build"]);
    // More entries than the results that a matcher shares with others.
    const isIgnored = nested.matcherIn("/top/a/many");
    for (let i = 0; i < 1_500; i++) expect(isIgnored(`${i}.log`, false)).toBe(true);
  }
});
