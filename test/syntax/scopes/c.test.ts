/** Scopes and names of C. */

import { checkRenamable, declares, isFree, occurs } from "./check.js";

const c = "c";

// Functions and parameters
declares(c, "int f(int ⟦a⟧) { return ┃a; }", "local");
declares(c, "int f(char *const *⟦argv⟧, int n[2]) { return g(┃argv); }", "local");
declares(c, "int f(char *argv, int ⟦n⟧[2]) { return g(┃n); }", "local");
declares(c, "int f(int (*⟦cb⟧)(int a, int b), int a) { return ┃cb(a, 1); }", "local");
declares(c, "int f(int (*cb)(int a, int b), int ⟦a⟧) { return cb(┃a, 1); }", "local");
declares(c, "int f(int (*cb)(int ⟦┃a⟧, int b), int a) { return a; }", "local");
declares(c, "int f(int ⟦n⟧, int m[┃n]) { return 0; }", "local");
declares(c, "int f(⟦a⟧, b) int ⟦a⟧; char *b; { return ┃a; }", "local");
declares(c, "int f(a, b) char *⟦b⟧; { return g(┃b); } int b;".replace("a, b", "a, ⟦b⟧"), "local");
declares(c, "int f(int ⟦a⟧); int g(int a) { return f(a); }".replace("⟦a⟧", "⟦┃a⟧"), "local");
declares(c, "int f(int a); int g(int ⟦a⟧) { return f(┃a); }", "local");
declares(c, "int ⟦f⟧(void); int g(void) { return ┃f(); } int ⟦f⟧(void) { return 1; }", "file");
declares(c, "char **⟦f⟧(int a) { return ┃f(a); }", "file");
declares(c, "void (*⟦signal⟧(int sig, void (*func)(int)))(int); int g(void) { ┃signal(1, 0); }", "file");
declares(c, "typedef int (*cb_t)(int ⟦┃a⟧);", "local");
declares(c, "struct s { int (*run)(int ⟦┃a⟧, int b); int a; };", "local");

// Blocks and hiding
declares(c, "int a; int f(void) { int ⟦a⟧ = 2; { return ┃a; } }", "local");
declares(c, "int ⟦a⟧; int f(void) { { int a = 2; } return ┃a; }", "file");
declares(c, "int f(int ⟦a⟧) { { int b = ┃a; int a = b; return a; } }", "local");
declares(c, "int f(int a) { { int b = a; int ⟦a⟧ = b; return ┃a; } }", "local");
declares(c, "int f(void) { for (int ⟦i⟧ = 0, n = 3; i < n; ┃i++) ; }", "local");
declares(c, "int ⟦i⟧; int f(void) { for (int i = 0; i < 3; i++) ; return ┃i; }", "file");
declares(c, "int f(void) { int a, *b, (*⟦c⟧)(int), d[3]; return ┃c(1); }", "local");
declares(c, "int f(void) { int a, *b, (*c)(int), ⟦d⟧[3] = { 1 }; return ┃d[0]; }", "local");
declares(c, "int f(int x) { switch (x) { case 1: { int ⟦k⟧ = 1; return ┃k; } } return k; }", "local");
declares(c, "int f(void) { return ({ int ⟦t⟧ = 1; ┃t; }); }", "local");
declares(c, "int f(int n) {\n#if A\n  int ⟦z⟧ = 1;\n#else\n  long ⟦z⟧ = 2;\n#endif\n  return ┃z + n;\n}", "local");
declares(c, "int f(void) { static const char *⟦names⟧[] = { 0 }; return g(┃names); }", "local");
declares(c, "int f(struct s *⟦p⟧) { return sizeof(*┃p) + sizeof(struct s); }", "local");
declares(c, "int f(int ⟦i⟧, int j) { return (┃i) * j; }", "local");
isFree(c, "int f(void) { { int a = 1; } return ┃a; }");
isFree(c, "int f(void) { int b = ┃a; int a = 1; return a + b; }");

// Names of the file, wherever they are declared
isFree(c, "int f(void) { extern int e; return ┃e; }");
declares(c, "int f(void) { extern int e; return ┃e; } int ⟦e⟧ = 1;", "file");
isFree(c, "extern const struct s e; struct s *f(void) { return &┃e; }");
declares(c, "int f(void) { int ⟦g⟧(int); return ┃g(1); }", "file");
declares(c, "static int ⟦count⟧; int f(void) { return ++┃count; }", "file");
declares(c, "int f(void) { return ┃later(); } static int ⟦later⟧(void) { return 1; }", "file");

// Tags, type names, enumerators
declares(c, "struct ⟦s⟧ { int a; }; int s; struct ┃s *p;", "file");
declares(c, "struct s { int a; }; int ⟦s⟧; int f(void) { return ┃s; }", "file");
declares(c, "typedef struct ⟦s⟧ { struct ┃s *next; } s;", "file");
declares(c, "typedef struct s { int a; } ⟦s⟧; ┃s *p;", "file");
declares(c, "int f(void) { typedef int ⟦t⟧; ┃t a = 1; return a; }", "local");
declares(c, "int f(void) { struct ⟦s⟧ { int a; } x; struct ┃s y; }", "local");
declares(c, "enum { A, ⟦B⟧ = 2 }; int f(void) { return ┃B; }", "file");
declares(c, "int f(int x) { enum { ⟦A⟧ }; return ┃A + x; }", "local");
declares(c, "struct o { struct ⟦in⟧ { int a; } i; enum { K } k; }; struct ┃in v;", "file");
declares(c, "struct o { struct in { int a; } i; enum { ⟦K⟧ } k; }; int f(void) { return ┃K; }", "file");
isFree(c, "struct s; struct ┃s *p;");

// Members
declares(c, "struct s { int ⟦┃a⟧, *b; };", "member");
declares(c, "struct s { int a, *⟦┃b⟧; };", "member");
isFree(c, "int a; int f(struct s *p) { return p->┃a; }");
isFree(c, "int f(int a, struct s p) { return p.┃a; }");
isFree(c, "int f(int a) { struct s v = { .┃a = 1 }; }");
isFree(c, "int f(int a) { return offsetof(struct s, ┃a); }");

// Labels
declares(c, "int f(int out) { goto ┃out; ⟦out⟧: return out; }", "local");
declares(c, "int f(int ⟦out⟧) { goto out; out: return ┃out; }", "local");
declares(c, "int f(void) { void *p = &&┃l; goto *p; ⟦l⟧: return 1; }", "local");

// Macros
declares(c, "#define ⟦MAX⟧(a, b) ((a) > (b))\nint f(int x) { return ┃MAX(x, 1); }", "file");
declares(c, "#define ⟦N⟧ 1\n#if defined(┃N)\n#endif", "file");
declares(c, "#ifdef A\n#define ⟦T⟧ long\n#else\ntypedef int ⟦T⟧;\n#endif\n┃T x;", "file");
declares(c, "int f(void) {\n#define ⟦STEP⟧ 1\n  return ┃STEP;\n}", "file");
occurs(c, "void f(const char *⟦┃format⟧, ...) __attribute__((format(printf, 1, 2)));");

// Text that only a preprocessor understands
declares(c, "API type_t ⟦make⟧(int a) { return a; } int g(void) { return ┃make(1); }", "file");
declares(c, "API type_t make(int ⟦a⟧) { return ┃a; }", "local");
isFree(c, "API ┃type_t make(int a) { return a; } type_t x;");
declares(c, "int f(int ⟦a⟧ UNUSED) { return ┃a; }", "local");
declares(c, "int f(void) { CONST type_t ⟦a⟧ = 1; return ┃a; }", "local");
declares(c, "struct PACKED ⟦s⟧ { int a; }; struct ┃s x;", "file");
declares(c, "struct PACKED s { int ⟦┃a⟧; };", "member");
declares(c, "TEST(list, add) { int ⟦a⟧ = 1; check(┃a); }", "local");
isFree(c, "int lock(int a) THROWS; int f(void) { return ┃a; }");
isFree(c, "int f(int x) {\n  if (x) return 1;\n#if A\n  else if (x == ┃K) { return 2; }\n#endif\n  return K;\n}");

// All places
occurs(c, "int f(int ⟦a⟧) { ⟦a⟧++; { int a = 1; a++; } return s.a + ⟦┃a⟧; }");
occurs(c, '/* 💣 */\r\nint f(int ⟦é⟧)\r\n{\r\n  return g("💣", ⟦┃é⟧);\r\n}\r\n');
occurs(c, "static int ⟦n⟧; int f(void) { return ⟦┃n⟧; } int g(int n) { return n; }");

// Renaming
checkRenamable(c, "int f(int ┃a) { return a; }", true);
checkRenamable(c, "static int ┃f(void) { return 1; }", true);
checkRenamable(c, "static int ┃f(void); int f(void) { return 1; }", true);
checkRenamable(c, "int ┃f(void) { return 1; }", false);
checkRenamable(c, "static int ┃n;", true);
checkRenamable(c, "#ifndef A_H_\n#define A_H_\nstatic int ┃n;\n#endif", false);
checkRenamable(c, "#ifndef A_INCLUDED\n#define A_INCLUDED\nstatic int ┃n;\n#endif", false);
checkRenamable(c, "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\nstatic int ┃n;", true);
checkRenamable(c, "#pragma once\nstatic inline int ┃f(void) { return 1; }", false);
checkRenamable(c, "#pragma once\nstatic inline int f(int ┃a) { return a; }", true);
checkRenamable(c, "int f(int ┃pc) {\n#define NEXT (*pc++)\n  return NEXT;\n}", false);
checkRenamable(c, "int f(void) { extern int ┃e; return e; }", false);
checkRenamable(c, "#define ┃N 1", false);
checkRenamable(c, "struct s { int ┃a; };", false);
