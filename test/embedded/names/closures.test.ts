/**
 * Members of the parameters of functions without a name, whose types are those of elements, of
 * parameters of what is called, and of type arguments.
 */

import { answers } from "./cases.js";

const rust = "struct A;\nimpl A { fn ⟦run⟧(&self) {} }\nstruct B;\nimpl B { fn run(&self) {} }\n";
const ts = "class A { ⟦run⟧() {} }\nclass B { run() {} }\n";
const java = ["A.java", "class A { void ⟦run⟧() {} }\n", "B.java", "class B { void run() {} }\n"] as const;
const kotlin = "class A { fun ⟦run⟧() {} }\nclass B { fun run() {} }\n";
const cs = "class A { public void ⟦Run⟧() {} }\nclass B { public void Run() {} }\n";

describe("definitions", () => {
  answers("definition", [
    [
      "TypeScript: the key of an element that is added",
      "a.ts",
      "interface O { ⟦size⟧: number }\ninterface P { size: number }\nfunction f(o: { list: O[] }) { o.list.push({ ┃size: 1 }); }\n",
    ],
    [
      "TypeScript: a function that the type of another one returns",
      "a.ts",
      `${ts}type F = (x: A) => void;\nconst f: (n: number) => F = (n) => (x) => x.┃run();\n`,
    ],
    [
      "TypeScript: the value of an index signature",
      "a.ts",
      `${ts}type S = Readonly<{ [key: string]: A }>;\nfunction f(s: S) { s[1]!.┃run(); }\n`,
    ],

    // https://doc.rust-lang.org/reference/expressions/closure-expr.html
    ["Rust: a parameter with a type", "src/lib.rs", `${rust}fn f() { g(|x: &A| x.┃run()); }\n`],
    ["Rust: the element of a vector", "src/lib.rs", `${rust}fn f(xs: Vec<A>) { xs.iter().map(|x| x.┃run()); }\n`],
    [
      "Rust: the element of a slice after other adaptors",
      "src/lib.rs",
      `${rust}fn f(xs: &[A]) { xs.iter().rev().skip(1).for_each(|x| { x.┃run(); }); }\n`,
    ],
    ["Rust: what an option has", "src/lib.rs", `${rust}fn f(x: Option<A>) { x.as_ref().map(|x| x.┃run()); }\n`],
    ["Rust: what a result has", "src/lib.rs", `${rust}fn f(x: Result<A, B>) { x.map(|x| x.┃run()); }\n`],
    [
      "Rust: an element beside its number",
      "src/lib.rs",
      `${rust}fn f(xs: Vec<A>) { xs.iter().enumerate().map(|(i, x)| x.┃run()); }\n`,
    ],
    [
      "Rust: a loop over numbered elements",
      "src/lib.rs",
      `${rust}fn f(xs: Vec<A>) { for (i, x) in xs.iter().enumerate() { x.┃run(); } }\n`,
    ],
    ["Rust: what a call takes of a vector", "src/lib.rs", `${rust}fn f(xs: Vec<A>) { xs.last().unwrap().┃run(); }\n`],
    [
      "Rust: a parameter that a function of the workspace wants",
      "src/lib.rs",
      `${rust}fn g(n: u32, f: impl Fn(&A)) {}\nfn f() { g(1, |x| x.┃run()); }\n`,
    ],
    [
      "Rust: a parameter that the bound of a type parameter wants",
      "src/lib.rs",
      `${rust}fn g<F>(f: F) where F: FnOnce(B, A) {}\nfn f() { g(|_, x| x.┃run()); }\n`,
    ],
    [
      "Rust: a field of a type by the argument of an impl",
      "src/lib.rs",
      `${rust}struct W<T>(T);\nimpl W<A> { fn f(&self) { self.0.┃run(); } }\nimpl W<B> { fn g(&self) { self.0.run(); } }\n`,
    ],
    [
      "Rust: a result of the type's parameter",
      "src/lib.rs",
      `${rust}struct W<'a, T> { x: &'a T }\nimpl<'a, X> W<'a, X> { fn get(&self) -> &X { self.x } }\nfn f(w: W<A>) { w.get().┃run(); }\n`,
    ],
    // https://www.typescriptlang.org/docs/handbook/type-inference.html#contextual-typing
    ["TypeScript: the element of an array", "a.ts", `${ts}function f(xs: A[]) { xs.map(x => x.┃run()); }\n`],
    [
      "TypeScript: the element of an array, by another one",
      "a.ts",
      `${ts}function f(xs: Array<A>) { xs.filter(Boolean).forEach((x, i) => { x.┃run(); }); }\n`,
    ],
    [
      "TypeScript: the value of a map",
      "a.ts",
      `${ts}function f(xs: Map<string, A>) { xs.forEach(function (x) { x.┃run(); }); }\n`,
    ],
    ["TypeScript: what a map has", "a.ts", `${ts}function f(xs: Map<string, A>) { xs.get("a")!.┃run(); }\n`],
    ["TypeScript: what a promise has", "a.ts", `${ts}function f(x: Promise<A>) { x.then((x) => x.┃run()); }\n`],
    ["TypeScript: the second of two", "a.ts", `${ts}function f(xs: A[]) { xs.reduce((n, x) => x.┃run(), 0); }\n`],
    [
      "TypeScript: a parameter that a function wants",
      "a.ts",
      `${ts}function g(n: number, f: (b: B, x: A) => void) {}\ng(1, (b, x) => x.┃run());\n`,
    ],
    [
      "TypeScript: a parameter that a named type wants",
      "a.ts",
      `${ts}type F = (x: A) => void;\nclass C { constructor(f: F) {} }\nnew C((x) => x.┃run());\n`,
    ],
    ["TypeScript: the type of a variable", "a.ts", `${ts}const f: (x: A) => void = (x) => x.┃run();\n`],
    [
      "TypeScript: the key of an argument",
      "a.ts",
      "interface O { ⟦size⟧: number }\ninterface P { size: number }\nfunction f(o: O) {}\nf({ ┃size: 1 });\n",
    ],
    [
      "TypeScript: the argument of a generic type",
      "a.ts",
      `${ts}class L<T> { each(f: (x: T) => void) {} }\nfunction f(l: L<A>) { l.each((x) => x.┃run()); }\n`,
    ],
    // https://docs.oracle.com/javase/specs/jls/se21/html/jls-15.html#jls-15.27
    [
      "Java: the element of a list",
      ...java,
      "C.java",
      "class C { void f(List<A> xs) { xs.forEach(x -> x.┃run()); } }\n",
    ],
    [
      "Java: the element of a stream",
      ...java,
      "C.java",
      "class C { void f(List<A> xs) { xs.stream().filter((x) -> { return x.┃run(); }); } }\n",
    ],
    [
      "Java: the argument of an interface of the library",
      ...java,
      "C.java",
      "class C { BiFunction<B, A, String> f = (b, x) -> x.┃run(); }\n",
    ],
    [
      "Java: the parameter of an interface of the workspace",
      ...java,
      "F.java",
      "interface F<T> { void call(T t); }\n",
      "C.java",
      "class C { void g(F<A> f) {} void f() { g(x -> x.┃run()); } }\n",
    ],
    [
      "Java: a loop over a list in a field",
      ...java,
      "C.java",
      "class C { Optional<A> a; void f() { this.a.get().┃run(); } }\n",
    ],
    // https://kotlinlang.org/docs/lambdas.html
    ["Kotlin: it", "A.kt", `${kotlin}fun f(xs: List<A>) { xs.map { it.┃run() } }\n`],
    [
      "Kotlin: it in another lambda",
      "A.kt",
      `${kotlin}fun f(xs: List<A>, ys: List<B>) { ys.map { xs.map { it.┃run() } } }\n`,
    ],
    [
      "Kotlin: a named parameter",
      "A.kt",
      `${kotlin}fun f(xs: List<A>) { xs.filter { x -> true }.forEach({ x -> x.┃run() }) }\n`,
    ],
    [
      "Kotlin: an element beside its number",
      "A.kt",
      `${kotlin}fun f(xs: List<A>) { xs.forEachIndexed { i, x -> x.┃run() } }\n`,
    ],
    [
      "Kotlin: the last parameter of a function",
      "A.kt",
      `${kotlin}fun g(n: Int = 1, f: (A) -> Unit) {}\nfun f() { g(1) { it.┃run() } }\n`,
    ],
    ["Kotlin: the type of a property", "A.kt", `${kotlin}val f: (A) -> Unit = { it.┃run() }\n`],
    // https://learn.microsoft.com/dotnet/csharp/language-reference/operators/lambda-expressions
    ["C#: the element of a list", "A.cs", `${cs}class C { void F(List<A> xs) { xs.Select(x => x.┃Run()); } }\n`],
    [
      "C#: the element of an enumerable, by another one",
      "A.cs",
      `${cs}class C { void F(IEnumerable<A> xs) { xs.Where((x) => true).First().┃Run(); } }\n`,
    ],
    [
      "C#: a parameter that a method wants",
      "A.cs",
      `${cs}class C { void G(Action<B, A> f) {} void F() { G((b, x) => x.┃Run()); } }\n`,
    ],
    ["C#: the parameter of a delegate", "A.cs", `${cs}delegate void D(A a);\nclass C { D d = x => x.┃Run(); }\n`],
    [
      "PHP: a parameter with a type",
      "a.php",
      "<?php\nclass A { function ⟦run⟧() {} }\nclass B { function run() {} }\narray_map(fn(A $x) => $x->┃run(), $xs);\n",
    ],
    [
      "Go: a parameter of a function",
      "go.mod",
      "module m\n",
      "a.go",
      "package m\n\ntype A struct{}\n\nfunc (a A) ⟦Run⟧() {}\n\ntype B struct{}\n\nfunc (b B) Run() {}\n\nfunc f() { each(func(x *A) { x.┃Run() }) }\n",
    ],
    [
      "C++: a parameter of a lambda",
      "a.cpp",
      "struct A { void ⟦run⟧(); };\nstruct B { void run(); };\nvoid f() { each([](const A& x) { x.┃run(); }); }\n",
    ],
    [
      "Ruby: the element of a literal",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\nclass B\n  def run; end\nend\n[A.new].each { |x| x.┃run }\n",
    ],
  ]);
});
