/** Random edits of programs in Rholang: the trees of parses that reuse the tree before the edit. */

import type { Tree } from "web-tree-sitter";
import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { reindexTree } from "../../../src/syntax/index/build/reindexTree.js";
import type { Document } from "../../../src/text/document.js";
import { pick, type Random } from "../../text/random.js";
import { rholangPrograms } from "../rholangPrograms.js";
import { type Edit, editTree, grammarOf, indexText, parse } from "./indexedTrees.js";
import { firstDifference, namedNodes, recordsAsText } from "./nodeComparison.js";

/** Texts that are often inserted: whole parts, single tokens, and what no program has. */
const inserts = [
  ...' |\n|x|0|"s"|Nil| | |\r\n|é|💣'.split("|"),
  " | x!(1)",
  " | new y in { y!(*y) }",
  " | for (@a <- b) { c!(a) }",
  "// note\n",
  "/* note */",
  ...'( ) { } [ ] @ * ! , ; | & <- => = ... " ` #'.split(" "),
];

/**
 * Checks a number of edits in a row. How tree-sitter recovers from an error depends on what it has
 * parsed before, so trees are compared where the program is free of errors. An edit that breaks it
 * is undone by the next. Returns how many of the edited programs were free of errors.
 */
export async function checkEdits(random: Random, edits: number): Promise<number> {
  const grammar = await grammarOf("rholang");
  let state = indexText(grammar, pick(random, rholangPrograms).text);
  let intact = 0;
  let undo: Edit | undefined;
  for (let round = 0; round < edits; round++) {
    const edit = undo ?? randomEdit(random, state.document);
    const { from, to, insert } = edit;
    const reverse = { from, to: from + insert.length, insert: state.document.slice(from, to) };
    const { document } = state.document.edit(edit.from, edit.to, edit.insert);
    editTree(state.tree, state.document, document, edit);
    const tree = parse(grammar, document.text, state.tree);
    const { index } = reindexTree(state, tree, document, grammar.kinds);
    const full = parse(grammar, document.text);
    const { hasError } = full.rootNode;
    const { text } = document;
    if (hasError) expect({ text, hasError: tree.rootNode.hasError }).toEqual({ text, hasError });
    else expect({ text, tree: drawn(tree) }).toEqual({ text, tree: drawn(full) });
    expect(recordsAsText(index)).toBe(recordsAsText(indexTree(tree, document, grammar.kinds)));
    expect(firstDifference(index, namedNodes(tree), document)).toBeUndefined();
    undo = hasError && undo === undefined ? reverse : undefined;
    if (!hasError) intact++;
    full.delete();
    state.tree.delete();
    state = { document, tree, index };
  }
  state.tree.delete();
  return intact;
}

function drawn(tree: Tree): string {
  return tree.rootNode.toString();
}

function randomEdit(random: Random, { text, length }: Document): Edit {
  const from = random(length + 1);
  // A whole token, a few characters, or nothing is replaced.
  const word = /[\w']+|\s+|[^\w\s]/y;
  word.lastIndex = from;
  const token = word.exec(text)?.[0].length ?? 0;
  const to = Math.min(length, from + pick(random, [0, 0, token, random(12)]));
  return { from, to, insert: pick(random, inserts) };
}
