/** The formats that the schema of servers.json names. */

/** Whether a text is a regular expression. */
export function regex(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
