/** A step: from the end of what stands before a node to its start, and over it. The rule by which positions become records, and records positions. */

/** A position as the records count it: all three 0-based, offset and column in UTF-16 code units. */
export interface NodePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Where a text starts, and so what the root's step is counted from. */
export const origin: NodePosition = { offset: 0, line: 0, column: 0 };

export interface NodeDelta {
  readonly deltaLines: number;
  /** Where a line end lies between, the column itself; else the difference. */
  readonly deltaColumns: number;
  readonly deltaOffset: number;
  /** To the end of the last child; of the node itself where it has none. */
  readonly contentLength: number;
  /** To the end of the node, closing delimiters included: the one that counts for positions. */
  readonly syntacticLength: number;
  readonly spanLines: number;
  /** Columns on the last line: where the node lies in one line, its length; else the column of its end. */
  readonly spanColumns: number;
}

export interface NodeRange {
  readonly start: NodePosition;
  readonly end: NodePosition;
}

/** `previousEnd`: the previous sibling's end, for a first child its parent's start. `contentEnd`: the offset at which the last child ends. */
export function encodeDelta(
  previousEnd: NodePosition,
  { start, end, contentEnd = end.offset }: NodeRange & { readonly contentEnd?: number },
): NodeDelta {
  const isInOrder = previousEnd.offset <= start.offset && start.offset <= contentEnd && contentEnd <= end.offset;
  if (!isInOrder) {
    throw new RangeError(
      `A node ${start.offset}..${end.offset} with content to ${contentEnd} can't follow ${previousEnd.offset}: give offsets in ascending order.`,
    );
  }
  const deltaLines = start.line - previousEnd.line;
  const spanLines = end.line - start.line;
  return {
    deltaLines,
    deltaColumns: deltaLines === 0 ? start.column - previousEnd.column : start.column,
    deltaOffset: start.offset - previousEnd.offset,
    contentLength: contentEnd - start.offset,
    syntacticLength: end.offset - start.offset,
    spanLines,
    spanColumns: spanLines === 0 ? end.column - start.column : end.column,
  };
}

/** Where the node stands. Its `end`, never a child's, is the next sibling's `previousEnd`; its `start` its first child's. */
export function decodeDelta(previousEnd: NodePosition, delta: Omit<NodeDelta, "contentLength">): NodeRange {
  const start = {
    offset: previousEnd.offset + delta.deltaOffset,
    line: previousEnd.line + delta.deltaLines,
    column: delta.deltaLines === 0 ? previousEnd.column + delta.deltaColumns : delta.deltaColumns,
  };
  const end = {
    offset: start.offset + delta.syntacticLength,
    line: start.line + delta.spanLines,
    column: delta.spanLines === 0 ? start.column + delta.spanColumns : delta.spanColumns,
  };
  return { start, end };
}
