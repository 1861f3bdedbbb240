/** Scopes and names of C++. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const cpp = "cpp";

// Functions and parameters
declares(cpp, "int f(int ⟦a⟧) { return ┃a; }", "local");
declares(cpp, "int f(const T &a, T &&⟦b⟧) { return g(┃b); }", "local");
declares(cpp, "int f(int ⟦a⟧ = 1, int b = ┃a) { return b; }", "local");
declares(cpp, "template <class... A> void f(A &&...⟦args⟧) { g(std::forward<A>(┃args)...); }", "local");
declares(cpp, "void f(void (*cb)(int a), int ⟦a⟧) { cb(┃a); }", "local");
declares(cpp, "auto f(int ⟦a⟧) -> decltype(┃a) { return a; }", "local");
declares(cpp, "int f(int ⟦┃a⟧); int g(int a) { return f(a); }", "local");
declares(cpp, "std::function<void(int ⟦┃a⟧)> f; int a;", "local");
declares(cpp, "int ⟦f⟧(int); int g() { return ┃f(1); } int ⟦f⟧(int a) { return a; }", "file");
declares(cpp, "int ⟦f⟧(int a) { return a; } int ⟦f⟧(char a) { return ┃f(1); }", "file");

// Blocks and their heads
declares(cpp, "int a; int f() { int ⟦a⟧ = 1; return ┃a; }", "local");
declares(cpp, "int f(int ⟦a⟧) { { int b = ┃a; int a = b; return a; } }", "local");
declares(cpp, "int f() { for (int ⟦x⟧ : v) g(┃x); }", "local");
declares(cpp, "auto f = []() mutable { int ⟦a⟧ = 1; return ┃a; };", "local");
declares(cpp, "int f() { for (auto &⟦x⟧ : v) g(┃x); }", "local");
declares(cpp, "int f(V ⟦x⟧) { for (auto &x : ┃x) g(x); }", "local");
declares(cpp, "int f() { for (auto &[k, ⟦v⟧] : m) g(┃v); }", "local");
declares(cpp, "int f() { auto [⟦a⟧, b] = g(); return ┃a; }", "local");
declares(cpp, "int f() { const auto &[a, ⟦b⟧] = g(); return ┃b; }", "local");
declares(cpp, "int f() { if (auto ⟦it⟧ = m.find(1); it != m.end()) return 1; else return g(┃it); }", "local");
declares(cpp, "int f() { while (auto *⟦p⟧ = next()) ┃p->run(); }", "local");
declares(cpp, "int f() { switch (int ⟦z⟧ = g(); ┃z) { case 1: break; } }", "local");
declares(cpp, "int f() { try { g(); } catch (const E &⟦e⟧) { h(┃e); } }", "local");
declares(cpp, "int f(int a, int ⟦b⟧) { Foo x(a, ┃b); return x; }", "local");
declares(cpp, "int f(int a, int b) { Foo ⟦x⟧(a, b); return g(┃x); }", "local");
declares(cpp, "int f(int ⟦n⟧) { std::vector<int> v{┃n, 1}; }", "local");
declares(cpp, "int f() { void (A::*⟦m⟧)(int) = nullptr; call(a, ┃m); }", "local");
declares(cpp, "int f() { goto ┃out; ⟦out⟧: return 1; }", "local");
declares(cpp, "int f() { struct ⟦L⟧ { int a; }; ┃L x; }", "local");
declares(cpp, "int f() { using ⟦T⟧ = int; ┃T x = 1; return x; }", "local");
isFree(cpp, "int f() { { int a = 1; } return ┃a; }");

// Lambdas
declares(cpp, "int f(int ⟦a⟧) { return [&](int b) { return ┃a + b; }(1); }", "local");
declares(cpp, "int f(int a) { return [=](int ⟦b⟧) { return a + ┃b; }(1); }", "local");
declares(cpp, "int f(int ⟦a⟧) { return [┃a] { return a; }(); }", "local");
declares(cpp, "int f(int x) { return [⟦a⟧ = x + 1] { return ┃a; }(); }", "local");
declares(cpp, "int f(int ⟦a⟧) { return [a = ┃a] { return a; }(); }", "local");
declares(cpp, "auto f = []<typename T>(T ⟦a⟧) { return ┃a; };", "local");
declares(cpp, "auto f = []<typename ⟦T⟧>(T a) { return ┃T(a); };", "local");

// Templates
declares(cpp, "template <typename ⟦T⟧> ┃T f(T a) { return a; }", "local");
declares(cpp, "template <typename T, int ⟦N⟧ = 3> struct A { int v[┃N]; };", "local");
declares(cpp, "template <class... ⟦U⟧> void f() { g<┃U...>(); }", "local");
declares(cpp, "template <template <class> class ⟦C⟧> struct A { ┃C<int> v; };", "local");
declares(cpp, "template <typename ⟦T⟧ = int> using P = ┃T *;", "local");
declares(cpp, "template <class ⟦T⟧> void A<T>::f(T a) { g<┃T>(a); }", "local");
declares(cpp, "template <class ⟦T⟧> class A : public B<T> { ┃T v; };", "local");
declares(cpp, "template <typename T> concept C = requires(T ⟦a⟧) { ┃a.run(); };", "local");
declares(cpp, "template <typename T> concept ⟦C⟧ = true; template <┃C T> void f(T a);", "file");

// Members, by their plain names and through `this`
declares(cpp, "class A { int f() { return ┃x; } int ⟦x⟧; };", "member");
declares(cpp, "class A { int f() { return this->┃x; } int ⟦x⟧; };", "member");
declares(cpp, "class A { int f(int ⟦x⟧) { return ┃x; } int x; };", "local");
declares(cpp, "class A { int f(int x) { return this->┃x; } int ⟦x⟧; };", "member");
declares(cpp, "class A { A(int x) : ┃x(x) {} int ⟦x⟧; };", "member");
declares(cpp, "class A { A(int ⟦x⟧) : x(┃x) {} int x; };", "local");
declares(cpp, "class A { void f() { ┃g(); } void ⟦g⟧(); };", "member");
declares(cpp, "class A { void f() { auto l = [this] { return ┃x; }; } int ⟦x⟧ = 1; };", "member");
declares(cpp, "class A { enum E { ⟦K⟧ }; int f() { return ┃K; } };", "member");
declares(cpp, "class A { using ⟦T⟧ = int; ┃T f(); };", "member");
declares(cpp, "class A { union { int ⟦a⟧; float b; }; int f() { return ┃a; } };", "member");
declares(cpp, "class A { class ⟦In⟧ { int z; }; ┃In i; };", "member");
declares(cpp, "int x; class A { class In { int x; }; int f() { return ┃x; } };".replace("int x;", "int ⟦x⟧;"), "file");
declares(cpp, "class ⟦A⟧ { A(); ┃A &self(); };", "file");
declares(cpp, "struct A { ⟦┃A⟧(int x); };", "member");
declares(cpp, "struct A { ⟦~┃A⟧(); };", "member");
declares(cpp, "enum class E { ⟦A⟧, B = ┃A };", "member");
declares(cpp, "enum class E { ⟦A⟧, B }; auto e = E::┃A;", "member");
isFree(cpp, "enum class E { A, B }; auto e = ┃A;");
isFree(cpp, "struct A { int x; }; int f(A a) { return a.┃x; }");
isFree(cpp, "int x; A a = { .┃x = 1 };");

// Members that a base in another file may declare
isFree(cpp, "int g(); class A : public B { int f() { return ┃g(); } };");
declares(cpp, "int g(); class A : public B { int f() { return ┃g(); } int ⟦g⟧(); };", "member");
declares(cpp, "class A : public B { int f(int ⟦a⟧) { return ┃a; } };", "local");
declares(cpp, "class ⟦A⟧ : public B { ┃A *next; };", "file");
declares(cpp, "#define ⟦N⟧ 1\nclass A : public B { int f() { return ┃N; } };", "file");

// Member functions defined outside their class
declares(cpp, "class A { void f(); int ⟦x⟧; }; void A::f() { ┃x = 1; }", "member");
declares(cpp, "class A { void ⟦f⟧(); }; void A::⟦┃f⟧() {}", "member");
declares(cpp, "class A { class In { void f(); int ⟦x⟧; }; }; void A::In::f() { ┃x = 1; }", "member");
declares(
  cpp,
  "template <class T> class A { void f(); T ⟦x⟧; }; template <class T> void A<T>::f() { ┃x = 1; }",
  "member",
);
declares(cpp, "class A { A(int); int ⟦x⟧; }; A::A(int a) : ┃x(a) {}", "member");
declares(cpp, "int g(); class A { void f(); }; void A::f() { ┃g(); }".replace("int g", "int ⟦g⟧"), "file");
declares(cpp, "void A::f(int ⟦a⟧) { g(┃a); }", "local");
declares(cpp, "class A { static int ⟦n⟧; }; int A::⟦┃n⟧ = 1;", "member");
isFree(cpp, "int g(); void A::f() { ┃g(); }");
isFree(cpp, "int f(); void A::┃f() {}");
declares(cpp, "struct ⟦R⟧ {}; ┃R *A::f() { return 0; }", "file");

// Namespaces
declares(cpp, "namespace a { int ⟦x⟧; int f() { return ┃x; } }", "file");
declares(cpp, "namespace a { int ⟦x⟧; } namespace a { int f() { return ┃x; } }", "file");
declares(cpp, "namespace { int ⟦x⟧; } int f() { return ┃x; }", "file");
declares(cpp, "inline namespace v1 { int ⟦x⟧; } int f() { return ┃x; }", "file");
declares(cpp, "namespace ⟦fs⟧ = std::filesystem; ┃fs::path p;", "file");
declares(cpp, 'extern "C" { int ⟦f⟧(int a); } int g() { return ┃f(1); }', "file");
isFree(cpp, "namespace a { int x; } int f() { return ┃x; }");
isFree(cpp, "namespace b { int x; } namespace a { int f() { return ┃x; } }");
isFree(cpp, "int x; int f() { return std::┃x; }");
isFree(cpp, "int f(int a) { return ::┃a; }");
isFree(cpp, "int fmt; int f(int fmt) { ┃fmt::print(1); }");
imports(cpp, "using std::string; ┃string s;", "std", "string");
imports(cpp, "void f(int swap) { { using std::swap; ┃swap(a, b); } }", "std", "swap");

// Classes that are only declared, friends, macros
isFree(cpp, "class A; void f(┃A *a);");
isFree(cpp, "class A { friend void ┃f(A &); };");
declares(cpp, "class EXPORT ⟦A⟧ { public: int f(); }; ┃A a;", "file");
declares(cpp, "class EXPORT A { public: int f() { return ┃x_; } private: int ⟦x_⟧; };", "member");
declares(cpp, "class EXPORT A : public B { public: void f(int ⟦a⟧) { g(┃a); } };", "local");
declares(cpp, "int ⟦g⟧(); class EXPORT A { public: int f() { return ┃g(); } };", "file");
declares(cpp, "BEGIN namespace detail { int ⟦x⟧; int f() { return ┃x; } }", "file");
declares(cpp, "TEST(A, b) { int ⟦x⟧ = 1; check(┃x); }", "local");
declares(cpp, "class A : public testing::Test { int ⟦x⟧; }; TEST_F(A, b) { check(┃x); }", "member");
isFree(cpp, "int x; TEST_F(A, b) { check(┃x); }");
declares(cpp, "int f() { CONST size_t ⟦n⟧ = g(); return ┃n; }", "local");

// All places
occurs(cpp, "int f(int ⟦a⟧) { auto l = [=] { return ⟦a⟧; }; { int a = 1; g(a); } return x.a + ⟦┃a⟧; }");
occurs(cpp, '// 💣\r\nint f(int ⟦a⟧)\r\n{\r\n  return g(u8"💣é", ⟦┃a⟧);\r\n}\r\n');
occurs(cpp, "class A { int ⟦x⟧; int f() { return ⟦x⟧ + this->⟦┃x⟧; } int g(int x) { return x; } };");

// Renaming
checkRenamable(cpp, "int f(int ┃a) { return a; }", true);
checkRenamable(cpp, "int f() { Foo ┃x(a); return x; }", true);
checkRenamable(cpp, "static int ┃n;", true);
checkRenamable(cpp, "static int ┃f() { return 1; }", true);
checkRenamable(cpp, "static int ┃f(int a) { return a; } int f(char a) { return a; }", false);
checkRenamable(cpp, "class A { static int ┃f() { return 1; } };", false);
checkRenamable(cpp, "class A { static int ┃n; };", false);
checkRenamable(cpp, "#pragma once\nstatic int ┃n;", false);
checkRenamable(cpp, "int ┃n;", false);
checkRenamable(cpp, "int f(int ┃a) {\n#define NEXT (a++)\n  return NEXT;\n}", false);
