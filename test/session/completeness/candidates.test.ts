/** Which occurrences of a name may be uses of a symbol, by syntax and scopes. */

import { createApartSource } from "../../../src/code/uses/spelling.js";
import { examine } from "../../../src/code/uses/usesOf.js";
import { signsOfAnswer } from "../../../src/session/completeness/searchRun.js";
import { distanceBetween } from "../../../src/uri.js";
import { createInProcessSyntax } from "../../syntax/inProcessSyntax.js";

const syntax = createInProcessSyntax();

const extensions = { ts: "typescript", js: "javascript", py: "python", go: "go", cpp: "cpp" } as const;

/** `┃` in a text is before the name that is meant. */
async function nameIn(path: string, drawn: string) {
  const offset = drawn.indexOf("┃");
  const languageId = extensions[path.split(".").at(-1) as keyof typeof extensions];
  const text = drawn.replace("┃", "");
  const name = await syntax.nameAt({ uri: `file://${path}`, languageId, text }, offset);
  if (name === undefined) throw new Error(`no name in ${drawn}`);
  return { name, path, languageId, text };
}

type DrawnName = Awaited<ReturnType<typeof nameIn>>;

async function mayRefer(found: DrawnName, target: DrawnName, isInAnswer: (offset: number) => boolean) {
  const { name, path, languageId, text } = found;
  const file = { uri: `file://${path}`, path, languageId, text };
  const answer = { find: (each: Parameters<typeof signsOfAnswer>[0]) => signsOfAnswer(each, target, isInAnswer) };
  const candidate = { file, use: { ...name, role: "reference" as const } };
  return (await examine(candidate, [answer, createApartSource(target)])).class !== "excluded";
}

const method = ["/w/src/change.ts", "export class Desc { ┃mapPos() {} }"] as const;
const helper = ["/w/src/change.ts", "export function ┃helper() {}"] as const;

/** target, candidate, whether it may be a use */
test.each<[string, readonly [string, string], readonly [string, string], boolean]>([
  ["an access of a member", method, ["/w/src/use.ts", "export const f = (d) => d.┃mapPos();"], true],
  ["a member declared elsewhere", method, ["/w/src/o.ts", "class O { mapPos() { this.┃mapPos(); } }"], false],
  ["a local variable", method, ["/w/src/o.ts", "function f() { const mapPos = 1; return ┃mapPos; }"], false],
  ["a function that is no member", method, ["/w/src/o.ts", "┃mapPos();"], false],
  ["a relative import", helper, ["/w/lib/use.ts", 'import { ┃helper } from "../src/index.js";'], true],
  ["an import from elsewhere", helper, ["/w/lib/use.ts", 'import { ┃helper } from "lodash";'], false],
  ["an import from a package of that name", helper, ["/w/lib/use.ts", 'import { ┃helper } from "@w/src";'], true],
  ["a function of another file", helper, ["/w/src/o.ts", "function helper() {}\n┃helper();"], false],
  ["a property of that name", helper, ["/w/src/o.ts", "export const f = (d) => d.┃helper();"], false],
  ["a property taken from an object", method, ["/w/src/o.ts", "function f(x) { const { ┃mapPos } = x; }"], true],
  ["a property in an assignment", method, ["/w/src/o.ts", "let mapPos; ({ ┃mapPos } = x);"], true],
  ["a local variable beside a property", helper, ["/w/src/o.ts", "function f(x) { const { ┃helper } = x; }"], false],
  ["a member of a namespace", method, ["/w/src/o.ts", 'import * as c from "./change.js";\nc.┃mapPos();'], false],
  ["a member of a required class", method, ["/w/o.js", 'const C = require("./src/change");\nC.┃mapPos();'], true],
  ["a member of a required library", method, ["/w/o.js", 'const C = require("fs");\nC.┃mapPos();'], false],
  ["a member taken from a required class", method, ["/w/o.js", 'const { ┃mapPos } = require("./src/change");'], true],
  ["a namespace import", helper, ["/w/src/o.ts", 'import * as c from "./change.js";\nc.┃helper();'], true],
  [
    "a member of an object of a namespace",
    helper,
    ["/w/lib/o.ts", 'import * as c from "./c.js";\nc.d.┃helper();'],
    true,
  ],
  ["a member of an object of a library", helper, ["/w/lib/o.ts", 'import * as fs from "fs";\nfs.d.┃helper();'], false],
  ["a member of a module loaded there", helper, ["/w/o.js", 'require("./c").┃helper();'], true],
  ["a member of a library loaded there", helper, ["/w/o.js", 'require("fs").┃helper();'], false],
  ["a member of an awaited module", helper, ["/w/o.js", 'const c = await import("./c");\nc.┃helper();'], true],
  ["a member of a variable for it", helper, ["/w/o.js", 'let c;\nif (c) c = require("./c");\nc.┃helper();'], true],
  [
    "a member of another name for it",
    helper,
    ["/w/o.js", 'const c = require("./c");\nlet d = c.e;\nd.┃helper();'],
    true,
  ],
  ["a variable that gets itself", helper, ["/w/o.js", "let a = b;\nvar b = a;\na.┃helper();"], false],
  ["a name taken from a module", helper, ["/w/o.js", 'const { ┃helper } = await import("./c");'], true],
  [
    "a name taken from what holds one",
    helper,
    ["/w/o.js", 'const c = require("./c");\nconst { ┃helper } = c.d;'],
    true,
  ],
  ["a Python module's module", ["/w/shop/cart.py", "def ┃f(): pass"], ["/w/m.py", "import shop\nshop.cart.┃f()"], true],
  ["another Python module's", ["/w/shop/path.py", "def ┃f(): pass"], ["/w/m.py", "import os\nos.path.┃f()"], false],
  ["another declaration in its file", helper, ["/w/src/change.ts", "class A { ┃helper() {} }"], false],
  ["a declaration in a header", ["/w/a.cpp", "int ┃area() { return 1; }"], ["/w/b.cpp", "int ┃area();"], true],
  ["a Python import", ["/w/shop/cart.py", "def ┃total(): pass"], ["/w/m.py", "from shop.cart import ┃total"], true],
  [
    "a Python import from elsewhere",
    ["/w/shop/cart.py", "def ┃walk(): pass"],
    ["/w/m.py", "from os import ┃walk"],
    false,
  ],
])("%s", async (_what, target, candidate, expected) => {
  const [asked, found] = await Promise.all([nameIn(...target), nameIn(...candidate)]);
  expect(await mayRefer(found, asked, () => false)).toBe(expected);
});

test("A declaration elsewhere is the same symbol where the answer has it", async () => {
  const [asked, found] = await Promise.all([
    nameIn(...method),
    nameIn("/w/src/o.ts", "class O { mapPos() { this.┃mapPos(); } }"),
  ]);
  expect(await mayRefer(found, asked, (offset) => offset === 10)).toBe(true);
});

test("Files in the same folder are the nearest", () => {
  const from = "/w/src/a/one.ts";
  const paths = ["/w/lib/x.ts", "/w/src/a/two.ts", "/w/src/b/three.ts", "/w/src/four.ts"];
  expect(paths.sort((one, other) => distanceBetween(from, one) - distanceBetween(from, other))).toEqual([
    "/w/src/a/two.ts",
    "/w/src/four.ts",
    "/w/src/b/three.ts",
    "/w/lib/x.ts",
  ]);
});
