/** Tests of the root of a document, inside and outside of the workspace folders. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findServerRoot, type RootRule } from "../../../src/workspace/roots/serverRoot.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();

/** Makes files in a temporary folder. Names that end in `/` are folders. */
let count = 0;
function tree(...names: string[]): string {
  const top = join(folder, String(count++));
  for (const name of names) {
    const path = join(top, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    // A file `.git` makes its folder a further worktree.
    if (!name.endsWith("/")) writeFileSync(path, name.endsWith("/.git") ? `gitdir: ${top}/main/.git/worktrees/x` : "");
  }
  return top;
}

/** The root of a document by its server's markers alone. */
function findRoot(file: string, rootMarkers: readonly string[], folders: readonly string[]) {
  const rule: RootRule = { workspaceFiles: [], configFiles: [], rootMarkers, root: "outermost" };
  const { isMarked: _, ...found } = findServerRoot(file, rule, folders);
  return found;
}

const go = ["go.work", "go.mod"];
const js = ["tsconfig.json", "package.json"];

/** Files, the document, markers, workspace folders, the expected root. */
test.each<[string[], string, string[], string[], string]>([
  // The better marker wins, in whatever folder.
  [["w/go.mod", "w/a/go.work", "w/a/b/go.mod"], "w/a/b/x.go", go, ["w"], "w/a"],
  [["w/go.work", "w/a/go.mod"], "w/a/x.go", go, ["w"], "w"],
  // Of one marker the outermost folder wins, the document's own included.
  [["w/a/go.mod", "w/a/b/go.mod"], "w/a/b/c/x.go", go, ["w"], "w/a"],
  [["w/a/go.mod"], "w/a/x.go", go, ["w"], "w/a"],
  // Other folders do not count.
  [["w/a/go.mod", "w/b/"], "w/b/x.go", go, ["w"], "w"],
  // At most the workspace folder.
  [["go.work", "w/a/go.mod"], "w/a/x.go", go, ["w"], "w/a"],
  [["go.work", "w/"], "w/x.go", go, ["w"], "w"],
  // The innermost workspace folder, in any order.
  [["w/package.json", "w/in/"], "w/in/a/x.js", js, ["w", "w/in"], "w/in"],
  [["w/package.json", "w/in/"], "w/in/a/x.js", js, ["w/in", "w"], "w/in"],
  [["w/package.json", "w/in/"], "w/x.js", js, ["w/in", "w"], "w"],
  // A common prefix of names does not make a folder contain another.
  [["w/..a/package.json"], "w/..a/x.js", js, ["w"], "w/..a"],
  // Wildcards, folders as markers, no markers at all.
  [["w/a/App.sln", "w/a/b/B.csproj"], "w/a/b/x.cs", ["*.sln", "*.csproj"], ["w"], "w/a"],
  [["w/App.csproj", "w/a/App.sln"], "w/a/b/x.cs", ["*.sln", "*.csproj"], ["w"], "w/a"],
  [["w/a/.git/"], "w/a/b/x.rb", [".git"], ["w"], "w/a"],
  [["w/a/"], "w/a/x.js", [], ["w"], "w"],
  // Another worktree bounds the search, inside the workspace and beside it.
  [["main/.git/", "main/package.json", "main/in/x/.git"], "main/in/x/a/x.js", js, ["main"], "main/in/x"],
  [
    ["main/.git/", "main/package.json", "main/x/.git", "main/x/a/package.json"],
    "main/x/a/x.js",
    js,
    ["main"],
    "main/x/a",
  ],
  [["main/.git/", "main/package.json", "x/.git", "x/package.json", "x/a/"], "x/a/x.js", js, ["main"], "x"],
  [["main/.git/", "main/package.json", "x/.git"], "main/x.js", js, ["x"], "main"],
  [["main/.git/", "main/package.json", "main/x/.git", "main/x/a/"], "main/x/a/x.js", js, ["main/x/a"], "main/x/a"],
  // The document's folder may not be there yet.
  [["w/package.json"], "w/new/deep/x.js", js, ["w"], "w"],
  [["w/"], "w/new/x.cs", ["*.sln"], ["w"], "w"],
])("With the files %j the document %s with markers %j in %j has the root %s", (names, file, markers, folders, root) => {
  const top = tree(...names);
  const found = findRoot(
    join(top, file),
    markers,
    folders.map((name) => join(top, name)),
  );
  expect(found).toEqual({ root: join(top, root), isInside: true });
});

/** Outside of all workspace folders: the nearest folder with a marker, or the document's own. */
test.each<[string[], string, string[], string[], string]>([
  [["package.json", "p/package.json", "p/a/"], "p/a/x.js", js, ["w"], "p"],
  [["tsconfig.json", "p/package.json", "p/a/"], "p/a/x.js", js, ["w"], "p"],
  [["p/a/package.json"], "p/a/x.js", js, [], "p/a"],
  [["p/App.sln", "p/a/"], "p/a/x.cs", ["*.sln"], [], "p"],
  [["p/a/"], "p/a/x.js", ["no-such-marker"], ["w"], "p/a"],
  [["p/"], "p/a/x.js", [], ["w"], "p/a"],
  // A common prefix of names does not make a folder contain another.
  [["w/", "web/package.json"], "web/a/x.js", js, ["w"], "web"],
])(
  "With the files %j the document %s with markers %j outside of %j has the root %s",
  (names, file, markers, folders, root) => {
    const top = tree(...names);
    const found = findRoot(
      join(top, file),
      markers,
      folders.map((name) => join(top, name)),
    );
    expect(found).toEqual({ root: join(top, root), isInside: false });
  },
);

test("A workspace folder is returned as it was given", () => {
  const top = tree("w/a/");
  const given = `${join(top, "w")}/`;
  expect(findRoot(join(top, "w/a/x.js"), js, [given])).toEqual({ root: given, isInside: true });
});
