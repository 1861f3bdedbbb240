/**
 * Parts of a Markdown file that a script writes: what stands between `<!-- name:begin -->` and
 * `<!-- name:end -->`.
 */

/** The part's content, without the white space around it; undefined where a marker is missing. */
export function readRegion(text, name) {
  return patternOf(name).exec(text)?.[2];
}

/**
 * The text with another content in that part: in the line, or in lines of its own where the first
 * marker ends one. Throws where a marker is missing.
 */
export function replaceRegion(text, name, content) {
  if (readRegion(text, name) === undefined) {
    throw new Error(`README.md has no <!-- ${name}:begin --> and <!-- ${name}:end --> to write between.`);
  }
  return text.replace(patternOf(name), (_, begin, __, end) => {
    const space = begin.endsWith("\n") ? "\n" : "";
    return `${begin.trimEnd()}${space}${content}${space}${end.trimStart()}`;
  });
}

function patternOf(name) {
  return new RegExp(`(<!-- ${name}:begin -->\\s*)(\\S[\\s\\S]*?|)(\\s*<!-- ${name}:end -->)`);
}
