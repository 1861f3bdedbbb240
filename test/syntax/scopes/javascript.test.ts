/** What names mean in JavaScript. */

import { declared, free, imported, renamable, stands } from "./check.js";

const js = "javascript";

declared(js, "function f(⟦a⟧) { return ┃a; }", "local");
declared(js, "function f(a, { b: ⟦c⟧ = a } = {}) { return ┃c; }", "local");
declared(js, "function f(...⟦rest⟧) { return ┃rest; }", "local");
declared(js, "const f = ⟦a⟧ => ┃a;", "local");
declared(js, "function f() { if (x) { var ⟦v⟧ = '💣'; }\r\n return ┃v; }", "local");
declared(js, "function f() { let ⟦v⟧ = 1; if (x) { let v = 2; } return ┃v; }", "local");
declared(js, "const ⟦a⟧ = 1; f(┃a);", "file");
declared(js, "class C { ⟦m⟧() { this.┃m(); } }", "member");
declared(js, "class C { ⟦#p⟧ = 1; m() { return this.┃#p; } }", "member");
declared(js, "for (const ⟦x⟧ of xs) f(┃x);", "local");
declared(js, "const f = function ⟦g⟧() { ┃g(); };", "local");
free(js, "const a = 1; with (o) { f(┃a); }");
free(js, "const a = 1; f(o.┃a, { a: 1 });");
free(js, "class C { m() {} } const o = { n() { this.┃m(); } };");
imported(js, 'const a = require("./m"); ┃a();', "./m");
imported(js, 'const { a } = require("./m"); ┃a();', "./m", "a");
imported(js, 'const { a: b } = require("./m"); ┃b();', "./m", "a");
imported(js, 'import A from "./m"; f(<┃A />);', "./m", "default");
stands(js, "const f = (⟦a⟧) => ({ ⟦a⟧, b: ⟦┃a⟧ });");
stands(js, "const ⟦┃div⟧ = 1; f(<div />);");
renamable(js, "import { ┃a } from './m'; a();", true);
renamable(js, "import { a } from './m'; export { ┃a };", false);
