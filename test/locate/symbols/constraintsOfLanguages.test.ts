/**
 * What a symbol path says besides names chooses a declaration, in each language that has such
 * things, or is refused. Symbols are those of the syntax trees.
 */

import type { Locate } from "../../../src/locate/locate.js";
import { writeLocate } from "../../../src/locate/notation/notation.js";
import { parseSymbolPath } from "../../../src/locate/notation/symbolPath.js";
import { viewOf } from "../../syntax/parsedSources.js";
import { fails, resolveIn } from "../check.js";

interface Sample {
  readonly language: string;
  readonly source: string;
  /** Paths, and the text of the line that declares the symbol. */
  readonly chosen: readonly (readonly [path: string, line: string])[];
  readonly refused: readonly string[];
}

const samples: readonly Sample[] = [
  {
    language: "rust",
    source: `pub struct Wrap<T>(T);
impl<T> Wrap<T> { pub fn get(&self, at: usize) -> &T { &self.0 } }
impl<T: Display> Display for Wrap<T> where T: Clone { fn fmt(&self, f: &mut Formatter) -> Result { todo!() } }
impl<'a, T> Iterator for Wrap<&'a T> { fn next(&mut self) -> Option<T> { None } }
unsafe impl<T> Send for Wrap<T> {}
impl<T> !Sync for Wrap<T> {}
impl From<u8> for Wrap<u8> { fn from(n: u8) -> Self { Wrap(n) } }
impl From<u16> for Wrap<u16> { fn from(n: u16) -> Self { Wrap(n) } }
pub(crate) fn r#type(x: i32) {}
`,
    chosen: [
      ["Wrap", "pub struct Wrap"],
      ["struct Wrap", "pub struct Wrap"],
      ["pub struct Wrap<T>", "pub struct Wrap"],
      ["impl Display for Wrap", "impl<T: Display> Display"],
      ["impl Display for Wrap<T>", "impl<T: Display> Display"],
      ["impl<T: Display> Display for Wrap<T> where T: Clone", "impl<T: Display> Display"],
      ["impl fmt::Display for Wrap", "impl<T: Display> Display"],
      ["impl Wrap", "impl<T> Wrap<T>"],
      ["impl<T> Wrap<T>", "impl<T> Wrap<T>"],
      ["impl Iterator for Wrap", "impl<'a, T> Iterator"],
      ["impl<'a, T> Iterator for Wrap<&'a T>", "impl<'a, T> Iterator"],
      ["unsafe impl Send for Wrap", "unsafe impl<T> Send"],
      ["impl Send for Wrap", "unsafe impl<T> Send"],
      ["impl !Sync for Wrap", "impl<T> !Sync"],
      ["impl From<u16> for Wrap", "impl From<u16>"],
      ["impl From<u16> for Wrap.from", "impl From<u16>"],
      ["impl Display for Wrap.fmt", "impl<T: Display> Display"],
      ["impl Wrap.get", "impl<T> Wrap<T>"],
      ["Wrap.get(at: usize)", "impl<T> Wrap<T>"],
      ["Wrap.get(usize)", "impl<T> Wrap<T>"],
      ["Wrap.next", "impl<'a, T> Iterator"],
      ["type", "pub(crate) fn r#type"],
      ["r#type", "pub(crate) fn r#type"],
      ["pub(crate) fn type", "pub(crate) fn r#type"],
    ],
    refused: [
      "impl Debug for Wrap",
      "impl Sync for Wrap",
      "unsafe impl Display for Wrap",
      "impl From<u32> for Wrap",
      "impl Display for Wrap<u8>",
      "impl Clone for Wrap.fmt",
      "Wrap.get(at: u8)",
      "Wrap.get(usize, usize)",
      "enum Wrap",
      "pub fn Wrap.next",
      "impl Display for Other",
    ],
  },
  {
    language: "elixir",
    source: `defmodule Map2 do
  def put(map), do: map
  def put(map, key), do: {map, key}
  def put(map, key, value \\\\ nil), do: {map, key, value}
  defp hide, do: 1
  def run do
    2
  end
end
`,
    chosen: [
      ["put/1", "def put(map), do"],
      ["Map2.put/2", "def put(map, key), do"],
      ["Map2.put/3", "def put(map, key, value"],
      ["put(map, key)", "def put(map, key), do"],
      ["hide/0", "defp hide"],
      ["defp hide", "defp hide"],
      ["def run", "def run"],
      ["run/0", "def run"],
      ["put/2[1]", "def put(map, key, value"],
    ],
    refused: ["put/4", "Map2.put/0", "put(map, other)", "run/1", "hide/2", "put/1[1]"],
  },
  {
    language: "erlang",
    source: "-module(m).\nput(K) -> K.\nput(K, V) -> {K, V}.\n",
    chosen: [
      ["put/1", "put(K) ->"],
      ["put/2", "put(K, V)"],
    ],
    refused: ["put/3", "put/0"],
  },
  {
    language: "swift",
    source: `class S {
  func show(x: Int) {}
  func show(x: String) {}
  func only(_ a: [Int], to b: Int? = nil) -> Bool { true }
}
`,
    chosen: [
      ["S.show(x: Int)", "func show(x: Int)"],
      ["S.show(x: String)", "func show(x: String)"],
      ["show(String)", "func show(x: String)"],
      ["S.only(_ a: [Int], to b: Int?)", "func only"],
      ["S.only(_:to:)", "func only"],
      ["func only", "func only"],
    ],
    refused: ["S.show(x: Double)", "S.only(Int, Int)", "S.only(x: Int)", "static func only", "S.show(y:)"],
  },
  {
    language: "go",
    source: `package p

type T struct{}
type U[K any] struct{}

func (t *T) Close() error { return nil }
func (t T) Name(a, b int) string { return "" }
func (u *U[K]) Close() error { return nil }
func Close(path string) {}
`,
    chosen: [
      ["(*T).Close", "func (t *T) Close"],
      ["(t *T).Close", "func (t *T) Close"],
      ["func (t *T) Close() error", "func (t *T) Close"],
      ["(*U[K]).Close", "func (u *U[K]) Close"],
      ["(*U).Close", "func (u *U[K]) Close"],
      ["(T).Name", "func (t T) Name"],
      ["T.Name(int, int)", "func (t T) Name"],
      ["T.Name(a, b int)", "func (t T) Name"],
      ["T.Close()", "func (t *T) Close"],
      ["func Close", "func Close(path"],
      ["Close(path string)", "func Close(path"],
    ],
    refused: ["(*T).Name", "(*V).Close", "T.Name(string)", "T.Name(int, string)", "T.Close(int)"],
  },
  {
    language: "java",
    source: `class A {
  A() {}
  A(int n) {}
  public void f(int a) {}
  public void f(final String s, int[] b) {}
  static int f(java.util.List<String> list) { return 1; }
  private int f;
}
`,
    chosen: [
      ["A", "class A"],
      ["A.f(int)", "public void f(int a)"],
      ["A.f(String, int[])", "public void f(final"],
      ["A.f(s, b)", "public void f(final"],
      ["A.f(List<String>)", "static int f"],
      ["static int f", "static int f"],
      ["A.A(int)", "A(int n)"],
      ["A.A()", "A() {}"],
      ["A.f[3]", "private int f;"],
      ["private int f", "private int f;"],
    ],
    refused: [
      "A.f(long)",
      "A.f(int, int)",
      "A.f(String)",
      "A.f(String, int)",
      "A.A(String)",
      "protected int f",
      "A.f[4]",
    ],
  },
  {
    language: "csharp",
    source: `class A {
  public int Add(int a, int b) { return a; }
  public string Add(string a, params string[] rest) { return a; }
  public void @class() {}
}
`,
    chosen: [
      ["A.Add(int, int)", "public int Add"],
      ["A.Add(string, string[])", "public string Add"],
      ["A.class", "public void @class"],
      ["A.@class", "public void @class"],
    ],
    refused: ["A.Add(int)", "A.Add(int, string)", "private int Add"],
  },
  {
    language: "cpp",
    source: `struct Foo {
  void run(int n) const;
  void run(const char* s);
  bool operator==(const Foo& other) const;
};
void Foo::run(int n) const {}
void Foo::run(const char* s) {}
template <class T> T max(T a, T b) { return a; }
`,
    chosen: [
      ["Foo.run(const char* s)", "  void run(const char"],
      ["Foo.run(const char*)", "  void run(const char"],
      ["Foo.run(int)", "  void run(int n)"],
      ["max(T, T)", "template <class T>"],
      ["Foo.operator==(const Foo&)", "  bool operator=="],
      ["Foo.run(int) const", "  void run(int n)"],
    ],
    refused: [
      "Foo.run(char)",
      "Foo.run(int*)",
      "Foo.run(double)",
      "max(T)",
      "Foo.operator==(int)",
      "static Foo.run(int)",
    ],
  },
  {
    language: "kotlin",
    source: `class A(val n: Int) {
  fun add(x: Int): Int = x
  fun add(x: String, y: Int = f(1, 2)): Int = y
}
fun String.shout(): String = uppercase()
fun Int.shout(loud: Boolean): String = ""
`,
    chosen: [
      ["A.add(Int)", "fun add(x: Int)"],
      ["A.add(x: String, y: Int)", "fun add(x: String"],
      ["String.shout", "fun String.shout"],
      ["Int.shout", "fun Int.shout"],
      ["fun String.shout()", "fun String.shout"],
      ["shout(loud: Boolean)", "fun Int.shout"],
      ["A(val n: Int)", "class A"],
    ],
    refused: ["A.add(Long)", "Double.shout", "String.shout(Int)", "A.add(Int?)", "private fun add"],
  },
  {
    language: "typescript",
    source: `export class Box<T> {
  static of(n: number): Box<number> { return new Box(); }
  get size(): number { return 1; }
  set size(n: number) {}
  run = async (a: string, b?: number) => a;
  async load(url: string, { retry = 3 }: Options = {}): Promise<void> {}
}
export function price(cents: number): string;
export function price(text: string): string;
export function price(amount: number | string): string { return ""; }
export const pick = <T>(list: T[]) => list[0];
const one = x => x;
`,
    chosen: [
      ["class Box", "export class Box"],
      ["Box<T>", "export class Box"],
      ["Box.get size", "get size"],
      ["Box.set size", "set size"],
      ["Box.(set) size", "set size"],
      ["Box.static of", "static of"],
      ["Box.run(a: string, b: number)", "run = "],
      ["Box.run(string, number)", "run = "],
      ["Box.async load", "async load"],
      ["price(text: string)", "export function price(text"],
      ["price(number)", "export function price(cents"],
      ["price(number | string)", "export function price(amount"],
      ["price(...)", "export function price(cents"],
      ["pick(list)", "export const pick"],
      ["one(x)", "const one"],
      ["const one", "const one"],
      ["load()", "async load"],
    ],
    refused: [
      "interface Box",
      "Box<U>",
      "Box.static size",
      "price(boolean)",
      "price(a, b)",
      "one(y)",
      "Box.run(string)",
      "let one",
    ],
  },
  {
    language: "python",
    source: `class A:
    def run(self, x, *args, key=None, **rest):
        return x

    @staticmethod
    def make(n: int, /, m: "str") -> "A":
        return A()

    async def load(self): pass
`,
    chosen: [
      ["A.run(x, *args, key=None, **rest)", "def run"],
      ["A.run(self, x, args, key, rest)", "def run"],
      ["A.make(n: int, m: str)", "def make"],
      ["A.make(n, m)", "def make"],
      ["A.make(int, str)", "def make"],
      ["A.run()", "def run"],
      ["async def load", "async def load"],
      ["def load", "async def load"],
      ["class A", "class A"],
    ],
    refused: ["A.run(y)", "A.make(n)", "A.make(n: float, m: str)", "async def run", "def A", "A.load(x)"],
  },
  {
    language: "ruby",
    source: "class A\n  def self.make(n)\n  end\n  def add a, b\n  end\n  def add? = true\nend\n",
    chosen: [
      ["A.self.make", "def self.make"],
      ["A.make(n)", "def self.make"],
      ["A.add(a, b)", "def add a, b"],
    ],
    refused: ["A.self.add", "A.add(a)", "A.make(m)"],
  },
  {
    language: "markdown",
    source: "# Setup\n\ntext\n\n## Setup\n\nmore\n\n## Setup\n\nlast\n",
    chosen: [
      ["# Setup", "# Setup"],
      ["Setup.## Setup[1]", "## Setup\n\nlast"],
    ],
    refused: ["### Setup", "Setup.# Setup", "Setup.Setup[2]"],
  },
];

const rows = samples.flatMap(({ language, source, chosen }) =>
  chosen.map(([path, line]) => ({ language, source, path, line })),
);

test.each(rows)("In $language, $path leads to the line $line", async ({ language, source, path, line }) => {
  const { symbols } = await viewOf(language, source);
  const { from } = resolveIn(source, locateOf(path), { symbols, languageId: language });
  expect(source).toContain(line);
  expect(lineAt(source, from)).toBe(lineAt(source, source.indexOf(line)));
});

function locateOf(path: string): Locate {
  return { scope: { symbol_path: parseSymbolPath(path) ?? [] } };
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

const refusals = samples.flatMap(({ language, source, refused }) =>
  refused.map((path) => ({ language, source, path })),
);

test.each(refusals)("In $language, $path is refused with what there is", async ({ language, source, path }) => {
  const { symbols } = await viewOf(language, source);
  const options = { symbols, languageId: language } as const;
  const { message, data } = fails(source, locateOf(path), "symbol_not_found", options);
  expect(message).toContain("Write ");
  const candidates = (data["candidates"] ?? []) as readonly { locate: Locate; line: number }[];
  for (const { locate, line } of candidates)
    for (const purpose of ["read", "write"] as const) {
      const { from } = resolveIn(source, writeLocate(locate), { ...options, purpose });
      expect(lineAt(source, from)).toBe(line);
    }
  for (const symbol_path of data["likely_paths"] as readonly string[][])
    resolveIn(source, { scope: { symbol_path } }, options);
});
