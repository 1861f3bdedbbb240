/** Valid code that the grammars read only with the rewrites of their languages. */

import { factsOf } from "../../../src/languages/languages.js";
import { outlineOf } from "../../../src/syntax/outline/outlineSymbols.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { findSyntaxErrors, unreadableLines } from "../../../src/syntax/trees/syntaxErrors.js";
import { describeLines } from "../../../src/text/lineRange.js";
import { parse } from "../parsedSources.js";

const cases: readonly (readonly [language: string, text: string])[] = [
  ["kotlin", "fun interface Disposable {\n    fun dispose()\n}\n"],
  ["kotlin", "class Sink internal constructor(\n    @JvmField actual val sink: Any,\n)\n"],
  ["kotlin", "fun f(n: Int) {\n    for (i in 0..<n) g(i)\n}\n"],
  ["kotlin", "val mask = 0b11u + 0xffUL\n"],
  ["kotlin", "val f = Channel<*>::register as Function1<Any, Any>\n"],
  [
    "kotlin",
    "fun f(b: Shape) = when (b) {\n    else -> object : Shape by b {\n        override fun area() = 1\n    }\n}\n",
  ],
  [
    "kotlin",
    "class ByteString\n// The bytes are its own.\ninternal constructor(data: ByteArray) : Comparable<ByteString> {\n    val a = 1\n}\n",
  ],
  ["kotlin", "fun f(a: Any) {\n    (a as B).c = 1\n    if (a is B) g()\n}\n"],
  [
    "kotlin",
    "fun f(a: Any): Boolean {\n    when (a) {\n        is A -> if (a == b) return false\n        else -> if (a != b) return false\n    }\n    return true\n}\n",
  ],
  [
    "kotlin",
    "fun Char.hex() = when (this) {\n    in '0'..'9' -> this - '0'\n    in 'a'..'f' -> this - 'a' + 10\n    in 'A'..'F' -> this - 'A' + 10\n    else -> -1\n}\n",
  ],
  ["kotlin", "fun f() = all.map { annotation -> annotation.name }\n"],
  ["kotlin", "fun f() {\n    open = isOpen\n    final = true\n}\n"],
  ["kotlin", "class A {\n    var make: B.Maker.() -> Unit = {}\n    fun f(g: B.Maker.(Int) -> String) {}\n}\n"],
  ["swift", "func f() {\n  if #available(iOS 15.4, *), type == .codabar {\n    g()\n  }\n}\n"],
  ["swift", "let a = CABasicAnimation(keyPath: #keyPath(progress))\nfunc f(file: StaticString = #fileID) {}\n"],
  ["swift", "public func f(@_implicitSelfCapture _ a: sending @escaping @Sendable () -> Void) {}\n"],
  ["swift", "func f() throws(RuntimeError) -> Int { 1 }\n"],
  ["swift", "func f() -> Result<Void, Error> {\n  return .success(())\n}\n"],
  ["swift", 'let a = s.range(of: #"^[0-9]{8}$"#)\n'],
  ["swift", "class View {\n  #if DEBUG\n  let a = 1\n  #else\n  let b = 2\n  #endif\n}\n"],
  ["swift", "let a = make(\n  1,\n  #if os(iOS)\n  ui: 2\n  #else\n  ui: 3\n  #endif\n)\n"],
  ["csharp", "class A {\n  void F() {\n    G(\n      1,\n#if DEBUG\n      2\n#else\n      3\n#endif\n    );\n  }\n}\n"],
  ["csharp", "public class A\n#if NEW\n  : B\n#else\n  : C\n#endif\n{\n  int x;\n}\n"],
  ["typescript", "export interface Type<out Output = unknown, in Input = never> {\n  a: Output;\n}\n"],
  ["typescript", 'export declare function f<T>(a: number): import("../Observable").Observable<T>;\n'],
  ["cpp", "LIB_BEGIN_NAMESPACE\nclass A {};\nLIB_END_NAMESPACE\n"],
  ["cpp", "int f() {\n  CHECK_ALL(a, b)\n  return 1;\n}\n"],
  ["cpp", "template struct Base<Color>;\nvoid f(A &&a = {}) { auto b = new T*[3]; delete[] *b; }\n"],
  [
    "cpp",
    "LIB_OFF(4244) // a warning\nclass A {\n  void f() LIB_NOTHROW; // see #1\n};\n#define LIB_API __attribute__((x))\n",
  ],
  ["cpp", "int f(A *a) {\n  return sizeof(typename A::B) + a->b->operator[](1);\n}\n"],
  ["c", "LIB_INLINE(int) f(int a)\n{\n  return a;\n}\n"],
  [
    "c",
    "static my_inline my_type f(my_unused char **a, my_unused size_t *b) {\n  return va_arg(a, const char *);\n}\n",
  ],
  [
    "c",
    "LIB_SETUP(map, char *);\ntypedef int (LIBAPI *f)(LIB_LOCK *);\nconst char * LIBEXPORT g(int a LIB_UNUSED, int b) { return 0; }\n",
  ],
  [
    "c",
    "LIB_SEQUENCE(A) = {\n  LIB_SIMPLE(A, b, c),\n} LIB_SEQUENCE_END(A)\n\nLIB_hw_mode(a)\nint f(void) { return 64 KB; }\n",
  ],
  ["c", "void f(void) {\n  my_foreach(&a, i, b) {\n    g(i);\n  }\n}\n"],
  ["c", "void f(void) {\n#ifdef A\n  if (a) {\n#else\n  if (b) {\n#endif\n    g();\n  }\n}\n"],
];

test.each(cases)("Valid %s is read: %j", async (language, text) => {
  const parsed = await parse(language, text);
  const errors = findSyntaxErrors(parsed);
  freeText(parsed);
  expect(errors).toEqual([]);
});

test("Both sides of a directive are declared, and the second is unreadable where it is not whole", async () => {
  const rows = [
    ["class View {\n  #if DEBUG\n  let a = 1\n  #else\n  let b = 2\n  #endif\n}\n", ["a", "b"], []],
    ["class View {\n  #if DEBUG\n  let a = f(\n  #else\n  let b = f(\n  #endif\n    1)\n}\n", ["a", "b"], ["line 5"]],
  ] as const;
  for (const [text, names, lines] of rows) {
    const parsed = await parse("swift", text);
    const members = outlineOf(parsed)[0]?.children.map(({ name }) => name);
    const unreadable = unreadableLines(parsed, "declarations").map(describeLines);
    freeText(parsed);
    expect([members, unreadable]).toEqual([names, lines]);
  }
});

test("A name that a rewrite leaves out is in an unreadable line, which declares nothing", async () => {
  const parsed = await parse("kotlin", "fun f(b: Shape) =\n    object : Shape by b {\n        fun g() = 1\n    }\n");
  const lines = (["names", "declarations"] as const).map((content) => unreadableLines(parsed, content));
  freeText(parsed);
  expect(lines.map((each) => each.map(describeLines))).toEqual([["line 2"], []]);
});

test("A rewrite keeps offsets", () => {
  for (const [language, text] of cases) {
    for (const { pattern, by = "" } of factsOf(language).grammar?.rewrites ?? [])
      for (const [match] of text.matchAll(pattern)) expect(match.length).toBeGreaterThanOrEqual(by.length);
  }
});
