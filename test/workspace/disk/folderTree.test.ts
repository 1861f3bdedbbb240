/**
 * A folder tree reads folders, follows their changes, and leaves to its owner what counts in them.
 */

import { mkdirSync, renameSync, rmSync } from "node:fs";
import { readEntries } from "../../../src/workspace/disk/folderEntries.js";
import { FolderTree } from "../../../src/workspace/disk/folderTree.js";
import type {
  FolderTreeOptions,
  FolderTreeOwner,
  ReadScope,
  TrackedFolder,
} from "../../../src/workspace/disk/trackedFolder.js";
import { yieldToEventLoop } from "../../../src/workspace/timeSlice.js";
import { testIf } from "../../jest.js";
import { folderOf, write } from "../indexHarness.js";

type Names = Set<string>;

interface TestTree {
  readonly root: string;
  readonly tree: FolderTree<Names>;
  /** What the owner was told since the last call, with paths seen from the root. */
  takeCalls(): string[];
  folderAt(path: string): TrackedFolder<Names>;
}

const trees: FolderTree<Names>[] = [];
afterEach(() => {
  for (const tree of trees.splice(0)) tree.end();
});

/**
 * A tree of a new folder with these files, whose owner tracks every folder and keeps every name.
 */
async function treeOf(
  files: Readonly<Record<string, string>>,
  options: Partial<FolderTreeOptions> = {},
  overrides: Partial<FolderTreeOwner<Names>> = {},
): Promise<TestTree> {
  const root = folderOf(files);
  const calls: string[] = [];
  const seen = (folder: TrackedFolder<Names>, name = "") =>
    `${folder.path}/${name}`.slice(root.length + 1).replace(/\/$/, "") || ".";
  const owner: FolderTreeOwner<Names> = {
    read(folder, _, scope: ReadScope) {
      calls.push(`read ${seen(folder)} for ${scope}`);
      return function* (name, kind) {
        if (kind === undefined) {
          calls.push(`gone ${seen(folder, name)}`);
          folder.data.delete(name);
          const inner = tree.folderAt(`${folder.path}/${name}`);
          if (inner) yield* tree.untrack(inner);
          return;
        }
        folder.data.add(name);
        if (kind === "folder" && !folder.folders.has(name) && !tree.track(folder, name, new Set())) calls.push("full");
      };
    },
    knownNames: ({ data, folders }) => [...data].filter((name) => !folders.has(name)),
    checkEntry(folder, name, kind) {
      calls.push(`check ${seen(folder, name)}: ${kind ?? "gone"}`);
      return [];
    },
    onUnreadable: (folder, { code }) => {
      calls.push(`unreadable ${seen(folder)}: ${code}`);
      return "keep";
    },
    onUntracked(folder) {
      calls.push(`left ${seen(folder)}`);
      return [];
    },
    onEvent: () => true,
    onWatchFailure: () => {},
    onSettled: () => {},
    ...overrides,
  };
  const tree = new FolderTree<Names>(owner, {
    sliceMs: 1,
    batchMs: 60_000,
    maxFolders: 100,
    isWatching: true,
    pause: yieldToEventLoop,
    readEntries,
    log: (line) => calls.push(`log ${line}`),
    ...options,
  });
  trees.push(tree);
  tree.addRoot(root, new Set());
  await tree.scan();
  const folderAt = (path: string) => tree.folderAt(path === "." ? root : `${root}/${path}`) as TrackedFolder<Names>;
  return { root, tree, takeCalls: () => calls.splice(0), folderAt };
}

test("Folders are read from the top down, and then the tree is idle", async () => {
  const { tree, takeCalls, folderAt } = await treeOf({ "a/deep/x": "", "b/y": "", z: "" });
  const calls = takeCalls();
  expect(calls.map((call) => call.split("/").length)).toEqual([1, 1, 1, 2]);
  expect(calls.sort()).toEqual(["read . for names", "read a for names", "read a/deep for names", "read b for names"]);
  expect([...folderAt(".").data].sort()).toEqual(["a", "b", "z"]);
  expect(tree.isIdle).toBe(true);
});

test("A known name that is gone is visited without a kind, and the folders below it are left", async () => {
  const { root, tree, takeCalls, folderAt } = await treeOf({ "a/deep/x": "", "a/y": "", z: "" });
  takeCalls();
  rmSync(`${root}/a`, { recursive: true });
  rmSync(`${root}/z`);
  tree.markDue(folderAt("."));
  await tree.scan();
  expect(takeCalls().filter((call) => !call.startsWith("check"))).toEqual([
    "read . for names",
    "gone a",
    "left a",
    "left a/deep",
    "gone z",
  ]);
  expect([...tree.folders()].map(({ path }) => path)).toEqual([root]);
});

test("A path reported by its owner is checked with the next batch", async () => {
  const { root, tree, takeCalls } = await treeOf({ "a/x": "" });
  takeCalls();
  tree.markPath(`${root}/a/x`);
  tree.markPath(`${root}/a/missing`);
  tree.markPath(`${root}/untracked/x`);
  expect(tree.isIdle).toBe(false);
  await tree.scan();
  expect(takeCalls()).toEqual(["check a/x: file", "check a/missing: gone"]);
});

test("A folder that is reported is read again with its entries", async () => {
  const { root, tree, takeCalls } = await treeOf({ "a/x": "" }, { isWatching: false });
  takeCalls();
  tree.markPath(`${root}/a`);
  await tree.scan();
  const scope = process.platform === "linux" ? "entries" : "below";
  expect(takeCalls()).toEqual(["check a: folder", `read a for ${scope}`]);
});

test("Another folder under a known name is read again with all below it", async () => {
  const { root, tree, takeCalls } = await treeOf({ "a/deep/x": "", "b/deep/x": "" }, { isWatching: false });
  takeCalls();
  renameSync(`${root}/a`, `${folderOf()}/a`);
  renameSync(`${root}/b`, `${root}/a`);
  tree.markPath(`${root}/a`);
  await tree.scan();
  expect(takeCalls()).toEqual(["check a: folder", "read a for below", "read a/deep for below"]);
});

test("The wider of two scopes counts when a folder is marked twice", async () => {
  const { tree, takeCalls, folderAt } = await treeOf({ "a/x": "" });
  takeCalls();
  tree.markDue(folderAt("a"), "entries");
  tree.markDue(folderAt("a"), "names");
  await tree.scan();
  expect(takeCalls()).toEqual(["read a for entries"]);
});

test("No more folders are entered than there is room for", async () => {
  const { tree, takeCalls } = await treeOf({ "a/x": "", "b/x": "", "c/x": "" }, { maxFolders: 2 });
  expect([...tree.folders()]).toHaveLength(2);
  expect(takeCalls().filter((call) => call === "full")).toHaveLength(2);
});

test("A folder that can't be read keeps its entries if its owner says so", async () => {
  const { root, tree, takeCalls, folderAt } = await treeOf({ "a/x": "" });
  takeCalls();
  rmSync(`${root}/a`, { recursive: true });
  tree.markDue(folderAt("a"));
  await tree.scan();
  expect(takeCalls().filter((call) => !call.startsWith("check"))).toEqual(["unreadable a: ENOENT"]);
  expect([...folderAt("a").data]).toEqual(["x"]);
});

test("An error of the owner is logged, and the other folders are still read", async () => {
  const knownNames = ({ name }: TrackedFolder<Names>) => {
    if (name === "a") throw new Error("no");
    return [];
  };
  const { takeCalls } = await treeOf({ "a/x": "", "b/x": "" }, {}, { knownNames });
  const calls = takeCalls();
  expect(calls).toContain("log Looking for changed files failed: no");
  expect(calls).toContain("read b for names");
});

test("A removed root is not read any more, and its folders are returned", async () => {
  const { root, tree, takeCalls, folderAt } = await treeOf({ "a/x": "" });
  takeCalls();
  tree.markDue(folderAt("a"));
  expect(tree.removeRoot(root).map(({ path }) => path)).toEqual([root, `${root}/a`]);
  await tree.scan();
  expect(takeCalls()).toEqual([]);
  expect([...tree.roots()]).toEqual([]);
});

test("A task runs before the folders that are due", async () => {
  const { tree, takeCalls, folderAt } = await treeOf({ x: "" });
  takeCalls();
  tree.markDue(folderAt("."));
  let atTask: string[] | undefined;
  tree.addTask(function* () {
    atTask = takeCalls();
    yield;
  });
  await tree.scan();
  expect([atTask, takeCalls()]).toEqual([[], ["read . for names"]]);
});

test("After its end, the tree reads nothing", async () => {
  const { root, tree, takeCalls, folderAt } = await treeOf({ "a/x": "" });
  takeCalls();
  tree.markDue(folderAt("a"));
  tree.end();
  tree.markDue(folderAt("."));
  tree.markPath(`${root}/a`);
  await tree.flush();
  expect(takeCalls()).toEqual([]);
});

testIf(process.platform === "linux", "needs Linux")("A flush takes in what was written before it", async () => {
  const { root, tree, takeCalls } = await treeOf({ "a/x": "" });
  takeCalls();
  write(root, { "a/y": "" });
  mkdirSync(`${root}/b`);
  await tree.flush();
  expect(takeCalls().sort()).toEqual(["check a/y: file", "check b: folder"]);
});
