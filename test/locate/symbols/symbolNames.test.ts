/** Names as real servers write them, and their plain names. */
import { readName } from "../../../src/locate/symbols/symbolNames.js";

test.each([
  ["run", "run"],
  ["(*T).Ptr", "T/Ptr"],
  ["(T).Val", "T/Val"],
  ["(*G[K]).Gm", "G/Gm"],
  ["(t *T).Ptr", "T/Ptr"],
  ["(*T)", "T"],
  ["(T)", "T"],
  ["Set[K, V]", "Set"],
  ["impl Foo", "Foo"],
  ["impl Display for Foo", "Foo"],
  ["impl<T> Foo<T>", "Foo"],
  ["impl<T: Into<U>, U> From<T> for Foo<U> where U: Copy", "Foo"],
  ["impl<'a> Iterator for Iter<'a>", "Iter"],
  ["impl<F> Handler for F where F: Fn(u8) -> u8", "F"],
  ["impl fmt::Display for &'a mut net::Addr", "net/Addr"],
  ["unsafe impl Send for Foo", "Foo"],
  ["impl Fn for for_each", "for_each"],
  ["Foo::m", "Foo/m"],
  ["ns::in::Foo::t<int>", "ns/in/Foo/t"],
  ["~Foo", "~Foo"],
  ["Foo::~Foo", "Foo/~Foo"],
  ["operator+", "operator+"],
  ["operator()", "operator()"],
  ["operator<", "operator<"],
  ["operator<<", "operator<<"],
  ["operator->", "operator->"],
  ["operator bool", "operator bool"],
  ["operator==(const Foo &)", "operator=="],
  ["operator()(int)", "operator()"],
  ["Foo::operator[]", "Foo/operator[]"],
  ["operators", "operators"],
  ["{...}", "{...}"],
  ["...", "..."],
  ["<=>", "<=>"],
  ["m(int)", "m"],
  ["m(int) : T", "m"],
  ["m(Map<String, List<A>>) : void", "m"],
  ["field : String", "field"],
  ["Add(int, int) : int", "Add"],
  ["f/1", "f"],
  ["def f(a)", "f"],
  ["defp helper(a, b)", "helper"],
  ["defmodule My.App", "My/App"],
  ["valid?", "valid?"],
  ["save!", "save!"],
  ["name=", "name="],
  ["self.foo", "foo"],
  ["A::B", "A/B"],
  ["@count", "@count"],
  ["@@all", "@@all"],
  ["M.foo", "M/foo"],
  ["M:bar", "M/bar"],
  ["a.b.c", "a/b/c"],
  ["$name", "$name"],
  ["Shop.$name", "Shop/$name"],
  ["$", "$"],
  ["$$", "$$"],
  ["App\\Models\\User", "App/Models/User"],
  ["(get) v", "v"],
  ["(set) v", "v"],
  ['"mod"', "mod"],
  ["'quoted-key'", "quoted-key"],
  ['"App.vue"', "App.vue"],
  ["`odd name`", "odd name"],
  ["A.B", "A/B"],
  ["constructor", "constructor"],
  ["Class.method", "Class/method"],
  ["[Symbol.iterator]", "[Symbol.iterator]"],
  ["#private", "#private"],
  ["mut reader", "reader"],
  ["...rest", "rest"],
  ["<init>", "<init>"],
  ["+", "+"],
  ["名前", "名前"],
  ["", ""],
  ["<function>", ""],
  ["<unknown>", ""],
  ["(anonymous namespace)", ""],
  ["(anonymous class)", ""],
  ["<anonymous>", ""],
  ["<lambda>", ""],
  ["{closure}", ""],
  ["<< self", ""],
  ['describe("x") callback', ""],
  ["useMemo() callback", ""],
  ["function(a)", ""],
  ["f() callback\n", ""],
  ["callback", ""],
  ['"callback"', "callback"],
  ["a.f[1]", "a.f[1]"],
  ["operator(int)", "operator"],
  ["function", "function"],
  ["callbacks", "callbacks"],
])("The plain names of %j are %j", (name, expected) => {
  expect(readName(name, "code").plain.join("/")).toBe(expected);
});

test.each([
  [".foo > .bar", ".foo > .bar"],
  ["div#main.c.d", "div#main.c.d"],
  ["a:hover", "a:hover"],
  ["lodash.debounce", "lodash.debounce"],
  ['"quoted"', "quoted"],
  ["## 1.2.0", "1.2.0"],
  ["#main", "#main"],
  ["f(x)", "f(x)"],
])("As data, the plain names of %j are %j", (name, expected) => {
  expect(readName(name, "data").plain.join("/")).toBe(expected);
});

test.each([
  ["$name", "name"],
  ["@count", "count"],
  ["@@all", "all"],
  ["Shop::$name", "Shop/name"],
  ["$", "$"],
  ["$1", "1"],
  ["name", "name"],
])("As code with marks, the plain names of %j are %j", (name, expected) => {
  expect(readName(name, "code with marks").plain.join("/")).toBe(expected);
});

test("Blocks of one plain name differ in their trait", () => {
  expect(readName("impl From<u8> for Foo", "code").variant).toBe("From<u8>");
  expect(readName("impl Foo", "code").variant).toBeUndefined();
});

test("A name of any length or nesting is read quickly", () => {
  for (const name of [
    "(".repeat(1e6),
    "<".repeat(1e6),
    "impl<".repeat(1e5),
    "a.".repeat(1e6),
    "a ".repeat(1e6),
    `"${"'".repeat(1e6)}`,
  ])
    expect(readName(name, "code").raw.length).toBeLessThanOrEqual(2000);
});
