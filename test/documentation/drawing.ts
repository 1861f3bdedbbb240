/** The drawing of a Locate that names its parts. */
import { formatLocate, parseLocate } from "../../src/index.js";

/**
 * `shop.py:Cart.total@item.<|>price`, and below it `└─file─┘ └…`: each part is underlined from its
 * first character to its last.
 */
export function expectDrawing(code: string): void {
  const [locate = "", parts = ""] = code.split("\n");
  expect(formatLocate(parseLocate(locate))).toBe(locate);
  const [path = "", scope = "", find = ""] = locate.split(/[:@]/);
  const underlined = [...parts.matchAll(/└[^┘]*┘?/g)].map(({ 0: text, index }) => [index, text.length] as const);
  const starts = [0, path.length + 1, path.length + scope.length + 2];
  expect(underlined.map(([from]) => from)).toEqual(starts);
  // The label of the find may be longer than the find.
  expect(underlined.slice(0, 2).map(([, length]) => length)).toEqual([path.length, scope.length]);
  expect(find).toContain("<|>");
}
