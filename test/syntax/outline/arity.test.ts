/** Tests of the arity of functions, by language. */

import type { OutlineSymbol } from "../../../src/syntax/outline/outlineSymbols.js";
import { createInProcessSyntax } from "../inProcessSyntax.js";

const syntax = createInProcessSyntax();

/** How a function is written around its list of parameters; LIST stands for the list. */
const functions: Readonly<Record<string, string>> = {
  typescript: "function f LIST {}",
  typescriptreact: "function f LIST {}",
  vue: '<script lang="ts">\nfunction f LIST {}\n</script>',
  javascript: "function f LIST {}",
  python: "def f LIST: pass",
  go: "package p\n\nfunc fLIST {}",
  ruby: "def f LIST\nend",
  php: "<?php\nfunction f LIST {}",
  rust: "trait T { fn fLIST; }",
  java: "class A { void f LIST {} }",
  csharp: "class A { void fLIST {} }",
  kotlin: "fun fLIST {}",
  c: "void f LIST {}",
  cpp: "void f LIST {}",
  scala: "object A { def fLIST = 1 }",
  dart: "class A { void fLIST {} }",
  lua: "function f LIST end",
  r: "f <- functionLIST 1",
  julia: "function fLIST\nend",
  elixir: "defmodule A do\n  def fLIST do\n  end\nend",
  erlang: "fLIST -> ok.",
  gleam: "fn fLIST { 1 }",
  zig: "fn fLIST void {}",
  swift: "func fLIST {}",
  rholang: "contract fLIST = { Nil }",
  solidity: "contract A { function fLIST public {} }",
  clojure: "(defn f LIST 1)",
  powershell: "function fLIST {}",
  graphql: "directive @fLIST on FIELD",
  shellscript: "f() { :; }",
};

/**
 * Rows of an arity and a parameter list. The arity is `2`, `1-3`, `1-` for at least one, or `?` if
 * unknown.
 */
function takes(languageId: string, rows: readonly (readonly [string, string])[]): void {
  for (const [expected, list] of rows) {
    const title = expected === "?" ? "has no known arity" : `takes ${expected} arguments`;
    test(`The ${languageId} parameter list ${JSON.stringify(list)} ${title}`, async () => {
      const text = (functions[languageId] ?? "").replace("LIST", () => list);
      expect(await arityIn(text, languageId)).toBe(expected === "?" ? undefined : expected);
    });
  }
}

/** Returns the arity of the only callable of a text that is named `f`. */
async function arityIn(text: string, languageId: string): Promise<string | undefined> {
  const all = (symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] =>
    symbols.flatMap((each) => [each, ...all(each.children)]);
  const outline = all(await syntax.outline({ uri: "file:///w/f", languageId, text }));
  const found = outline.filter(({ name }) => name === "f");
  expect([text, found.length]).toEqual([text, 1]);
  const arity = found[0]?.arity;
  return arity && formatArity(arity.least, arity.most);
}

function formatArity(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `${least}-`;
  return least === most ? String(least) : `${least}-${most}`;
}

takes("typescript", [
  ["0", "()"],
  ["0", "( )"],
  ["2", "(a, b)"],
  ["2", "(a, b,)"],
  ["1-2", "(a: number, b?: string)"],
  ["1-2", "(a, b = 3)"],
  ["2", "(a = 1, b)"],
  ["0-", "(...rest)"],
  ["1-", "(this: T, x: number, y?: T, ...xs: readonly string[])"],
  ["0", "(this: void)"],
  ["2", "({ a, b }, [c, d])"],
  ["0-1", "({ a, b = 2 }: { a?: number; b: string } = { a: 1, b: '' })"],
  ["1", "(f: (a: number, ...b: string[]) => void)"],
  ["1-2", "(f: (a?: A) => void, g?: () => B)"],
  ["2", "(a: Map<string, number>, b: A<B<C, D>>)"],
  ["2", "(a: Map<(x: A, y: B) => C, D>, b)"],
  ["1-3", "(a, b = c < d, e = f > (g))"],
  ["0-2", "(a = new Map<string, number>(), b = x)"],
  ["0-2", "(a = 1 << 2, b = c >= d)"],
  ["0-1", "(a = b => (b, 1))"],
  ["0-2", `(a = ",(", b = '\\'),')`],
  ["0-2", "(a = `,(`, b = `\\`,`)"],
  ["0-2", "(a = /[,)/]\\/,/g, b = x / y)"],
  ["2", "(a /* , b) */, c)"],
  ["2", "(a, // b, c)\n d)"],
  ["2", "(@Inject(A, B) private readonly a: A, @B() b: B)"],
  ["2", "<T, U extends Map<T, T>>(a: T, b: U)"],
  ["1", "<T = Map<string, number>>(a: T)"],
  ["1", "(a: T extends U ? V : W)"],
  ["1", "(é: number)"],
  ["?", "(a, b"],
]);

takes("typescriptreact", [["1-2", "(a: A<B>, c?: D)"]]);
takes("vue", [["1-2", "(a: A<B>, c?: D)"]]);

takes("javascript", [
  ["1-", "(a, b = a < 2, ...[c, d])"],
  ["2", "(a, { b = 1, ...c })"],
  ["0-2", "(a = b < c, d = e > f)"],
]);

takes("python", [
  ["0", "()"],
  ["2", "(self, a, b)"],
  ["0", "(cls)"],
  ["2", "(selfish, other)"],
  ["1-", "(a, b=3, *rest)"],
  ["2-3", "(a, /, b, *, c=1)"],
  ["0-", "(*args, **kwargs)"],
  ["1-", "(self, *, key: str, **more: Any)"],
  ["1-2", "(a: dict[str, int], b: Callable[[int, str], None] = lambda x, y: None)"],
  ["1-3", "(a, key=lambda x, y=(1, 2): x, c=1)"],
  ["0-2", "(a=lambda: 1, b=2)"],
  ["0-3", `(a=",)", b=''', "''', c="""a ", (b""")`],
  ["0-2", "(a=b'\\'', c=rb\",\")"],
  ["2", "(a,  # b, c)\n b)"],
]);

takes("go", [
  ["2", "(a, b int)"],
  ["2", "(int, string)"],
  ["2-", "(a, b int, c ...string)"],
  ["2-", "[T any, U comparable](a, b int, c ...string)"],
  ["1", "(f func(a, b int, c ...string) (int, error))"],
  ["2", "(m map[string]struct{ a, b int }, r rune)"],
]);

takes("ruby", [
  ["2", " a, b"],
  ["1-2", "(a, b = {c: 1, d: 2})"],
  ["2-3", "(a, b = 1, c)"],
  ["1-", "(a, *rest, &block)"],
  ["1-2", "(key:, other: [1, 2])"],
  ["0-", "(**options)"],
  ["1", "(a, **nil)"],
  ["0-", "(...)"],
  ["0", "(&)"],
  ["2", "((a, b), c)"],
  ["1-2", "(a, sep = ?,)"],
  ["1-2", "(a, split = /[,)]/)"],
]);

takes("php", [
  ["0-", "(&...$rest)"],
  ["1-2", "(?Foo $x, int|string $y = null)"],
  ["2", "($a = 1, $b)"],
  ["2", "(#[A(1, 2)] private readonly int $x, $y)"],
  ["1-2", "($x, $y = array(1, ')'))"],
]);

takes("rust", [
  ["0", "(&self)"],
  ["0", "(&'a mut self)"],
  ["1", "(mut self: Box<Self>, x: i32)"],
  ["2", "(selfish: A, b: &'a str)"],
  ["2", "(f: impl Fn(A, B) -> C, m: HashMap<K, V>)"],
  ["2", "(x: &'a T, y: Foo<'a, 'b>)"],
  ["1-", "(format: *const c_char, ...)"],
  ["1", "(f: Box<dyn Fn(A) -> Result<B, C>>)"],
]);

takes("java", [
  ["1-", "(final int a, String... rest)"],
  ["1", "(Shop this, @A(b = 1, c = 2) Map<String, ? super T> x)"],
]);

takes("csharp", [
  ["1-", "(int a, params int[] rest)"],
  ["1-2", "(this Foo foo, int a)"],
  ["1-2", "([A(1, 2)] int x, Dictionary<A, B> y = default)"],
  ["0-2", '(string a = @"\\", string b = $"{a},)")'],
]);

takes("kotlin", [
  ["1-", "(a: Int, vararg rest: Int)"],
  ["1-2", "(a: Int = 3, f: (A, B) -> Map<C, D>)"],
  ["0-1", "(f: (Int) -> Unit = { a, b -> c(a, b) },)"],
]);

takes("c", [
  ["0", "(void)"],
  ["1", "(void *x)"],
  ["2", "(int a[2], void (*f)(int, ...))"],
  ["1-", "(const char *format, ...)"],
  ["2", "(a, b)"],
  ["1", "(char c /* ',' */)"],
]);

takes("cpp", [
  ["1-2", "(std::map<int, std::vector<int>> m, int a = f<1, 2>(3))"],
  ["0-2", "(int a = b < c, int d = 1'000)"],
  ["0-", "(Args&&... args)"],
  ["1", "(this Self& self, std::function<void(int, ...)> f)"],
  ["0-2", "(char a = ',', char b = '\\'')"],
  ["1", "(std::enable_if_t<(N > 3), int> x)"],
]);

takes("scala", [
  ["1-", "(a: Int, rest: String*)"],
  ["1-2", "(a: => Int, b: Map[A, B] = Map())"],
  ["2", "(a: Int, b: Int) (implicit c: C)"],
]);

takes("dart", [
  ["1-3", "(int a, {int b = 1, String? c})"],
  ["2-3", "(int a, {required Map<A, B> b, c})"],
  ["1-3", "(this.a, [int b = 1, c])"],
  ["1", "(void f({int a, int b}))"],
]);

takes("lua", [
  ["1-", "(self, a, ...)"],
  ["2", "(a, b)"],
]);
takes("r", [["1-", "(x, y = c(1, 2), ...)"]]);
takes("julia", [
  ["1-", "(a, b::Int=3, rest...)"],
  ["2-3", "(a; key=1, needed)"],
]);
takes("elixir", [
  ["1-2", "(a, b \\\\ [1, 2])"],
  ["2", " a, %{b: c, d: e}"],
  ["2", "(<<a, b>>, x = y)"],
  ["1-2", "(a, b \\\\ ?,)"],
]);
takes("erlang", [
  ["2", "({ok, X}, <<A, B>>)"],
  ["2", "($,, 'a,b')"],
  ["1", "(X = {a, b})"],
]);
takes("gleam", [["2", "(a: Int, with b: fn(Int, Int) -> Int)"]]);
takes("zig", [["1-", "(self: *Self, a: i32, ...)"]]);
takes("swift", [
  ["1-2", "(_ a: Int, b: [Int: String] = [:])"],
  ["2", "(a: Int, b: Int)"],
  ["1-", "(a: Int, rest: String...)"],
]);
takes("rholang", [
  ["0", "()"],
  ["1", "(@x)"],
  ["3", '(@{"k": x, ...r}, @[a, ...b], _)'],
  ["1-", "(x, ...@rest)"],
  ["2-", "(x, @y ...@rest)"],
  ["0-", "(...@rest)"],
  ["2", "(@=x, @{=*y})"],
  ["2", "(don't, can't)"],
  ["2", '(@a /* , b */, @", (")'],
]);
takes("solidity", [["2", "(uint256 a, address b)"]]);

takes("clojure", [
  ["0", "[]"],
  ["2", "[a b]"],
  ["1-", "[a & more]"],
  ["2", "[{:keys [a b] :as c}, [d & e]]"],
  ["2", '[^String a ^{:tag "a ]" } b]'],
  ["1", "[a ; b c\n]"],
]);

for (const languageId of ["powershell", "graphql", "shellscript"]) takes(languageId, [["?", "(a, b)"]]);

test.each([
  ["1", "const f = x => 1;"],
  ["1", "const f = $_x => 1;"],
  ["2", "const f = (a, b) => 1;"],
  ["?", "const f = g;"],
])("The arity of %s arguments is read from %s", async (expected, text) => {
  for (const languageId of ["typescript", "javascript"])
    expect((await arityIn(text, languageId)) ?? "?").toBe(expected);
});
