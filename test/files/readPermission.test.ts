/** "May this file be read?", asked of its real path. */

import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FileReader } from "../../src/files/fileReader.js";
import { readWholeFileSync } from "../../src/files/readFileSync.js";
import { isInFolders, mayRead, placeOf, type ReadPermission } from "../../src/files/readPermission.js";
import { systemOperations } from "../../src/files/threads/poolThread.js";
import { temporaryFolder } from "../folders.js";
import { testIf } from "../jest.js";

const folder = temporaryFolder();
const at = (path: string) => join(folder, path);
const maxBytes = 1000;

const files = ["ws/a.py", "ws/in/b.py", "ws/.store/pkg/index.js", "two/c.py", "out/creds.py", "out/pkg/index.js"];
const links: Readonly<Record<string, string>> = {
  "ws/creds.py": "out/creds.py",
  "ws/again.py": "ws/creds.py",
  "ws/own.py": "ws/in/b.py",
  "ws/up": "ws",
  "ws/far": "out",
  "ws/other": "two",
  "ws/nowhere.py": "out/missing.py",
  "ws/node_modules/own": "ws/.store/pkg",
  "ws/node_modules/pkg": "out/pkg",
  name: "ws",
};

beforeAll(() => {
  for (const file of files) {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), file);
  }
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(at(link)), { recursive: true });
    symlinkSync(at(target), at(link));
  }
  linkSync(at("out/creds.py"), at("ws/hard.py"));
});

test.each([
  ["ws", "inside"],
  ["ws/a.py", "inside"],
  ["ws/new/file.py", "inside"],
  ["ws/../ws/a.py", "inside"],
  ["ws/own.py", "inside"],
  ["ws/up/in/b.py", "inside"],
  ["ws/hard.py", "inside"],
  ["ws/node_modules/own/index.js", "inside"],
  ["name/a.py", "inside"],
  ["ws/creds.py", "linked"],
  ["ws/again.py", "linked"],
  ["ws/nowhere.py", "linked"],
  ["ws/far/creds.py", "linked"],
  ["ws/far/new.py", "linked"],
  ["name/creds.py", "linked"],
  ["ws/other/c.py", "linked"],
  ["out/creds.py", "outside"],
  ["ws-other/a.py", "outside"],
  ["ws/node_modules/pkg/index.js", "outside"],
])("With the folder ws, %s is %s", (path, place) => {
  expect(placeOf(at(path), [at("ws")])).toBe(place);
  expect(placeOf(at(path), [at("name")])).toBe(place);
});

test("A path of any depth is judged, and one that no system opens is outside", () => {
  expect(placeOf(at(`ws/${"d/".repeat(1_000)}a.py`), [at("ws")])).toBe("inside");
  expect(placeOf(at(`ws/far/${"d/".repeat(1_000)}a.py`), [at("ws")])).toBe("linked");
  expect(placeOf(at(`ws/${"d/".repeat(5_000_000)}a.py`), [at("ws")])).toBe("outside");
});

testIf(process.platform === "linux", "needs Linux")("A path that leads elsewhere in another process is outside", () => {
  const cwd = process.cwd();
  for (const path of ["/proc/self/cwd/a.py", "/proc/self/cwd", `/proc/self/root${cwd}/a.py`, "/dev/fd/0"])
    expect([path, placeOf(path, [cwd])]).toEqual([path, "outside"]);
});

test("A link from one folder of the workspace to another is followed", () => {
  expect(placeOf(at("ws/other/c.py"), [at("ws"), at("two")])).toBe("inside");
});

test("Without folders, nothing is inside", () => {
  expect(placeOf(at("ws/a.py"), [])).toBe("outside");
});

test("A folder that leads elsewhere since it was resolved is resolved again", () => {
  symlinkSync(at("ws"), at("current"));
  expect(isInFolders(at("ws/a.py"), [at("current")])).toBe(true);
  rmSync(at("current"));
  symlinkSync(at("two"), at("current"));
  expect(isInFolders(at("two/c.py"), [at("current")])).toBe(true);
  expect(isInFolders(at("ws/a.py"), [at("current")])).toBe(false);
});

const own: ReadPermission = { folders: [at("ws")], allowsOutside: false };
const named: ReadPermission = { folders: [at("ws")], allowsOutside: true };

test.each([
  ["ws/own.py", true, true],
  ["ws/creds.py", false, false],
  ["out/creds.py", false, true],
  ["ws/node_modules/own/index.js", true, true],
  ["ws/node_modules/pkg/index.js", false, true],
])("%s may be read if we find it: %s, if a server names it: %s", (path, ifFound, ifNamed) => {
  expect([mayRead(at(path), own), mayRead(at(path), named)]).toEqual([ifFound, ifNamed]);
});

test("A link that the user has named is followed", () => {
  expect(mayRead(at("ws/creds.py"), { ...named, namedFiles: [at("ws/creds.py")] })).toBe(true);
});

const refused = (path: string, why: string) => ({
  kind: "file_unreadable",
  data: expect.objectContaining({ path: at(path), why }),
});

test("A reader refuses what is out of its permission, and names where a link leads", async () => {
  const reader = new FileReader();
  expect(readWholeFileSync(at("ws/a.py"), { maxBytes, permission: own }).bytes.toString()).toBe("ws/a.py");
  expect((await reader.read(at("ws/up/a.py"), { maxBytes, permission: own })).bytes.toString()).toBe("ws/a.py");
  const cases = [
    ["ws/creds.py", `it is a link that leads out of the workspace, to ${at("out/creds.py")}`],
    ["out/creds.py", "it is outside of the workspace"],
  ] as const;
  for (const [path, why] of cases) {
    const read = () => readWholeFileSync(at(path), { maxBytes, permission: own });
    expect(read).toThrow(expect.objectContaining(refused(path, why)));
    await expect(reader.read(at(path), { maxBytes, permission: own })).rejects.toMatchObject(refused(path, why));
  }
});

test("A link that takes the place of a file before it is opened is refused", async () => {
  writeFileSync(at("ws/swapped.py"), "fine");
  const operations = {
    ...systemOperations,
    open: (path: string, flags: number) => {
      rmSync(path);
      symlinkSync(at("out/creds.py"), path);
      return systemOperations.open(path, flags);
    },
  };
  const reader = new FileReader(operations);
  const why = `it is a link that leads out of the workspace, to ${at("out/creds.py")}`;
  await expect(reader.read(at("ws/swapped.py"), { maxBytes, permission: own })).rejects.toMatchObject(
    refused("ws/swapped.py", why),
  );
});

test("A file that is open is judged by where it was opened, whatever the path leads to afterwards", async () => {
  writeFileSync(at("ws/moved.py"), "fine");
  const operations = {
    ...systemOperations,
    fstat: (file: number) => {
      renameSync(at("ws/moved.py"), at("out/moved.py"));
      writeFileSync(at("ws/moved.py"), "other");
      return systemOperations.fstat(file);
    },
  };
  await expect(new FileReader(operations).read(at("ws/moved.py"), { maxBytes, permission: own })).rejects.toMatchObject(
    {
      kind: "file_unreadable",
    },
  );
});
