/** Scopes and names of Go. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const go = "go";

// Functions and parameters
declares(go, "package p\nfunc f(⟦a⟧ int) int { return ┃a }", "local");
declares(go, "package p\nfunc f(a, ⟦b⟧ int, c ...int) int { return ┃b }", "local");
declares(go, "package p\nfunc f(a int, ⟦c⟧ ...int) { g(┃c...) }", "local");
declares(go, "package p\nfunc f() (⟦n⟧ int, err error) { ┃n = 1; return }", "local");
declares(go, "package p\nfunc (⟦t⟧ *T) m() { g(┃t) }", "local");
declares(go, "package p\nfunc f[⟦T⟧ any](a ┃T) {}", "local");
declares(go, "package p\nfunc (s *S[⟦K⟧, V]) m(a ┃K) {}", "local");
declares(go, "package p\nvar f = func(⟦a⟧ int) int { return ┃a }", "local");
declares(go, "package p\ntype F func(⟦┃a⟧ int, b a.T)", "local");
declares(go, "package p\nconst ⟦n⟧ = 1\nfunc f(n [┃n]int, m ...[n]int) {}", "file");
declares(go, "package p\nfunc f(a func(⟦b⟧ int) [b]int) {}".replace("[b]", "[┃b]"), "local");
declares(go, "package p\nfunc f() { ┃g() }\nfunc ⟦g⟧() {}", "file");
declares(go, "package p\nfunc f() { x := func() { ┃x() }; x() }\nvar ⟦x⟧ func()", "file");
occurs(go, "package p\nfunc ⟦┃init⟧() {}\nfunc init() {}");

// Blocks
declares(go, "package p\nfunc f() { a := 1; { ⟦a⟧ := 2; g(┃a) }; g(a) }", "local");
declares(go, "package p\nfunc f() { ⟦a⟧ := 1; { a := 2; g(a) }; g(┃a) }", "local");
declares(go, "package p\nfunc f(⟦a⟧ int) { { a := ┃a; g(a) } }", "local");
declares(go, "package p\nfunc f() { if ⟦v⟧, err := g(); err == nil { h(v) } else { h(┃v) } }", "local");
declares(go, "package p\nfunc f() { if a := g(); a { } else if ⟦b⟧ := h(a); b { k(┃b) } }", "local");
declares(go, "package p\nfunc f() { for ⟦i⟧ := 0; i < 3; i++ { g(┃i) } }", "local");
declares(go, "package p\nfunc f() { for i := 0; i < 3; i++ { ⟦i⟧ := i; g(┃i) } }", "local");
declares(go, "package p\nfunc f(m map[int]int) { for k, ⟦v⟧ := range m { g(k, ┃v) } }", "local");
declares(go, "package p\nfunc f(⟦m⟧ []int) { for _, m := range ┃m { g(m) } }", "local");
declares(go, "package p\nfunc f() { var ⟦k⟧ int; for k = range m { }; g(┃k) }", "local");
declares(go, "package p\nfunc f(y any) { switch ⟦x⟧ := y.(type) { case int: g(┃x); default: g(x) } }", "local");
declares(go, "package p\nfunc f(⟦x⟧ any) { switch x := ┃x.(type) { case int: g(x) } }", "local");
declares(go, "package p\nfunc f() { switch { case a: ⟦x⟧ := 1; g(┃x); case b: x := 2; g(x) } }", "local");
declares(go, "package p\nfunc f() { select { case ⟦v⟧, ok := <-ch: g(┃v, ok); default: } }", "local");
declares(go, "package p\nfunc f() { const ⟦a⟧ = 1; var b = ┃a }", "local");
declares(go, "package p\nfunc f() { type ⟦T⟧ struct { next *┃T } }", "local");
isFree(go, "package p\nfunc f() { { a := 1; g(a) }; g(┃a) }");
isFree(go, "package p\nfunc f() { a := ┃a; g(a) }");

// Declaring again
occurs(go, "package p\nfunc f() { ⟦a⟧, err := g(); b, err := h(⟦┃a⟧); k(b, err) }");
occurs(go, "package p\nfunc f() { a, ⟦┃err⟧ := g(); b, ⟦err⟧ := h(a); k(b, ⟦err⟧) }");
occurs(go, "package p\nfunc f() (⟦err⟧ error) { a, ⟦err⟧ := g(); h(a); return ⟦┃err⟧ }");

// Top-level names
declares(go, "package p\nvar a = ┃b\nvar ⟦b⟧ = 1", "file");
declares(go, "package p\nconst (\n\tA = iota\n\t⟦B⟧\n)\nvar x = ┃B", "file");
declares(go, "package p\nfunc f(a ┃T) {}\ntype ⟦T⟧ struct{}", "file");
declares(go, "package p\ntype ⟦T⟧ = []┃T", "file");
declares(go, "package p\ntype T[⟦K⟧ comparable] struct { m map[┃K]int }", "local");

// Types and values
declares(go, 'package p\nimport "net/⟦url⟧"\nfunc f(url *┃url.URL) {}', "import");
declares(go, 'package p\nimport "net/url"\nfunc f(⟦url⟧ *url.URL) { ┃url.String() }', "local");
declares(go, "package p\nfunc f(⟦h⟧ map[string]F, k string) { ┃h[k](1) }", "local");
declares(go, "package p\nfunc f(h map[string]F, ⟦k⟧ string) { h[┃k](1) }", "local");
declares(go, "package p\nfunc f(⟦s⟧ S, i int) { ┃s.fs[i](1) }", "local");

// Labels have their own namespace
declares(go, "package p\nfunc f() { a := 1\n⟦a⟧:\n\tfor { break ┃a }\n\tg(a) }", "local");
isFree(go, "package p\nfunc f() {\na:\n\tfor { func() { goto ┃a }() } }");

// Members
declares(go, "package p\ntype T struct { ⟦x⟧ int }\nfunc (t *T) m() { t.┃x = 1 }", "member");
declares(go, "package p\nfunc (t T) m() { t.┃n() }\nfunc (t T) ⟦n⟧() {}\nfunc (u U) n() {}", "member");
declares(go, "package p\ntype T struct { ⟦a⟧ int }\nvar x = T{┃a: 1}", "member");
declares(go, "package p\ntype S[K any] struct { ⟦a⟧ K }\nvar x = &S[int]{┃a: 1}", "member");
isFree(go, "package p\ntype T struct { x int }\nfunc (t *T) m() { { t := g(); t.┃x() } }");
isFree(go, "package p\ntype T struct { a int }\nvar x = U{┃a: 1}");
isFree(go, "package p\nfunc f(a int) { x := T{┃a: 1}; g(x) }");
isFree(go, "package p\nfunc f(a int) { g(b.┃a) }");
declares(go, "package p\nfunc f(⟦a⟧ int) { x := map[int]int{┃a: 1}; g(x) }", "local");
declares(go, "package p\nfunc f(⟦a⟧ int) { x := T{a: ┃a}; g(x) }", "local");

// Imports
imports(go, 'package p\nimport "fmt"\nfunc f() { ┃fmt.Println() }', "fmt");
imports(go, 'package p\nimport "a.b/c/dash"\nvar x ┃dash.T', "a.b/c/dash");
imports(go, 'package p\nimport x "a/b"\nfunc f() { ┃x.F() }', "a/b");
imports(go, 'package p\nimport "math/rand/v2"\nvar x = ┃rand.N(1)', "math/rand/v2");
imports(go, 'package p\nimport "gopkg.in/yaml.v3"\nvar x = ┃yaml.F()', "gopkg.in/yaml.v3");
imports(go, 'package p\nimport "a.b/c/go-sqlite3"\nvar x = ┃sqlite3.F()', "a.b/c/go-sqlite3");
imports(go, 'package p\nimport . "a/┃b"', "a/b");
isFree(go, 'package p\nimport . "a/b"\nvar x = ┃b');
isFree(go, 'package p\nimport "fmt"\nvar x = fmt.┃Println');

// Renaming
checkRenamable(go, "package p\nfunc f(┃a int) {}", true);
checkRenamable(go, "package p\nfunc ┃f() {}", false);
checkRenamable(go, "package p\ntype T struct { ┃a int }", false);
checkRenamable(go, 'package p\nimport "┃fmt"', false);
checkRenamable(go, 'package p\nimport ┃x "fmt"', true);
occurs(go, 'package p\r\nfunc f(⟦a⟧ string) {\r\n\tg("💣", ⟦┃a⟧) // a 💣\r\n\tg(⟦a⟧)\r\n}\r\n');
