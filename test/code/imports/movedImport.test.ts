/** Imports, written anew after files were moved. */

import { absentFilesOf, respellImport } from "../../../src/code/imports/movedImport.js";

type Moved = string | readonly [old: string, next: string];
const pathOf = (moved: Moved) =>
  typeof moved === "string" ? { old: moved, new: moved } : { old: moved[0], new: moved[1] };

/** source, the importing file, the imported one, the new source */
test.each<[string, Moved, Moved, string | undefined]>([
  // JavaScript and TypeScript
  ["./b", "/p/src/a.ts", ["/p/src/b.ts", "/p/src/c.ts"], "./c"],
  ["./b", "/p/src/a.ts", ["/p/src/b.ts", "/p/src/lib/b.ts"], "./lib/b"],
  ["./b", "/p/src/a.ts", ["/p/src/b.ts", "/p/b.ts"], "../b"],
  ["./b", ["/p/src/a.ts", "/p/src/x/a.ts"], "/p/src/b.ts", "../b"],
  ["../b", ["/p/src/x/a.ts", "/p/src/a.ts"], "/p/src/b.ts", "./b"],
  ["./b.js", "/p/src/a.ts", ["/p/src/b.ts", "/p/src/c.ts"], "./c.js"],
  ["./b.ts", "/p/src/a.ts", ["/p/src/b.ts", "/p/src/c.ts"], "./c.ts"],
  ["./b.js", "/p/src/a.mjs", ["/p/src/b.js", "/p/src/c.js"], "./c.js"],
  ["./b", "/p/src/a.ts", ["/p/src/b/index.ts", "/p/src/c/index.ts"], "./c"],
  ["./b", "/p/src/a.ts", ["/p/src/b/index.ts", "/p/src/b/main.ts"], "./b/main"],
  ["./b", "/p/src/a.ts", ["/p/src/b.d.ts", "/p/src/c.d.ts"], "./c"],
  [".", "/p/src/a.ts", ["/p/src/index.ts", "/p/index.ts"], ".."],
  ["./b.vue", "/p/src/a.ts", ["/p/src/b.vue", "/p/src/c.vue"], "./c.vue"],
  ["./b.svg", "/p/src/a.ts", ["/p/src/b.svg", "/p/img/b.svg"], "../img/b.svg"],
  // One that is longer than it has to be stays, where it is right at the new place.
  ["../src/b", ["/p/src/a.ts", "/p/src/c.ts"], "/p/src/b.ts", "../src/b"],
  ["../src/b", ["/p/src/a.ts", "/p/x/a.ts"], "/p/src/b.ts", "../src/b"],
  ["../src/b", ["/p/src/a.ts", "/p/x/y/a.ts"], "/p/src/b.ts", "../../src/b"],
  ["lodash/map", "/p/src/a.ts", ["/p/src/map.ts", "/p/src/c.ts"], undefined],
  // Python
  [".b", "/p/k/a.py", ["/p/k/b.py", "/p/k/c.py"], ".c"],
  [".b", "/p/k/a.py", ["/p/k/b.py", "/p/k/s/b.py"], ".s.b"],
  [".b", ["/p/k/a.py", "/p/k/s/a.py"], "/p/k/b.py", "..b"],
  ["..b", ["/p/k/s/a.py", "/p/k/a.py"], "/p/k/b.py", ".b"],
  ["..k", ["/p/k/a.py", "/p/k/c.py"], "/p/k/__init__.py", "..k"],
  ["..k.b", ["/p/k/a.py", "/p/m/a.py"], "/p/k/b.py", "..k.b"],
  ["..k.b", ["/p/k/a.py", "/p/k/s/a.py"], "/p/k/b.py", "..b"],
  ["k.b", "/p/m.py", ["/p/k/b.py", "/p/k/c.py"], "k.c"],
  ["k.b", "/p/src/k/a.py", ["/p/src/k/b.py", "/p/src/k/s/b.py"], "k.s.b"],
  ["k", "/p/m.py", ["/p/k/__init__.py", "/p/n/__init__.py"], "n"],
  ["k.s", "/p/m.py", ["/p/k/s/__init__.py", "/p/k/t/__init__.py"], "k.t"],
  ["k.b", "/p/m.py", ["/p/k/b.py", "/q/b.py"], undefined],
  ["k.b", "/p/m.py", ["/p/k/b.py", "/p/k/no-name.py"], undefined],
  [".", "/p/k/a.py", ["/p/k/__init__.py", "/p/n/__init__.py"], "..n"],
  // Includes of C
  ["a.h", "/p/src/a.c", ["/p/src/a.h", "/p/src/b.h"], "b.h"],
  ["a.h", "/p/src/a.c", ["/p/src/a.h", "/p/inc/a.h"], "../inc/a.h"],
  ["lib/a.h", "/p/src/a.c", ["/p/include/lib/a.h", "/p/include/lib/b.h"], "lib/b.h"],
  ["lib/a.h", "/p/src/a.c", ["/p/include/lib/a.h", "/p/other/a.h"], undefined],
])("%s, in %j, of %j", (source, from, target, expected) => {
  expect(respellImport({ source, from: pathOf(from), target: pathOf(target) })).toBe(expected);
});

test.each<[string, string, readonly string[]]>([
  ["types", "/p/k/types.py", ["/p/k/__init__.py", "/p/k/__init__.pyi"]],
  ["k.types", "/p/k/types.py", ["/p/__init__.py", "/p/__init__.pyi"]],
  [".types", "/p/k/types.py", []],
  ["./types", "/p/k/types.ts", []],
])("%s means %s only where its root is no package", (source, target, files) => {
  expect(absentFilesOf(source, target)).toEqual(files);
});
