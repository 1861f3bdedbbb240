/** Compares values with the documentation, where `…` means text that was left out. */

/** Compares texts exactly, except for white space at the ends of lines. */
export function expectLike(actual: string, expected: string): void {
  const trimmed = (text: string) => text.replace(/[ \t]+$/gm, "").trim();
  if (!patternOf(trimmed(expected)).test(trimmed(actual))) expect(trimmed(actual)).toBe(trimmed(expected));
}

/** Compares JSON, without the white space between values. */
export function expectJsonLike(actual: unknown, expected: string): void {
  const text = JSON.stringify(actual);
  const expectedJson = removeWhitespace(expected);
  // The failure shows both texts, to be compared side by side.
  if (!patternOf(expectedJson).test(text)) expect(text).toBe(expectedJson);
}

function patternOf(expected: string): RegExp {
  const pieces = expected.split(/…/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join("[\\s\\S]*?")}$`);
}

function removeWhitespace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text: string | undefined) => text ?? "");
}
