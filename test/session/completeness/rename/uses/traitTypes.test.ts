/** Types that any type with a property of one name fits, by their text. */

import { isOnlyRequiredProperty } from "../../../../../src/session/completeness/rename/uses/traitTypes.js";

test.each([
  ["type A = { ┃x: any };", true],
  ["type A<T> = { readonly ┃x: T }", true],
  ["type A = { a: { ┃x: any; [k: string]: any } };", true],
  ["type A = { ┃a: { x: any; [k: string]: any } };", true],
  ["type A = {\n  ┃x: any;\n  y?: 1;\n};", true],
  ["function f<T extends { ┃x: number; y?: string }>(a: T) {}", true],
  ["type A = { ┃x: any; y: 1 };", false],
  ["type A = { y: 1; ┃x: any };", false],
  ["type A = { ┃x?: any };", false],
  ["const a = { ┃x: 1 };", false],
  ["use({ ┃x: 1 });", false],
])("%s: %s", (drawn, expected) => {
  const offset = drawn.indexOf("┃");
  expect(isOnlyRequiredProperty(drawn.replace("┃", ""), offset)).toBe(expected);
});
