/**
 * Deltas: from the end of the previous node to the start of a node, and from there to its end.
 * Converts deltas to positions.
 */

/** A position in a text: all three 0-based, offset and column in UTF-16 code units. */
export interface NodePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** The start of a text, from which the root's delta counts. */
export const origin: NodePosition = { offset: 0, line: 0, column: 0 };

export interface NodeDelta {
  readonly deltaLines: number;
  /** The difference of columns; the column itself if a line end lies between. */
  readonly deltaColumns: number;
  readonly deltaOffset: number;
  /** From the start to the end of the last child; of the node itself if it has none. */
  readonly contentLength: number;
  /**
   * From the start to the end of the node, including closing delimiters. Positions are computed
   * from it.
   */
  readonly syntacticLength: number;
  readonly spanLines: number;
  /**
   * The columns on the last line: the length if the node is on one line, else the column of its
   * end.
   */
  readonly spanColumns: number;
}

export interface NodeRange {
  readonly start: NodePosition;
  readonly end: NodePosition;
}

/**
 * Returns the extent of a node. Its `end`, never a child's, is the `previousEnd` of the next
 * sibling, and its `start` that of its first child.
 */
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
