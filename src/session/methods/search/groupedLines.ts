/** Lines that hold a text, listed below the symbols around them. */

import type { Locate } from "../../../locate/locate.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import type { Position } from "../../../text/position.js";
import { escapeName } from "../../../text/printable.js";
import type { EnclosingSymbol } from "../../completeness/enclosingSymbols.js";

/** A line that holds a text. */
export interface TextResult {
  readonly file_path: string;
  /** The place of the text; 1-based. */
  readonly position: Position;
  readonly text: string;
  readonly locate: Locate;
  /** The symbol around it; absent at the top level of a file. */
  readonly enclosing?: EnclosingSymbol;
}

/** Lists lines below the Locates of the symbols around them, or the paths of their files. */
export function groupedLines(
  results: readonly TextResult[],
  write: (locate: Locate) => string = writeLocate,
): readonly string[] {
  let last: string | undefined;
  return results.flatMap(({ file_path, position, text, enclosing }) => {
    const heading = write(enclosing?.locate ?? { file_path });
    const line = `  ${position.line}: ${escapeName(text)}`;
    if (heading === last) return [line];
    last = heading;
    return [heading, line];
  });
}
