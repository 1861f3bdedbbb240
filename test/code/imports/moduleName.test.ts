import { moduleFit, parseModuleName, withoutExtension } from "../../../src/code/imports/moduleName.js";
import { languageOfPath } from "../../../src/languages/languages.js";

/** Returns how well a file fits an import: 1 for the module, 0 for another. */
function fits(from: string, source: string, path: string): number {
  return moduleFit(parseModuleName(source, from, languageOfPath(from)), path);
}

describe("the imported module", () => {
  test.each([
    ["/w/a.ts", "./b", "/w/b.ts"],
    ["/w/a.ts", "./b", "/w/b.d.ts"],
    ["/w/a.ts", "./b.js", "/w/b.ts"],
    ["/w/a.ts", "./b", "/w/b/index.tsx"],
    ["/w/x/a.ts", "..", "/w/index.ts"],
    ["/w/a.vue", "./b.vue", "/w/b.vue"],
    ["/w/a.py", ".b", "/w/b.py"],
    ["/w/x/y/a.py", "..b.c", "/w/x/b/c.py"],
    ["/w/a.py", ".", "/w/__init__.py"],
    ["/w/a.py", "store.items", "/w/src/store/items.py"],
    ["/w/a.py", "store", "/w/store/__init__.py"],
    ["/w/src/a.rs", "crate::bank::till", "/w/src/bank/till.rs"],
    ["/w/src/a.rs", "crate::bank", "/w/src/bank/mod.rs"],
    ["/w/src/bank/till.rs", "super::account", "/w/src/bank/account.rs"],
    ["/w/src/bank/mod.rs", "self::till", "/w/src/bank/till.rs"],
    ["/w/A.java", "com.shop.Bank", "/w/src/main/java/com/shop/Bank.java"],
    ["/w/a.lua", "shop.bank", "/w/lua/shop/bank/init.lua"],
    ["/w/a.dart", "bank.dart", "/w/bank.dart"],
  ])("In %s, the import %s means %s", (from, source, path) => {
    expect(fits(from, source, path)).toBe(1);
  });
});

describe("other modules", () => {
  test.each([
    ["/w/a.ts", "./b", "/w/x/b.ts"],
    ["/w/a.ts", "./b", "/w/bb.ts"],
    ["/w/a.ts", "react", "/w/reactor.ts"],
    ["/w/a.ts", "lodash/map", "/w/src/map.ts"],
    ["/w/a.py", "os.path", "/w/path.py"],
    ["/w/a.py", ".b", "/w/x/b.py"],
    ["/w/src/a.rs", "crate::bank::till", "/w/src/till.rs"],
    ["/w/A.java", "com.shop.Bank", "/w/org/shop/Bank.java"],
  ])("In %s, the import %s does not mean %s", (from, source, path) => expect(fits(from, source, path)).toBe(0));
});

describe("the better fit", () => {
  test.each([
    [
      "a package is all files of its folder",
      "/w/a.go",
      "example.com/shop/bank",
      "/w/bank/account.go",
      "/w/bank/till/x.go",
    ],
    ["more words that agree", "/w/a.go", "example.com/shop/bank", "/w/shop/bank/a.go", "/w/other/bank/a.go"],
    ["an alias without a folder", "/w/a.ts", "@/lib/b", "/w/src/lib/b.ts", "/w/src/b.ts"],
    ["what a package passes on is better than nothing", "/w/a.py", "store", "/w/store/items.py", "/w/shop/items.py"],
    ["also where it is named by its index", "/w/a.ts", "./lib/index", "/w/lib/f.ts", "/w/src/f.ts"],
    [
      "namespaces that are folders in another case",
      "/w/a.php",
      "App\\Models\\User",
      "/w/app/models/User.php",
      "/w/app/User.php",
    ],
  ])("A better fit is found: %s", (_title, from, source, better, worse) => {
    expect(fits(from, source, better)).toBeGreaterThan(fits(from, source, worse));
  });
});

test.each([
  ["./a.ts", "typescript", "./a"],
  ["./a.d.ts", "typescript", "./a"],
  ["./a.js", "typescript", "./a"],
  ["./bats", "typescript", "./bats"],
  ["./widgets", "javascript", "./widgets"],
  ["shapes/circle.HPP", "cpp", "shapes/circle"],
  ["shapes/circle.c++", "cpp", "shapes/circle"],
  ["vector", "cpp", "vector"],
  ["a.b", "python", "a.b"],
])("Without an extension of its language, %s in %s is %s", (source, languageId, stem) =>
  expect(withoutExtension(source, languageId)).toBe(stem),
);
