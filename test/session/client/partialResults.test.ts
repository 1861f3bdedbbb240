/** Which requests have partial results that the client has got. */

import { observePartialResults, PartialResults } from "../../../src/session/client/partialResults.js";

test("A partial result is noted for its own request while that is watched", () => {
  const partialResults = new PartialResults();
  const note = (token: unknown) => {
    const verdict = observePartialResults({ method: "$/progress", id: undefined }, { session: { partialResults } });
    if (verdict?.kind !== "see") return false;
    verdict.see(Buffer.from(JSON.stringify({ method: "$/progress", params: { token, value: [] } })));
    return true;
  };
  expect(note("one")).toBe(false);
  const [one, other, none] = ["one", 1, undefined].map((token) => partialResults.watch(token));
  expect(note("two")).toBe(true);
  expect(note("one")).toBe(true);
  expect([one, other, none].map((each) => each?.hasBegun())).toEqual([true, false, false]);
  one?.release();
  expect(note(1)).toBe(true);
  expect(other?.hasBegun()).toBe(true);
  other?.release();
  expect(note(1)).toBe(false);
});
