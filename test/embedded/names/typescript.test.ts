/** Names of ES modules (https://www.typescriptlang.org/docs/handbook/modules/reference.html). */

import { answers } from "./cases.js";

describe("modules that take all they have from one that exports them", () => {
  const names = Array.from({ length: 16 }, (_, n) => `m${n}`);
  const index = ["f", ...names].map((name) => `export * from "./${name}";\n`).join("");
  const modules = names.flatMap((name) => [
    `${name}.ts`,
    `import { f, none } from "./index";\nexport const ${name} = none(f);\n`,
  ]);
  const all = ["index.ts", index, ...modules];
  answers("definition", [
    [
      "What a function is given of a module that is imported when it runs",
      "a.ts",
      "export function ⟦run⟧() {}\n",
      "b.ts",
      'import("./a").then((m) => m.┃run());\n',
      "c.ts",
      "export function run() {}\nexport class A { run() {} }\n",
    ],
    [
      "A name that it takes of such a module",
      "a.ts",
      "export function ⟦run⟧() {}\n",
      "b.ts",
      'import("./a").then(({ ┃run }) => 1);\n',
    ],
    [
      "What the index of a folder exports, beside a file with a shorter name",
      "util/index.ts",
      "export const ⟦x⟧ = 1;\n",
      "util/lib.ts",
      "export const x = 2;\n",
      "a.ts",
      'import { ┃x } from "./util";\n',
    ],
    ["What one declares", ...all, "f.ts", "export function ⟦f⟧() {}\n", "b.ts", 'import { f } from "./m3";\n┃f();\n'],
    ["What none declares", ...all, "f.ts", "", "b.ts", 'import { ⟦none⟧ } from "./index";\n┃none();\n'],
  ]);
});

describe("definitions by what an import names", () => {
  const use = (source: string) => `import { f } from "${source}";\n┃f();\n`;
  const other = ["other/f.ts", "export function f() {}\n"] as const;
  answers("definition", [
    [
      "A key of a literal whose type has any keys",
      "a.ts",
      "type K = string;\nconst a: { [k in K]?: string } = { ⟦┃size⟧: '' };\nconst b = { size: 1 };\n",
    ],

    [
      "A member of a type by a string",
      "a.ts",
      'interface A { ⟦size⟧: number }\ninterface B { size: number }\ntype C = A["┃size"];\n',
    ],
    [
      "A member of the type of a member",
      "a.ts",
      'interface A { ⟦size⟧: number }\ninterface B { size: number; a: A }\nfunction f<T extends B>(x: T["a"]["┃size"]) {}\n',
    ],
    [
      "A member of a value by a string",
      "a.ts",
      'interface A { ⟦size⟧: number }\ninterface B { size: number }\nfunction f(a: A) { return a["┃size"]; }\n',
    ],

    [
      "A constructor of the class that is extended",
      "a.ts",
      "class A { ⟦constructor⟧(x: number) {} }\nclass B extends A { constructor() { ┃super(1); } }\n",
    ],

    [
      "An element of a list that is not written",
      "a.ts",
      "export interface A { ⟦x⟧: number }\n",
      "o.ts",
      "export interface O { x: number }\n",
      "b.ts",
      'import { A } from "./a";\nfunction f(as: readonly A[]) { return as[0]?.┃x; }\n',
    ],
    [
      "A member of each type of a union",
      "a.ts",
      "export interface A { ⟦x⟧: 1 }\nexport interface B { ⟦x⟧: 2 }\nexport type U = A | B | string;\n",
      "o.ts",
      "export interface O { x: number }\n",
      "b.ts",
      'import { U } from "./a";\nfunction f(u: U) { return u.┃x; }\n',
    ],
    [
      "A key of a literal whose type is a union of types without names",
      "a.ts",
      "export type U = { ⟦x⟧: 1; y: 1 } | { ⟦x⟧: 2 };\n",
      "o.ts",
      "export interface O { x: number }\n",
      "b.ts",
      'import { U } from "./a";\nconst u: U = { ┃x: 1 };\n',
    ],
    [
      "A pattern of tsconfig.json, which may have comments",
      "tsconfig.json",
      '{ // here\n "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      "src/f.ts",
      "export function ⟦f⟧() {}\n",
      "app/m.ts",
      use("@/f"),
      ...other,
    ],
    [
      "The longest pattern",
      "tsconfig.json",
      '{ "compilerOptions": { "baseUrl": ".", "paths": { "*": ["other/*"], "@lib/*": ["src/*"] } } }',
      "src/f.ts",
      "export function ⟦f⟧() {}\n",
      "app/m.ts",
      use("@lib/f"),
      ...other,
    ],
    [
      "A pattern that a tsconfig.json extends",
      "tsconfig.base.json",
      '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      "app/tsconfig.json",
      '{ "extends": "../tsconfig.base.json" }',
      "src/f.ts",
      "export function ⟦f⟧() {}\n",
      "app/m.ts",
      use("@/f"),
      ...other,
    ],
    [
      "A path below baseUrl",
      "tsconfig.json",
      '{ "compilerOptions": { "baseUrl": "src" } }',
      "src/a/f.ts",
      "export function ⟦f⟧() {}\n",
      "app/m.ts",
      use("a/f"),
      ...other,
    ],
    [
      "The exports of a package of the workspace",
      "package.json",
      '{ "workspaces": ["packages/*"] }',
      "packages/a/package.json",
      '{ "name": "@shop/a", "exports": { ".": { "import": "./dist/index.js" }, "./f": "./dist/deep/f.js" } }',
      "packages/a/src/deep/f.ts",
      "export function ⟦f⟧() {}\n",
      "packages/a/src/index.ts",
      "export {};\n",
      "packages/b/m.ts",
      use("@shop/a/f"),
      ...other,
    ],
    [
      "The main file of a package of the workspace, which passes the name on",
      "package.json",
      '{ "private": true }',
      "pnpm-workspace.yaml",
      "packages:\n  - 'packages/*'\n",
      "packages/a/package.json",
      '{ "name": "a", "main": "lib/index.js" }',
      "packages/a/src/index.ts",
      'export * from "./f";\n',
      "packages/a/src/f.ts",
      "export function ⟦f⟧() {}\n",
      "packages/b/m.ts",
      use("a"),
      ...other,
    ],
    [
      "An import that a package maps for itself",
      "package.json",
      '{ "name": "a", "imports": { "#in/*": "./src/*.js" } }',
      "src/f.ts",
      "export function ⟦f⟧() {}\n",
      "app/m.ts",
      use("#in/f"),
      ...other,
    ],
    [
      "A package's own name",
      "package.json",
      '{ "name": "a", "exports": "./src/f.js" }',
      "src/f.ts",
      "export function ⟦f⟧() {}\n",
      "app/m.ts",
      use("a"),
      ...other,
    ],
    [
      "A library is no file of its name beside the import",
      "f.ts",
      "export function f() {}\n",
      "m.ts",
      'import { ⟦f⟧ } from "f";\n┃f();\n',
    ],
    [
      "A member of a number is nothing of the workspace",
      "m.ts",
      "const a = 1;\na.┃toFixed();\n",
      "n.ts",
      "class B { toFixed() {} }\n",
    ],
    [
      "What an arrow function returns",
      "m.ts",
      "class A { ⟦run⟧() {} }\nclass B { run() {} }\nconst make = () => new A();\nmake().┃run();\n",
    ],
  ]);
});

describe("names of modules that a call loads", () => {
  const f = ["src/f.ts", "export function ⟦fuse⟧() {}\n", "other/f.ts", "export function fuse() {}\n"] as const;
  answers("definition", [
    ["A member of require", ...f, "src/m.ts", 'require("./f").┃fuse();\n'],
    ["A member of an awaited import", ...f, "src/m.ts", '(await import("./f")).┃fuse();\n'],
    ["A key of a pattern", ...f, "src/m.ts", 'const { ┃fuse: own } = await import("./f");\n'],
    [
      "A module that exports one value",
      "src/f.js",
      "⟦⟧module.exports = class A {};\n",
      "src/m.js",
      'const ┃A = require("./f");\n',
    ],
  ]);
});

describe("definitions of members", () => {
  answers("definition", [
    [
      "A key of a literal is declared by the type of its annotation",
      "a.ts",
      "interface A { ⟦x⟧: number }\ninterface B { x: string }\nconst a: A = { ┃x: 1 };\n",
    ],
    [
      "A key of a value of a record",
      "a.ts",
      "interface A { x: { ⟦y⟧: number }; y: 1 }\nconst a: Record<string, A> = { b: { x: { ┃y: 1 } } };\n",
    ],
    [
      "A key of what a function returns, of a type without a name",
      "a.ts",
      "function f(): { ⟦x⟧: number } {\n  return { ┃x: 1 };\n}\nconst b = { x: 2 };\n",
    ],
    [
      "A key of an element of a list",
      "a.ts",
      "interface A { ⟦x⟧: number }\nconst b = { x: 2 };\nconst a: A[] = [{ ┃x: 1 }];\n",
    ],
    [
      "A key that its type does not have declares itself",
      "a.ts",
      "interface A { y: number }\nconst b = { x: 2 };\nconst a: A = { ⟦┃x⟧: 1 };\n",
    ],
    [
      "A member of what a function returns, by the type of its results",
      "a.ts",
      "interface A { ⟦x⟧: number }\ndeclare function f(): A;\nconst b = { x: 2 };\nconst g = (a: ReturnType<typeof f>) => a.┃x;\n",
    ],
    [
      "A member of a type of a module that has the name of the parameter",
      "a.ts",
      "export interface A { ⟦x⟧: number }\nexport interface B { x: number }\n",
      "b.ts",
      'import * as a from "./a";\nfunction f(a: a.A[]) { for (const each of a) each.┃x; }\n',
    ],
    [
      "A member of a member that several types of a union have",
      "a.ts",
      "interface A { kind: K }\ninterface B { kind: L }\ninterface K { y: 1 }\ninterface L { ⟦x⟧: 1 }\ninterface M { x: 1 }\nfunction f(each: A | B) { each.kind.┃x; }\n",
    ],
    [
      "A member of a type without a name is declared there",
      "a.ts",
      "let a: { ⟦┃x⟧: number };\ninterface B { x: string }\n",
    ],
    [
      "A type and a value of one name are one symbol",
      "a.ts",
      "export interface ⟦A⟧ {}\nexport const ⟦A⟧ = 1;\nf(┃A);\n",
    ],
    [
      "A name under which a module passes on another's default export",
      "a.ts",
      'export { default as ┃b } from "./b";\n',
      "b.ts",
      "export default function ⟦f⟧() {}\n",
    ],
  ]);
});

describe("references to members", () => {
  answers("references", [
    [
      "Of a parameter, the tag in the comment of its function",
      "a.ts",
      "/** @param size of another */\nfunction g(size: number) {}\n/**\n * @param ⟦size⟧ the size\n * @param sizes others, not size\n */\nfunction f(⟦┃size⟧: number) { return ⟦size⟧; }\n",
    ],
    [
      "Of a function, the links in comments",
      "a.ts",
      "export function ⟦┃run⟧() {}\n/** As {@link ⟦run⟧}, not {@link run.all}. */\nexport const x = 1;\n",
      "b.ts",
      "import { ⟦run⟧ } from './a';\n/** {@link ⟦run⟧} */\n⟦run⟧();\n",
      "c.ts",
      "import { run } from 'other';\n/** {@link run} */\nrun();\n",
    ],

    [
      "A parameter that is a property, by its name there",
      "a.ts",
      "export class A {\n  constructor(public ⟦┃frame⟧: number) {\n    ⟦frame⟧;\n  }\n  get() {\n    return this.⟦frame⟧;\n  }\n}\n",
      "b.ts",
      'import { A } from "./a";\n\nnew A(1).⟦frame⟧;\n',
    ],
    [
      "A static member is none of an object",
      "a.ts",
      "export class A {\n  static ⟦┃now⟧ = 1;\n  now = 2;\n  get() {\n    return this.now + A.⟦now⟧;\n  }\n}\n",
    ],
    [
      "A member in the type of a property is not that of the type around it",
      "a.ts",
      "interface A {\n  ⟦┃run⟧(): void;\n  inner: { run(): void };\n}\n\nfunction f(a: A) {\n  a.⟦run⟧();\n  a.inner.run();\n}\n",
    ],
    [
      "A member that takes the place of the same one of a base",
      "a.ts",
      "interface Base {\n  ⟦kind⟧: string;\n}\n\ninterface A extends Base {\n  ⟦┃kind⟧: 1;\n}\n\ninterface B extends Base {\n  ⟦kind⟧: 2;\n}\n\nfunction f(b: B) {\n  b.⟦kind⟧;\n}\n",
    ],
    [
      "The keys of literals of its type",
      "a.ts",
      "interface A { ⟦┃x⟧: number }\nconst a: A[] = [{ ⟦x⟧: 1 }];\nconst b = { x: 2 };\n",
    ],
    [
      "Those of the types that its type extends",
      "a.ts",
      "interface A { ⟦x⟧: number }\ninterface B extends A { ⟦┃x⟧: 1 }\ninterface C { x: number }\nfunction f(a: A, b: B, c: C) { a.⟦x⟧; b.⟦x⟧; c.x; }\n",
    ],
  ]);
});
