/** Makes the index of an edited text from the one before: what the parser took over is taken over here. */

import type { Tree } from "web-tree-sitter";
import type { Document } from "../../../text/document.js";
import { RecordReader } from "../records/records.js";
import type { SyntaxIndex } from "../syntaxIndex.js";
import { assembleRecords } from "./assembleRecords.js";
import { walkTree } from "./cursorWalk.js";
import { IndexedWalk } from "./indexedWalk.js";
import { recordNodes } from "./indexTree.js";
import type { LanguageKinds } from "./languageKinds.js";
import { NO_RECORD, type NodeWalk } from "./nodeWalk.js";
import { Recorder } from "./recorder.js";

export interface ReindexResult {
  readonly index: SyntaxIndex;
  /** How many records were made anew, most of them because tree-sitter made their nodes anew. */
  readonly read: number;
  /** How many records stand in leaves that the earlier index does not have. */
  readonly rebuilt: number;
}

/**
 * `earlier.tree` is the tree that `earlier.index` was made from, with the edits that `tree` was parsed after (`Tree.edit`); it matters for
 * speed, not for what comes out, that none is missing. The document holds the new text.
 */
// Invariant: both trees are alive. Only then do equal ids say that a node was taken over; so delete the earlier tree behind this, not before.
export function reindexTree(
  earlier: { readonly index: SyntaxIndex; readonly tree: Tree },
  tree: Tree,
  document: Document,
  kinds: LanguageKinds,
): ReindexResult {
  return walkTree(earlier.tree, kinds, (before) =>
    walkTree(tree, kinds, (walk) => reindexWalk({ index: earlier.index, walk: before }, walk, document)),
  );
}

/** Both walks at their roots, and kinds of one table. Another leaf size than the usual is for tests that want many borders. */
export function reindexWalk(
  earlier: { readonly index: SyntaxIndex; readonly walk: NodeWalk },
  walk: NodeWalk,
  document: Document,
  leafSize?: number,
): ReindexResult {
  const { records } = earlier.index;
  if (earlier.index.kinds !== walk.kinds || earlier.walk.kinds !== walk.kinds) {
    throw new RangeError("The earlier index counts kinds by another table: give the one it was made with.");
  }
  const recorder = new Recorder(document);
  const reader = new RecordReader(records);
  const before = new IndexedWalk(earlier.walk, reader);
  recordNodes(walk, recorder, (kind, from) => {
    const { id } = walk;
    // The usual case first: the node follows the one before it in both trees, and where either ends need not be asked.
    let reusable = before.recordOf(id);
    if (reusable === undefined) {
      if (kind === NO_RECORD) return false;
      const { to } = walk;
      if (from === to) return false;
      before.seek(from, to);
      reusable = before.recordOf(id);
      if (reusable === undefined) {
        // The same node, with something changed below it: what is below is then compared with what was.
        if (before.isOn(kind, from, to)) before.enter();
        return false;
      }
    }
    if (kind !== NO_RECORD && !recorder.reuse(reader, reusable, from)) return false;
    before.skip(kind);
    return true;
  });
  const assembled = assembleRecords(records, recorder.rows, recorder.reused, leafSize);
  const shared = new Set(records.leaves);
  const rebuilt = assembled.leaves.reduce((sum, leaf) => (shared.has(leaf) ? sum : sum + leaf.size), 0);
  return { index: { kinds: walk.kinds, records: assembled }, read: recorder.rows.size, rebuilt };
}
