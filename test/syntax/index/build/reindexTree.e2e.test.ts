/** The index of an edited text: it equals a new one, and shares what was not edited. */

import type { Tree } from "web-tree-sitter";
import { walkTree } from "../../../../src/syntax/index/build/cursorWalk.js";
import { indexTree, indexWalk } from "../../../../src/syntax/index/build/indexTree.js";
import { type ReindexResult, reindexTree, reindexWalk } from "../../../../src/syntax/index/build/reindexTree.js";
import { Document } from "../../../../src/text/document.js";
import { realFiles } from "../../../locate/realFiles.js";
import { law, pick, type Random } from "../../../text/random.js";
import {
  type Edit,
  editTree,
  grammarOf,
  type IndexedGrammar,
  type IndexedText,
  indexText,
  parse,
} from "../indexedTrees.js";
import { firstDifference, namedNodes, recordsAsText, recordsOf } from "../nodeComparison.js";
import { type PlainNode, walkPlain } from "../plainWalk.js";

interface Step {
  readonly next: IndexedText;
  readonly reindexed: ReindexResult;
}

/**
 * Applies edits, then parses and reindexes once. `look` sees both trees; afterwards the earlier one
 * is freed.
 */
function step(
  grammar: IndexedGrammar,
  { document, tree, index }: IndexedText,
  edits: readonly Edit[],
  { leafSize, look }: { readonly leafSize?: number; readonly look?: (earlier: Tree, tree: Tree) => void } = {},
): Step {
  let edited = document;
  for (const edit of edits) {
    const { document: after } = edited.edit(edit.from, edit.to, edit.insert);
    editTree(tree, edited, after, edit);
    edited = after;
  }
  const after = parse(grammar, edited.text, tree);
  const reindexed = walkTree(tree, grammar.kinds, (before) =>
    walkTree(after, grammar.kinds, (walk) => reindexWalk({ index, walk: before }, walk, edited, leafSize)),
  );
  look?.(tree, after);
  tree.delete();
  return { next: { document: edited, tree: after, index: reindexed.index }, reindexed };
}

/** The same, with the number of nodes that tree-sitter recreated. */
function countingStep(grammar: IndexedGrammar, before: IndexedText, edit: Edit): Step & { readonly parsed: number } {
  let parsed = 0;
  const look = (earlier: Tree, tree: Tree) => {
    const known = new Set(namedNodes(earlier).map(({ id }) => id));
    parsed = namedNodes(tree).filter(({ id }) => !known.has(id)).length;
  };
  return { ...step(grammar, before, [edit], { look }), parsed };
}

const inserts = [
  "",
  "",
  "x",
  " ",
  "\n",
  "\r\n",
  "\r",
  "💣",
  "é",
  "(",
  ")",
  "{",
  "}",
  "/*",
  "*/",
  "//",
  '"',
  "#",
  ";",
  "\nif (a) { b(); }\n",
  "\ndef f(x):\n    return x\n",
  "<b>",
];

function randomEdit(random: Random, document: Document): Edit {
  // Editors also send positions inside a surrogate pair or a `\r\n`.
  const from = random(document.length + 1);
  const to = Math.min(document.length, from + (random(3) === 0 ? random(random(8) === 0 ? 400 : 12) : 0));
  return { from, to, insert: pick(random, inserts) };
}

const sources: readonly (readonly [string, string])[] = [
  [
    "typescript",
    'class A {\r\n  run(a: string) {\n    return [a, "💣", (1)];\r  }\n}\n// end\nfunction f() { return <T>(x: T) => x.é; }\n',
  ],
  ["python", 's = "é😀"\r\n\ndef f(a, b):\n    # why\n    if a:\r        return [b, (1, 2)]\n    return f"{a}"\n'],
  ["json", '{\n  "a": [1, 2, {"b": null}],\r\n  "é": "💣"\n}\n'],
  ["markdown", "# A\n\n- b\n  - c 💣\r\n\r\n```ts\nd\n```\n\nlast *words*\n"],
  ["css", ".a > b { color: red; /* x */ }\n@media (x) {\r\n  #é { margin: 0 1px }\n}\n"],
  ["bash", 'for f in *.a; do\n  echo "$f" # é\ndone\nif [ -f x ]; then cat <<E\nb $c\nE\nfi\n'],
  ["html", "<p class=a>é <b>💣</b>\r\n<!-- c --><script>let a = 1;\n</script></p>\n"],
];

describe.each(sources)("An edited index in %s", (language, source) => {
  law("After any edits, the index equals the one built anew.", 2, async (random) => {
    const grammar = await grammarOf(language);
    let state = indexText(grammar, source.repeat(1 + random(4)));
    for (let round = 0; round < 12; round++) {
      const edits: Edit[] = [];
      let { document } = state;
      for (let left = 1 + (random(4) === 0 ? random(4) : 0); left > 0; left--) {
        const edit = randomEdit(random, document);
        edits.push(edit);
        document = document.edit(edit.from, edit.to, edit.insert).document;
      }
      const { next } = step(grammar, state, edits, { leafSize: pick(random, [2, 8, 128]) });
      const expected = recordsAsText(indexTree(next.tree, next.document, grammar.kinds));
      expect(recordsAsText(next.index)).toEqual(expected);
      state = next;
    }
    expect(firstDifference(state.index, namedNodes(state.tree), state.document)).toBeUndefined();
    state.tree.delete();
  });
});

const measured: ReadonlySet<string> = new Set(["typescript", "javascript", "json", "css", "python", "go", "c", "cpp"]);

describe("Real files", () => {
  const files = realFiles(2, 40_000).filter(({ language, text }) => text.length > 4_000 && measured.has(language));
  test.each(files.map((file) => [file.language, file] as const))(
    "An edit of a real file in %s costs what it changed.",
    async (name, { text }) => {
      const grammar = await grammarOf(name);
      let state = indexText(grammar, text);
      const places = [0.2, 0.8].map((part) => Math.floor(text.length * part));
      for (const from of places) {
        const { next, reindexed, parsed } = countingStep(grammar, state, { from, to: from, insert: " " });
        expect(recordsAsText(next.index)).toEqual(recordsAsText(indexTree(next.tree, next.document, grammar.kinds)));
        // Leaves of 128 to 256 records: the root's, and some around the edit.
        expect(reindexed.rebuilt).toBeLessThan(6 * 256);
        // And the node after the edit, whose delta differs.
        expect(reindexed.read).toBeLessThanOrEqual(parsed + 2);
        state = next;
      }
      state.tree.delete();
    },
  );
});

describe("Shared leaves", () => {
  const member = "  // about\n  run(a: string, b = [1, 2]) {\n    return a.b(`x`, (b));\n  }\n";
  const source = `class A {\n${member.repeat(200)}}\nlet z = (1);\n`;

  async function reindexedAfter(
    edit: Edit,
  ): Promise<ReturnType<typeof countingStep> & { readonly before: IndexedText }> {
    const grammar = await grammarOf("typescript");
    const before = indexText(grammar, source);
    const done = countingStep(grammar, before, edit);
    done.next.tree.delete();
    return { before, ...done };
  }

  test("A letter typed in the middle leaves all leaves shared but those on the path to it.", async () => {
    const from = source.indexOf("(b)", source.length / 2) + 2;
    const { before, reindexed, parsed } = await reindexedAfter({ from, to: from, insert: "c" });
    const { leaves } = before.index.records;
    const shared = reindexed.index.records.leaves.filter((leaf) => leaves.includes(leaf));
    expect(leaves.length).toBeGreaterThan(20);
    expect(leaves.length - shared.length).toBeLessThanOrEqual(3);
    expect(reindexed.rebuilt).toBeLessThanOrEqual(3 * 256);
    // A few nodes of every method: tree-sitter never reuses a node that it first read in two ways.
    expect(reindexed.read).toBe(parsed);
    expect(parsed).toBeLessThan(1000);
  });

  test("A line inserted before the first token changes only the delta to it.", async () => {
    const { before, reindexed } = await reindexedAfter({ from: 0, to: 0, insert: "\n" });
    const [old, now] = [recordsOf(before.index), recordsOf(reindexed.index)];
    const changed = now.flatMap((record, at) => (JSON.stringify(record) === JSON.stringify(old[at]) ? [] : [at]));
    expect(now).toHaveLength(old.length);
    expect(changed).toEqual([0]);
    expect(now[0]).toEqual({ ...old[0], deltaLines: 1, deltaOffset: 1, deltaColumns: 0 });
    expect(reindexed.index.records.leaves.slice(1)).toEqual(before.index.records.leaves.slice(1));
    reindexed.index.records.leaves.slice(1).forEach((leaf, at) => {
      expect(leaf).toBe(before.index.records.leaves[at + 1]);
    });
  });

  test("An edit that changes nothing leaves all leaves shared.", async () => {
    const { before, reindexed } = await reindexedAfter({ from: 9, to: 9, insert: "" });
    const { leaves } = before.index.records;
    expect(reindexed.rebuilt).toBe(0);
    expect(reindexed.index.records.leaves.every((leaf, at) => leaf === leaves[at])).toBe(true);
  });

  test("Typing in one place keeps leaves between 64 and 256 records.", async () => {
    const grammar = await grammarOf("typescript");
    const shorter = `class A {\n${member.repeat(40)}}\n`;
    let state = indexText(grammar, shorter);
    const from = shorter.indexOf("return", shorter.length / 2);
    const edit = { from, to: from, insert: "f(1, 2, 3, 4, 5);\n".repeat(4) };
    for (let round = 0; round < 15; round++) state = step(grammar, state, [edit]).next;
    const sizes = state.index.records.leaves.map(({ size }) => size);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(64);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
    state.tree.delete();
  });
});

test("A final \\r of a node ends no line once a \\n follows.", async () => {
  // A node that tree-sitter reuses as it is: the text in it is the same.
  const line: PlainNode = { kind: "line", from: 0, to: 2, children: [{ kind: "word", from: 0, to: 2, children: [] }] };
  const walkOf = (to: number) => walkPlain({ kind: "file", from: 0, to, children: [line] }, kinds);
  const { kinds } = walkPlain(line);
  const index = indexWalk(walkOf(3), Document.of("a\rb"));
  const after = Document.of("a\r\n");
  const { index: again } = reindexWalk({ index, walk: walkOf(3) }, walkOf(3), after);
  expect(recordsAsText(again)).toEqual(recordsAsText(indexWalk(walkOf(3), after)));
  expect(recordsOf(index).map(({ spanLines }) => spanLines)).toEqual([1, 1, 1]);
  expect(recordsOf(again).map(({ spanLines }) => spanLines)).toEqual([1, 0, 0]);
});

test("An index with another table of kinds is rejected.", async () => {
  const [python, json] = [await grammarOf("python"), await grammarOf("json")];
  const { index, tree, document } = indexText(python, "[1]");
  expect(() => reindexTree({ index, tree }, tree, document, json.kinds)).toThrow(RangeError);
  tree.delete();
});
