/** A place as people say it. */
import type { Document } from "../text/document.js";

/** Both 1-based; characters are UTF-16 code units. */
export interface LineAndCharacter {
  readonly line: number;
  readonly character: number;
}

export function lineAndCharacter(document: Document, offset: number): LineAndCharacter {
  const line = document.lineAt(offset);
  return { line: line + 1, character: offset - document.lineFrom(line) + 1 };
}
