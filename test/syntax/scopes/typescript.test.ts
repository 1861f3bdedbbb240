/** Scopes and names of TypeScript. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const ts = "typescript";

declares(ts, "function f(⟦a⟧: number) { return ┃a; }", "local");
declares(ts, "const a = 1; function f() { const ⟦a⟧ = 2; { return ┃a; } }", "local");
declares(ts, "const ⟦a⟧ = 1; function f() { { const a = 2; } return ┃a; }", "file");
declares(ts, "function f() { if (x) { var ⟦v⟧ = 1; } return ┃v; }", "local");
declares(ts, "function f() { return ┃g(); function ⟦g⟧() {} }", "local");
declares(ts, "const f = ({ a: [⟦b⟧ = 1, ...c], d }) => ┃b;", "local");
declares(ts, "const f = ({ a, ...⟦rest⟧ }) => ┃rest;", "local");
declares(ts, "const f = ({ ⟦a⟧ = 3 }) => ┃a;", "local");
declares(ts, "for (const [⟦k⟧, v] of m) { use(┃k); }", "local");
declares(ts, "try {} catch (⟦e⟧) { throw ┃e; }", "local");
declares(ts, "function f<⟦T⟧>(a: ┃T): T { return a; }", "local");
declares(ts, "type A<⟦T⟧> = T extends infer U ? ┃T : never;", "local");
declares(ts, "type M<T> = { [⟦K⟧ in keyof T]: T[┃K] };", "local");
declares(ts, "interface ⟦A⟧ {} const A = 1; let x: ┃A;", "file");
declares(ts, "interface A {} const ⟦A⟧ = 1; f(┃A);", "file");
declares(ts, "class C { ⟦x⟧ = 1; m() { return this.┃x; } }", "member");
declares(ts, "class C { constructor(private readonly ⟦x⟧: string) {} m() { return this.┃x; } }", "member");
declares(ts, "class C { constructor(private ⟦x⟧: string) { f(┃x); } }", "local");
declares(ts, "enum E { ⟦A⟧, B = ┃A }", "member");
declares(ts, "const f = function ⟦g⟧() { return ┃g; }", "local");
isFree(ts, "class C { x = 1; m() { return function () { return this.┃x; } } }");
declares(ts, "function f() { const ⟦a⟧ = 1; type a = 2; return ┃a; }", "local");
declares(ts, "function f() { const a = 1; type ⟦a⟧ = 2; let b: ┃a; }", "local");
isFree(ts, "f(┃x);");
isFree(ts, "const a = 1; f(o.┃a);");
isFree(ts, "const a = 1; f({ ┃a: 2 });");
imports(ts, 'import { a } from "./m"; f(┃a);', "./m", "a");
imports(ts, 'import { a as b } from "./m"; f(┃b);', "./m", "a");
imports(ts, 'import { ┃a as b } from "./m";', "./m", "a");
imports(ts, 'import d from "./m"; f(┃d);', "./m", "default");
imports(ts, 'import * as n from "./m"; f(┃n);', "./m");
imports(ts, 'export { ┃a } from "./m";', "./m", "a");
imports(ts, 'import "./┃m";', "./m");
occurs(ts, "function f(⟦a⟧) { return { ⟦a⟧, b: ⟦┃a⟧ }; }");
occurs(ts, "let ⟦a⟧ = 1; ⟦┃a⟧ = 2; ⟦a⟧++; { let a; a = 3; }");
checkRenamable(ts, "export const a = 1; const ┃b = a;", true);
checkRenamable(ts, "export const ┃a = 1;", false);
checkRenamable(ts, "const a = 1; export { ┃a };", false);
checkRenamable(ts, "const ┃a = 1;", false);
checkRenamable(ts, "class C { ┃#x = 1; }", true);
checkRenamable(ts, "class C { ┃x = 1; }", false);
checkRenamable(ts, "class C { constructor(private ┃x) { f(x); } }", false);
checkRenamable(ts, "class C { constructor(┃x) { f(x); } }", true);
checkRenamable(ts, "declare namespace N { const ┃x: number; }", false);

occurs("typescriptreact", "const ⟦div⟧ = 1; f(<div title={⟦┃div⟧} />);");
imports("typescriptreact", 'import { A } from "./m"; f(<┃A />);', "./m", "A");
