/** How a folder is made, with those around it. */

import fs, { statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "../../../src/files/write/makeFolders.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();
const at = (path: string) => join(folder, path);
const isPosix = process.platform !== "win32";

test("A folder is made with those around it, each with the mode, and once more without an effect", () => {
  makeFolders(at("a/b/c"), 0o700);
  makeFolders(at("a/b/c"), 0o755);
  for (const path of ["a", "a/b", "a/b/c"]) {
    expect(statSync(at(path)).isDirectory()).toBe(true);
    if (isPosix) expect(statSync(at(path)).mode & 0o777).toBe(0o700);
  }
});

test("A link to a folder is a folder", () => {
  makeFolders(at("real"));
  symlinkSync(at("real"), at("link"));
  makeFolders(at("link/inner"));
  expect(statSync(at("real/inner")).isDirectory()).toBe(true);
});

test("A file in the way is the file system's error", () => {
  writeFileSync(at("file"), "");
  expect(() => makeFolders(at("file"))).toThrow(expect.objectContaining({ code: "EEXIST" }));
  expect(() => makeFolders(at("file/inner"))).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
});

test("Where nothing can be made in a folder that exists, it ends with the error", () => {
  const calls: string[] = [];
  const mkdirSync = ((path: string) => {
    calls.push(path);
    const code = path === folder ? "EEXIST" : "ENOENT";
    throw Object.assign(new Error(code), { code });
  }) as typeof fs.mkdirSync;
  expect(() => makeFolders(at("x/y"), 0o700, { ...fs, mkdirSync })).toThrow("ENOENT");
  expect(calls.slice(0, 3)).toEqual([at("x/y"), at("x"), folder]);
  if (process.platform === "linux")
    expect(() => makeFolders("/proc/self/x/lsp-locate")).toThrow(expect.objectContaining({ code: "ENOENT" }));
});

test("A folder that another process makes meanwhile is a folder", () => {
  const path = at("p/q");
  let isFirst = true;
  const mkdirSync = ((folder: string) => {
    if (folder !== path || isFirst) {
      isFirst &&= folder !== path;
      return fs.mkdirSync(folder);
    }
    fs.mkdirSync(path);
    throw Object.assign(new Error("EEXIST"), { code: "EEXIST" });
  }) as typeof fs.mkdirSync;
  makeFolders(path, 0o700, { ...fs, mkdirSync });
  expect(statSync(path).isDirectory()).toBe(true);
});
