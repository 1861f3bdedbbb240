/** Scopes and names of JavaScript. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const js = "javascript";

declares(js, "function f(⟦a⟧) { return ┃a; }", "local");
declares(js, "function f(a, { b: ⟦c⟧ = a } = {}) { return ┃c; }", "local");
declares(js, "function f(...⟦rest⟧) { return ┃rest; }", "local");
declares(js, "const f = ⟦a⟧ => ┃a;", "local");
declares(js, "function f() { if (x) { var ⟦v⟧ = '💣'; }\r\n return ┃v; }", "local");
declares(js, "function f() { let ⟦v⟧ = 1; if (x) { let v = 2; } return ┃v; }", "local");
declares(js, "const ⟦a⟧ = 1; f(┃a);", "file");
declares(js, "class C { ⟦m⟧() { this.┃m(); } }", "member");
declares(js, "class C { ⟦#p⟧ = 1; m() { return this.┃#p; } }", "member");
declares(js, "for (const ⟦x⟧ of xs) f(┃x);", "local");
declares(js, "const f = function ⟦g⟧() { ┃g(); };", "local");
isFree(js, "const a = 1; with (o) { f(┃a); }");
isFree(js, "const a = 1; f(o.┃a, { a: 1 });");
isFree(js, "class C { m() {} } const o = { n() { this.┃m(); } };");
imports(js, 'const a = require("./m"); ┃a();', "./m");
imports(js, 'const { a } = require("./m"); ┃a();', "./m", "a");
imports(js, 'const { a: b } = require("./m"); ┃b();', "./m", "a");
imports(js, 'const b = require("./m").a; ┃b();', "./m", "a");
imports(js, 'import A from "./m"; f(<┃A />);', "./m", "default");
occurs(js, "const f = (⟦a⟧) => ({ ⟦a⟧, b: ⟦┃a⟧ });");
occurs(js, "const ⟦┃div⟧ = 1; f(<div />);");
checkRenamable(js, "import { ┃a } from './m'; a();", true);
checkRenamable(js, "import { a } from './m'; export { ┃a };", false);
