/** Where a text violates its grammar. */

import type { ParsedText } from "./parsedText.js";
import { allTexts } from "./parsedText.js";

/** The extent of unexpected text, or the offset at which a node is missing. */
export interface SyntaxErrorRange {
  readonly from: number;
  readonly to: number;
  /** The type of the missing node; `undefined` if the text itself is unexpected. */
  readonly missing?: string;
}

const MAX_ERRORS = 100;

/**
 * Returns the first `MAX_ERRORS` errors in source order. Visits only nodes with errors. It is a
 * loop because text can nest deeper than the stack.
 */
export function findSyntaxErrors(parsed: ParsedText): SyntaxErrorRange[] {
  const errors: SyntaxErrorRange[] = [];
  for (const { tree } of allTexts(parsed)) {
    if (!tree.rootNode.hasError) continue;
    const cursor = tree.walk();
    try {
      for (let goes = true; goes && errors.length < MAX_ERRORS; ) {
        const node = cursor.currentNode;
        const missing = node.isMissing;
        if (node.isError || missing)
          errors.push({ from: node.startIndex, to: node.endIndex, ...(missing ? { missing: node.type } : {}) });
        const isInside = !node.isError && !missing && node.hasError && cursor.gotoFirstChild();
        if (isInside) continue;
        while (!(goes = cursor.gotoNextSibling()) && cursor.gotoParent());
      }
    } finally {
      cursor.delete();
    }
  }
  return errors;
}

/** How many levels above the last token before an edit a body is looked for. */
const MAX_LEVELS_UP = 3;

/**
 * Returns the body that an edit at `offset` has left empty. Some grammars accept an empty body:
 * `def f():` and nothing.
 */
export function findEmptyBody(parsed: ParsedText, offset: number): SyntaxErrorRange | undefined {
  const { document, tree } = parsed;
  const last = document.slice(0, offset).trimEnd().length - 1;
  let node = last < 0 ? null : tree.rootNode.descendantForIndex(last, last + 1);
  for (let level = 0; node !== null && level < MAX_LEVELS_UP; level++, node = node.parent) {
    const child = node.firstChildForIndex(last + 1) ?? node.lastChild;
    for (const body of [child, child?.previousSibling]) {
      if (body?.isNamed && body.startIndex === body.endIndex && /block|body|suite/.test(body.type))
        return { from: body.startIndex, to: body.endIndex, missing: body.type };
    }
  }
  return undefined;
}
