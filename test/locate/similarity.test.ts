/** The edit distance of names, and its agreement with the definition. */

import { editDistance } from "../../src/locate/similarity.js";
import { law, pick } from "../text/random.js";

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["abc", "abc", 0],
  ["abc", "abd", 1],
  ["abc", "ac", 1],
  ["ac", "abc", 1],
  ["ab", "ba", 1],
  ["abcd", "acbd", 1],
  ["abcd", "badc", 2],
  ["form", "from", 1],
  // Neighbours that are swapped are not changed again.
  ["ca", "abc", 3],
])("From %j to %j there are %i edits", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});

law("The edit distance is that of its recursive definition", 20, (random) => {
  const some = () => Array.from({ length: random(6) }, () => pick(random, ["a", "b", "c"])).join("");
  const [one, other] = [some(), some()];
  expect({ one, other, distance: editDistance(one, other) }).toEqual({ one, other, distance: slowly(one, other) });
});

/** Removes, adds or replaces the last character, or swaps the last two (Damerau 1964). */
function slowly(one: string, other: string): number {
  if (one === "" || other === "") return one.length + other.length;
  const [shorterOne, shorterOther] = [one.slice(0, -1), other.slice(0, -1)];
  const replaced = slowly(shorterOne, shorterOther) + (one.at(-1) === other.at(-1) ? 0 : 1);
  const isSwap = one.length > 1 && other.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1);
  return Math.min(
    replaced,
    slowly(shorterOne, other) + 1,
    slowly(one, shorterOther) + 1,
    isSwap ? slowly(one.slice(0, -2), other.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  );
}
