/** The names for people of documents in no file. */

import { isVirtualName, virtualName } from "../src/uri.js";

test.each([
  ["jdt://contents/gson-2.10.1.jar/com.gson/List.class?=shop/%5C/home", "gson-2.10.1.jar!com.gson/List.class"],
  ["jar:file:///home/me/list.jar!/a/List%20x.java", "list.jar!a/List x.java"],
  ["kls:file:///home/me/list.jar!/a/List.class?source=true", "list.jar!a/List.class"],
  ["deno:/https/deno.land/std@0.224.0/path/mod.ts", "std@0.224.0!path/mod.ts"],
  ["deno:/asset/lib.es2015.d.ts", "asset!lib.es2015.d.ts"],
  ["lsp-remote://gopls/usr/lib/go/src/fmt/print.go", "gopls!usr/lib/go/src/fmt/print.go"],
  ["xx:%zz/a.ts", "%zz!a.ts"],
])("%s is written as %s", (uri, name) => {
  expect(virtualName(uri)).toBe(name);
  expect(isVirtualName(name)).toBe(true);
});

test.each(["std:/list.ts", "file:///home/me/a-1.jar/b.ts", "src/a.ts"])("%s has no such name", (uri) => {
  expect(virtualName(uri)).toBeUndefined();
});

test.each(["src/a.ts", "src/a!b.ts", "save!", "vec!:x.y", "a.rs:main@println!", "!a.ts"])(
  "%s is no such name",
  (text) => {
    expect(isVirtualName(text)).toBe(false);
  },
);
