/** The first of many items, without sorting all of them. */

import { TopK } from "../../../src/workspace/store/nameMatching.js";
import { law } from "../../text/random.js";

law("The first items are those of all items in order, equal ones in the order of adding", 10, (random) => {
  const limit = 1 + random(20);
  const items = Array.from({ length: random(300) }, (_, at) => ({ rank: random(40), at }));
  const compare = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank;
  const first = new TopK(limit, compare);
  for (const item of items) first.add(item);
  expect(first.all()).toEqual([...items].sort(compare).slice(0, limit));
});
