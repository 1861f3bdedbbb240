/** Names of C among macros that its grammar does not know, and in types without a name. */

import { answers } from "./cases.js";

const other = "typedef struct { int kind; } Other;\n";

describe("definitions", () => {
  answers("definition", [
    [
      "Another name for a type, on both sides of a condition, and no macro of that name",
      "a.h",
      "#if A\ntypedef unsigned ⟦U32⟧;\n#else\ntypedef long ⟦U32⟧;\n#endif\n",
      "b.h",
      "#define U32 xxh_u32\n",
      "a.c",
      '#include "a.h"\n#include "b.h"\n┃U32 x;\n',
    ],
    [
      "Another name for a type needs no definition elsewhere",
      "a.c",
      "typedef unsigned ⟦U32⟧;\n┃U32 x;\n",
      "b.h",
      "#define U32 xxh_u32\n",
    ],
    [
      "Of a prototype and a definition in one file, the definition",
      "a.c",
      "static int f(void);\nint g(void) { return ┃f(); }\nstatic int ⟦f⟧(void) { return 1; }\n",
    ],
    [
      "A macro of the file, and not one with a body in another file",
      "a.c",
      "#define ⟦SHOW⟧(x) print(x)\nvoid f(void) { ┃SHOW(1); }\n",
      "b.c",
      "#define SHOW(x) { print(x); }\n",
    ],
    ["A parameter of a function with a mark", "a.c", "MEM_STATIC void f(int ⟦val⟧) { g(┃val); }\n"],
    [
      "A parameter in a file whose braces are not closed",
      "a.c",
      '#if defined(__cplusplus)\nextern "C" {\n#endif\nMEM_STATIC void f(int ⟦val⟧) { g(┃val); }\n',
    ],
    [
      "A constant of a header with a mark",
      "a.h",
      "static UNUSED_ATTR const size_t ⟦blockSize⟧ = 3;\n",
      "a.c",
      '#include "a.h"\nint f(void) { return ┃blockSize; }\n',
      "b.c",
      "static const size_t blockSize = 4;\n",
    ],
    [
      "A mark is a macro",
      "a.h",
      "#define ⟦MEM_STATIC⟧ static\n",
      "a.c",
      '#include "a.h"\n┃MEM_STATIC void f(int a) {}\n',
    ],
    ["A lock that an annotation names", "a.cc", "class A {\n  Mutex ⟦mutex_⟧;\n  int x GUARDED_BY(┃mutex_);\n};\n"],
    [
      "A field of a type that only its alias names",
      "a.h",
      `typedef struct { int ⟦kind⟧; } A;\n${other}`,
      "a.c",
      '#include "a.h"\nint f(A* a) { return a->┃kind; }\n',
    ],
    [
      "A field of a union without a name",
      "a.c",
      `${other}struct S { union { int ⟦kind⟧; }; };\nint f(struct S* s) { return s->┃kind; }\n`,
    ],
    [
      "A field of a type whose body only a source has",
      "a.h",
      "typedef struct A_s A;\n",
      "a.c",
      '#include "a.h"\nstruct A_s { int ⟦kind⟧; };\n',
      "b.h",
      other,
      "b.c",
      '#include "a.h"\n#include "b.h"\nint f(A* a) { return a->┃kind; }\n',
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Fields of another type are none",
      "a.h",
      `typedef struct { int ⟦┃kind⟧; } A;\n${other}`,
      "a.c",
      '#include "a.h"\nint f(A* a, Other* b) { return a->⟦kind⟧ + b->kind; }\n',
    ],
    ["Of a parameter of a function with a mark", "a.c", "MEM_STATIC void f(int ⟦┃val⟧) { g(⟦val⟧); }\nint val;\n"],
  ]);
});
