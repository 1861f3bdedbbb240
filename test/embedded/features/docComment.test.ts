/** The docstring above a declaration, for each text before it. */

import { docstringAbove } from "../../../src/embedded/features/docComment.js";

test.each<[before: string, docstring: string | undefined]>([
  ['@doc """\nAdds.\n"""\n', "Adds."],
  ['@doc """\nAdds.\n"""\n@spec add(a, b) :: c\n', "Adds."],
  ['@doc """\nAdds.\n"""\n@spec add(a, b) :: c\n@impl true\n\n  @deprecated "no"\n  ', "Adds."],
  ['"""\nAdds 💣.\n"""\r\n', "Adds 💣."],
  ['"""One."""\n"""Two."""\n', "Two."],
  ['"""\nAdds.\n"""\nx = 1\n', undefined],
  ['"""\n', undefined],
  ["", undefined],
])("The docstring at the end of %j is %j", (before, docstring) => {
  expect(docstringAbove(before)).toBe(docstring);
});

test.each(["@spec a(b) :: c ".repeat(2_000), "@spec a(b) :: c\n".repeat(500), " ".repeat(10_000)])(
  "A long text between a docstring and a declaration takes no time",
  (between) => {
    // With a regular expression that backtracks, the first of these did not end.
    expect(docstringAbove(`"""\nAdds.\n"""\nx = 1 ${between}`)).toBeUndefined();
  },
);
