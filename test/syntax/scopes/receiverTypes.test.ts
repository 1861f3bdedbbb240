/** The name of a receiver's type, where the declaration of the variable shows it. */

import { nameInfoAt } from "./check.js";

test.each([
  ["typescript", "function f(a: Cart) { a.┃x; }", "Cart"],
  ["typescript", "function f(a: Cart | null) { a.┃x; }", "Cart"],
  ["typescript", "function f(a: Cart | string) { a.┃x; }", "Cart"],
  ["typescript", "function f(a: string) { a.┃x; }", "string"],
  ["typescript", "function f(a: Cart | Shelf) { a.┃x; }", undefined],
  ["typescript", "function f({ a }: Cart) { a.┃x; }", undefined],
  ["typescript", "const a: Cart[] = [];\na.┃x;", undefined],
  ["typescript", "const a = new shop.Cart();\na.┃x;", "Cart"],
  ["typescript", "const a = cart();\na.┃x;", undefined],
  ["python", "def f(a: Cart):\n    a.┃x\n", "Cart"],
  ["python", "a = Cart()\na.┃x\n", "Cart"],
  ["python", "def f(a: 'Cart | None'):\n    a.┃x\n", "Cart"],
  ["rust", "fn f() { let a = Cart::new(); a.┃x(); }", "Cart"],
  ["rust", "fn f(a: &mut shop::Cart<u8>) { a.┃x(); }", "Cart"],
  ["rust", "fn f(o: Option<Cart>) { if let Some(a) = o { a.┃x(); } }", undefined],
  ["go", "package m\nfunc f() { a := &Cart{}; a.┃x() }", "Cart"],
  ["go", "package m\nfunc f() { a, err := os.Open(n); a.┃x() }", undefined],
  ["go", "package m\nfunc f(b any) { a, ok := b.(*Cart); a.┃x() }", "Cart"],
  ["java", "class A { void f(Cart a) { a.┃x(); } }", "Cart"],
])("In %s, %j shows the type %s", async (language, drawn, expected) => {
  const at = drawn.indexOf("┃");
  const found = await nameInfoAt(language, drawn.replace("┃", ""), at);
  expect(found?.receiver?.type).toBe(expected);
});
