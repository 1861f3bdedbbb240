/** What names mean in C++. */

import { declared, free, imported, renamable, stands } from "./check.js";

const cpp = "cpp";

// Functions and what they take
declared(cpp, "int f(int ⟦a⟧) { return ┃a; }", "local");
declared(cpp, "int f(const T &a, T &&⟦b⟧) { return g(┃b); }", "local");
declared(cpp, "int f(int ⟦a⟧ = 1, int b = ┃a) { return b; }", "local");
declared(cpp, "template <class... A> void f(A &&...⟦args⟧) { g(std::forward<A>(┃args)...); }", "local");
declared(cpp, "void f(void (*cb)(int a), int ⟦a⟧) { cb(┃a); }", "local");
declared(cpp, "auto f(int ⟦a⟧) -> decltype(┃a) { return a; }", "local");
declared(cpp, "int f(int ⟦┃a⟧); int g(int a) { return f(a); }", "local");
declared(cpp, "std::function<void(int ⟦┃a⟧)> f; int a;", "local");
declared(cpp, "int ⟦f⟧(int); int g() { return ┃f(1); } int ⟦f⟧(int a) { return a; }", "file");
declared(cpp, "int ⟦f⟧(int a) { return a; } int ⟦f⟧(char a) { return ┃f(1); }", "file");

// Blocks and what begins them
declared(cpp, "int a; int f() { int ⟦a⟧ = 1; return ┃a; }", "local");
declared(cpp, "int f(int ⟦a⟧) { { int b = ┃a; int a = b; return a; } }", "local");
declared(cpp, "int f() { for (int ⟦x⟧ : v) g(┃x); }", "local");
declared(cpp, "auto f = []() mutable { int ⟦a⟧ = 1; return ┃a; };", "local");
declared(cpp, "int f() { for (auto &⟦x⟧ : v) g(┃x); }", "local");
declared(cpp, "int f(V ⟦x⟧) { for (auto &x : ┃x) g(x); }", "local");
declared(cpp, "int f() { for (auto &[k, ⟦v⟧] : m) g(┃v); }", "local");
declared(cpp, "int f() { auto [⟦a⟧, b] = g(); return ┃a; }", "local");
declared(cpp, "int f() { const auto &[a, ⟦b⟧] = g(); return ┃b; }", "local");
declared(cpp, "int f() { if (auto ⟦it⟧ = m.find(1); it != m.end()) return 1; else return g(┃it); }", "local");
declared(cpp, "int f() { while (auto *⟦p⟧ = next()) ┃p->run(); }", "local");
declared(cpp, "int f() { switch (int ⟦z⟧ = g(); ┃z) { case 1: break; } }", "local");
declared(cpp, "int f() { try { g(); } catch (const E &⟦e⟧) { h(┃e); } }", "local");
declared(cpp, "int f(int a, int ⟦b⟧) { Foo x(a, ┃b); return x; }", "local");
declared(cpp, "int f(int a, int b) { Foo ⟦x⟧(a, b); return g(┃x); }", "local");
declared(cpp, "int f(int ⟦n⟧) { std::vector<int> v{┃n, 1}; }", "local");
declared(cpp, "int f() { void (A::*⟦m⟧)(int) = nullptr; call(a, ┃m); }", "local");
declared(cpp, "int f() { goto ┃out; ⟦out⟧: return 1; }", "local");
declared(cpp, "int f() { struct ⟦L⟧ { int a; }; ┃L x; }", "local");
declared(cpp, "int f() { using ⟦T⟧ = int; ┃T x = 1; return x; }", "local");
free(cpp, "int f() { { int a = 1; } return ┃a; }");

// Lambdas
declared(cpp, "int f(int ⟦a⟧) { return [&](int b) { return ┃a + b; }(1); }", "local");
declared(cpp, "int f(int a) { return [=](int ⟦b⟧) { return a + ┃b; }(1); }", "local");
declared(cpp, "int f(int ⟦a⟧) { return [┃a] { return a; }(); }", "local");
declared(cpp, "int f(int x) { return [⟦a⟧ = x + 1] { return ┃a; }(); }", "local");
declared(cpp, "int f(int ⟦a⟧) { return [a = ┃a] { return a; }(); }", "local");
declared(cpp, "auto f = []<typename T>(T ⟦a⟧) { return ┃a; };", "local");
declared(cpp, "auto f = []<typename ⟦T⟧>(T a) { return ┃T(a); };", "local");

// Templates
declared(cpp, "template <typename ⟦T⟧> ┃T f(T a) { return a; }", "local");
declared(cpp, "template <typename T, int ⟦N⟧ = 3> struct A { int v[┃N]; };", "local");
declared(cpp, "template <class... ⟦U⟧> void f() { g<┃U...>(); }", "local");
declared(cpp, "template <template <class> class ⟦C⟧> struct A { ┃C<int> v; };", "local");
declared(cpp, "template <typename ⟦T⟧ = int> using P = ┃T *;", "local");
declared(cpp, "template <class ⟦T⟧> void A<T>::f(T a) { g<┃T>(a); }", "local");
declared(cpp, "template <class ⟦T⟧> class A : public B<T> { ┃T v; };", "local");
declared(cpp, "template <typename T> concept C = requires(T ⟦a⟧) { ┃a.run(); };", "local");
declared(cpp, "template <typename T> concept ⟦C⟧ = true; template <┃C T> void f(T a);", "file");

// Members, seen by their plain names and asked of `this`
declared(cpp, "class A { int f() { return ┃x; } int ⟦x⟧; };", "member");
declared(cpp, "class A { int f() { return this->┃x; } int ⟦x⟧; };", "member");
declared(cpp, "class A { int f(int ⟦x⟧) { return ┃x; } int x; };", "local");
declared(cpp, "class A { int f(int x) { return this->┃x; } int ⟦x⟧; };", "member");
declared(cpp, "class A { A(int x) : ┃x(x) {} int ⟦x⟧; };", "member");
declared(cpp, "class A { A(int ⟦x⟧) : x(┃x) {} int x; };", "local");
declared(cpp, "class A { void f() { ┃g(); } void ⟦g⟧(); };", "member");
declared(cpp, "class A { void f() { auto l = [this] { return ┃x; }; } int ⟦x⟧ = 1; };", "member");
declared(cpp, "class A { enum E { ⟦K⟧ }; int f() { return ┃K; } };", "member");
declared(cpp, "class A { using ⟦T⟧ = int; ┃T f(); };", "member");
declared(cpp, "class A { union { int ⟦a⟧; float b; }; int f() { return ┃a; } };", "member");
declared(cpp, "class A { class ⟦In⟧ { int z; }; ┃In i; };", "member");
declared(cpp, "int x; class A { class In { int x; }; int f() { return ┃x; } };".replace("int x;", "int ⟦x⟧;"), "file");
declared(cpp, "class ⟦A⟧ { A(); ┃A &self(); };", "file");
declared(cpp, "struct A { ⟦┃A⟧(int x); };", "member");
declared(cpp, "struct A { ⟦~┃A⟧(); };", "member");
declared(cpp, "enum class E { ⟦A⟧, B = ┃A };", "member");
declared(cpp, "enum class E { ⟦A⟧, B }; auto e = E::┃A;", "member");
free(cpp, "enum class E { A, B }; auto e = ┃A;");
free(cpp, "struct A { int x; }; int f(A a) { return a.┃x; }");
free(cpp, "int x; A a = { .┃x = 1 };");

// What a base in another file may declare
free(cpp, "int g(); class A : public B { int f() { return ┃g(); } };");
declared(cpp, "int g(); class A : public B { int f() { return ┃g(); } int ⟦g⟧(); };", "member");
declared(cpp, "class A : public B { int f(int ⟦a⟧) { return ┃a; } };", "local");
declared(cpp, "class ⟦A⟧ : public B { ┃A *next; };", "file");
declared(cpp, "#define ⟦N⟧ 1\nclass A : public B { int f() { return ┃N; } };", "file");

// Functions of a class that stand outside of it
declared(cpp, "class A { void f(); int ⟦x⟧; }; void A::f() { ┃x = 1; }", "member");
declared(cpp, "class A { void ⟦f⟧(); }; void A::⟦┃f⟧() {}", "member");
declared(cpp, "class A { class In { void f(); int ⟦x⟧; }; }; void A::In::f() { ┃x = 1; }", "member");
declared(
  cpp,
  "template <class T> class A { void f(); T ⟦x⟧; }; template <class T> void A<T>::f() { ┃x = 1; }",
  "member",
);
declared(cpp, "class A { A(int); int ⟦x⟧; }; A::A(int a) : ┃x(a) {}", "member");
declared(cpp, "int g(); class A { void f(); }; void A::f() { ┃g(); }".replace("int g", "int ⟦g⟧"), "file");
declared(cpp, "void A::f(int ⟦a⟧) { g(┃a); }", "local");
declared(cpp, "class A { static int ⟦n⟧; }; int A::⟦┃n⟧ = 1;", "member");
free(cpp, "int g(); void A::f() { ┃g(); }");
free(cpp, "int f(); void A::┃f() {}");
declared(cpp, "struct ⟦R⟧ {}; ┃R *A::f() { return 0; }", "file");

// Namespaces
declared(cpp, "namespace a { int ⟦x⟧; int f() { return ┃x; } }", "file");
declared(cpp, "namespace a { int ⟦x⟧; } namespace a { int f() { return ┃x; } }", "file");
declared(cpp, "namespace { int ⟦x⟧; } int f() { return ┃x; }", "file");
declared(cpp, "inline namespace v1 { int ⟦x⟧; } int f() { return ┃x; }", "file");
declared(cpp, "namespace ⟦fs⟧ = std::filesystem; ┃fs::path p;", "file");
declared(cpp, 'extern "C" { int ⟦f⟧(int a); } int g() { return ┃f(1); }', "file");
free(cpp, "namespace a { int x; } int f() { return ┃x; }");
free(cpp, "namespace b { int x; } namespace a { int f() { return ┃x; } }");
free(cpp, "int x; int f() { return std::┃x; }");
free(cpp, "int f(int a) { return ::┃a; }");
free(cpp, "int fmt; int f(int fmt) { ┃fmt::print(1); }");
imported(cpp, "using std::string; ┃string s;", "std", "string");
imported(cpp, "void f(int swap) { { using std::swap; ┃swap(a, b); } }", "std", "swap");

// Classes that are only announced, friends, macros
free(cpp, "class A; void f(┃A *a);");
free(cpp, "class A { friend void ┃f(A &); };");
declared(cpp, "class EXPORT ⟦A⟧ { public: int f(); }; ┃A a;", "file");
declared(cpp, "class EXPORT A { public: int f() { return ┃x_; } private: int ⟦x_⟧; };", "member");
declared(cpp, "class EXPORT A : public B { public: void f(int ⟦a⟧) { g(┃a); } };", "local");
free(cpp, "int g(); class EXPORT A { public: int f() { return ┃g(); } };");
declared(cpp, "BEGIN namespace detail { int ⟦x⟧; int f() { return ┃x; } }", "file");
declared(cpp, "TEST(A, b) { int ⟦x⟧ = 1; check(┃x); }", "local");
declared(cpp, "class A : public testing::Test { int ⟦x⟧; }; TEST_F(A, b) { check(┃x); }", "member");
free(cpp, "int x; TEST_F(A, b) { check(┃x); }");
declared(cpp, "int f() { CONST size_t ⟦n⟧ = g(); return ┃n; }", "local");

// All places
stands(cpp, "int f(int ⟦a⟧) { auto l = [=] { return ⟦a⟧; }; { int a = 1; g(a); } return x.a + ⟦┃a⟧; }");
stands(cpp, '// 💣\r\nint f(int ⟦a⟧)\r\n{\r\n  return g(u8"💣é", ⟦┃a⟧);\r\n}\r\n');
stands(cpp, "class A { int ⟦x⟧; int f() { return ⟦x⟧ + this->⟦┃x⟧; } int g(int x) { return x; } };");

// What can be renamed
renamable(cpp, "int f(int ┃a) { return a; }", true);
renamable(cpp, "int f() { Foo ┃x(a); return x; }", true);
renamable(cpp, "static int ┃n;", true);
renamable(cpp, "static int ┃f() { return 1; }", true);
renamable(cpp, "static int ┃f(int a) { return a; } int f(char a) { return a; }", false);
renamable(cpp, "class A { static int ┃f() { return 1; } };", false);
renamable(cpp, "class A { static int ┃n; };", false);
renamable(cpp, "#pragma once\nstatic int ┃n;", false);
renamable(cpp, "int ┃n;", false);
renamable(cpp, "int f(int ┃a) {\n#define NEXT (a++)\n  return NEXT;\n}", false);
