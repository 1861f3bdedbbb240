/** Tests of which texts are taken for minified code. */

import { isMinified } from "../../../src/workspace/parse/fileResults.js";

test.each<[string, string, boolean]>([
  ["A short line of code is not taken for minified code", "a();".repeat(1_000), false],
  ["One long line is taken for minified code", "a();".repeat(3_000), true],
  ["A long line after a licence is taken for minified code", `/* MIT */\n${"a();".repeat(3_000)}\n`, true],
  [
    "A text with lines of six hundred characters is taken for minified code",
    `${"a();".repeat(150)}\n`.repeat(20),
    true,
  ],
  ["A hand-written text is not taken for minified code", "const a = 1;\n".repeat(2_000), false],
  [
    "A text with a long line of data at its end is not taken for minified code",
    `${"const a = 1;\n".repeat(6_000)}${"1,".repeat(8_000)}\n`,
    false,
  ],
])("%s", (_, text, isMade) => expect(isMinified(text)).toBe(isMade));
