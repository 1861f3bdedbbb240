/** Whether one path lies in another. */

import { sep } from "node:path";

/**
 * Whether a path is a folder or lies in it. Both are absolute, with the platform's separators;
 * links are not resolved.
 */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
