/** Whether a file sees the declarations of another one that it does not import by name. Pure. */

import { factsOf } from "../languages/languages.js";

interface FileText {
  readonly languageId: string;
  readonly text: string;
}

/**
 * Whether a file may use what another file declares at its top level without importing it by name.
 * In JavaScript, only a script declares for others; in Python, a file has to import everything.
 */
export function mayUseWithoutImport(user: FileText, declaring: FileText): boolean {
  switch (factsOf(user.languageId).unimportedUse) {
    case "always":
      return true;
    case "star import":
      return /^[ \t]*from\b[^#\n]*\bimport[ \t]*(?:\(\s*)?\*/m.test(user.text);
    case "script":
      return !isModule(declaring.text) || /\bdeclare\s+global\b/.test(declaring.text);
  }
}

/** Whether a text of JavaScript or TypeScript is a module of either kind. */
function isModule(text: string): boolean {
  return /^[ \t]*(?:import|export)\b|\brequire\s*\(|\bexports\b/m.test(text);
}
