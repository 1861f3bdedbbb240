/**
 * Reads and replaces generated regions of a Markdown file: the text between `<!-- name:begin -->`
 * and `<!-- name:end -->`.
 */

/**
 * Returns a region's content without surrounding white space, or undefined if a marker is missing.
 */
export function readRegion(text, name) {
  return patternOf(name).exec(text)?.[2];
}

/**
 * Returns the text with the content of a region replaced. The content is put on lines of its own if
 * the first marker ends a line. Throws if a marker is missing.
 */
export function replaceRegion(text, name, content) {
  if (readRegion(text, name) === undefined) {
    throw new Error(`There is no <!-- ${name}:begin --> and <!-- ${name}:end --> to write between.`);
  }
  return text.replace(patternOf(name), (_, begin, __, end) => {
    const space = begin.endsWith("\n") ? "\n" : "";
    return `${begin.trimEnd()}${space}${content}${space}${end.trimStart()}`;
  });
}

function patternOf(name) {
  return new RegExp(`(<!-- ${name}:begin -->\\s*)(\\S[\\s\\S]*?|)(\\s*<!-- ${name}:end -->)`);
}
