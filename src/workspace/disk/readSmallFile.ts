/** Reads the files by which tools are configured: ignore rules, git's own, lists of projects. */

import { readTextSync } from "../../files/readFileSync.js";

/** A longer file configures nothing. */
const MAX_BYTES = 1024 * 1024;

/** Returns the text of a file, empty if it can't be read or is no regular file. */
export function readSmallFile(path: string): string {
  try {
    return readTextSync(path, { maxBytes: MAX_BYTES });
  } catch {
    return "";
  }
}
