/**
 * Dense text: what the parser refuses, and that it says so. On a busy machine the time may run out
 * before the limit in size is reached.
 */

import { outlineOf } from "../../../src/syntax/outline/outlineSymbols.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { parse } from "../parsedSources.js";

// Before the others: a tree may use the memory of earlier ones.
test("A text whose tree takes much more memory than source code is refused, and the error says so", async () => {
  await expect(parse("markdown", "# a\n\n".repeat(200_000))).rejects.toThrow(/more than 157 MB|took longer than/);
});

test("A text with more than two million nodes is refused, and the error says so", async () => {
  await expect(parse("json", `[${"[],".repeat(750_000)}[]]`)).rejects.toThrow(
    /more than (?:2 million nodes|236 MB)|took longer than/,
  );
});

test("A text with more than 100,000 declarations has no outline, and the error says so", async () => {
  const parsed = await parse("json", `[${"1,".repeat(100_001)}1]`);
  try {
    expect(() => outlineOf(parsed)).toThrow(/more than 100,000 declarations|too long/);
  } finally {
    freeText(parsed);
  }
});
