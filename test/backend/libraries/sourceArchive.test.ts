/** Archives of sources, unpacked into a folder for caches. */

import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { unpackArchive } from "../../../src/backend/libraries/sourceArchive.js";
import { LocateError } from "../../../src/error.js";
import { removeFolders } from "../../folders.js";
import { tree } from "../environment/projects.js";

afterAll(removeFolders);

function archive(files: Readonly<Record<string, string>>) {
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const top = tree({ "a-sources.jar": bytes });
  return { top, path: join(top, "a-sources.jar"), cache: join(top, "cache") };
}

function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries.filter((each) => statSync(join(folder, each)).isFile()).sort();
}

test("An archive is unpacked once, and again when it has changed", () => {
  const { path, cache } = archive({ "com/x/A.java": "class A {}" });
  const folder = unpackArchive(path, cache, "");
  expect(filesBelow(folder)).toEqual(["com/x/A.java"]);
  expect(readFileSync(join(folder, "com/x/A.java"), "utf8")).toBe("class A {}");
  expect(unpackArchive(path, cache, "")).toBe(folder);
  writeFileSync(path, zipSync({ "B.java": strToU8("class B {}") }));
  utimesSync(path, 1, 1);
  expect(filesBelow(unpackArchive(path, cache, ""))).toEqual(["B.java"]);
});

test("The copies can't be written", () => {
  const { path, cache } = archive({ "A.java": "class A {}" });
  expect(statSync(join(unpackArchive(path, cache, ""), "A.java")).mode & 0o777).toBe(0o400);
});

test("Only sources are unpacked, and nothing outside of the folder", () => {
  const { top, path, cache } = archive({
    "A.java": "",
    "../../escaped.java": "",
    "/absolute.java": "",
    "a/../../b.java": "",
    "c\\..\\d.java": "",
    "A.class": "",
    "META-INF/x.java": "",
  });
  expect(filesBelow(unpackArchive(path, cache, ""))).toEqual(["A.java"]);
  expect(filesBelow(top).filter((each) => each.endsWith(".java"))).toHaveLength(1);
});

test.each<[string, Readonly<Record<string, string>> | string, RegExp]>([
  ["An archive without sources says how to have them", { "A.class": "x" }, /no sources in it\. To have them, mvn x\./],
  ["A file that is no archive says so", "PK no archive", /can't be unpacked/],
])("%s", (_title, content, message) => {
  const { path, cache } = archive(typeof content === "string" ? {} : content);
  if (typeof content === "string") writeFileSync(path, content);
  try {
    unpackArchive(path, cache, "mvn x");
    throw new Error("it was unpacked");
  } catch (error) {
    expect(error).toBeInstanceOf(LocateError);
    expect((error as LocateError).kind).toBe("file_unreadable");
    expect((error as LocateError).message).toMatch(message);
  }
});
