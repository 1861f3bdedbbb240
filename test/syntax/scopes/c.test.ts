/** What names mean in C. */

import { declared, free, renamable, stands } from "./check.js";

const c = "c";

// Functions and what they take
declared(c, "int f(int ⟦a⟧) { return ┃a; }", "local");
declared(c, "int f(char *const *⟦argv⟧, int n[2]) { return g(┃argv); }", "local");
declared(c, "int f(char *argv, int ⟦n⟧[2]) { return g(┃n); }", "local");
declared(c, "int f(int (*⟦cb⟧)(int a, int b), int a) { return ┃cb(a, 1); }", "local");
declared(c, "int f(int (*cb)(int a, int b), int ⟦a⟧) { return cb(┃a, 1); }", "local");
declared(c, "int f(int (*cb)(int ⟦┃a⟧, int b), int a) { return a; }", "local");
declared(c, "int f(int ⟦n⟧, int m[┃n]) { return 0; }", "local");
declared(c, "int f(⟦a⟧, b) int ⟦a⟧; char *b; { return ┃a; }", "local");
declared(c, "int f(a, b) char *⟦b⟧; { return g(┃b); } int b;".replace("a, b", "a, ⟦b⟧"), "local");
declared(c, "int f(int ⟦a⟧); int g(int a) { return f(a); }".replace("⟦a⟧", "⟦┃a⟧"), "local");
declared(c, "int f(int a); int g(int ⟦a⟧) { return f(┃a); }", "local");
declared(c, "int ⟦f⟧(void); int g(void) { return ┃f(); } int ⟦f⟧(void) { return 1; }", "file");
declared(c, "char **⟦f⟧(int a) { return ┃f(a); }", "file");
declared(c, "void (*⟦signal⟧(int sig, void (*func)(int)))(int); int g(void) { ┃signal(1, 0); }", "file");
declared(c, "typedef int (*cb_t)(int ⟦┃a⟧);", "local");
declared(c, "struct s { int (*run)(int ⟦┃a⟧, int b); int a; };", "local");

// Blocks and what hides what
declared(c, "int a; int f(void) { int ⟦a⟧ = 2; { return ┃a; } }", "local");
declared(c, "int ⟦a⟧; int f(void) { { int a = 2; } return ┃a; }", "file");
declared(c, "int f(int ⟦a⟧) { { int b = ┃a; int a = b; return a; } }", "local");
declared(c, "int f(int a) { { int b = a; int ⟦a⟧ = b; return ┃a; } }", "local");
declared(c, "int f(void) { for (int ⟦i⟧ = 0, n = 3; i < n; ┃i++) ; }", "local");
declared(c, "int ⟦i⟧; int f(void) { for (int i = 0; i < 3; i++) ; return ┃i; }", "file");
declared(c, "int f(void) { int a, *b, (*⟦c⟧)(int), d[3]; return ┃c(1); }", "local");
declared(c, "int f(void) { int a, *b, (*c)(int), ⟦d⟧[3] = { 1 }; return ┃d[0]; }", "local");
declared(c, "int f(int x) { switch (x) { case 1: { int ⟦k⟧ = 1; return ┃k; } } return k; }", "local");
declared(c, "int f(void) { return ({ int ⟦t⟧ = 1; ┃t; }); }", "local");
declared(c, "int f(int n) {\n#if A\n  int ⟦z⟧ = 1;\n#else\n  long ⟦z⟧ = 2;\n#endif\n  return ┃z + n;\n}", "local");
declared(c, "int f(void) { static const char *⟦names⟧[] = { 0 }; return g(┃names); }", "local");
declared(c, "int f(struct s *⟦p⟧) { return sizeof(*┃p) + sizeof(struct s); }", "local");
declared(c, "int f(int ⟦i⟧, int j) { return (┃i) * j; }", "local");
free(c, "int f(void) { { int a = 1; } return ┃a; }");
free(c, "int f(void) { int b = ┃a; int a = 1; return a + b; }");

// Names that are the file's, wherever they are declared
free(c, "int f(void) { extern int e; return ┃e; }");
declared(c, "int f(void) { extern int e; return ┃e; } int ⟦e⟧ = 1;", "file");
free(c, "extern const struct s e; struct s *f(void) { return &┃e; }");
declared(c, "int f(void) { int ⟦g⟧(int); return ┃g(1); }", "file");
declared(c, "static int ⟦count⟧; int f(void) { return ++┃count; }", "file");
declared(c, "int f(void) { return ┃later(); } static int ⟦later⟧(void) { return 1; }", "file");

// Tags, names of types, constants of enumerations
declared(c, "struct ⟦s⟧ { int a; }; int s; struct ┃s *p;", "file");
declared(c, "struct s { int a; }; int ⟦s⟧; int f(void) { return ┃s; }", "file");
declared(c, "typedef struct ⟦s⟧ { struct ┃s *next; } s;", "file");
declared(c, "typedef struct s { int a; } ⟦s⟧; ┃s *p;", "file");
declared(c, "int f(void) { typedef int ⟦t⟧; ┃t a = 1; return a; }", "local");
declared(c, "int f(void) { struct ⟦s⟧ { int a; } x; struct ┃s y; }", "local");
declared(c, "enum { A, ⟦B⟧ = 2 }; int f(void) { return ┃B; }", "file");
declared(c, "int f(int x) { enum { ⟦A⟧ }; return ┃A + x; }", "local");
declared(c, "struct o { struct ⟦in⟧ { int a; } i; enum { K } k; }; struct ┃in v;", "file");
declared(c, "struct o { struct in { int a; } i; enum { ⟦K⟧ } k; }; int f(void) { return ┃K; }", "file");
free(c, "struct s; struct ┃s *p;");

// Members
declared(c, "struct s { int ⟦┃a⟧, *b; };", "member");
declared(c, "struct s { int a, *⟦┃b⟧; };", "member");
free(c, "int a; int f(struct s *p) { return p->┃a; }");
free(c, "int f(int a, struct s p) { return p.┃a; }");
free(c, "int f(int a) { struct s v = { .┃a = 1 }; }");
free(c, "int f(int a) { return offsetof(struct s, ┃a); }");

// Labels
declared(c, "int f(int out) { goto ┃out; ⟦out⟧: return out; }", "local");
declared(c, "int f(int ⟦out⟧) { goto out; out: return ┃out; }", "local");
declared(c, "int f(void) { void *p = &&┃l; goto *p; ⟦l⟧: return 1; }", "local");

// Macros
declared(c, "#define ⟦MAX⟧(a, b) ((a) > (b))\nint f(int x) { return ┃MAX(x, 1); }", "file");
declared(c, "#define ⟦N⟧ 1\n#if defined(┃N)\n#endif", "file");
declared(c, "#ifdef A\n#define ⟦T⟧ long\n#else\ntypedef int ⟦T⟧;\n#endif\n┃T x;", "file");
declared(c, "int f(void) {\n#define ⟦STEP⟧ 1\n  return ┃STEP;\n}", "file");
stands(c, "void f(const char *⟦┃format⟧, ...) __attribute__((format(printf, 1, 2)));");

// What only a preprocessor understands
declared(c, "API type_t ⟦make⟧(int a) { return a; } int g(void) { return ┃make(1); }", "file");
declared(c, "API type_t make(int ⟦a⟧) { return ┃a; }", "local");
free(c, "API ┃type_t make(int a) { return a; } type_t x;");
declared(c, "int f(int ⟦a⟧ UNUSED) { return ┃a; }", "local");
declared(c, "int f(void) { CONST type_t ⟦a⟧ = 1; return ┃a; }", "local");
declared(c, "struct PACKED ⟦s⟧ { int a; }; struct ┃s x;", "file");
declared(c, "struct PACKED s { int ⟦┃a⟧; };", "member");
declared(c, "TEST(list, add) { int ⟦a⟧ = 1; check(┃a); }", "local");
free(c, "int lock(int a) THROWS; int f(void) { return ┃a; }");
free(c, "int f(int x) {\n  if (x) return 1;\n#if A\n  else if (x == ┃K) { return 2; }\n#endif\n  return K;\n}");

// All places
stands(c, "int f(int ⟦a⟧) { ⟦a⟧++; { int a = 1; a++; } return s.a + ⟦┃a⟧; }");
stands(c, '/* 💣 */\r\nint f(int ⟦é⟧)\r\n{\r\n  return g("💣", ⟦┃é⟧);\r\n}\r\n');
stands(c, "static int ⟦n⟧; int f(void) { return ⟦┃n⟧; } int g(int n) { return n; }");

// What can be renamed
renamable(c, "int f(int ┃a) { return a; }", true);
renamable(c, "static int ┃f(void) { return 1; }", true);
renamable(c, "static int ┃f(void); int f(void) { return 1; }", true);
renamable(c, "int ┃f(void) { return 1; }", false);
renamable(c, "static int ┃n;", true);
renamable(c, "#ifndef A_H_\n#define A_H_\nstatic int ┃n;\n#endif", false);
renamable(c, "#ifndef A_INCLUDED\n#define A_INCLUDED\nstatic int ┃n;\n#endif", false);
renamable(c, "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\nstatic int ┃n;", true);
renamable(c, "#pragma once\nstatic inline int ┃f(void) { return 1; }", false);
renamable(c, "#pragma once\nstatic inline int f(int ┃a) { return a; }", true);
renamable(c, "int f(int ┃pc) {\n#define NEXT (*pc++)\n  return NEXT;\n}", false);
renamable(c, "int f(void) { extern int ┃e; return e; }", false);
renamable(c, "#define ┃N 1", false);
renamable(c, "struct s { int ┃a; };", false);
