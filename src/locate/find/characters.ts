/**
 * Classes of characters for matching: word, whitespace, other. Words are runs of Unicode
 * ID_Continue.
 */

export const OTHER_CLASS = 1;
export const WORD_CLASS = 2;
export const SPACE_CLASS = 3;

const idContinue = /^\p{ID_Continue}$/u;
/** The class of each UTF-16 code unit that was looked up before, else 0. */
const classes = new Uint8Array(0x10000);

/**
 * Returns the class of the code unit at an offset. Half of a surrogate pair has the class of its
 * code point. Out of bounds: 0.
 */
export function classAt(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return classes[code] || computeClass(text, offset, code);
}

/** Checks for whitespace, as `\s` and `trim` define it. */
export function isSpaceAt(text: string, offset: number): boolean {
  return classAt(text, offset) === SPACE_CLASS;
}

export function isWordAt(text: string, offset: number): boolean {
  return classAt(text, offset) === WORD_CLASS;
}

/** Returns the end of the run of one class that begins at `offset`, at most `to`. */
export function runEnd(text: string, offset: number, to: number, characterClass: number): number {
  let end = offset;
  while (end < to && classAt(text, end) === characterClass) end++;
  return end;
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

function computeClass(text: string, offset: number, code: number): number {
  // NaN out of bounds; a comparison with it is false.
  if (!(code >= 0)) return 0;
  // The class of a surrogate depends on its other half, so it is not cached.
  if ((code & 0xf800) === 0xd800) return surrogateClass(text, offset, code);
  const character = String.fromCharCode(code);
  const computed = idContinue.test(character) ? WORD_CLASS : character.trim() === "" ? SPACE_CLASS : OTHER_CLASS;
  classes[code] = computed;
  return computed;
}

function surrogateClass(text: string, offset: number, code: number): number {
  const start = code >= 0xdc00 && offset > 0 ? offset - 1 : offset;
  const point = text.codePointAt(start) ?? 0;
  if (point < 0x10000) return OTHER_CLASS;
  return idContinue.test(String.fromCodePoint(point)) ? WORD_CLASS : OTHER_CLASS;
}
