/** What a character is to a matcher: part of a word, whitespace, or something else. Words are runs of Unicode ID_Continue. */

export const OTHER_CLASS = 1;
export const WORD_CLASS = 2;
export const SPACE_CLASS = 3;

const idContinue = /^\p{ID_Continue}$/u;
/** The class of each UTF-16 code unit met so far; 0 where nobody has asked yet. */
const classes = new Uint8Array(0x10000);

/** The class of the code unit at an offset; half of a surrogate pair has the class of its code point. Outside of the text: 0. */
export function classAt(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return classes[code] || computeClass(text, offset, code);
}

/** Whether the code unit is whitespace: what `\s` and `trim` take for it. */
export function isSpaceAt(text: string, offset: number): boolean {
  return classAt(text, offset) === SPACE_CLASS;
}

export function isWordAt(text: string, offset: number): boolean {
  return classAt(text, offset) === WORD_CLASS;
}

/** Where the run of one class that begins at `offset` ends, at most at `to`. */
export function runEnd(text: string, offset: number, to: number, characterClass: number): number {
  let end = offset;
  while (end < to && classAt(text, end) === characterClass) end++;
  return end;
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

function computeClass(text: string, offset: number, code: number): number {
  // NaN outside of the text; a comparison with it is false.
  if (!(code >= 0)) return 0;
  // What a surrogate is depends on its other half: never remembered.
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
