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
import type { SyntaxText } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import { pathInside } from "../../uri.js";
import { familyOf } from "../resolution/languageFamilies.js";
import { completionKind, isMember, isType } from "../resolution/symbolKinds.js";
import { type Asking, offsetIn, rangeIn, type Serving, sourceOf, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";
import { wordAt } from "../session/identifiers.js";

const mostItems = 500;
/** So many names of other files, from so many letters on. */
const mostElsewhere = 50;
const leastLetters = 2;

const nothing: CompletionList = { isIncomplete: false, items: [] };

/** Complete only behind a dot: of other files' names there are more than are told, and with more letters others. */
export async function completion(params: CompletionParams, asking: Asking, serving: Serving): Promise<CompletionList> {
  const source = await sourceOf(params, serving);
  if (source === undefined) return nothing;
  const offset = offsetIn(source, params.position);
  const word = wordAt(source, offset);
  if (await isInText(offset, source, serving)) return nothing;
  const asked = askedOf(source.document.slice(word.from - 40, word.from), source.languageId);
  // What is known of other things than this is not told: the index knows every member of every type.
  if (asked === "something") return nothing;
  const written: Written = { source, word, offset, prefix: source.document.slice(word.from, offset) };
  const found = asked === "self" ? await membersAt(written, serving) : await namesAt(written, serving);
  const names = found.filter(({ name }) => name !== placeholder);
  const items = names.slice(0, mostItems).map((name, at) => itemOf(name, at, written, serving));
  if (asked === "self") return { isIncomplete: false, items };
  const taken = new Set(names.map(({ name }) => name));
  return { isIncomplete: true, items: [...items, ...(await elsewhere(written, taken, asking, serving))] };
}

interface Written {
  readonly source: Source;
  readonly word: Stretch;
  readonly offset: number;
  /** Of the word, what stands before the offset. */
  readonly prefix: string;
}

/**
 * Stands for the word where none is begun yet: without one, `self.` is an error that may take its surroundings with it, and an empty line below
 * the last of an indented block is outside of it.
 */
const placeholder = "lspLocateWord";

function textWithWord({ source, word, offset }: Written): SyntaxText {
  const text = textOf(source);
  if (word.from < word.to) return text;
  return { ...text, text: `${text.text.slice(0, offset)}${placeholder}${text.text.slice(offset)}` };
}

function namesAt(written: Written, { syntax }: Serving): Promise<readonly VisibleName[]> {
  return syntax.visibleNamesAt(textWithWord(written), written.offset);
}

/** What the class around declares, by its scopes, and by the outline what stands in it. */
async function membersAt(written: Written, { syntax }: Serving): Promise<readonly VisibleName[]> {
  const text = textWithWord(written);
  const members = await syntax.visibleNamesAt(text, written.offset, { ofSelf: true });
  const known = new Set(members.map(({ name }) => name));
  const children = typeAround(await syntax.outline(text), written.offset)?.children ?? [];
  const others = children.filter(({ name, kind }) => isMember(kind) && kind !== "constructor" && !known.has(name));
  // Of overloads, and of what reads and writes a property, there are several by one name.
  const byName = new Map(
    others.map(({ name, kind }): [string, VisibleName] => [name, { name, kind, reach: "member" }]),
  );
  return [...members, ...byName.values()];
}

function typeAround(symbols: readonly OutlineSymbol[], offset: number): OutlineSymbol | undefined {
  const around = symbols.find((symbol) => symbol.from <= offset && offset <= symbol.to);
  return around && (typeAround(around.children, offset) ?? (isType(around.kind) ? around : undefined));
}

/** Names at the top of other files that begin like the word. */
async function elsewhere(
  { source, word, offset, prefix }: Written,
  taken: ReadonlySet<string>,
  { signal }: Asking,
  serving: Serving,
): Promise<CompletionItem[]> {
  if (prefix.length < leastLetters) return [];
  const known = await serving.indexing.ask(
    (index, until) => index.findMatching(prefix, 4 * mostElsewhere, until),
    signal,
  );
  const family = familyOf(source.languageId);
  const items = new Map<string, CompletionItem>();
  for (const { name, kind, container, languageId, path } of known?.answer ?? []) {
    const isNamed = container.length === 0 && family.includes(languageId) && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
    if (!isNamed || path === source.path || taken.has(name) || items.has(name) || items.size >= mostElsewhere) continue;
    const inside = serving.roots().flatMap((root) => pathInside(root, path) ?? [])[0];
    const item = itemOf({ name, kind }, mostItems + items.size, { source, word, offset, prefix }, serving);
    items.set(name, { ...item, detail: inside ?? path });
  }
  return [...items.values()];
}

function itemOf(
  { name, kind }: Pick<VisibleName, "name" | "kind">,
  place: number,
  { source, word, offset }: Written,
  { client }: Serving,
): CompletionItem {
  const insert = rangeIn(source, { from: word.from, to: offset });
  const textEdit: TextEdit | InsertReplaceEdit = client.insertReplace
    ? { newText: name, insert, replace: rangeIn(source, word) }
    : { newText: name, range: insert };
  return { label: name, kind: completionKind(kind), sortText: String(place).padStart(5, "0"), textEdit };
}

/** What the word is asked of, if it is. */
function askedOf(before: string, languageId: string): "self" | "something" | "nothing" {
  const joint = languageId === "lua" ? /[.:]\s*$/ : /(?:\.|::|->)\s*$/;
  // Two dots and more make a range, or spread something.
  if (!joint.test(before) || /\.\.\s*$/.test(before)) return "nothing";
  const receiver = /([@$\w]*)\s*[?!&]?$/.exec(before.replace(joint, ""))?.[1] ?? "";
  return /^(?:\$?this|self|cls|Self|static)$/.test(receiver) ? "self" : "something";
}

/** Whether the place is in a comment or in the text of a string, where nobody writes names. */
async function isInText(offset: number, source: Source, { syntax }: Serving): Promise<boolean> {
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
