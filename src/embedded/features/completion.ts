/** textDocument/completion: names that may be written at a place, those of the innermost scope first, then those other files declare. */

import type {
  CompletionItem,
  CompletionList,
  CompletionParams,
  InsertReplaceEdit,
  TextEdit,
} from "vscode-languageserver/node";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { VisibleName } from "../../syntax/scopes/nameInfo.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import { pathInside } from "../../uri.js";
import { familyOf } from "../resolution/languageFamilies.js";
import { isMember, isType, toCompletionItemKind } from "../resolution/symbolKinds.js";
import type { ClientSupport } from "../session/clientSupport.js";
import { type EmbeddedRequestContext, offsetIn, rangeIn, sourceOf, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import { wordAt } from "../session/identifiers.js";

const MAX_ITEMS = 500;
/** So many names of other files, from so many letters on. */
const MAX_ITEMS_OF_OTHER_FILES = 50;
const MIN_PREFIX_LENGTH = 2;

const emptyList: CompletionList = { isIncomplete: false, items: [] };

/** Complete only behind a dot: of other files' names there are more than are told, and with more letters others. */
export async function completion(params: CompletionParams, context: EmbeddedRequestContext): Promise<CompletionList> {
  const source = await sourceOf(params, context);
  if (source === undefined) return emptyList;
  const offset = offsetIn(source, params.position);
  const word = wordAt(source, offset);
  if (await isInCommentOrString(offset, source, context.syntax)) return emptyList;
  const receiver = receiverKind(source.document.slice(word.from - 40, word.from), source.languageId);
  // What is known of other things than this is not told: the index knows every member of every type.
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
  /** Of the word, what stands before the offset. */
  readonly prefix: string;
}

/**
 * Stands for the word where none is begun yet: without one, `self.` is an error that may take its surroundings with it, and an empty line below
 * the last of an indented block is outside of it.
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

/** What the class around declares, by its scopes, and by the outline what stands in it. */
async function membersOfSelf(site: CompletionSite, syntax: Syntax): Promise<readonly VisibleName[]> {
  const text = textWithPlaceholder(site);
  const members = await syntax.visibleNamesAt(text, site.offset, { ofSelf: true });
  const memberNames = new Set(members.map(({ name }) => name));
  const children = enclosingType(await syntax.outline(text), site.offset)?.children ?? [];
  const others = children.filter(
    ({ name, kind }) => isMember(kind) && kind !== "constructor" && !memberNames.has(name),
  );
  // Of overloads, and of what reads and writes a property, there are several by one name.
  const byName = new Map(
    others.map(({ name, kind }): [string, VisibleName] => [name, { name, kind, reach: "member" }]),
  );
  return [...members, ...byName.values()];
}

function enclosingType(symbols: readonly OutlineSymbol[], offset: number): OutlineSymbol | undefined {
  const enclosing = symbols.find((symbol) => symbol.from <= offset && offset <= symbol.to);
  return enclosing && (enclosingType(enclosing.children, offset) ?? (isType(enclosing.kind) ? enclosing : undefined));
}

/** Names at the top of other files that begin like the word. */
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

/** What the word is asked of, if it is. */
function receiverKind(before: string, languageId: string): "self" | "something" | "nothing" {
  const separator = languageId === "lua" ? /[.:]\s*$/ : /(?:\.|::|->)\s*$/;
  // Two dots and more make a range, or spread something.
  if (!separator.test(before) || /\.\.\s*$/.test(before)) return "nothing";
  const receiver = /([@$\w]*)\s*[?!&]?$/.exec(before.replace(separator, ""))?.[1] ?? "";
  return /^(?:\$?this|self|cls|Self|static)$/.test(receiver) ? "self" : "something";
}

/** Whether the place is in a comment or in the text of a string, where nobody writes names. */
async function isInCommentOrString(offset: number, source: SourceText, syntax: Syntax): Promise<boolean> {
  if (offset === 0) return false;
  const [chain = []] = await syntax.coveringNodes(textOf(source), [{ from: offset - 1, to: offset }], {});
  const [innermost] = chain.filter(({ named }) => named);
  if (innermost === undefined) return false;
  // Behind the quote that ends a string is outside; behind a comment on a line of its own, still inside.
  if (/comment/.test(innermost.type)) return true;
  return (
    /(?:^|_)(?:string|char|heredoc)(?:_|$)/.test(innermost.type) && innermost.from < offset && offset < innermost.to
  );
}
