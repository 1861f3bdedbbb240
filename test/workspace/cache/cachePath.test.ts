/** Tests of the path of the cache file. */

import { cachePathOf } from "../../../src/workspace/cache/cachePath.js";

const named = /[\\/][0-9a-f]{32}\.bin$/;
const folderOf = (...options: [NodeJS.ProcessEnv, NodeJS.Platform, string]) =>
  cachePathOf("/project", ...options).replace(named, "");

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

test("Each workspace has a path of its own, always the same", () => {
  const paths = ["/a", "/a/", "/b", "", "/\ud83d"].map((root) => cachePathOf(root, {}, "linux", "/home/x"));
  expect(new Set(paths).size).toBe(5);
  expect(cachePathOf("/a", {}, "linux", "/home/x")).toBe(paths[0]);
  for (const path of paths) expect(path).toMatch(named);
});
