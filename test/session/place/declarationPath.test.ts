/** Which declarations of a workspace a symbol path means. */

import { matchesPath } from "../../../src/session/place/declarationPath.js";

const declaration = { container: ["Shop", "Cart"], name: "total", path: "/work/src/cart.ts", languageId: "typescript" };

test.each<[readonly string[], boolean]>([
  [["total"], true],
  [["Cart", "total"], true],
  [["Shop", "Cart", "total"], true],
  // Names between may be left out, the last may not.
  [["Shop", "total"], true],
  [["Cart"], false],
  [["Shop", "Cart"], false],
  [["Cart", "Shop", "total"], false],
  // The file or its folder.
  [["cart", "total"], true],
  [["src", "cart", "Shop", "total"], true],
  [["other", "total"], false],
])("The path %j fits Shop.Cart.total in src/cart.ts: %s", (path, expected) => {
  expect(matchesPath(declaration, path)).toBe(expected);
});
