/** Which files of a workspace are source files. */

import { cpSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { testIf } from "../../jest.js";
import { folderOf, write } from "../indexHarness.js";
import { openSources, walk } from "./walk.js";

test("Without a repository, the `.gitignore` files in the root count, and none above it", async () => {
  const top = folderOf({
    ".gitignore": "a\n",
    "root/a": "",
    "root/b": "",
    "root/in/b": "",
    "root/in/.gitignore": "b\n",
  });
  expect(await walk(`${top}/root`)).toEqual(["a", "b"]);
});

test("A repository in another one has its own rules", async () => {
  const top = folderOf({
    ".git/HEAD": "",
    ".gitignore": "a\n",
    a: "",
    "in/.git/HEAD": "",
    "in/.gitignore": "b\n",
    "in/a": "",
    "in/b": "",
  });
  expect(await walk(top)).toEqual(["in/a"]);
});

test("An ignored folder that is opened as a root is shown", async () => {
  const top = folderOf({ ".git/HEAD": "", ".gitignore": "out/\n*.log\n", "out/a": "", "out/b.log": "" });
  expect(await walk(`${top}/out`)).toEqual(["a", "b.log"]);
});

test("Generated and installed files and those of version control are left out, unless they are the root", async () => {
  const cache = "Signature: 8a477f597d28d172789f06886806bc55\n# made\n";
  const files = {
    "node_modules/m/a": "",
    ".svn/a": "",
    ".ccls-cache/@project/a": "",
    ".metals/a": "",
    "in/__pycache__/a": "",
    "environment/pyvenv.cfg": "home = /usr/bin\n",
    "environment/lib/a": "",
    "target/CACHEDIR.TAG": cache,
    "target/debug/a": "",
    "kept/CACHEDIR.TAG": "not so\n",
    "kept/a": "",
  };
  const root = folderOf(files);
  expect(await walk(root)).toEqual(["kept/CACHEDIR.TAG", "kept/a"]);
  expect(await walk(`${root}/target`)).toEqual(["CACHEDIR.TAG", "debug/a"]);
  expect(await walk(`${root}/node_modules`)).toEqual(["m/a"]);
});

test("A root in an ignored folder of another root is read all the same", async () => {
  const root = folderOf({ a: "", "node_modules/m/b": "", ".gitignore": "out\n", "out/c": "" });
  expect(await walk(root, `${root}/node_modules/m`, `${root}/out`)).toEqual(["a", "node_modules/m/b", "out/c"]);
});

test("Folders are read from the top down, until a limit is reached", async () => {
  const root = folderOf({ "a/deep/er/x": "", "b/y": "", z: "" });
  const { sources, found } = openSources([root], { maxFiles: 2 });
  await sources.scan();
  expect([...found]).toEqual(["z", "b/y"]);
  expect(sources.limitReason).toContain("more than 2 source files");
});

test("A file in folders that are new is found when it is marked", async () => {
  const root = folderOf({ "a/x": "" });
  const { sources, found } = openSources([root]);
  await sources.scan();
  write(root, { "a/new/deep/y": "" });
  sources.markPaths([`${root}/a/new/deep/y`]);
  await sources.catchUp();
  rmSync(`${root}/a/x`);
  sources.markPaths([`${root}/a/x`]);
  await sources.catchUp();
  expect([...found]).toEqual(["a/new/deep/y"]);
  sources.end();
});

/** How a root is away; the function brings it back, or one like it. */
const absences: readonly (readonly [how: string, take: (root: string) => () => void])[] = [
  ["moved away and back", (root) => move(root, `${root}-away`)],
  ["in a folder that was moved away and back", (root) => move(dirname(root), `${dirname(root)}-away`)],
  [
    "removed and made anew",
    (root) => {
      rmSync(root, { recursive: true });
      return () => write(root, files);
    },
  ],
  [
    "replaced by a copy",
    (root) => {
      renameSync(root, `${root}-old`);
      return () => cpSync(`${root}-old`, root, { recursive: true });
    },
  ],
];

const files = { "a/x": "", "b/c/y": "" };

/** Elsewhere events are late, and Windows moves no folder that is watched. */
const onLinux = testIf(process.platform === "linux", "needs Linux");

function move(from: string, to: string): () => void {
  renameSync(from, to);
  return () => renameSync(to, from);
}

for (const [how, take] of absences)
  for (const isSeen of [true, false])
    onLinux(
      `A root that was ${how} is read again and watched, ${isSeen ? "" : "not "}looked at meanwhile`,
      async () => {
        const root = `${folderOf({ "top/root/a/x": "", "top/root/b/c/y": "" })}/top/root`;
        const { sources, found } = openSources([root], { isWatching: true });
        await sources.scan();
        expect([...found].sort()).toEqual(["a/x", "b/c/y"]);
        const bringBack = take(root);
        if (isSeen) {
          await sources.catchUp();
          expect([...found]).toEqual([]);
        }
        bringBack();
        await sources.catchUp();
        expect([...found].sort()).toEqual(["a/x", "b/c/y"]);
        write(root, { "b/c/z": "" });
        rmSync(`${root}/a`, { recursive: true });
        await sources.catchUp();
        expect([...found].sort()).toEqual(["b/c/y", "b/c/z"]);
        sources.end();
      },
    );
