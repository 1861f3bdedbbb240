/**
 * Recognises types that any type with a property of that name fits: `type A = { x: any }`. A rename
 * of the property elsewhere can break their uses, because TypeScript compares types by structure.
 */

/** How much text before and after a property is searched for its type, in UTF-16 units. */
const MAX_LENGTH = 500;
/** The end of the text before a type: that of an alias, of a constraint, or of a property in it. */
const typeStart =
  /(?:\btype\s+[\w$]+(?:<[^{}]*>)?\s*=|\bextends)\s*\{(?:\s*(?:readonly\s+)?[\w$]+\s*:\s*\{)*\s*(?:readonly\s+)?$/;

/**
 * Whether a text has at `offset` the only required property of an object type that is an alias, a
 * constraint, or the only property of such a type.
 */
export function isOnlyRequiredProperty(text: string, offset: number): boolean {
  if (!typeStart.test(text.slice(Math.max(0, offset - MAX_LENGTH), offset))) return false;
  return soleRequired.test(text.slice(offset, offset + MAX_LENGTH));
}

const ownType = String.raw`[\w$]+\s*:[^;,{}\n]*(?:\{[^{}]*\}[^;,{}\n]*)?`;
const optionalMember = String.raw`[;,\n]\s*(?:\[[^\]\n]*\]|[\w$]+\?)\s*:[^;,{}\n]*`;
/** A property with its type, then index signatures and optional properties, up to the end. */
const soleRequired = new RegExp(`^${ownType}(?:${optionalMember})*(?:[;,\\n]\\s*)?\\}`);
