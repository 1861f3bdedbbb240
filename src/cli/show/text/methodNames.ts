/** The names of methods in errors, as a user of the shell or of a tool knows them. */

/**
 * Replaces the protocol's names of methods (`locate/outline`), but not parts of paths, and removes
 * advice on a field that neither has.
 */
export function renameMethods(message: string, nameOf: (method: string) => string): string {
  return message
    .replace(/(?<![\w./\\-])locate\/([a-z]\w*)(?![\w/\\]|\.\w)/gi, (_name, method: string) => nameOf(method))
    .replace(", or set fuzzy to true for the closest stretch.", ".");
}
