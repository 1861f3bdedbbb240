/** Where the index is kept between sessions. */

import { cachePathOf } from "../../../src/workspace/cache/cachePath.js";

const named = /[\\/][0-9a-f]{32}\.bin$/;
const folderOf = (...options: [NodeJS.ProcessEnv, NodeJS.Platform, string]) =>
  cachePathOf("/project", ...options).replace(named, "");

test("where the platform keeps what can be made again", () => {
  expect(folderOf({}, "linux", "/home/x")).toBe("/home/x/.cache/lsp-locate/index");
  expect(folderOf({ XDG_CACHE_HOME: "/caches" }, "linux", "/home/x")).toBe("/caches/lsp-locate/index");
  expect(folderOf({}, "darwin", "/Users/x")).toBe("/Users/x/Library/Caches/lsp-locate/index");
  expect(folderOf({}, "win32", "C:\\Users\\x")).toBe("C:\\Users\\x\\AppData\\Local\\lsp-locate\\index");
  expect(folderOf({ LOCALAPPDATA: "D:\\Local" }, "win32", "C:\\Users\\x")).toBe("D:\\Local\\lsp-locate\\index");
});

test("a folder that is not absolute, or none, is not used", () => {
  for (const wished of ["", "caches", "~/caches"])
    expect(folderOf({ XDG_CACHE_HOME: wished }, "linux", "/home/x")).toBe("/home/x/.cache/lsp-locate/index");
});

test("each folder has its own, and always the same", () => {
  const paths = ["/a", "/a/", "/b", "", "/\ud83d"].map((root) => cachePathOf(root, {}, "linux", "/home/x"));
  expect(new Set(paths).size).toBe(5);
  expect(cachePathOf("/a", {}, "linux", "/home/x")).toBe(paths[0]);
  for (const path of paths) expect(path).toMatch(named);
});
