/** The context of a name where it is only used, by which a file is known not to declare it. */

/**
 * A name with both around it declares nothing that the index lists. Each is the rest of the line,
 * without the space beside the name, and with one character for each byte of UTF-8.
 */
export interface NameContext {
  /** Matches what precedes the name, at the end of a text. */
  readonly before?: RegExp;
  /** Matches what follows the name, at the beginning of a text. */
  readonly after?: RegExp;
}
