/** Names of Go (https://go.dev/ref/spec). */

import { answers } from "./cases.js";

const module = ["go.mod", "module example.com/m\n"] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "The name of a package, below the comment that describes it",
      ...module,
      "x/a.go",
      "// Copyright.\n\npackage ┃x\n",
      "x/b.go",
      "// Package x is an example.\npackage ⟦x⟧\n",
    ],
    [
      "A package is the one that the module's line and the folder give",
      ...module,
      "a/x/x.go",
      "package x\n\nfunc F() {}\n",
      "b/x/x.go",
      "package x\n\nfunc ⟦F⟧() {}\n",
      "m.go",
      'package m\n\nimport "example.com/m/b/x"\n\nvar _ = x.┃F\n',
    ],
    [
      "An imported package leads to its import",
      ...module,
      "x/x.go",
      "package x\n\nfunc F() {}\n",
      "m.go",
      'package m\n\nimport ⟦y⟧ "example.com/m/x"\n\nvar _ = ┃y.F\n',
    ],
    [
      "Names of a dot import",
      ...module,
      "x/x.go",
      "package x\n\nfunc ⟦F⟧() {}\n",
      "y/y.go",
      "package y\n\nfunc F() {}\n",
      "m.go",
      'package m\n\nimport . "example.com/m/x"\n\nvar _ = ┃F\n',
    ],
    [
      "A method by the type of its receiver",
      ...module,
      "a.go",
      "package m\n\ntype A struct{}\n\nfunc (a *A) ⟦Run⟧() {}\n\ntype B struct{}\n\nfunc (b B) Run() {}\n",
      "m.go",
      "package m\n\nfunc f(a *A) { a.┃Run() }\n",
    ],
    [
      "A field of what a type assertion gives, beside whether it holds",
      ...module,
      "a.go",
      "package m\n\ntype A struct{ ⟦X⟧ int }\n\ntype B struct{ X int }\n\nfunc f(v any) {\n\tif a, ok := v.(*A); ok {\n\t\t_ = a.┃X\n\t}\n}\n",
    ],
    [
      "A field of a map's value, beside whether there is one",
      ...module,
      "a.go",
      'package m\n\ntype A struct{ ⟦X⟧ int }\n\ntype B struct{ X int }\n\nfunc f(as map[string]A) {\n\ta, ok := as["a"]\n\t_, _ = a.┃X, ok\n}\n',
    ],
    [
      "A method of a library's type is none of a type of its name",
      ...module,
      "a.go",
      "package m\n\ntype Handler func()\n\nfunc (Handler) Serve() {}\n",
      "b/m.go",
      'package b\n\nimport "net/http"\n\nfunc f(next http.Handler) { next.┃Serve() }\n',
    ],
    [
      "A method of an embedded type",
      ...module,
      "a.go",
      "package m\n\ntype A struct{}\n\nfunc (a *A) ⟦Run⟧() {}\n\ntype B struct{ *A }\n\ntype C struct{}\n\nfunc (C) Run() {}\n",
      "m.go",
      "package m\n\nfunc f(b B) { b.┃Run() }\n",
    ],
    [
      "A field of a literal's type",
      ...module,
      "a/a.go",
      "package a\n\ntype A struct{ ⟦X⟧ int }\n\ntype B struct{ X int }\n",
      "m.go",
      'package m\n\nimport "example.com/m/a"\n\nvar _ = a.A{┃X: 1}\n',
    ],
    [
      "A field of a literal in a list",
      ...module,
      "a.go",
      "package m\n\ntype A struct{ ⟦X⟧ int }\n\ntype B struct{ X int }\n\nvar _ = []A{{┃X: 1}}\n",
    ],
    [
      "A field of a type without a name",
      "a.go",
      "package m\n\nfunc f() {\n\ts := struct{ ⟦a⟧ int }{}\n\t_ = s.┃a\n}\n\ntype B struct{ a int }\n",
    ],
    [
      "The element of a list that a loop reads",
      ...module,
      "a.go",
      "package m\n\ntype A struct{ ⟦X⟧ int }\n\ntype B struct{ X int }\n\nfunc f(as []*A) {\n\tfor _, a := range as {\n\t\t_ = a.┃X\n\t}\n}\n",
    ],
    [
      "The second result of a function",
      ...module,
      "a.go",
      "package m\n\ntype A struct{ ⟦X⟧ int }\n\ntype B struct{ X int }\n\nfunc g() (B, *A) { return B{}, nil }\n\nfunc f() {\n\t_, a := g()\n\t_ = a.┃X\n}\n",
    ],
    [
      "An embedded field names its type",
      ...module,
      "a/a.go",
      "package a\n\ntype ⟦Base⟧ struct{}\n",
      "m.go",
      'package m\n\nimport "example.com/m/a"\n\ntype T struct{ a.┃Base }\n',
    ],
    [
      "A function of tests is none of the package",
      ...module,
      "x/x.go",
      "package x\n\nfunc ⟦F⟧() {}\n",
      "x/x_test.go",
      "package x_test\n\nfunc F() {}\n",
      "m.go",
      'package m\n\nimport "example.com/m/x"\n\nvar _ = x.┃F\n',
    ],
    [
      "A field of what a channel gives",
      "a.go",
      "package a\n\nvar cs []struct{ c <-chan struct{ ⟦h⟧ int } }\n\nfunc f() { _ = (<-cs[0].c).┃h }\n",
    ],
    [
      "A field of the key of a map",
      "a.go",
      "package a\n\nfunc f(m map[struct{ ⟦x⟧ int }]struct{ x string }) {\n\tfor k := range m {\n\t\t_ = k.┃x\n\t}\n}\n",
    ],
    [
      "A field of what a function value returns",
      "a.go",
      "package a\n\nfunc f() {\n\tget := func() []struct{ ⟦x⟧ int } { return nil }\n\t_ = get()[0].┃x\n}\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "The name of a package: its clauses, and its imports",
      ...module,
      "x/x.go",
      "package ⟦┃x⟧\n",
      "x/x_test.go",
      "package ⟦x⟧\n",
      "x/use_test.go",
      'package x_test\n\nimport "⟦example.com/m/x⟧"\n\nvar _ = x.F\n',
      "y/x.go",
      "package x\n",
      "m.go",
      'package m\n\nimport (\n\t"⟦example.com/m/x⟧"\n\ty "example.com/m/y"\n)\n\nvar x = y.F\n',
    ],
    [
      "A field and a method of one name, which no type can have, are both meant",
      "a.go",
      "package a\n\ntype E struct{ X int }\n\nfunc (E) ⟦┃X⟧() {}\n\nvar _ = new(E).⟦X⟧\n",
    ],
    [
      "A method of another type is none",
      ...module,
      "a.go",
      "package m\n\ntype A struct{}\n\nfunc (A) ⟦┃Run⟧() {}\n\ntype B struct{ X int }\n\nfunc (B) Run(x int) {}\n\nfunc f(a A, b B) {\n\ta.⟦Run⟧()\n\tb.Run(1)\n}\n",
    ],
    [
      "Calls through an interface may mean the method",
      ...module,
      "a.go",
      "package m\n\ntype I interface{ Run() }\n\ntype A struct{}\n\nfunc (A) ⟦┃Run⟧() {}\n\nfunc f(i I) { i.⟦Run⟧() }\n",
    ],
    [
      "Keys of literals are uses of a field",
      ...module,
      "a/a.go",
      "package a\n\ntype A struct{ ⟦┃X⟧ int }\n",
      "m.go",
      'package m\n\nimport "example.com/m/a"\n\nvar x = a.A{⟦X⟧: 1}\n\nvar _ = x.⟦X⟧\n',
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of an interface, the types with its methods",
      ...module,
      "a.go",
      "package m\n\ntype ┃I interface {\n\tRun(x int)\n\tStop()\n}\n",
      "b.go",
      "package m\n\ntype ⟦A⟧ struct{}\n\nfunc (a *A) Run(n int) {}\nfunc (a *A) Stop() {}\n\ntype B struct{}\n\nfunc (B) Run(x int) {}\n",
    ],
    [
      "A method with other parameters is none",
      "a.go",
      "package m\n\ntype ┃I interface{ Run(x int) }\n\ntype A struct{}\n\nfunc (A) Run(x string) {}\n\ntype ⟦B⟧ struct{}\n\nfunc (B) Run(int) {}\n",
    ],
    [
      "A type has the methods of what it embeds",
      "a.go",
      "package m\n\ntype ┃I interface{ Run() }\n\ntype ⟦A⟧ struct{}\n\nfunc (A) Run() {}\n\ntype ⟦B⟧ struct{ A }\n",
    ],
    [
      "Of a type, the interfaces that it satisfies",
      "a.go",
      "package m\n\ntype ⟦I⟧ interface{ Run() }\n\ntype J interface{ Stop() }\n\ntype ┃A struct{}\n\nfunc (A) Run() {}\n",
    ],
    [
      "Of a method, those of the interfaces",
      "a.go",
      "package m\n\ntype I interface{ ⟦Run⟧() }\n\ntype A struct{}\n\nfunc (A) ┃Run() {}\n",
    ],
  ]);
});
