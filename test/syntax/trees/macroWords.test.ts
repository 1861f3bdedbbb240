/** Which words of declarations of C and C++ are macros. */

import { macroWordsIn } from "../../../src/syntax/trees/macroWords.js";
import { createInProcessSyntax } from "../inProcessSyntax.js";

/** The macros are between `⟦…⟧`. */
test.each([
  "⟦MEM_STATIC⟧ void f(int a) { return; }",
  "⟦EXPORT_API⟧ size_t f(void);",
  "⟦EXPORT_API⟧ U32 f(void);",
  "⟦EXPORT_API⟧ const Type *f(void);",
  "static ⟦UNUSED_ATTR⟧ const size_t x = 1;",
  "static ⟦UNUSED_ATTR⟧ const U32 TABLE[2] = { 1, 2 };",
  "int x ⟦GUARDED_BY(mutex)⟧;",
  "class A { void f() ⟦LOCKS_REQUIRED(mutex_)⟧; };",
  "int f(void) ⟦NOTHROW⟧ { return 1; }",
  "class ⟦EXPORT_API⟧ A : public B {};",
  "struct ⟦PACKED⟧ s { int x; };",
  '⟦DEPRECATED("no")⟧\n⟦EXPORT_API⟧ int f(void);',
  "int f(⟦NOESCAPE⟧ const void* a, int b);",
  "template <class T> ⟦EXPORT_API⟧ T f(T a);",
  "static lower_mark other_mark int ERR_FATAL(unsigned long e) { return e; }",
  "static lower_mark int ERR_FATAL(unsigned long e);",
  "static lower_mark size_t ERR_SIZE(int e)\n{ return e; }",
  "U32 f(U32 a);",
  "U32 TABLE(U32);",
  "unsigned LONG;",
  "const BYTE* p = x; p = y;",
  "void f() { if (a) FAIL; RETURN_IF(x)\n g(); U32 b; }",
  '// MEM_STATIC void f(\n/* ANY WORDS are\n no CODE at all; */ char* s = "A NICE day;";',
  "#define API_MARK EXPORT_API int\nint x;",
  "TEST(First, Second) { int x; }",
  "BENCHMARK(first);",
  "typedef struct { int x; } POINT;",
  "enum COLOR { RED, GREEN };",
  "EXPORT_API XXH_hash_t XXH32(int a);".replace("EXPORT_API", "⟦EXPORT_API⟧"),
])("%j", (drawn) => {
  const text = drawn.replace(/[⟦⟧]/g, "");
  let answer = text;
  for (const { from, to } of macroWordsIn(text).toReversed())
    answer = `${answer.slice(0, from)}⟦${answer.slice(from, to)}⟧${answer.slice(to)}`;
  expect(answer).toBe(drawn);
});

test("A text that is edited has the outline of a new one, whatever its macros become", async () => {
  const texts = [
    "MEM_STATIC int f(int a) { return a; }\nMEM_STATIC int g(void);\n",
    "MEM_STATIC  int f(int a) { return a; }\nMEM_STATIC int g(void);\n",
    "/* MEM_STATIC  int f(int a) { return a; }\nMEM_STATIC int g(void);\n",
    "/* MEM_STATIC  int f(int a) { return a; }\nMEM_STATIC */ int g(void);\n",
    "MEM_STATIC  int f(int a) { return a; }\nMEM_STATIC x int g(void);\n",
  ];
  const edited = createInProcessSyntax();
  for (const text of texts) {
    const outline = await edited.outline({ uri: "file:///a.c", languageId: "c", text });
    const fresh = await createInProcessSyntax().outline({ uri: "file:///a.c", languageId: "c", text });
    expect(outline).toEqual(fresh);
  }
});
