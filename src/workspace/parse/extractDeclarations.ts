/** The declarations of a parsed text as the index keeps them: flat, without what is local, by the names that other files use. */

import { callableKinds } from "../../syntax/outline/callableKinds.js";
import { type OutlineSymbol, outlineOf } from "../../syntax/outline/outline.js";
import type { ParsedText } from "../../syntax/trees/parsedText.js";
import type { Document } from "../../text/document.js";
import { offsetToPosition } from "../../text/position.js";
import type { IndexedDeclaration } from "../declaration.js";
import { arityOf } from "./arity.js";
import { dataGrammars, hostGrammars } from "./indexedGrammars.js";

/** In source order, each behind what it stands in. */
export function extractDeclarations(parsed: ParsedText, languageId: string): IndexedDeclaration[] {
  const declarations: IndexedDeclaration[] = [];
  const walk = (symbols: readonly OutlineSymbol[], container: readonly string[]) => {
    for (const symbol of symbols) {
      const { name, children } = symbol;
      const written = parsed.document.slice(symbol.nameFrom, symbol.nameTo);
      const plain = usedName(plainNameOf(name, written), languageId);
      const innerContainer = plain ? appendQualifiers(container, plain.qualifiers) : container;
      if (plain && !symbol.isLocal) {
        declarations.push(
          makeDeclaration(symbol, {
            name: plain.name,
            container: innerContainer,
            document: parsed.document,
            languageId,
          }),
        );
      }
      if (children.length > 0)
        walk(children, [...innerContainer, plain?.name ?? blockName(name, written)].filter(isNotEmpty));
    }
  };
  for (const text of codeTexts(parsed)) walk(outlineOf(text), []);
  return declarations;
}

/** Without the quotes around it. PHP writes `$items` where it declares a property, and `->items` where it asks for it; elsewhere `$` is a letter. */
function usedName(plain: PlainName | undefined, languageId: string): PlainName | undefined {
  if (plain === undefined) return undefined;
  const name = plain.name.replace(/^(["'`])(.+)\1$/s, "$2");
  return { ...plain, name: languageId === "php" ? name.replace(/^\$(?=.)/, "") : name };
}

/** A page's or a component's scripts; all of a text that is code itself. */
function codeTexts(parsed: ParsedText): ParsedText[] {
  const embedded = parsed.embedded.filter(({ grammar }) => !dataGrammars.has(grammar.grammar.name));
  return hostGrammars.has(parsed.grammar.grammar.name) ? embedded : [{ ...parsed, embedded }];
}

interface DeclarationSource {
  readonly name: string;
  readonly container: readonly string[];
  readonly document: Document;
  readonly languageId: string;
}

function makeDeclaration(
  symbol: OutlineSymbol,
  { name, container, document, languageId }: DeclarationSource,
): IndexedDeclaration {
  const written = document.slice(symbol.nameFrom, symbol.nameTo);
  const from = symbol.nameFrom + Math.max(0, written.indexOf(name));
  const { line, character } = offsetToPosition(document, from, "utf-16");
  const isCallable = callableKinds.has(symbol.kind) && symbol.detail !== undefined;
  const arity = isCallable ? arityOf(symbol.detail ?? "", languageId) : undefined;
  return { name, kind: symbol.kind, container, line, character, ...(arity && { arity }) };
}

/** Qualifiers that say what the place says already are not said twice: a constructor `Shape.square` stands in `Shape`. */
function appendQualifiers(container: readonly string[], qualifiers: readonly string[]): readonly string[] {
  const isRepeated = qualifiers.every((name, at) => container[container.length - qualifiers.length + at] === name);
  return isRepeated ? container : [...container, ...qualifiers];
}

/** What is inside a block belongs to whom the block is for: `impl Display for Foo`. */
function blockName(name: string, written: string): string {
  return /^[\p{ID_Continue}$]+/u.exec(name.endsWith(written) ? written : "")?.[0] ?? "";
}

function isNotEmpty(name: string): boolean {
  return name !== "";
}

interface PlainName {
  readonly name: string;
  /** What stood before it and says where it belongs, the outermost first. */
  readonly qualifiers: readonly string[];
}

/**
 * Returns the name that other files use for what an outline calls by more: `Serve` in `Server` of `(*Server).Serve`.
 * `written` is what stands in the text where the outline's name is. Undefined where nobody can use the name: a block (`impl Display for Foo`), a callback, what
 * has none and is called by what it is (`(anonymous struct)`), a place in a list.
 */
export function plainNameOf(outlineName: string, written: string): PlainName | undefined {
  const name = written.replace(/\s+/g, " ").trim();
  if (name === "") return undefined;
  const isWhole = outlineName === name;
  if (!isWhole && !outlineName.endsWith(name)) return undefined;
  const before = isWhole ? "" : outlineName.slice(0, -name.length);
  if (/[\s\p{ID_Continue}]$/u.test(before)) return undefined;
  const qualifiers = withoutArguments(before).match(/[\p{ID_Continue}$]+/gu) ?? [];
  return { name: withoutOwnArguments(name), qualifiers };
}

/** `Box<T>`, `Box[K]`: whose they are is told without them. */
function withoutArguments(qualifier: string): string {
  return qualifier.replace(/<[^<>]*>|\[[^[\]]*\]/g, "");
}

/** A specialisation (`hash<Key>`) is used by the name of what it specialises. */
function withoutOwnArguments(name: string): string {
  return /^([\p{ID_Continue}$]+)<.*>$/su.exec(name)?.[1] ?? name;
}
