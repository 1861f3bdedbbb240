/**
 * The stretches where a text violates its grammar, and the lines that it could not read. It is the
 * one notion of that: diagnostics, the check of an edit, outlines and searches tell of these.
 */

import type { Node } from "web-tree-sitter";
import { grammarNamed } from "../../languages/languages.js";
import { type LineRange, linesOf } from "../../text/lineRange.js";
import { appendAll } from "../../text/list.js";
import { isCommentType } from "../grammars/commentTypes.js";
import { allTexts, errorsIn, type ParsedText, type SyntaxErrorRange } from "./parsedText.js";

const MAX_ERRORS = 100;

/** Returns the first `MAX_ERRORS` errors of a text, in source order. */
export function findSyntaxErrors(parsed: ParsedText): SyntaxErrorRange[] {
  const errors: SyntaxErrorRange[] = [];
  for (const { tree } of allTexts(parsed)) appendAll(errors, [...errorsIn(tree, MAX_ERRORS - errors.length)]);
  if (errors.length === 0 && grammarNamed(parsed.grammar.grammar.name)?.ignoresIndentation)
    appendAll(errors, findIndentationErrors(parsed));
  return errors;
}

/** What lines that could not be read may have: names of any kind, or declarations among them. */
export type UnreadableContent = "names" | "declarations";

/** Returns the lines of a text with errors, and those that its tree does not have. */
export function unreadableLines(parsed: ParsedText, content: UnreadableContent): readonly LineRange[] {
  const all = [...allTexts(parsed)].flatMap((text) => text.omitted);
  const omitted = content === "names" ? all : all.filter(({ mayDeclare }) => mayDeclare);
  return linesOf([...findSyntaxErrors(parsed), ...omitted], parsed.document);
}

/**
 * Returns the statements of Python whose indentation the language forbids, which its grammar
 * accepts: statements of one block must have the same, and those of an inner block more.
 */
function findIndentationErrors({ document, tree }: ParsedText): SyntaxErrorRange[] {
  /** Returns the indentation of a node; undefined where it does not begin its line. */
  const indentOf = ({ startIndex }: Node): string | undefined => {
    const before = document.slice(document.lineFrom(document.lineAt(startIndex)), startIndex).replaceAll("\f", "");
    return before.trim() === "" ? before.replace("\ufeff", "") : undefined;
  };
  const errors: SyntaxErrorRange[] = [];
  const open: { readonly node: Node; readonly indent: string }[] = [{ node: tree.rootNode, indent: "" }];
  for (let next = open.pop(); next !== undefined && errors.length < MAX_ERRORS; next = open.pop()) {
    const { node, indent } = next;
    const children = node.namedChildren.filter((child) => !isCommentType(child.type));
    const [first] = children;
    const own = node.type === "block" && first !== undefined ? indentOf(first) : indent;
    if (node.type === "block" && first === undefined)
      errors.push({ from: node.startIndex, to: node.endIndex, missing: node.type });
    const isDeeper =
      own === undefined || node.type !== "block" || (own.startsWith(indent) && own.length > indent.length);
    if (first !== undefined && !isDeeper) errors.push({ from: first.startIndex, to: first.endIndex });
    for (const child of children) {
      if (!/(?:^block|_statement|_definition|_clause)$/.test(child.type)) continue;
      const written = child.type === "block" ? undefined : indentOf(child);
      if (own !== undefined && written !== undefined && written !== own)
        errors.push({ from: child.startIndex, to: child.endIndex });
      open.push({ node: child, indent: written ?? own ?? indent });
    }
  }
  return errors.sort((a, b) => a.from - b.from);
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
    if (isEmptyGroup(node, parsed)) return { from: node.startIndex, to: node.endIndex, missing: "command" };
    const child = node.firstChildForIndex(last + 1) ?? node.lastChild;
    for (const body of [child, child?.previousSibling]) {
      if (body?.isNamed && body.startIndex === body.endIndex && /(?:^|_)(?:block|body|suite)$/.test(body.type))
        return { from: body.startIndex, to: body.endIndex, missing: body.type };
    }
  }
  return undefined;
}

/** Whether a node is a group of shell commands without one, which only the grammar accepts. */
function isEmptyGroup({ type, namedChildren }: Node, { grammar }: ParsedText): boolean {
  if (!grammarNamed(grammar.grammar.name)?.emptyGroups?.test(type)) return false;
  return namedChildren.every((child) => isCommentType(child.type));
}
