/** Tests of which texts are taken for minified code. */

import { isMinified } from "../../../src/workspace/parse/parseWorker.js";

test.each<[string, string, boolean]>([
  ["a short line of any kind", "a();".repeat(1_000), false],
  ["one long line", "a();".repeat(3_000), true],
  ["long lines behind a licence", `/* MIT */\n${"a();".repeat(3_000)}\n`, true],
  ["lines of six hundred each", `${"a();".repeat(150)}\n`.repeat(20), true],
  ["people's lines", "const a = 1;\n".repeat(2_000), false],
  ["a long line of data far below", `${"const a = 1;\n".repeat(6_000)}${"1,".repeat(8_000)}\n`, false],
])("%s", (_, text, isMade) => expect(isMinified(text)).toBe(isMade));
