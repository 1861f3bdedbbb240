/** Outlines of C. */

import { draws, lists } from "./check.js";

test("The outline of a header and its source in C is as listed.", () =>
  lists(
    "c",
    `#ifndef SHOP_H
#define SHOP_H
#include <stdio.h>
#define LIMIT 10 /* most */
#define MAX(a, b) \\
    ((a) > (b) ? (a) : (b))
#define WITH_TESTS

struct ahead;

/* A place. */
struct point {
    int x, y;
    unsigned flag : 3;
    char name[10], *label, **names;
    int (*compare)(int, int);
    struct { int low; };
    union { int whole; float part; } value;
    struct nested { int deep; } inner;
};
union either { int i; float f; };
enum color { RED, GREEN = 3 };
enum { ANONYMOUS };

typedef struct point point_t, *point_p;
typedef struct { int field; } record_t;
typedef int (*compare_fn)(const void *, const void *);
typedef unsigned long ulong_t, matrix_t[3][3];

extern int errors;
static const int limit = 3, *where = &limit;
int grid[3][4], (*hook)(void) = NULL, (*hooks[2])(int);
struct point origin = { .x = 1 };

int open_shop(const char *name, int n);
extern char *find(const char *s), **list(void);
void (*signal(int sig, void (*func)(int)))(int);
size_t strlen_of(const char *s) __THROW __attribute_pure__;

#ifdef DEBUG
void trace(void);
#else
int traced;
#endif

// Sells.
static inline int *sell(struct point *größe, int n)
{
    int total = 1, *rest, copy[3];
    static struct point last;
    for (int i = 0; i < n; i++) { char c; }
    struct local { int z; } box;
    enum { INSIDE };
    return 0;
}
int main() { return 0; }
#endif
`,
    `
constant LIMIT 4
function MAX [(a, b)] 5-6
constant WITH_TESTS 7
struct ahead 9
struct point 11/12-20
  field x 13
  field y 13
  field flag 14
  field name 15
  field label 15
  field names 15
  field compare 16
  struct (anonymous struct) 17
    field low 17
  field value 18
    class (anonymous union) 18
      field whole 18
      field part 18
  field inner 19
    struct nested 19
      field deep 19
class either 21
  field i 21
  field f 21
enum color 22
  enum_member RED 22
  enum_member GREEN 22
enum (anonymous enum) 23
  enum_member ANONYMOUS 23
class point_t 25
class point_p 25
class record_t 26
  struct (anonymous struct) 26
    field field 26
class compare_fn 27
class ulong_t 28
class matrix_t 28
variable errors 30
variable limit 31
variable where 31
variable grid 32
variable hook 32
variable hooks 32
variable origin 33
function open_shop [(const char *name, int n)] 35
function find [(const char *s)] 36
function list [(void)] 36
function signal [(int sig, void (*func)(int))] 37
function strlen_of [(const char *s)] 38
function trace [(void)] 41
variable traced 43
function sell [(struct point *größe, int n)] 46/47-55
  ~variable total 49
  ~variable rest 49
  ~variable copy 49
  ~variable last 50
  ~variable i 51
  ~variable c 51
  ~variable box 52
    struct local 52
      field z 52
  enum (anonymous enum) 53
    enum_member INSIDE 53
function main [()] 56
`,
  ));

test.each([
  ["f", "int a;\n«/* Why.\n   💣 */\n⟦__attribute__((noreturn))\nstatic void\n┃f(int a)\n{\n}⟧ /* behind */\nint b;\n"],
  ["b", "⟦static int a = 1, *┃b;⟧ // behind\n"],
  ["S", "«// c\r\n⟦struct ┃S {\r\n    int a;\r\n}⟧;\r\n"],
  ["S/b", "struct S {\n    ⟦unsigned *a, ┃b : 3;⟧ /* behind */\n};\n"],
  ["T", "⟦typedef struct S *┃T;⟧"],
  ["MAX", "«// most\n⟦#define ┃MAX 3⟧\nint x;\n"],
  ["E/A", "enum E {\n    «/* a */\n    ⟦┃A = 1⟧,\n    B\n};\n"],
])("In the outline of C, %s is where it is drawn: %j", (path, drawn) => draws("c", path, drawn));

test("Declarations around a syntax error stay in the outline of C.", () =>
  lists(
    "c",
    `int a(void) { return 1; }

int broken(void) {
    int x = 1;
    )
}

struct s { int f; };
`,
    `
function a [(void)] 1
function broken [(void)] 3-6
  ~variable x 4
struct s 8
  field f 8
`,
  ));

test("In C, declarations with macros are in the outline.", () =>
  lists(
    "c",
    `MACRO

typedef void (*H)(const char *);
__owur const SSL_METHOD *f(void);
__owur const SSL_METHOD **g(void);
__owur const SSL_METHOD *h(SSL *s);
void (*(getter(void)))(struct x*) {}
MACRO
struct s { int x; };
`,
    `
variable H 3
function f [(void)] 4
function g [(void)] 5
function h [(SSL *s)] 6
function getter [(void)] 7
variable x 9
`,
  ));
