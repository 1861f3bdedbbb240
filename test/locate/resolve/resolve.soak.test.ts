/** Sources of a megabyte that are hard to match: each resolution ends with its error. */

import { testRounds } from "../../text/random.js";
import { fails } from "../check.js";

test("Hostile sources end, as near lines, hints and fuzzy matching have a work budget", () => {
  const sources = [
    "(".repeat(1e6),
    "a ".repeat(5e5),
    "a".repeat(1e6),
    " ".repeat(1e6),
    "ab cd ef\n".repeat(1e5),
    '"'.repeat(1e6),
  ];
  const finds = ["ab cd xy", `${"( ".repeat(3000)}x`, `${"a b ".repeat(1500)}x`, '" "x'];
  // One of the finds for each source, or more where TEST_ROUNDS says so.
  sources.forEach((source, index) => {
    for (let round = 0; round < Math.min(testRounds, finds.length); round++) {
      const find = finds[(index + round) % finds.length] ?? "";
      fails(source, { find, fuzzy: true }, "text_not_found", { symbols: [] });
    }
  });
});
