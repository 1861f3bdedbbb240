/** Tests of the path of the cache file. */

import { cachePathOf } from "../../../src/workspace/cache/cacheFolder.js";

const named = /[\\/][0-9a-f]{32}\.bin$/;
const folderOf = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string | undefined) =>
  cachePathOf("/project", home, env, platform)?.replace(named, "");

test("The cache is in the platform's folder for caches", () => {
  expect(folderOf({}, "linux", "/home/x")).toBe("/home/x/.cache/lsp-locate/index");
  expect(folderOf({ XDG_CACHE_HOME: "/caches" }, "linux", "/home/x")).toBe("/caches/lsp-locate/index");
  expect(folderOf({}, "darwin", "/Users/x")).toBe("/Users/x/Library/Caches/lsp-locate/index");
  expect(folderOf({}, "win32", "C:\\Users\\x")).toBe("C:\\Users\\x\\AppData\\Local\\lsp-locate\\index");
  expect(folderOf({ LOCALAPPDATA: "D:\\Local" }, "win32", "C:\\Users\\x")).toBe("D:\\Local\\lsp-locate\\index");
});

test("An empty or relative folder in the environment is ignored", () => {
  for (const configured of ["", "caches", "~/caches"])
    expect(folderOf({ XDG_CACHE_HOME: configured }, "linux", "/home/x")).toBe("/home/x/.cache/lsp-locate/index");
});

test("A user without a home has a cache only in the folder that the environment names", () => {
  expect(folderOf({}, "linux", undefined)).toBeUndefined();
  expect(folderOf({ XDG_CACHE_HOME: "caches" }, "linux", undefined)).toBeUndefined();
  expect(folderOf({ XDG_CACHE_HOME: "/caches" }, "linux", undefined)).toBe("/caches/lsp-locate/index");
});

test("Each workspace has a path of its own, always the same", () => {
  const paths = ["/a", "/a/", "/b", "", "/\ud83d"].map((root) => cachePathOf(root, "/home/x", {}, "linux"));
  expect(new Set(paths).size).toBe(5);
  expect(cachePathOf("/a", "/home/x", {}, "linux")).toBe(paths[0]);
  for (const path of paths) expect(path).toMatch(named);
});
