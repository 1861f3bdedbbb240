/** The formats that the schema of servers.json names. */

import { registrationOf } from "../capabilities/features.js";

/** Whether a text is a regular expression. */
export function regex(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a method of LSP. */
export function lspMethod(text: string): boolean {
  return registrationOf(text) !== undefined;
}
