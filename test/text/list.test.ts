/** Lists longer than the arguments that a call takes. */

import { appendAll, maxOf, minOf, setLatest } from "../../src/text/list.js";

const long = Array.from({ length: 300_000 }, (_, at) => at);

test("A list of any length is appended", () => {
  const list = [-1];
  appendAll(list, long);
  expect([list.length, list[0], list.at(-1)]).toEqual([300_001, -1, 299_999]);
});

test("The least and the greatest number of a list of any length are found", () => {
  expect([minOf(long), maxOf(long)]).toEqual([0, 299_999]);
});

test("An empty list has no least and no greatest number", () => {
  expect([minOf([]), maxOf([])]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
});

test("The entries that were set last stay, and those that go are returned", () => {
  const map = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  expect(setLatest(map, "a", 3, 2)).toEqual([]);
  expect(setLatest(map, "c", 4, 2)).toEqual([["b", 2]]);
  expect(setLatest(map, "d", 5, 1)).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
  expect([...map]).toEqual([["d", 5]]);
});
