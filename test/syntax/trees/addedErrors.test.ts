/** Which errors of a text an earlier one has not. */

import { addedErrors } from "../../../src/syntax/trees/addedErrors.js";
import { Document } from "../../../src/text/document.js";

/** Returns the lines (1-based) of the added errors. `!` is an error. */
function addedLines(before: string, after: string): readonly number[] {
  const read = (text: string) => {
    const document = Document.of(text);
    const marks = [...text.matchAll(/!/g)];
    return { text: document, errors: marks.map(({ index }) => ({ from: index, to: index + 1 })) };
  };
  const now = read(after);
  return addedErrors(now, read(before)).map(({ from }) => now.text.lineAt(from) + 1);
}

test.each<[string, string, string, readonly number[]]>([
  ["in a text that had none", "a\nb\n", "a\nb!\n", [2]],
  ["in a line that was added", "a!\nb\n", "a!\nc!\nb\n", [2]],
  ["in a line that was sound", "a!\nb\nc\n", "a!\nb!\nc\n", [2]],
  ["below lines that were added", "a\nb!\n", "x\ny\na\nb!\n", []],
  ["in a line that had one and was changed", "a\nb!\nc\n", "a\nbb!\nc\n", []],
  ["above lines that were deleted", "a!\nb\nc\n", "a!\nc\n", []],
])("An error %s is told from one that was there", (_title, before, after, lines) => {
  expect(addedLines(before, after)).toEqual(lines);
});
