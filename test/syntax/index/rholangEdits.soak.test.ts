/** Two thousand random edits of programs in Rholang. */

import { randomFrom, testRounds } from "../../text/random.js";
import { checkEdits } from "./rholangEdits.js";

jest.setTimeout(300_000);

const isFull = process.env["TEST_SOAK"] === "full";
const EDITS = 50;
const seeds = Math.ceil((isFull ? 40 : 8) * testRounds);

test.each(Array.from({ length: seeds }, (_, at) => at + 1))(
  "After each of 50 edits of a Rholang program, tree and index equal those built anew (seed %d)",
  async (seed) => {
    expect(await checkEdits(randomFrom(seed), EDITS)).toBeGreaterThan(EDITS * 0.3);
  },
);
