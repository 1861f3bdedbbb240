/**
 * Whether something is what the documentation says of it, in which `…` stands for whatever was left
 * out.
 */

/**
 * As text: what is not left out has to be there to the letter, but for white space at the ends of
 * lines.
 */
export function expectLike(actual: string, expected: string): void {
  const trimmed = (text: string) => text.replace(/[ \t]+$/gm, "").trim();
  if (!patternOf(trimmed(expected)).test(trimmed(actual))) expect(trimmed(actual)).toBe(trimmed(expected));
}

/** As JSON: white space between values does not count. */
export function expectJsonLike(actual: unknown, expected: string): void {
  const text = JSON.stringify(actual);
  const expectedJson = removeWhitespace(expected);
  // The failure that is shown is the two texts, which a reader can lay side by side.
  if (!patternOf(expectedJson).test(text)) expect(text).toBe(expectedJson);
}

function patternOf(expected: string): RegExp {
  const pieces = expected.split(/…/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join("[\\s\\S]*?")}$`);
}

function removeWhitespace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text: string | undefined) => text ?? "");
}
