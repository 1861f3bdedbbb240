/** Tests of queries about files on disk that do not change, and of which files are indexed. */

import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { type OutlineSymbol, outlineOf } from "../../../src/syntax/outline/outlineSymbols.js";
import { testIf } from "../../jest.js";
import { parse } from "../../syntax/parsedSources.js";
import { folderOf, grammars, indexOf, languages, parseHere, relativePaths, write } from "../indexHarness.js";

test("A name is found in all files that declare it, with its containers", async () => {
  const root = folderOf({
    "a.ts": "export class Fuse {\n  light(at: number) {}\n}\n",
    "b/c.py": "class Bomb:\n    def light(self, at, loud=False):\n        pass\n",
    "d.go": "package d\n\nfunc (b *Bomb) light() {}\n",
  });
  const { declared } = indexOf(root);
  expect(await declared("light")).toEqual(["a.ts:2 Fuse.light", "b/c.py:2 Bomb.light", "d.go:3 Bomb.light"]);
  expect(await declared("nothing")).toEqual([]);
});

test("What is found so far is answered at once, and no file is parsed for it", async () => {
  const { index, parsed } = indexOf(folderOf({ "a.ts": "function f() {}", "b.ts": "function f() {}" }));
  const soFar = async () => (await index.findByName({ name: "f", soFar: true })).answer.length;
  expect(await soFar()).toBe(0);
  expect(parsed).toEqual([]);
  await index.findByName({ name: "f" });
  expect(await soFar()).toBe(2);
});

test("A query with a number of arguments leaves out functions that take another number", async () => {
  const root = folderOf({ "a.go": "package a\n\nfunc f(a int) {}\n", "b.go": "package b\n\nfunc f(a, b int) {}\n" });
  const { declared } = indexOf(root);
  expect(await declared("f", 2)).toEqual(["b.go:3 f"]);
});

test("Lines end as in LSP, and characters are UTF-16 code units", async () => {
  const root = folderOf({ "a.ts": "\uFEFF/* 💣\r\n*/\rlet é = 1; /* 💣 */ function boom() {}\n" });
  const { index } = indexOf(root);
  const { answer } = await index.findByName({ name: "boom" });
  expect(answer).toMatchObject([{ line: 2, character: "let é = 1; /* 💣 */ function ".length }]);
});

test("A sigil belongs neither to a name nor to its position", async () => {
  const { index } = indexOf(folderOf({ "a.php": "<?php\nclass Cart {\n  private $items = [];\n}\n" }));
  const { answer } = await index.findByName({ name: "items" });
  expect(answer).toMatchObject([{ line: 2, character: "  private $".length, container: ["Cart"] }]);
});

test("Quotes do not belong to a name", async () => {
  const { declared } = indexOf(folderOf({ "a.ts": "class A {\n  'q r'() {}\n}\n" }));
  expect(await declared("q r")).toEqual(["a.ts:2 A.q r"]);
});

test("Local declarations are not indexed", async () => {
  const root = folderOf({
    "a.ts": "export function f() { const inner = 1; return inner; }\nexport const outer = 2;\n",
  });
  const { declared } = indexOf(root);
  expect(await declared("inner")).toEqual([]);
  expect(await declared("outer")).toEqual(["a.ts:2 outer"]);
});

test("Data and markup declare no names, but scripts in a component do", async () => {
  const root = folderOf({
    "a.json": '{ "widget": 1 }',
    "a.yaml": "widget: 1\n",
    "a.toml": "widget = 1\n",
    "a.md": "# widget\n",
    "a.css": ".widget { color: red }\n",
    "a.html": '<div id="widget"></div>\n',
    "a.vue":
      '<template><div id="widget"></div></template>\n<script lang="ts">\nfunction widget() {}\n</script>\n<style>\n.widget {}\n</style>\n',
  });
  const { declared, index } = indexOf(root);
  expect(await declared("widget")).toEqual(["a.vue:3 widget"]);
  expect((await index.waitUntilComplete()).files).toBe(1);
});

test("Text is found in files of any kind that git does not ignore, as whole words", async () => {
  const root = folderOf({
    "a.ts": "// slow-start\rlet é = 'slow-start slow-start';\n",
    "b/notes.txt": "slow-starts, überslow-start\r\n  slow-start\n",
    "b/ignored.txt": "slow-start\n",
    "b/.gitignore": "ignored.txt\n",
    "c/data.bin": "slow-start\0",
    "node_modules/d.js": "// slow-start\n",
    "venv/pyvenv.cfg": "slow-start\n",
    "long.json": `${"x".repeat(500)} slow-start ${"y".repeat(500)}`,
  });
  const { index, parsed } = indexOf(root);
  const { answer } = await index.findText({ text: "slow-start", limit: 10 });
  const places = answer.lines.map(({ path, line, character }) => `${path.slice(root.length + 1)}:${line}:${character}`);
  expect(places).toEqual(["a.ts:0:3", "a.ts:1:9", "long.json:0:501", "b/notes.txt:1:2"]);
  expect(answer.lines[2]?.text).toMatch(/^x+ slow-start y+$/);
  expect(answer.lines[2]?.text.length).toBe(160);
  expect(answer.isPartial).toBe(false);
  const first = await index.findText({ text: "slow-start", limit: 2 });
  expect([first.answer.lines.length, first.answer.isPartial]).toEqual([2, true]);
  expect(parsed.length).toBeLessThanOrEqual(1);
});

test("Names are found by some of their letters and by similar names", async () => {
  const root = folderOf({ "a.ts": "export function readWholeFile() {}\nexport function writeFile() {}\n" });
  const { index } = indexOf(root);
  await index.waitUntilComplete();
  const names = ({ answer }: Awaited<ReturnType<typeof index.findSimilar>>) => answer.map(({ name }) => name);
  expect(names(await index.findMatching("rwf", 5))).toEqual(["readWholeFile"]);
  expect(names(await index.findSimilar("writeFiel", 1))).toEqual(["writeFile"]);
});

test("Files with a word are found in the languages asked for", async () => {
  const root = folderOf({ "a.ts": "use(fuse);\n", "b.py": "fuse\n", "c.ts": "fuses\n", "d.ts": "fuse\n" });
  const { index } = indexOf(root);
  const { answer } = await index.findFilesWith("fuse", ["typescript"]);
  expect(relativePaths(root, answer)).toEqual(["a.ts", "d.ts"]);
});

test("The revision of the texts is another one after a document is opened, changed or closed", async () => {
  const root = folderOf({ "a.ts": "use(fuse);\n", "b.ts": "" });
  for (const name of ["a.ts", "b.ts"]) utimesSync(`${root}/${name}`, 1e9, 1e9);
  const { index } = indexOf(root);
  const revisions: (string | undefined)[] = [];
  const query = async () => revisions.push((await index.findFilesWith("fuse", ["typescript"])).revision);
  await query();
  await query();
  for (const text of ["1;\n", "2;\n"]) {
    index.open(`${root}/b.ts`, "typescript", text);
    await query();
  }
  index.close(`${root}/b.ts`);
  await query();
  expect(revisions[0]).toBe(revisions[1]);
  expect(new Set(revisions).size).toBe(4);
  expect((await indexOf(root).index.findFilesWith("fuse", ["typescript"])).revision).not.toBe(revisions[0]);
});

test("A document that is open at the start is parsed once, and its file on disk is not", async () => {
  const root = folderOf({ "a.ts": "export function saved() {}\n" });
  const { index, declared, parsed } = indexOf(root);
  index.open(`${root}/a.ts`, "typescript", "export function typed() {}\n");
  await index.waitUntilComplete();
  expect([await declared("saved"), await declared("typed")]).toEqual([[], ["a.ts:1 typed"]]);
  expect(parsed).toHaveLength(1);
});

test("A document with an outline is not parsed, and queries wait for the outline", async () => {
  const root = folderOf({ "a.ts": "export function saved() {}\n" });
  const { index, declared, parsed } = indexOf(root);
  const text = "export function typed() {}\n";
  let setOutline: (outline: OutlineSymbol[]) => void = () => {};
  const outline = new Promise<OutlineSymbol[]>((resolve) => {
    setOutline = resolve;
  });
  index.open(`${root}/a.ts`, "typescript", text, () => outline);
  const found = declared("typed");
  setOutline(outlineOf(await parse("typescript", text)));
  expect(await found).toEqual(["a.ts:1 typed"]);
  expect(parsed).toEqual([]);
  index.close(`${root}/a.ts`);
  expect(await declared("saved")).toEqual(["a.ts:1 saved"]);
});

test("Files that are too large, minified or binary are counted and not parsed; their text is found", async () => {
  const root = folderOf({
    "large.ts": `function large() {}\n${"// more\n".repeat(2_000)}`,
    "minified.js": `function minified() {}${"a();".repeat(3_000)}\n`,
    "binary.py": "def binary(): pass\n\0",
    "small.ts": "function small() {}\n",
  });
  const { index, declared, logged } = indexOf(root, { limits: { fileBytes: 13_000 } });
  expect(await index.waitUntilComplete()).toEqual({ isComplete: true, indexed: 4, files: 4 });
  for (const name of ["large", "minified", "binary"]) expect(await declared(name)).toEqual([]);
  expect(await declared("small")).toEqual(["small.ts:1 small"]);
  const { answer } = await index.findText({ text: "function large", limit: 10 });
  expect(
    relativePaths(
      root,
      answer.lines.map(({ path }) => path),
    ),
  ).toEqual(["large.ts"]);
  const filesWith = async (word: string) =>
    relativePaths(root, (await index.findFilesWith(word, ["typescript"])).answer);
  expect(await filesWith("more")).toEqual(["large.ts"]);
  expect(await filesWith("absent")).toEqual([]);
  expect(logged).toEqual([]);
});

const onLinux = testIf(process.platform === "linux", "needs Linux");

onLinux("Links to devices, to files of the kernel and to themselves are no files of the workspace", async () => {
  const root = folderOf({ "a.ts": "function f() {}\n" });
  const targets = ["/dev/zero", "/proc/self/pagemap", "/proc/self/status", "4.ts", "/dev/null"];
  for (const [n, target] of targets.entries()) symlinkSync(target, `${root}/${n + 1}.ts`);
  const { index, logged } = indexOf(root);
  expect(await index.waitUntilComplete()).toMatchObject({ files: 1 });
  expect(logged).toEqual([]);
});

onLinux("Rules and tags that are links to devices are ignored", async () => {
  const root = folderOf({ "a.ts": "function f() {}\n", "in/b.ts": "function g() {}\n" });
  for (const name of [".gitignore", "in/.gitignore", "in/CACHEDIR.TAG"]) symlinkSync("/dev/zero", `${root}/${name}`);
  const { declared } = indexOf(root);
  expect([...(await declared("f")), ...(await declared("g"))]).toEqual(["a.ts:1 f", "in/b.ts:1 g"]);
});

onLinux("Names that are not UTF-8 are logged, and the others are indexed", async () => {
  const root = folderOf({ "a.ts": "function f() {}\n" });
  const odd = (name: string) => Buffer.from(`${root}/${name}`, "latin1");
  writeFileSync(odd("\xe9.ts"), "function f() {}\n");
  mkdirSync(odd("folder\xe9"));
  const { declared, logged } = indexOf(root);
  expect(await declared("f")).toEqual(["a.ts:1 f"]);
  const notUtf8 = "is left out: its name is not UTF-8, and can't be written in a Locate. Rename it.";
  expect([...logged].sort()).toEqual([`${root}/folder\ufffd ${notUtf8}`, `${root}/\ufffd.ts ${notUtf8}`]);
});

test("Files of nested roots are indexed once, in any order of the roots", async () => {
  const root = folderOf({ "a.ts": "function f() {}\n", "in/b.ts": "function f() {}\n" });
  const { declared, index } = indexOf([`${root}/in`, root, `${root}/in/`]);
  expect((await index.waitUntilComplete()).files).toBe(2);
  expect(await declared("f")).toHaveLength(2);
});

test("A root that does not exist is logged, and the others are indexed", async () => {
  const root = folderOf({ "a.ts": "function f() {}\n" });
  const { declared, logged } = indexOf([`${root}/absent`, root]);
  expect(await declared("f")).toHaveLength(1);
  expect(logged).toEqual([`There is no folder ${root}/absent to index.`]);
});

test("With too many files, the limit is logged and the files up to it are indexed", async () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`d${n}/a.ts`, `function f${n}() {}\n`]));
  const root = folderOf({ ...files, "top.ts": "function top() {}\n" });
  const { declared, index, logged } = indexOf(root, { limits: { files: 10 } });
  await expect(index.waitUntilComplete()).rejects.toThrow("there are more than 10 source files");
  expect(await declared("top")).toEqual(["top.ts:1 top"]);
  expect((await index.findByName({ name: "f29" })).state).toEqual({ isComplete: false, indexed: 10, files: 10 });
  expect(logged).toHaveLength(1);
});

test("States are reported until all files are indexed", async () => {
  const root = folderOf({ "a.ts": "function f() {}\n", "b.ts": "function g() {}\n" });
  const { index } = indexOf(root);
  const last = await new Promise((resolve) => index.onStateChange((state) => state.isComplete && resolve(state)));
  expect(last).toEqual({ isComplete: true, indexed: 2, files: 2 });
});

test("A grammar that can't be loaded affects its own language only", async () => {
  const root = folderOf({ "a.ts": "function f() {}\n", "b.mine": "anything\n", "c.mine": "anything\n" });
  const mine = { name: "mine", wasm: `${root}/absent.wasm`, queries: [], isShipped: false };
  const { declared, index, logged } = indexOf(root, {
    grammars: { ...grammars, mine },
    languages: { ...languages, byExtension: new Map([...languages.byExtension, [".mine", "mine"]]) },
  });
  expect((await index.waitUntilComplete()).indexed).toBe(3);
  expect(await declared("f")).toHaveLength(1);
  expect(logged.filter((line) => line.includes("absent.wasm"))).toHaveLength(2);
});

test("If no parse thread starts, an answer names the files that contain the name", async () => {
  const root = folderOf({ "a.ts": "function fuse() {}\n", "b.py": "fuse = 1\n", "c.ts": "function bomb() {}\n" });
  const { index } = indexOf(root, {
    startParseThread() {
      throw new Error("could not allocate memory");
    },
  });
  const { answer, unparsed } = await index.findByName({ name: "fuse" });
  expect(answer).toEqual([]);
  expect(unparsed).toMatchObject({ count: 2, reason: expect.stringContaining("could not allocate memory") });
  expect([...(unparsed?.paths ?? [])].sort()).toEqual([`${root}/a.ts`, `${root}/b.py`]);
  expect((await index.findFilesWith("fuse", ["typescript"])).answer).toEqual([`${root}/a.ts`]);
  write(root, { "a.ts": "", "b.py": "" });
  index.notifyChanges([`${root}/a.ts`, `${root}/b.py`]);
  expect(await index.findByName({ name: "fuse" })).not.toHaveProperty("unparsed");
});

test("A file that crashes the parser is skipped, and all others are indexed", async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`a${n}.ts`, `function f${n}() {}\n`]));
  const root = folderOf({ ...files, "bad.ts": "function bad() {}\n" });
  let threads = 0;
  const { declared, index, logged } = indexOf(root, {
    startParseThread(options, onParsed) {
      threads++;
      const thread = parseHere(options, onParsed);
      let die: (error: Error) => void = () => {};
      let pendingFiles = 0;
      let isDoomed = false;
      // Files before the bad one are parsed first, as in a thread.
      const dieInTurn = () => isDoomed && pendingFiles === 0 && setImmediate(() => die(new Error("out of memory")));
      return {
        ...thread,
        postMessage(job) {
          if (job.files.some(({ path }) => path.endsWith("bad.ts"))) isDoomed = true;
          else if (!isDoomed) {
            pendingFiles += job.files.length;
            thread.postMessage(job);
          }
          dieInTurn();
        },
        on(event: string, listener: (message: never) => void) {
          if (event === "error") die = listener as typeof die;
          else
            thread.on("message", (message) => {
              listener(message as never);
              if (message.kind === "results") pendingFiles -= message.results.length;
              dieInTurn();
            });
        },
      };
    },
  });
  expect(await index.waitUntilComplete()).toEqual({ isComplete: true, indexed: 61, files: 61 });
  expect(await declared("f59")).toEqual(["a59.ts:1 f59"]);
  expect(await declared("bad")).toEqual([]);
  expect((await index.findByName({ name: "bad" })).unparsed).toEqual({
    count: 1,
    paths: [`${root}/bad.ts`],
    reason: "the parser crashes on it: the thread ended: out of memory",
  });
  expect(await index.findByName({ name: "nowhere" })).not.toHaveProperty("unparsed");
  expect(threads).toBeGreaterThan(1);
  expect(logged).toEqual([expect.stringContaining(`${root}/bad.ts is not indexed: the parser crashes on it`)]);
});
