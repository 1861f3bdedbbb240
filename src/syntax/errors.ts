/** Where a text breaks its grammar. */

import type { ParsedText } from "./parsedText.js";
import { allTexts } from "./parsedText.js";

/** Offset of something unexpected, or of where something is missing. */
export interface SyntaxFault {
  readonly from: number;
  readonly to: number;
  /** The node type that is missing there; undefined where the text itself is unexpected. */
  readonly missing?: string;
}

const mostFaults = 100;

/** The first hundred, in source order. Goes only where errors are; a loop, as text can nest deeper than the stack. */
export function faultsOf(parsed: ParsedText): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  for (const { tree } of allTexts(parsed)) {
    if (!tree.rootNode.hasError) continue;
    const cursor = tree.walk();
    try {
      for (let goes = true; goes && faults.length < mostFaults; ) {
        const node = cursor.currentNode;
        const missing = node.isMissing;
        if (node.isError || missing)
          faults.push({ from: node.startIndex, to: node.endIndex, ...(missing ? { missing: node.type } : {}) });
        const isInside = !node.isError && !missing && node.hasError && cursor.gotoFirstChild();
        if (isInside) continue;
        while (!(goes = cursor.gotoNextSibling()) && cursor.gotoParent());
      }
    } finally {
      cursor.delete();
    }
  }
  return faults;
}
