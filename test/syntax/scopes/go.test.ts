/** What names mean in Go. */

import { declared, free, imported, renamable, stands } from "./check.js";

const go = "go";

// Functions and what they take
declared(go, "package p\nfunc f(⟦a⟧ int) int { return ┃a }", "local");
declared(go, "package p\nfunc f(a, ⟦b⟧ int, c ...int) int { return ┃b }", "local");
declared(go, "package p\nfunc f(a int, ⟦c⟧ ...int) { g(┃c...) }", "local");
declared(go, "package p\nfunc f() (⟦n⟧ int, err error) { ┃n = 1; return }", "local");
declared(go, "package p\nfunc (⟦t⟧ *T) m() { g(┃t) }", "local");
declared(go, "package p\nfunc f[⟦T⟧ any](a ┃T) {}", "local");
declared(go, "package p\nfunc (s *S[⟦K⟧, V]) m(a ┃K) {}", "local");
declared(go, "package p\nvar f = func(⟦a⟧ int) int { return ┃a }", "local");
declared(go, "package p\ntype F func(⟦┃a⟧ int, b a.T)", "local");
declared(go, "package p\nfunc f() { ┃g() }\nfunc ⟦g⟧() {}", "file");
declared(go, "package p\nfunc f() { x := func() { ┃x() }; x() }\nvar ⟦x⟧ func()", "file");
stands(go, "package p\nfunc ⟦┃init⟧() {}\nfunc init() {}");

// Blocks
declared(go, "package p\nfunc f() { a := 1; { ⟦a⟧ := 2; g(┃a) }; g(a) }", "local");
declared(go, "package p\nfunc f() { ⟦a⟧ := 1; { a := 2; g(a) }; g(┃a) }", "local");
declared(go, "package p\nfunc f(⟦a⟧ int) { { a := ┃a; g(a) } }", "local");
declared(go, "package p\nfunc f() { if ⟦v⟧, err := g(); err == nil { h(v) } else { h(┃v) } }", "local");
declared(go, "package p\nfunc f() { if a := g(); a { } else if ⟦b⟧ := h(a); b { k(┃b) } }", "local");
declared(go, "package p\nfunc f() { for ⟦i⟧ := 0; i < 3; i++ { g(┃i) } }", "local");
declared(go, "package p\nfunc f() { for i := 0; i < 3; i++ { ⟦i⟧ := i; g(┃i) } }", "local");
declared(go, "package p\nfunc f(m map[int]int) { for k, ⟦v⟧ := range m { g(k, ┃v) } }", "local");
declared(go, "package p\nfunc f(⟦m⟧ []int) { for _, m := range ┃m { g(m) } }", "local");
declared(go, "package p\nfunc f() { var ⟦k⟧ int; for k = range m { }; g(┃k) }", "local");
declared(go, "package p\nfunc f(y any) { switch ⟦x⟧ := y.(type) { case int: g(┃x); default: g(x) } }", "local");
declared(go, "package p\nfunc f(⟦x⟧ any) { switch x := ┃x.(type) { case int: g(x) } }", "local");
declared(go, "package p\nfunc f() { switch { case a: ⟦x⟧ := 1; g(┃x); case b: x := 2; g(x) } }", "local");
declared(go, "package p\nfunc f() { select { case ⟦v⟧, ok := <-ch: g(┃v, ok); default: } }", "local");
declared(go, "package p\nfunc f() { const ⟦a⟧ = 1; var b = ┃a }", "local");
declared(go, "package p\nfunc f() { type ⟦T⟧ struct { next *┃T } }", "local");
free(go, "package p\nfunc f() { { a := 1; g(a) }; g(┃a) }");
free(go, "package p\nfunc f() { a := ┃a; g(a) }");

// Declaring again
stands(go, "package p\nfunc f() { ⟦a⟧, err := g(); b, err := h(⟦┃a⟧); k(b, err) }");
stands(go, "package p\nfunc f() { a, ⟦┃err⟧ := g(); b, ⟦err⟧ := h(a); k(b, ⟦err⟧) }");
stands(go, "package p\nfunc f() (⟦err⟧ error) { a, ⟦err⟧ := g(); h(a); return ⟦┃err⟧ }");

// Names at the top
declared(go, "package p\nvar a = ┃b\nvar ⟦b⟧ = 1", "file");
declared(go, "package p\nconst (\n\tA = iota\n\t⟦B⟧\n)\nvar x = ┃B", "file");
declared(go, "package p\nfunc f(a ┃T) {}\ntype ⟦T⟧ struct{}", "file");
declared(go, "package p\ntype ⟦T⟧ = []┃T", "file");
declared(go, "package p\ntype T[⟦K⟧ comparable] struct { m map[┃K]int }", "local");

// Types and values
declared(go, 'package p\nimport "net/⟦url⟧"\nfunc f(url *┃url.URL) {}', "import");
declared(go, 'package p\nimport "net/url"\nfunc f(⟦url⟧ *url.URL) { ┃url.String() }', "local");
declared(go, "package p\nfunc f(⟦h⟧ map[string]F, k string) { ┃h[k](1) }", "local");
declared(go, "package p\nfunc f(h map[string]F, ⟦k⟧ string) { h[┃k](1) }", "local");
declared(go, "package p\nfunc f(⟦s⟧ S, i int) { ┃s.fs[i](1) }", "local");

// Labels are apart
declared(go, "package p\nfunc f() { a := 1\n⟦a⟧:\n\tfor { break ┃a }\n\tg(a) }", "local");
free(go, "package p\nfunc f() {\na:\n\tfor { func() { goto ┃a }() } }");

// Members
declared(go, "package p\ntype T struct { ⟦x⟧ int }\nfunc (t *T) m() { t.┃x = 1 }", "member");
declared(go, "package p\nfunc (t T) m() { t.┃n() }\nfunc (t T) ⟦n⟧() {}\nfunc (u U) n() {}", "member");
declared(go, "package p\ntype T struct { ⟦a⟧ int }\nvar x = T{┃a: 1}", "member");
declared(go, "package p\ntype S[K any] struct { ⟦a⟧ K }\nvar x = &S[int]{┃a: 1}", "member");
free(go, "package p\ntype T struct { x int }\nfunc (t *T) m() { { t := g(); t.┃x() } }");
free(go, "package p\ntype T struct { a int }\nvar x = U{┃a: 1}");
free(go, "package p\nfunc f(a int) { x := T{┃a: 1}; g(x) }");
free(go, "package p\nfunc f(a int) { g(b.┃a) }");
declared(go, "package p\nfunc f(⟦a⟧ int) { x := map[int]int{┃a: 1}; g(x) }", "local");
declared(go, "package p\nfunc f(⟦a⟧ int) { x := T{a: ┃a}; g(x) }", "local");

// Imports
imported(go, 'package p\nimport "fmt"\nfunc f() { ┃fmt.Println() }', "fmt");
imported(go, 'package p\nimport "a.b/c/dash"\nvar x ┃dash.T', "a.b/c/dash");
imported(go, 'package p\nimport x "a/b"\nfunc f() { ┃x.F() }', "a/b");
imported(go, 'package p\nimport "math/rand/v2"\nvar x = ┃rand.N(1)', "math/rand/v2");
imported(go, 'package p\nimport "gopkg.in/yaml.v3"\nvar x = ┃yaml.F()', "gopkg.in/yaml.v3");
imported(go, 'package p\nimport "a.b/c/go-sqlite3"\nvar x = ┃sqlite3.F()', "a.b/c/go-sqlite3");
imported(go, 'package p\nimport . "a/┃b"', "a/b");
free(go, 'package p\nimport . "a/b"\nvar x = ┃b');
free(go, 'package p\nimport "fmt"\nvar x = fmt.┃Println');

// Renaming
renamable(go, "package p\nfunc f(┃a int) {}", true);
renamable(go, "package p\nfunc ┃f() {}", false);
renamable(go, "package p\ntype T struct { ┃a int }", false);
renamable(go, 'package p\nimport "┃fmt"', false);
renamable(go, 'package p\nimport ┃x "fmt"', true);
stands(go, 'package p\r\nfunc f(⟦a⟧ string) {\r\n\tg("💣", ⟦┃a⟧) // a 💣\r\n\tg(⟦a⟧)\r\n}\r\n');
