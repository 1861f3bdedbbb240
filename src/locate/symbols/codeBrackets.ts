/** Brackets in heads of declarations, where `<` and `>` are brackets, too. */

/**
 * Returns the offset of the bracket that closes the one at `from`, or the length of the text if
 * nothing closes it before `end`. `->` and `=>` close nothing.
 */
export function closeOf(text: string, from: number, end = text.length): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, end); at++) {
    if (isOpener(text, at)) depth++;
    else if (isCloser(text, at) && --depth === 0) return at;
  }
  return text.length;
}

export function isOpener(text: string, at: number): boolean {
  return "([{<".includes(text[at] ?? "\0");
}

export function isCloser(text: string, at: number): boolean {
  return ")]}>".includes(text[at] ?? "\0") && !(text[at] === ">" && /[-=]/.test(text[at - 1] ?? ""));
}

/** Returns the text up to a body: up to the first `{` outside of other brackets. */
export function withoutBody(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (depth === 0 && text[at] === "{") return text.slice(0, at).trimEnd();
    if (isOpener(text, at)) depth++;
    else if (isCloser(text, at) && depth > 0) depth--;
  }
  return text;
}
