/** What names mean in TypeScript. */

import { declared, free, imported, renamable, stands } from "./check.js";

const ts = "typescript";

declared(ts, "function f(⟦a⟧: number) { return ┃a; }", "local");
declared(ts, "const a = 1; function f() { const ⟦a⟧ = 2; { return ┃a; } }", "local");
declared(ts, "const ⟦a⟧ = 1; function f() { { const a = 2; } return ┃a; }", "file");
declared(ts, "function f() { if (x) { var ⟦v⟧ = 1; } return ┃v; }", "local");
declared(ts, "function f() { return ┃g(); function ⟦g⟧() {} }", "local");
declared(ts, "const f = ({ a: [⟦b⟧ = 1, ...c], d }) => ┃b;", "local");
declared(ts, "const f = ({ a, ...⟦rest⟧ }) => ┃rest;", "local");
declared(ts, "const f = ({ ⟦a⟧ = 3 }) => ┃a;", "local");
declared(ts, "for (const [⟦k⟧, v] of m) { use(┃k); }", "local");
declared(ts, "try {} catch (⟦e⟧) { throw ┃e; }", "local");
declared(ts, "function f<⟦T⟧>(a: ┃T): T { return a; }", "local");
declared(ts, "type A<⟦T⟧> = T extends infer U ? ┃T : never;", "local");
declared(ts, "type M<T> = { [⟦K⟧ in keyof T]: T[┃K] };", "local");
declared(ts, "interface ⟦A⟧ {} const A = 1; let x: ┃A;", "file");
declared(ts, "interface A {} const ⟦A⟧ = 1; f(┃A);", "file");
declared(ts, "class C { ⟦x⟧ = 1; m() { return this.┃x; } }", "member");
declared(ts, "class C { constructor(private readonly ⟦x⟧: string) {} m() { return this.┃x; } }", "member");
declared(ts, "class C { constructor(private ⟦x⟧: string) { f(┃x); } }", "local");
declared(ts, "enum E { ⟦A⟧, B = ┃A }", "member");
declared(ts, "const f = function ⟦g⟧() { return ┃g; }", "local");
free(ts, "class C { x = 1; m() { return function () { return this.┃x; } } }");
declared(ts, "function f() { const ⟦a⟧ = 1; type a = 2; return ┃a; }", "local");
declared(ts, "function f() { const a = 1; type ⟦a⟧ = 2; let b: ┃a; }", "local");
free(ts, "f(┃x);");
free(ts, "const a = 1; f(o.┃a);");
free(ts, "const a = 1; f({ ┃a: 2 });");
imported(ts, 'import { a } from "./m"; f(┃a);', "./m", "a");
imported(ts, 'import { a as b } from "./m"; f(┃b);', "./m", "a");
imported(ts, 'import { ┃a as b } from "./m";', "./m", "a");
imported(ts, 'import d from "./m"; f(┃d);', "./m", "default");
imported(ts, 'import * as n from "./m"; f(┃n);', "./m");
imported(ts, 'export { ┃a } from "./m";', "./m", "a");
imported(ts, 'import "./┃m";', "./m");
stands(ts, "function f(⟦a⟧) { return { ⟦a⟧, b: ⟦┃a⟧ }; }");
stands(ts, "let ⟦a⟧ = 1; ⟦┃a⟧ = 2; ⟦a⟧++; { let a; a = 3; }");
renamable(ts, "export const a = 1; const ┃b = a;", true);
renamable(ts, "export const ┃a = 1;", false);
renamable(ts, "const a = 1; export { ┃a };", false);
renamable(ts, "const ┃a = 1;", false);
renamable(ts, "class C { ┃#x = 1; }", true);
renamable(ts, "class C { ┃x = 1; }", false);
renamable(ts, "class C { constructor(private ┃x) { f(x); } }", false);
renamable(ts, "class C { constructor(┃x) { f(x); } }", true);
renamable(ts, "declare namespace N { const ┃x: number; }", false);

stands("typescriptreact", "const ⟦div⟧ = 1; f(<div title={⟦┃div⟧} />);");
imported("typescriptreact", 'import { A } from "./m"; f(<┃A />);', "./m", "A");
