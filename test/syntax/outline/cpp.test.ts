/** Outlines of C++. */

import { draws, lists } from "./check.js";

test("The outline of a header and its source in C++ is as listed.", () =>
  lists(
    "cpp",
    `#pragma once
#include <string>
#define LIMIT 3
namespace shop { namespace inner { int depth; } }
namespace shop::deep { class Ahead; enum class Kind : int { Plain, Odd = 2 }; }
namespace { int hidden; }
namespace alias = shop::inner;

/// A box.
template <typename T, int N = 3>
class Box final : public Base<T> {
 public:
  Box();
  explicit Box(int n) : n_(n) { int made = n; }
  Box(const Box&) = delete;
  virtual ~Box() noexcept = default;

  Box& operator=(const Box& other);
  bool operator==(const Box&) const = default;
  operator bool() const { return true; }
  int operator()(int a) const;

  virtual void pure() = 0;
  [[nodiscard]] int get() const noexcept override { return n_; }
  T* find(int n), &at(int n);
  auto trailing() const -> int;
  template <typename U> void take(U u);
  static Box make(int n);
  static constexpr int kMost = 10;
  friend std::ostream& operator<<(std::ostream& out, const Box& box);
  friend class Other;
  class Impl;

  using type = T;
  typedef T value_type;
  struct Inner { int q; void m(); };
  enum { A, B };
  union { int whole; float part; };

 private:
  int n_ = 1, *next_, grid_[2];
  T& ref_;
  unsigned flag_ : 3;
  int (*hook_)(int);
  std::function<void(int)> größe_{};
};

template <typename T, int N>
Box<T, N>::Box() {}
template <> class Box<int, 3> { int only; };

struct S { S(int); ~S(); void m(); static int count; operator int(); struct T { void n(); }; };
S::S(int a) : a_(a) {}
S::~S() = default;
void S::m() {
  auto add = [](int x) { int sum = x; return sum; };
  auto [first, second] = pair();
  for (const auto& each : list) {}
  for (int i = 0; i < 3; i++) {}
  if (int got = get()) {}
  struct Local { int l; };
}
int& S::T::n() {}
int S::count = 3;
S& S::operator+=(int n) { return *this; }
bool operator<(const S& a, const S& b) { return true; }

extern "C" { int c_one(int); }
extern "C" void c_two();
template <typename T> T most(T a, T b) { return a; }
template <typename T> concept Number = requires(T a) { a + a; };
template <typename T> constexpr T pi = T(3);
template <typename T> using List = std::vector<T>;
using namespace std;
static const int one = 1, *two = nullptr;
int& ref = one;
const std::string& name();
void over(int);
void over(double);
class EXPORT Shown : public S { public: int shown; void show(); };
EXPORT Shown* exported(int a);
`,
    `
constant LIMIT 3
namespace shop 4
  namespace inner 4
    variable depth 4
namespace shop::deep 5
  class Ahead 5
  enum Kind 5
    enum_member Plain 5
    enum_member Odd 5
namespace (anonymous namespace) 6
  variable hidden 6
namespace alias 7
class Box 9/10-46
  constructor Box [()] 13
  constructor Box [(int n)] 14
    ~variable made 14
  constructor Box [(const Box&)] 15
  constructor ~Box 16
  method operator= [(const Box& other)] 18
  method operator== [(const Box&)] 19
  function operator bool 20
  method operator() [(int a)] 21
  method pure [()] 23
  method get [()] 24
  method find [(int n)] 25
  method at [(int n)] 25
  method trailing [()] 26
  function take [(U u)] 27
  method make [(int n)] 28
  field kMost 29
  function operator<< [(std::ostream& out, const Box& box)] 30
  class Impl 32
  class type 34
  class value_type 35
  struct Inner 36
    field q 36
    method m [()] 36
  enum (anonymous enum) 37
    enum_member A 37
    enum_member B 37
  class (anonymous union) 38
    field whole 38
    field part 38
  field n_ 41
  field next_ 41
  field grid_ 41
  field ref_ 42
  field flag_ 43
  field hook_ 44
  field größe_ 45
constructor Box<T, N>::Box [()] 48-49
class Box<int, 3> 50
  field only 50
struct S 52
  constructor S [(int)] 52
  constructor ~S 52
  method m [()] 52
  field count 52
  function operator int 52
  struct T 52
    method n [()] 52
constructor S::S [(int a)] 53
constructor S::~S [()] 54
method S::m [()] 55-62
  ~variable add 56
    ~variable sum 56
  ~variable first 57
  ~variable second 57
  ~variable each 58
  ~variable i 59
  ~variable got 60
  struct Local 61
    field l 61
method S::T::n [()] 63
field S::count 64
method S::operator+= [(int n)] 65
function operator< [(const S& a, const S& b)] 66
function c_one [(int)] 68
function c_two [()] 69
function most [(T a, T b)] 70
interface Number 71
variable pi 72
class List 73
variable one 75
variable two 75
variable ref 76
function name [()] 77
function over [(int)] 78
function over [(double)] 79
class Shown 80
  field shown 80
  method show [()] 80
function exported [(int a)] 81
`,
  ));

test.each([
  ["f", "«// Why.\n// 💣\n⟦template <typename T>\n[[nodiscard]] static T\n┃f(T a) { return a; }⟧ // behind\nint b;\n"],
  ["A/f", "class A {\n public:\n  «/** Why. */\n  ⟦template <class T>\n  void ┃f(T a);⟧ // behind\n};\n"],
  ["A/operator bool", "struct A { ⟦explicit ┃operator bool() const;⟧ };\r\n"],
  ["A/~A", "class A {\r\n  ⟦virtual ┃~A() = default;⟧\r\n};\r\n"],
  ["ns::A::f", "⟦int *ns::A::┃f(int a)\n{\n}⟧"],
  ["A<T>::f", "⟦template <class T> void A<T>::┃f() {}⟧\n"],
  ["S<int>", "⟦template <> struct ┃S<int> { int a; };⟧\n"],
  ["b", "⟦const int a = 1, &┃b = a;⟧ // behind\n"],
  ["f", '⟦extern "C" void ┃f();⟧\nextern "C" { void g(); }\n'],
  ["g", 'extern "C" {\n«// g\n⟦void ┃g();⟧\nvoid h();\n}\n'],
])("In the outline of C++, %s is where it is drawn: %j", (path, drawn) => draws("cpp", path, drawn));

test("Declarations around a syntax error stay in the outline of C++.", () =>
  lists(
    "cpp",
    `int a() { return 1; }

int broken() {
  int x = 1;
  )
}

class C { int f; void m() {} };
`,
    `
function a [()] 1
function broken [()] 3-6
  ~variable x 4
class C 8
  field f 8
  method m [()] 8
`,
  ));

test("In C++, declarations with macros are in the outline.", () =>
  lists(
    "cpp",
    `class EXPORT Foo { int bar(); };
class LLVM_NODISCARD APSInt : public APInt {
  bool IsUnsigned = false, *next;
public:
  explicit APSInt() = default;
  explicit APSInt(uint32_t BitWidth, bool isUnsigned = true) : APInt(BitWidth, 0) { int made; }
  explicit APSInt(StringRef Str);
  APSInt();
  ~APSInt();
  bool isNegative() const { int local; return isSigned(); }
  APSInt &operator=(uint64_t RHS) { return *this; }
  operator bool() const;
  friend class Other;
private:
  int *get(int n);
  int (*hook)(int);
};
namespace n {
struct EXPORT First final { First(); int f; };
class EXPORT Second : public ns::Base<int> { void m(); };
template <class T> class EXPORT Third { public: void m(); private: T f; };
}
MACRO

typedef void (*H)(const char *);
__owur const SSL_METHOD *f(void);
__owur const SSL_METHOD **g(SSL *s);
void loops() { for (auto x : y) { int z; } goto out; out: int late = 1; }
auto add = [](int x) { int sum = x; struct L { int f; }; return sum; };
`,
    `
class Foo 1
  method bar [()] 1
class APSInt 2-17
  field IsUnsigned 3
  field next 3
  constructor APSInt [()] 5
  constructor APSInt [(uint32_t BitWidth, bool isUnsigned = true)] 6
    ~variable made 6
  constructor APSInt [(StringRef Str)] 7
  constructor APSInt [()] 8
  constructor ~APSInt [()] 9
  method isNegative [()] 10
    ~variable local 10
  method operator= [(uint64_t RHS)] 11
  function operator bool 12
  method get [(int n)] 15
  field hook 16
namespace n 18-22
  struct First 19
    constructor First [()] 19
    field f 19
  class Second 20
    method m [()] 20
  class Third 21
    method m [()] 21
    field f 21
class H 25
function f [(void)] 26
function g [(SSL *s)] 27
function loops [()] 28
  ~variable x 28
  ~variable z 28
  ~variable late 28
variable add 29
  ~variable sum 29
  struct L 29
    field f 29
`,
  ));
