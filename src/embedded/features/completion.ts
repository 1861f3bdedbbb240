/** textDocument/completion: the visible names, innermost scope first, then names of other files. */

import type {
  CompletionItem,
  CompletionList,
  CompletionParams,
  InsertReplaceEdit,
  TextEdit,
} from "vscode-languageserver-protocol";
import { factsOf, familyOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { VisibleName } from "../../syntax/scopes/nameInfo.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import { pathInside } from "../../uri.js";
import { isMember, isType, toCompletionItemKind } from "../resolution/symbolKinds.js";
import type { ClientSupport } from "../session/clientSupport.js";
import type { SourceText } from "../session/documents.js";
import { type EmbeddedRequestContext, offsetIn, rangeIn, sourceOf, textOf } from "../session/embeddedContext.js";

const MAX_ITEMS = 500;
/** Names of other files are offered only for a prefix of at least `MIN_PREFIX_LENGTH`. */
const MAX_ITEMS_OF_OTHER_FILES = 50;
const MIN_PREFIX_LENGTH = 2;

const emptyList: CompletionList = { isIncomplete: false, items: [] };

/**
 * The list is complete only after `self.` and the like. Otherwise other files have more names than
 * are listed, and a longer prefix finds others.
 */
export async function completion(params: CompletionParams, context: EmbeddedRequestContext): Promise<CompletionList> {
  const source = await sourceOf(params, context);
  if (source === undefined) return emptyList;
  const offset = offsetIn(source, params.position);
  const word = wordAt(source, offset);
  if (await isInCommentOrString(offset, source, context.syntax)) return emptyList;
  const receiver = receiverKind(source.document.slice(word.from - 40, word.from), source.languageId);
  // Members of other values are not offered: the index can not tell the type of a value.
  if (receiver === "something") return emptyList;
  const site: CompletionSite = { source, word, offset, prefix: source.document.slice(word.from, offset) };
  const candidates =
    receiver === "self" ? await membersOfSelf(site, context.syntax) : await visibleNames(site, context.syntax);
  const names = candidates.filter(({ name }) => name !== PLACEHOLDER);
  const items = names.slice(0, MAX_ITEMS).map((name, at) => toCompletionItem(name, at, site, context.client));
  if (receiver === "self") return { isIncomplete: false, items };
  const usedNames = new Set(names.map(({ name }) => name));
  return { isIncomplete: true, items: [...items, ...(await itemsOfOtherFiles(site, usedNames, context))] };
}

interface CompletionSite {
  readonly source: SourceText;
  readonly word: Stretch;
  readonly offset: number;
  /** The part of the word before the offset. */
  readonly prefix: string;
}

/**
 * Inserted where no word has been begun. Without a word, `self.` is a syntax error that may spread,
 * and an empty line after an indented block is outside the block.
 */
const PLACEHOLDER = "lspLocateWord";

function textWithPlaceholder({ source, word, offset }: CompletionSite): SyntaxText {
  const text = textOf(source);
  if (word.from < word.to) return text;
  return { ...text, text: `${text.text.slice(0, offset)}${PLACEHOLDER}${text.text.slice(offset)}` };
}

function visibleNames(site: CompletionSite, syntax: Syntax): Promise<readonly VisibleName[]> {
  return syntax.visibleNamesAt(textWithPlaceholder(site), site.offset);
}

/** Returns the members of the enclosing class: by its scopes, and by the outline. */
async function membersOfSelf(site: CompletionSite, syntax: Syntax): Promise<readonly VisibleName[]> {
  const text = textWithPlaceholder(site);
  const members = await syntax.visibleNamesAt(text, site.offset, { ofSelf: true });
  const memberNames = new Set(members.map(({ name }) => name));
  const children = enclosingType(await syntax.outline(text), site.offset)?.children ?? [];
  const others = children.filter(
    ({ name, kind }) => isMember(kind) && kind !== "constructor" && !memberNames.has(name),
  );
  // Overloads, getters and setters share a name.
  const byName = new Map(
    others.map(({ name, kind }): [string, VisibleName] => [name, { name, kind, reach: "member" }]),
  );
  return [...members, ...byName.values()];
}

function enclosingType(symbols: readonly OutlineSymbol[], offset: number): OutlineSymbol | undefined {
  const enclosing = symbols.find((symbol) => symbol.from <= offset && offset <= symbol.to);
  return enclosing && (enclosingType(enclosing.children, offset) ?? (isType(enclosing.kind) ? enclosing : undefined));
}

/** Returns the top-level names of other files that match the prefix. */
async function itemsOfOtherFiles(
  { source, word, offset, prefix }: CompletionSite,
  usedNames: ReadonlySet<string>,
  context: EmbeddedRequestContext,
): Promise<CompletionItem[]> {
  if (prefix.length < MIN_PREFIX_LENGTH) return [];
  const result = await context.indexClient.query(
    (index, querySignal) => index.findMatching(prefix, 4 * MAX_ITEMS_OF_OTHER_FILES, querySignal),
    context.signal,
  );
  const family = familyOf(source.languageId);
  const items = new Map<string, CompletionItem>();
  for (const { name, kind, container, languageId, path } of result?.answer ?? []) {
    const isTopLevelName =
      container.length === 0 && family.includes(languageId) && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
    if (
      !isTopLevelName ||
      path === source.path ||
      usedNames.has(name) ||
      items.has(name) ||
      items.size >= MAX_ITEMS_OF_OTHER_FILES
    )
      continue;
    const relativePath = context.roots().flatMap((root) => pathInside(root, path) ?? [])[0];
    const item = toCompletionItem(
      { name, kind },
      MAX_ITEMS + items.size,
      { source, word, offset, prefix },
      context.client,
    );
    items.set(name, { ...item, detail: relativePath ?? path });
  }
  return [...items.values()];
}

function toCompletionItem(
  { name, kind }: Pick<VisibleName, "name" | "kind">,
  sortIndex: number,
  { source, word, offset }: CompletionSite,
  { insertReplace }: ClientSupport,
): CompletionItem {
  const insert = rangeIn(source, { from: word.from, to: offset });
  const textEdit: TextEdit | InsertReplaceEdit = insertReplace
    ? { newText: name, insert, replace: rangeIn(source, word) }
    : { newText: name, range: insert };
  return { label: name, kind: toCompletionItemKind(kind), sortText: String(sortIndex).padStart(5, "0"), textEdit };
}

/** Tells whether the word is a member access, and on what. */
function receiverKind(before: string, languageId: string): "self" | "something" | "nothing" {
  const separator = factsOf(languageId).memberAccess;
  // Two or three dots are a range or a spread.
  if (!separator.test(before) || /\.\.\s*$/.test(before)) return "nothing";
  const bare = before
    .replace(separator, "")
    .replace(/[?!&]$/, "")
    .trimEnd();
  const [receiver = ""] = /(?<![@$\w])[@$\w]+$/.exec(bare) ?? [];
  return /^(?:\$?this|self|cls|Self|static)$/.test(receiver) ? "self" : "something";
}

/** Whether an offset is inside a comment or a string, where no names are completed. */
async function isInCommentOrString(offset: number, source: SourceText, syntax: Syntax): Promise<boolean> {
  if (offset === 0) return false;
  const [chain = []] = await syntax.coveringNodes(textOf(source), [{ from: offset - 1, to: offset }], {});
  const [innermost] = chain.filter(({ named }) => named);
  if (innermost === undefined) return false;
  // After the closing quote is outside the string; at the end of a line comment is still inside it.
  if (/comment/.test(innermost.type)) return true;
  return (
    /(?:^|_)(?:string|char|heredoc)(?:_|$)/.test(innermost.type) && innermost.from < offset && offset < innermost.to
  );
}

/** Characters looked at on each side of an offset. */
const MAX_WORD_LENGTH = 200;

/** Returns the word around an offset, or ending or beginning there. Empty if there is none. */
function wordAt({ document, languageId }: SourceText, offset: number): Stretch {
  const { source } = factsOf(languageId).identifier.character;
  const textBefore = document.slice(offset - MAX_WORD_LENGTH, offset);
  const textAfter = document.slice(offset, offset + MAX_WORD_LENGTH);
  const lengthBefore = new RegExp(`(?:${source})*$`, "u").exec(textBefore)?.[0].length ?? 0;
  const lengthAfter = new RegExp(`^(?:${source})*`, "u").exec(textAfter)?.[0].length ?? 0;
  return { from: offset - lengthBefore, to: offset + lengthAfter };
}
