/** Servers are notified of changes in real folders. */

import type fs from "node:fs";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import type { FileSystemWatcher } from "vscode-languageserver-protocol";
import { URI } from "vscode-uri";
import { type FileEvent, type FileWatchers, watchFiles } from "../../../src/routing/files/fileWatchers.js";
import type { WatchLimits } from "../../../src/routing/files/matchedEntries.js";
import { spyOnFileSystem } from "../../fileSystemSpies.js";
import { testIf } from "../../jest.js";

const started: FileWatchers[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const watched of started.splice(0)) watched.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Files by their paths; a path that ends in `/` is a folder. */
type Files = Readonly<Record<string, string>>;

/** A new folder with these files, all of them old. */
function folderOf(files: Files, name = "root"): string {
  const around = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-watched-")));
  folders.push(around);
  const folder = join(around, name);
  mkdirSync(folder);
  writeOld(folder, files);
  return folder;
}

function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(path, text);
  }
}

const longAgo = new Date("2020-02-02T02:02:02Z");

function writeOld(folder: string, files: Files): void {
  write(folder, files);
  for (const name of Object.keys(files)) utimesSync(join(folder, name), longAgo, longAgo);
}

const words = { 1: "created", 2: "changed", 3: "deleted" } as const;

type Wanted = string | { readonly base: string | { uri: string; name: string }; readonly pattern: string };

/** As a server writes it; `pattern for 5` is for what is created and deleted. */
function watcherOf(wanted: Wanted): FileSystemWatcher {
  if (typeof wanted !== "string") return { globPattern: { baseUri: wanted.base, pattern: wanted.pattern } };
  const [, globPattern = wanted, kind] = /^(.*) for (\d)$/.exec(wanted) ?? [];
  return kind === undefined ? { globPattern } : { globPattern, kind: Number(kind) as 1 };
}

/** After this time, a test has failed. */
const timeoutMs = 5_000;

/** Files whose events show that all earlier events have been sent. */
const fence = "*.fence";

/** Watches one or several folders. */
function watching(roots: string | string[], limits?: WatchLimits, sessionStart?: number) {
  const told: { readonly holder: string; readonly changes: readonly FileEvent[] }[] = [];
  const logged: string[] = [];
  let heard = () => {};
  const first = [roots].flat()[0] as string;
  const watched = watchFiles(
    {
      ...(sessionStart === undefined ? {} : { sessionStart }),
      roots: () => [roots].flat(),
      notify: (holder, changes) => {
        told.push({ holder, changes });
        heard();
      },
      log: (line) => logged.push(line),
    },
    limits,
  );
  started.push(watched);
  let fences = 0;

  /** Resolves when the condition holds. */
  function until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error(`In vain: ${JSON.stringify(told)}`)), timeoutMs);
      heard = () => {
        if (!isSo()) return;
        clearTimeout(deadline);
        heard = () => {};
        resolve();
      };
      heard();
    });
  }

  /**
   * Returns all events since the last call, sorted: `created src/a.ts`, seen from the first root.
   */
  async function happened(holder = "server"): Promise<string[]> {
    const name = `${++fences}.fence`;
    writeFileSync(join(first, name), "");
    const isFence = ({ uri }: FileEvent) => uri.endsWith(`/${name}`);
    await until(() => told.some(({ holder, changes }) => holder === "fence" && changes.some(isFence)));
    await watched.whenSettled();
    const changes = told.splice(0).flatMap((one) => (one.holder === holder ? one.changes : []));
    return changes
      .filter(({ uri }) => !uri.endsWith(".fence"))
      .map(({ uri, type }) => `${words[type]} ${relative(first, URI.parse(uri).fsPath).replaceAll("\\", "/")}`)
      .sort();
  }

  async function watch(wanted: readonly Wanted[], { holder = "server", id = "1" } = {}): Promise<void> {
    watched.watch("fence", "fence", [{ globPattern: fence }]);
    watched.watch(holder, id, wanted.map(watcherOf));
    await watched.whenSettled();
  }

  return { root: first, watched, watch, happened, logged, told };
}

interface Case {
  readonly files?: Files;
  readonly wanted?: readonly Wanted[];
  readonly change: (root: string) => void;
  readonly told: readonly string[];
}

const remove = (path: string) => rmSync(path, { recursive: true });

const cases: Readonly<Record<string, Case>> = {
  "a file is created": { change: (root) => write(root, { "b.py": "" }), told: ["created b.py"] },
  "a file changes": { change: (root) => write(root, { "a.py": "2" }), told: ["changed a.py"] },
  "a file is appended to": { change: (root) => appendFileSync(`${root}/a.py`, "2"), told: ["changed a.py"] },
  "a file is deleted": { change: (root) => remove(`${root}/a.py`), told: ["deleted a.py"] },
  "a file is renamed": {
    change: (root) => renameSync(`${root}/a.py`, `${root}/b.py`),
    told: ["created b.py", "deleted a.py"],
  },
  "a file is created and deleted": {
    change: (root) => {
      write(root, { "b.py": "" });
      remove(`${root}/b.py`);
    },
    told: [],
  },
  "a file is deleted and created": {
    change: (root) => {
      remove(`${root}/a.py`);
      write(root, { "a.py": "other" });
    },
    told: ["changed a.py"],
  },
  "a file is created and changed": {
    change: (root) => {
      write(root, { "b.py": "" });
      appendFileSync(`${root}/b.py`, "more");
    },
    told: ["created b.py"],
  },
  "a file changes many times": {
    change: (root) => {
      for (let times = 0; times < 50; times++) appendFileSync(`${root}/a.py`, "more");
    },
    told: ["changed a.py"],
  },
  "a file is replaced by another of the same size and age": {
    files: { "a.py": "1", "other.txt": "2" },
    change: (root) => renameSync(`${root}/other.txt`, `${root}/a.py`),
    told: ["changed a.py"],
  },
  "a file gets a name that does not match": {
    change: (root) => renameSync(`${root}/a.py`, `${root}/a.txt`),
    told: ["deleted a.py"],
  },
  "a file that matches no pattern changes": {
    files: { "a.txt": "", "lib/b.txt": "" },
    change: (root) => {
      write(root, { "a.txt": "2", "b.txt": "" });
      remove(`${root}/lib/b.txt`);
    },
    told: [],
  },
  "a file is made executable": { change: (root) => chmodSync(`${root}/a.py`, 0o755), told: [] },
  "a folder is created with files in it": {
    change: (root) => write(root, { "x/y/b.py": "", "x/c.py": "", "x/d.txt": "" }),
    told: ["created x/c.py", "created x/y/b.py"],
  },
  "a folder with old files is moved into the root": {
    files: { "a.py": "" },
    change: (root) => {
      writeOld(dirname(root), { "elsewhere/x/b.py": "" });
      renameSync(`${dirname(root)}/elsewhere`, `${root}/here`);
    },
    told: ["created here/x/b.py"],
  },
  "a folder is renamed": {
    files: { "x/y/a.py": "", "x/b.py": "" },
    change: (root) => renameSync(`${root}/x`, `${root}/z`),
    told: ["created z/b.py", "created z/y/a.py", "deleted x/b.py", "deleted x/y/a.py"],
  },
  "a folder is deleted": {
    files: { "x/y/a.py": "", "x/b.py": "", "x.py": "" },
    change: (root) => remove(`${root}/x`),
    told: ["deleted x/b.py", "deleted x/y/a.py"],
  },
  "a folder takes the name of another": {
    files: { "x/d/a.py": "1", "x/b.py": "1", "y/d/a.py": "2", "y/c.py": "2" },
    change: (root) => {
      remove(`${root}/x`);
      renameSync(`${root}/y`, `${root}/x`);
    },
    told: ["changed x/d/a.py", "created x/c.py", "deleted x/b.py", "deleted y/c.py", "deleted y/d/a.py"],
  },
  "a file becomes a folder": {
    files: { x: "", "a.py": "" },
    change: (root) => {
      remove(`${root}/x`);
      write(root, { "x/b.py": "" });
    },
    told: ["created x/b.py"],
  },
  "a folder becomes a file": {
    files: { "x.py/b.py": "" },
    change: (root) => {
      remove(`${root}/x.py`);
      write(root, { "x.py": "" });
    },
    told: ["changed x.py", "deleted x.py/b.py"],
  },
  "the name of a folder matches": {
    files: { "lib/x/a.py": "" },
    wanted: ["**/lib"],
    change: (root) => {
      write(root, { "x/lib/": "" });
      remove(`${root}/lib`);
    },
    told: ["created x/lib", "deleted lib"],
  },
  "a pattern matches everything": {
    files: { "x/a": "" },
    wanted: ["**"],
    change: (root) => {
      write(root, { "y/b": "" });
      remove(`${root}/x`);
    },
    told: ["created y", "created y/b", "deleted x", "deleted x/a"],
  },
  "a pattern matches files of one folder only": {
    files: { "x/y/b.py": "", "x/b.py": "" },
    wanted: ["x/*.py"],
    change: (root) => write(root, { "a.py": "2", "x/b.py": "2", "x/y/b.py": "2" }),
    told: ["changed x/b.py"],
  },
  "only creations and deletions are registered": {
    files: { "a.py": "", "b.py": "" },
    wanted: ["*.py for 5"],
    change: (root) => {
      write(root, { "a.py": "2", "c.py": "" });
      remove(`${root}/b.py`);
    },
    told: ["created c.py", "deleted b.py"],
  },
  "only changes are registered": {
    files: { "a.py": "", "b.py": "" },
    wanted: ["*.py for 2"],
    change: (root) => {
      write(root, { "a.py": "2", "c.py": "" });
      remove(`${root}/b.py`);
    },
    told: ["changed a.py"],
  },
  "several patterns match": {
    wanted: ["**", "**/*.py", "*.{py}"],
    change: (root) => write(root, { "a.py": "2" }),
    told: ["changed a.py"],
  },
  "a link gets another target": {
    files: { "old.txt": "1", "new.txt": "22" },
    wanted: ["**/link"],
    change: (root) => {
      symlinkSync(`${root}/new.txt`, `${root}/better`);
      symlinkSync(`${root}/nowhere`, `${root}/link`);
      renameSync(`${root}/better`, `${root}/link`);
    },
    told: ["created link"],
  },
  "an installed package changes": {
    files: { "node_modules/b/a.py": "", "x/.git/a.py": "" },
    wanted: ["**"],
    change: (root) => {
      write(root, { "node_modules/b/a.py": "2", "x/.git/a.py": "2", "x/node_modules/a.py": "" });
      remove(`${root}/node_modules`);
    },
    told: [],
  },
  "a pattern names a folder that is otherwise skipped": {
    files: { "node_modules/b/package.json": "", "node_modules/b/node_modules/c/package.json": "", "x/.git/HEAD": "" },
    wanted: ["**/node_modules/*/package.json", "**/.git/HEAD"],
    change: (root) => {
      for (const name of ["node_modules/b", "node_modules/b/node_modules/c"])
        write(root, { [`${name}/package.json`]: "2" });
      write(root, { "x/.git/HEAD": "2", "x/.git/objects/HEAD": "", "node_modules/d/package.json": "" });
    },
    told: ["changed node_modules/b/package.json", "changed x/.git/HEAD", "created node_modules/d/package.json"],
  },
  "a virtual environment changes": {
    files: { "env/pyvenv.cfg": "", "env/lib/a.py": "" },
    change: (root) => write(root, { "env/lib/a.py": "2", "env/lib/b.py": "2" }),
    told: [],
  },
  "a pattern names a virtual environment": {
    files: { "env/pyvenv.cfg": "", "env/lib/a.py": "" },
    wanted: ["env/**/*.py"],
    change: (root) => write(root, { "env/lib/a.py": "2" }),
    told: ["changed env/lib/a.py"],
  },
  "a file that git ignores changes": {
    files: { ".gitignore": "made\n", "made/a.py": "" },
    change: (root) => write(root, { "made/a.py": "2" }),
    told: ["changed made/a.py"],
  },
};

test.each(Object.entries(cases))(
  "Servers get the right events when %s",
  async (_, { files = { "a.py": "1" }, wanted = ["**/*.py"], change, told }) => {
    const { root, watch, happened } = watching(folderOf(files));
    await watch(wanted);
    change(root);
    expect(await happened()).toEqual(told);
  },
);

test("Events refer to the state after the previous events", async () => {
  const { root, watch, happened } = watching(folderOf({}));
  await watch(["**/*.py"]);
  write(root, { "x/a.py": "" });
  expect(await happened()).toEqual(["created x/a.py"]);
  write(root, { "x/a.py": "2", "x/b.py": "" });
  expect(await happened()).toEqual(["changed x/a.py", "created x/b.py"]);
  renameSync(`${root}/x`, `${root}/y`);
  expect(await happened()).toEqual(["created y/a.py", "created y/b.py", "deleted x/a.py", "deleted x/b.py"]);
  write(root, { "y/a.py": "3" });
  remove(`${root}/y/b.py`);
  expect(await happened()).toEqual(["changed y/a.py", "deleted y/b.py"]);
  remove(`${root}/y`);
  write(root, { "x/a.py": "" });
  expect(await happened()).toEqual(["created x/a.py", "deleted y/a.py"]);
});

test("A folder that takes the name of another is watched instead of it", async () => {
  const { root, watch, happened } = watching(folderOf({ "x/d/a.py": "1", "y/d/a.py": "1", "y/d/b.py": "1" }));
  await watch(["**/*.py"]);
  renameSync(`${root}/x`, `${dirname(root)}/old`);
  renameSync(`${root}/y`, `${root}/x`);
  expect(await happened()).toEqual(["changed x/d/a.py", "created x/d/b.py", "deleted y/d/a.py", "deleted y/d/b.py"]);
  write(root, { "x/d/a.py": "2", "x/d/c.py": "" });
  write(dirname(root), { "old/d/a.py": "3", "old/d/b.py": "3" });
  expect(await happened()).toEqual(["changed x/d/a.py", "created x/d/c.py"]);
});

test("A folder that is removed and created again is watched again", async () => {
  const { root, watch, happened } = watching(folderOf({ "x/a.py": "1" }));
  await watch(["**/*.py"]);
  remove(`${root}/x`);
  write(root, { "x/": "" });
  expect(await happened()).toEqual(["deleted x/a.py"]);
  write(root, { "x/b.py": "1" });
  expect(await happened()).toEqual(["created x/b.py"]);
});

test("A folder that becomes a virtual environment is no longer watched", async () => {
  const { root, watch, happened } = watching(folderOf({}));
  await watch(["**/*.py"]);
  write(root, { "env/lib/a.py": "" });
  expect(await happened()).toEqual(["created env/lib/a.py"]);
  write(root, { "env/pyvenv.cfg": "" });
  expect(await happened()).toEqual([]);
  write(root, { "env/lib/a.py": "2", "env/b.py": "2" });
  expect(await happened()).toEqual([]);
});

/** Patterns for `a.py` in a root, given the root. */
const ways: Readonly<Record<string, (root: string) => Wanted>> = {
  "an absolute pattern": (root) => `${root.replaceAll("\\", "/")}/**/*.py`,
  "an absolute path": (root) => `${root.replaceAll("\\", "/")}/a.py`,
  "a pattern for the folder around it": (root) => `${dirname(root).replaceAll("\\", "/")}/*/a.py`,
  "a URI to begin at": (root) => ({ base: URI.file(root).toString(), pattern: "*.py" }),
  "a folder to begin at": (root) => ({ base: { uri: URI.file(root).toString(), name: "x" }, pattern: "**" }),
  "the folder around it to begin at": (root) => ({ base: URI.file(dirname(root)).toString(), pattern: "**/*.py" }),
  "a pattern for the whole disk": () => "/**/*.py",
};

describe.each(["root", "[id] {a,b}", "node_modules"])("In a root called %s", (name) => {
  test.each(Object.entries(ways))("a file is watched by %s", async (_, way) => {
    const { root, watch, happened } = watching(folderOf({ "a.py": "1" }, name));
    await watch([way(root)]);
    write(root, { "a.py": "2" });
    expect(await happened()).toEqual(["changed a.py"]);
  });
});

test("A base outside of all roots is watched, for the registered patterns only", async () => {
  const other = folderOf({ "lib/a.py": "1", "b.txt": "" });
  const { root, watch, happened } = watching(folderOf({}));
  await watch([{ base: URI.file(`${other}/lib`).toString(), pattern: "**" }, `${other}/*.txt`]);
  write(other, { "lib/a.py": "2", "lib/x/c.py": "", "b.txt": "2", "b.py": "", "x/b.txt": "" });
  const changed = ["lib/a.py", "b.txt"].map((name) => `changed ${relative(root, join(other, name))}`);
  const created = ["lib/x", "lib/x/c.py"].map((name) => `created ${relative(root, join(other, name))}`);
  expect(await happened()).toEqual([...changed, ...created].sort());
});

test("A base that does not exist yet is watched once it is created", async () => {
  const { root, watch, happened } = watching(folderOf({}));
  await watch([{ base: URI.file(`${root}/.venv/lib`).toString(), pattern: "**/*.py" }]);
  write(root, { ".venv/pyvenv.cfg": "", ".venv/a.py": "", ".venv/lib/x/a.py": "" });
  expect(await happened()).toEqual(["created .venv/lib/x/a.py"]);
});

test("A pattern that begins above the roots covers all of them, and a root in another is watched once", async () => {
  const root = folderOf({ "in/a.py": "1", "b.py": "1" });
  const { watch, happened } = watching([root, `${root}/in`]);
  await watch(["**/*.py", `${dirname(root)}/**/*.py`]);
  write(root, { "in/a.py": "2", "b.py": "2", "in/c.py": "" });
  expect(await happened()).toEqual(["changed b.py", "changed in/a.py", "created in/c.py"]);
  remove(`${root}/in`);
  expect(await happened()).toEqual(["deleted in/a.py", "deleted in/c.py"]);
  write(root, { "in/a.py": "" });
  expect(await happened()).toEqual(["created in/a.py"]);
});

test("Roots can be added and removed", async () => {
  const [one, other] = [folderOf({ "a.py": "1" }), folderOf({ "b.py": "1" })];
  const roots = [one];
  const { watched, watch, happened } = watching(roots);
  await watch(["**/*.py"]);
  write(other, { "b.py": "2" });
  expect(await happened()).toEqual([]);
  utimesSync(`${other}/b.py`, longAgo, longAgo);
  roots.push(other);
  watched.rootsChanged();
  await watched.whenSettled();
  write(other, { "b.py": "3" });
  expect(await happened()).toEqual([`changed ${relative(one, other)}/b.py`]);
  roots.pop();
  watched.rootsChanged();
  await watched.whenSettled();
  write(other, { "b.py": "4" });
  expect(await happened()).toEqual([]);
});

test("Each backend gets the events it registered for", async () => {
  const { root, watched, watch, happened, told } = watching(folderOf({ "a.py": "", "b.go": "" }));
  await watch(["**/*.py"], { holder: "pyright" });
  await watch(["**/*.go"], { holder: "gopls", id: "1" });
  await watch(["**/*.{py}"], { holder: "gopls", id: "2" });
  const change = (text: string) => write(root, { "a.py": text, "b.go": text });
  change("1");
  expect(await happened("pyright")).toEqual(["changed a.py"]);
  change("2");
  expect(await happened("gopls")).toEqual(["changed a.py", "changed b.go"]);
  watched.unwatch("gopls", "1");
  await watched.whenSettled();
  change("3");
  expect(await happened("gopls")).toEqual(["changed a.py"]);
  watched.drop("gopls");
  change("4");
  expect(await happened("pyright")).toEqual(["changed a.py"]);
  expect(told).toEqual([]);
  change("5");
  expect(await happened("gopls")).toEqual([]);
});

test("The next process of a server gets no events that only the last one registered for", async () => {
  const { root, watched, watch, happened } = watching(folderOf({}));
  // Updates that take longer are made less often.
  let now = 0;
  jest.spyOn(performance, "now").mockImplementation(() => (now += 20));
  await watch(["**/*.lock"]);
  watched.drop("server");
  watched.watch("server", "1", [{ globPattern: "**/*.mod" }]);
  write(root, { "x.lock": "" });
  expect(await happened()).toEqual([]);
});

test("A registration replaces the previous one with the same id", async () => {
  const { root, watch, happened } = watching(folderOf({ "a.py": "", "b.go": "" }));
  await watch(["**/*.py"]);
  await watch(["**/*.go"]);
  write(root, { "a.py": "2", "b.go": "2" });
  expect(await happened()).toEqual(["changed b.go"]);
});

test("Existing files are not created for a later registration, and earlier ones miss nothing", async () => {
  const { root, watch, happened } = watching(folderOf({ "a.py": "", "x/b.go": "", "x/y/c.py": "" }));
  await watch(["**/*.py"]);
  writeOld(root, { "d.py": "" });
  await watch(["**/*.{py,go}", "x/**"], { holder: "other" });
  expect(await happened()).toEqual(["created d.py"]);
  write(root, { "x/b.go": "2", "x/y/c.py": "2", "x/e.txt": "" });
  expect(await happened("other")).toEqual(["changed x/b.go", "changed x/y/c.py", "created x/e.txt"]);
});

test("A pattern that is removed and registered again at once stays in place", async () => {
  const { root, watched, watch, happened } = watching(folderOf({ "x/a.py": "" }));
  await watch(["**/*.py"]);
  const reading = spyOnFileSystem("opendirSync");
  watched.unwatch("server", "1");
  await watch([`${root}/**/*.py`], { id: "2" });
  write(root, { "x/a.py": "2" });
  expect(await happened()).toEqual(["changed x/a.py"]);
  expect(reading).not.toHaveBeenCalled();
});

test("A file written in the session shortly before its pattern is registered is reported", async () => {
  const root = folderOf({ "old.py": "" });
  const { happened, watch } = watching(root, undefined, Date.now() - 60_000);
  write(root, { "a.py": "" });
  await watch(["**/*.py"]);
  expect(await happened()).toEqual(["created a.py"]);
});

test("A file written between a registration and the next one is reported", async () => {
  const root = folderOf({ "x/a.py": "" });
  const { watched, happened, watch } = watching(root, undefined, Date.now() - 60_000);
  await watch(["**/*.py"]);
  watched.unwatch("server", "1");
  await watched.whenSettled();
  write(root, { "x/b.py": "" });
  await watch(["**/*.py"], { id: "2" });
  expect(await happened()).toEqual(["created x/b.py"]);
});

test("A file written while its watcher is being set up is reported", async () => {
  const { root, watched, happened, watch } = watching(folderOf({ "x/a.py": "", "x/b.py": "" }));
  await watch([]);
  watched.watch("server", "1", [{ globPattern: "**/*.py" }]);
  write(root, { "x/a.py": "2" });
  // The clock of the file system advances in steps of some milliseconds.
  utimesSync(`${root}/x/a.py`, new Date(), new Date(Date.now() + 1_000));
  expect(await happened()).toEqual(["changed x/a.py"]);
});

test("Changes are found whose events the system dropped", async () => {
  const { root, watch, happened } = watching(folderOf({ "a.py": "", "b.py": "", "x/c.py": "" }));
  await watch(["**/*.py"]);
  // Consecutive events of one file are merged.
  for (let times = 0; times < 9_000; times++)
    for (const name of ["a.py", "b.py"]) appendFileSync(`${root}/${name}`, "2");
  write(root, { "x/c.py": "2", "x/y/d.py": "" });
  remove(`${root}/b.py`);
  expect(await happened()).toEqual(["changed a.py", "changed x/c.py", "created x/y/d.py", "deleted b.py"]);
});

test("Past the limit of files, no more are watched until some are deleted, and that is logged once", async () => {
  const { root, watch, happened, logged } = watching(folderOf({ "a.py": "", "b.py": "" }), { folders: 9, entries: 4 });
  await watch(["**/*.py"]);
  write(root, { "a.py": "2", "x/c.py": "" });
  expect(await happened()).toEqual(["changed a.py", "created x/c.py"]);
  remove(`${root}/1.fence`);
  write(root, { "x/d.py": "", "x/e.py": "", "b.py": "3" });
  remove(`${root}/a.py`);
  remove(`${root}/x/c.py`);
  expect(await happened()).toEqual(["changed b.py", "created x/d.py", "deleted a.py", "deleted x/c.py"]);
  expect(logged).toHaveLength(1);
});

test("Past the limit of folders, deeper ones are not watched, and that is logged once", async () => {
  const files = { "a/b/c/d/e.py": "", "a/b.py": "", "x/y.py": "" };
  const { root, watch, happened, logged } = watching(folderOf(files), { folders: 4, entries: 99 });
  await watch(["**/*.py"]);
  write(root, { "a/b/c/d/e.py": "2", "a/b.py": "2", "x/y.py": "2" });
  expect(await happened()).toEqual(["changed a/b.py", "changed x/y.py"]);
  write(root, { "x/more/a.py": "" });
  expect(await happened()).toEqual([]);
  expect(logged).toEqual([expect.stringContaining("more than 4 folders")]);
});

test("If nothing can be watched, that is logged once and no events are sent", async () => {
  spyOnFileSystem("watch").mockImplementation(() => {
    throw Object.assign(new Error("no space left on device, watch"), { code: "ENOSPC" });
  });
  const { root, watched, told, logged } = watching(folderOf({ "a.py": "", "x/b.py": "" }));
  for (const id of ["1", "2"]) {
    watched.watch("server", id, [{ globPattern: `**/${id}` }, { globPattern: "**/*.py" }]);
    await watched.whenSettled();
  }
  write(root, { "a.py": "2" });
  expect(logged).toEqual([expect.stringContaining(`${root}: no space left on device`)]);
  expect(told).toEqual([]);
});

test("An invalid pattern is skipped and logged once", async () => {
  const { root, watched, watch, happened, logged } = watching(folderOf({ "a.py": "" }));
  const odd = [
    { globPattern: { baseUri: "zip:///a", pattern: "**" } },
    { globPattern: null },
    {},
    null,
    { globPattern: {} },
  ];
  watched.watch("odd", "1", odd);
  watched.watch("odd", "2", odd);
  watched.watch("odd", "3", { globPattern: "**" });
  await watch(["**/*.py"]);
  write(root, { "a.py": "2" });
  expect(await happened()).toEqual(["changed a.py"]);
  expect(logged).toHaveLength(4);
});

test("Folders of a removed registration are no longer watched", async () => {
  const { root, watched, watch, happened } = watching(folderOf({ "x/y/a.py": "", "z/a.py": "" }));
  await watch(["x/**"], { id: "1" });
  const watches = spyOnFileSystem("watch");
  await watch(["z/**"], { id: "2" });
  const closed = watches.mock.results.map(({ value }) => jest.spyOn(value as fs.FSWatcher, "close"));
  expect(watches.mock.calls.map(([path]) => path)).toEqual([`${root}/z`]);
  watched.unwatch("server", "2");
  await watched.whenSettled();
  expect(closed.map((close) => close.mock.calls.length)).toEqual([1]);
  write(root, { "x/y/a.py": "2", "z/a.py": "2" });
  expect(await happened()).toEqual(["changed x/y/a.py"]);
});

test("Nothing is watched before the first registration, or after the last is removed", async () => {
  const watch = spyOnFileSystem("watch");
  const root = folderOf({ "x/a.py": "" });
  const { watched } = watching(root);
  watched.rootsChanged();
  watched.unwatch("server", "1");
  await watched.whenSettled();
  expect(watch).not.toHaveBeenCalled();
  watched.watch("server", "1", [{ globPattern: "**/*.py" }]);
  await watched.whenSettled();
  expect(watch).toHaveBeenCalled();
  const closed = watch.mock.results.map(({ value }) => jest.spyOn(value as fs.FSWatcher, "close"));
  watched.drop("server");
  await watched.whenSettled();
  for (const close of closed) expect(close).toHaveBeenCalled();
});

test("File watching does not keep the process alive", async () => {
  const files = Array.from({ length: 4_000 }, (_, at) => [`x/${at}.py`, ""]);
  const { root, happened, watch } = watching(folderOf(Object.fromEntries(files)));
  const timers = jest.spyOn(globalThis, "setTimeout");
  await watch(["**/*.py"]);
  const pauses = timers.mock.calls.length;
  write(root, { "x/a.py": "2" });
  expect(await happened()).toEqual(["created x/a.py"]);
  const started = timers.mock.results.filter((_, at) => timers.mock.calls[at]?.[1] !== timeoutMs);
  expect(pauses).toBeGreaterThan(0);
  expect(started.length).toBeGreaterThan(pauses);
  expect(started.filter(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([]);
  expect(process.getActiveResourcesInfo()).not.toContain("FSEventWrap");
});

test("After the end, no events are sent", async () => {
  const root = folderOf({ "a.py": "" });
  const [one, other] = [watching(root), watching(root)];
  await one.watch(["**/*.py"]);
  await other.watch(["**/*.py"]);
  one.watched.end();
  write(root, { "a.py": readFileSync(`${root}/a.py`, "utf8") + 2 });
  expect(await other.happened()).toEqual(["changed a.py"]);
  expect(one.told).toEqual([]);
});

// Other systems report changes with a delay.
testIf(process.platform === "linux", "needs Linux")(
  "After a flush, the events of all earlier changes have been sent",
  async () => {
    const root = folderOf({ "a.py": "1", "lib/b.py": "1" });
    const { watched, watch, told } = watching(root);
    await watch(["**/*.py"]);
    for (let round = 0; round < 20; round++) {
      write(root, { [`lib/new${round}.py`]: "" });
      await watched.flush();
      expect(told.at(-1)?.changes.map(({ uri }) => relative(root, URI.parse(uri).fsPath))).toEqual([
        `lib/new${round}.py`,
      ]);
    }
    await watched.flush();
    expect(told).toHaveLength(20);
  },
);

test("A root that was away is told as deleted, and as created when it is back", async () => {
  const folder = folderOf({ "w/a.py": "", "w/in/b.py": "" });
  const { watch, watched, told } = watching(`${folder}/w`);
  await watch(["**/*.py"]);
  const changes = async () => {
    await watched.flush();
    return told
      .splice(0)
      .flatMap((one) => one.changes.map(({ uri, type }) => `${words[type]} ${basename(uri)}`))
      .sort();
  };
  renameSync(`${folder}/w`, `${folder}/away`);
  expect(await changes()).toEqual(["deleted a.py", "deleted b.py"]);
  renameSync(`${folder}/away`, `${folder}/w`);
  expect(await changes()).toEqual(["created a.py", "created b.py"]);
  write(`${folder}/w`, { "in/c.py": "" });
  if (process.platform === "linux") expect(await changes()).toEqual(["created c.py"]);
});
