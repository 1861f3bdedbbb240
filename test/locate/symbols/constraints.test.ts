/** Symbols whose path has more of their declaration than the name. */
import { check, fails, symbol } from "../check.js";

const drawn = (source: string) => source.replace("┃", "");

/** Expects a Locate to mean the drawn one of two `add`s whose detail says nothing. */
function checkOverload(head: string, source: string, file = "A.java"): void {
  const plain = drawn(source);
  const lines = plain.split("\n").filter((line) => line.includes("add"));
  const symbols = lines.map((line) =>
    symbol(plain, "add", line, line.slice(line.indexOf("add"), line.indexOf("add") + 3)),
  );
  check(source, `${file}:${head}`, { symbols });
}

describe("a symbol path with parameters", () => {
  const two = "void add(String k, T v) {}\nvoid add(T v) {}";
  const first = two.replace("add", "┃add");
  const second = two.replace(/add(?=\(T)/, "┃add");
  it("means the overload that has them, by type", () => checkOverload("add(T)", second));
  it("means the overload that has them, by type, of several", () => checkOverload("add(String, T)", first));
  it("means the overload that has them, by name", () => checkOverload("add(v)", second));
  it("means the overload that has them, as in the text", () => checkOverload("add(T v)", second));
  it("means the overload with as many, where they are values", () => checkOverload('add("a", 1)', first));
  it("means none, where none has as many, or other ones", () => {
    const symbols = two.split("\n").map((line) => symbol(two, "add", line, "add"));
    for (const head of ["add(a, b, c)", "add(int)", "add(String)", "add(T, String)"])
      fails(two, `A.java:${head}`, "symbol_not_found", { symbols });
  });
  it("reads the type after the name", () =>
    checkOverload("add(number)", "add(x: string): void;\n┃add(x: number): void;"));
  it("prefers the overload that has nothing else", () => checkOverload("add(int)", "add(const int* a);\n┃add(int a);"));
  it("keeps generic arguments and defaults together", () =>
    checkOverload("add(Map<K, V>, int)", "add(Map<K, V> m) {}\n┃add(Map<K, V> m, int n = f(1, 2)) {}"));
  it("leaves out the receiver, as the language writes it", () => {
    checkOverload("add(v)", "def add(self): pass\ndef ┃add(self, v): pass", "a.py");
    checkOverload("add(int v)", "void add(Box this) {}\nvoid ┃add(Box this, int v) {}");
    checkOverload("add(self)", "void ┃add(Value self) {}\nvoid add(Value self, Value v) {}", "a.cpp");
  });
  it("leaves out what is no parameter", () =>
    checkOverload("add(a, b)", "def add(a); end\ndef ┃add(a, b, &block); end", "a.rb"));
  it("means the overload with what follows them", () =>
    checkOverload("add(int i) const", "T& add(int i) { }\nT& ┃add(int i) const { }"));
  it("selects one of several to write in", () => {
    const symbols = two.split("\n").map((line) => symbol(two, "add", line, "add"));
    check(two.replace("void add(T v) {}", "⟦void add(T v) {}⟧"), "A.java:add(T)", { symbols, purpose: "write" });
  });
});

describe("a symbol path with words before a name", () => {
  const size = "class Box {\n  get size() { return 1; }\n  set size(v) { }\n}";
  it("means the getter", () => {
    check(size.replace("size", "┃size"), "a.ts:Box.get size", { symbols: accessors(size) });
  });
  it("means the setter", () => {
    check(size.replace("set size", "set ┃size"), "a.ts:Box.set size", { symbols: accessors(size) });
  });
  it("means no other member", () =>
    void fails(size, "a.ts:Box.static size", "symbol_not_found", { symbols: accessors(size) }));
  it("means no symbol that is only the last word", () =>
    void fails("function thing() { }", "a.ts:does a thing", "symbol_not_found"));
  it("reads the type before a name in a namespace", () => {
    const source = "namespace ns {\n  int add(int a) { }\n  double add(double a) { }\n}";
    const symbols = [
      {
        ...symbol(source, "ns", source, "ns"),
        children: [
          symbol(source, "add", "int add(int a) { }", "add"),
          symbol(source, "add", "double add(double a) { }", "add"),
        ],
      },
    ];
    check(source.replace("double add", "double ┃add"), "a.cpp:double ns::add(double a)", { symbols });
  });
});

function accessors(source: string) {
  const members = [
    symbol(source, "size", "get size() { return 1; }", "size"),
    symbol(source, "size", "set size(v) { }", "size"),
  ];
  return [{ ...symbol(source, "Box", source, "Box"), children: members }];
}

describe("heads of Go's methods", () => {
  const source = "func (p *Pair[K, V]) String() string { }\nfunc (b *Base) String() string { }";
  const symbols = [
    symbol(source, "(*Pair[K, V]).String", "func (p *Pair[K, V]) String() string { }", "String"),
    symbol(source, "(*Base).String", "func (b *Base) String() string { }", "String"),
  ];
  const ofBase = source.replace("Base) ", "Base) ┃");
  it.each(["func (b *Base) String() string", "func (b *Base) String", "(b *Base) String", "(*Base) String"])(
    "%s means the method",
    (head) => void check(ofBase, `a.go:${head}`, { symbols }),
  );
  it("may have type parameters", () =>
    void check(source.replace("V]) ", "V]) ┃"), "a.go:func (p *Pair[K, V]) String() string", { symbols }));
});

describe("operators", () => {
  const source = "class C { C operator +(C a) { } }";
  const symbols = [symbol(source, "operator +", "C operator +(C a) { }", "operator +")];
  it.each(["operator+", "operator +", "C operator +(C a)"])(
    "%s means the one, with a space or without",
    (name) => void check(source.replace("operator", "┃operator"), `a.cs:${name}`, { symbols }),
  );
  it("of an index may be followed by a qualifier", () => {
    const text = "T& operator[](int i) { }\nT& operator[](int i) const { }";
    const both = ["T& operator[](int i) { }", "T& operator[](int i) const { }"].map((range) =>
      symbol(text, "operator[]", range, "operator[]"),
    );
    check(text.replace(/operator(?=\S* ?\S*\) const)/, "┃operator"), "a.cpp:operator[] const", { symbols: both });
  });
});

describe("a symbol path that is the head of a type", () => {
  const symbolsOf = (source: string) => [symbol(source, "Cart", source, "Cart")];
  it.each([
    ["export class ┃Cart<T> extends Base<T> implements Shown {\n}", "class Cart extends Base"],
    ["export class ┃Cart<T> extends Base<T> implements Shown {\n}", "export class Cart<T> extends Base<T> {"],
    ["type ┃Cart interface {\n}", "type Cart interface"],
    ["type ┃Cart struct {\n}", "type Cart struct {"],
    ["struct ┃Cart : public Base {\n}", "struct Cart"],
    ["struct ┃Cart {\n}", "Cart{}"],
  ])("in %j is read from %j", (source, head) => {
    check(source, `a.ts:${head}`, { symbols: symbolsOf(drawn(source)) });
  });
  it.each(["class Cart extends Other", "type Cart interface"])("is not read from %j", (head) => {
    const source = "class Cart extends Base {\n}";
    fails(source, `a.ts:${head}`, "symbol_not_found", { symbols: symbolsOf(source) });
  });
});

it("reads a symbol path with a dot in the type of a result", () => {
  const source = "func (p *parser) ┃visit(expr ast.Expr, n int) ast.Expr {\n}";
  const plain = drawn(source);
  const symbols = [symbol(plain, "(*parser).visit", plain, "visit")];
  check(source, "a.go:func (p *parser) visit(expr ast.Expr, n int) ast.Expr", { symbols });
  check(source, "a.go:func (p *parser) visit(expr ast.Expr, n int) ast.Expr {", { symbols });
});
