/** The declaration that a new text is one of, by its head: name, parameters, receiver, `impl`. */

import { factsOf } from "../../languages/languages.js";
import { Document } from "../../text/document.js";
import { opensAttribute, skipComments } from "../symbols/comments.js";
import { type DeclarationHead, wordsOf } from "../symbols/declarationHead.js";
import { constraintSurplus, headInText, NO_FIT } from "../symbols/fitConstraint.js";
import { readImplementationHead } from "../symbols/segmentConstraint.js";
import type { SymbolEntry } from "../symbols/symbolIndex.js";

interface HeadContext {
  readonly document: Document;
  readonly language: string;
}

/** The maximum of UTF-16 code units of a new text that are read as its head. */
const MAX_HEAD_LENGTH = 8_000;

/** Returns the declarations whose head is that of the new text; none where it has no head. */
export function entriesWithHead(
  newText: string,
  entries: readonly SymbolEntry[],
  context: HeadContext,
): readonly SymbolEntry[] {
  const head = newText.slice(headStart(newText, context.language)).slice(0, MAX_HEAD_LENGTH);
  const implementation = readImplementationHead((/^[^{;]*/.exec(head)?.[0] ?? "").trim());
  if (implementation !== undefined) {
    const constraint = { before: [], after: [], implementation };
    return entries.filter((entry) => constraintSurplus(constraint, entry, context, false) !== NO_FIT);
  }
  const heads = entries.map((entry) => ({ entry, declared: headInText(entry, context.document, context.language) }));
  for (const isSame of [isSameText, isSameType]) {
    const found = heads.filter(({ entry, declared }) => {
      const written = headOfNewText(head, entry, context.language);
      return written !== undefined && isSame(written, declared, context.language);
    });
    if (found.length > 0) return found.map(({ entry }) => entry);
  }
  return [];
}

/** Returns the offset after comments, decorators and attributes. */
function headStart(text: string, language: string): number {
  let at = 0;
  for (;;) {
    at = skipComments(text, at, text.length, language);
    const line = /^[^\r\n]*/.exec(text.slice(at))?.[0] ?? "";
    if (!opensAttribute(line, language) || /^@?(?:property|interface)\s*\{/.test(line)) return at;
    const next = at + line.length + 1;
    if (next >= text.length) return at;
    at = next;
  }
}

/** Reads the new text as a declaration of the name of an entry, which it has before any body. */
function headOfNewText(head: string, entry: SymbolEntry, language: string): DeclarationHead | undefined {
  const name = entry.name.plain.at(-1) ?? entry.name.raw;
  for (let at = head.indexOf(name); at >= 0; at = head.indexOf(name, at + 1)) {
    const isCut = isWord(head[at - 1]) || isWord(head[at + name.length]);
    if (isCut) continue;
    if (/[{;=]/.test(head.slice(0, at))) return undefined;
    const node = { ...entry.node, from: 0, to: head.length, nameFrom: at, nameTo: at + name.length, name };
    return headInText({ ...entry, node }, Document.of(head), language);
  }
  return undefined;
}

function isWord(character: string | undefined): boolean {
  return /[\p{ID_Continue}$]/u.test(character ?? "");
}

/** Matches a word that tells declarations of one name apart, besides parameters. */
const tellingWords =
  /^(?:get|set|static|class|struct|enum|interface|trait|type|object|function|func|fn|fun|def|defp|const|let|var|val|namespace|module)$/;

function isSameKind(written: DeclarationHead, declared: DeclarationHead): boolean {
  const own = ({ before }: DeclarationHead) => before.filter((word) => tellingWords.test(word)).join(" ");
  return own(written) === own(declared) && receiverOf(written) === receiverOf(declared);
}

/** Returns the type of a receiver, in `func (c *Cart) Total` or `fun String.shout`. */
function receiverOf({ before }: DeclarationHead): string {
  const words = before.join(" ").split(" ");
  if (words.at(-1) === ".") return words.at(-2) ?? "";
  const open = words.lastIndexOf("(");
  if (words.at(-1) !== ")" || open < 0) return "";
  const [name = "", ...type] = words.slice(open + 1, -1);
  return (type[0] === "*" ? type.slice(0, 2).join(" ") : type[0]) ?? name;
}

function isSameText(written: DeclarationHead, declared: DeclarationHead): boolean {
  const own = ({ parameters }: DeclarationHead) => parameters?.map((each) => wordsOf(each).join(" ")).join(", ");
  return isSameKind(written, declared) && own(written) === own(declared);
}

function isSameType(written: DeclarationHead, declared: DeclarationHead, language: string): boolean {
  return isSameKind(written, declared) && haveSameTypes(written.parameters, declared.parameters, language);
}

/**
 * Whether two declarations take as many parameters, of the same types as far as they are written.
 */
export function haveSameTypes(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
  language: string,
): boolean {
  const typesOf = (list: readonly string[]) => list.map((each) => typeOf(each, language)).join(", ");
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && typesOf(one) === typesOf(other);
}

/** Returns a parameter without its name and default. */
function typeOf(parameter: string, language: string): string {
  const [head = ""] = parameter.split(/(?<![=<>!])=(?![=>])|\\\\/, 1);
  const typed = /^[^:]*[^:\s]\s*\??:(?!:)([\s\S]*)$/.exec(head)?.[1];
  if (typed !== undefined) return wordsOf(typed).join(" ");
  const words = wordsOf(head).filter((word) => !/^(?:final|const)$/.test(word));
  const names = words.filter((word) => /^[\p{ID_Start}_$]/u.test(word));
  if (names.length < 2) return words.length > 1 ? words.join(" ") : "";
  const at = factsOf(language).hasTypesAfterNames
    ? words.indexOf(names[0] ?? "")
    : words.lastIndexOf(names.at(-1) ?? "");
  return words.toSpliced(at, 1).join(" ");
}
