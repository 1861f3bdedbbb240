/** What the syntax tree of a document says of it: its symbols and its declarations, in one text; asked once for each. */

import { languageOf } from "../backend/servers.js";
import { LocateError } from "../error.js";
import { type Declaration, type DeclarationAt, kindOfName, type SymbolNode } from "../locate/symbols.js";
import type { OutlineSymbol } from "../syntax/outline.js";
import type { Syntax, SyntaxText } from "../syntax/syntax.js";
import type { Document } from "../text/document.js";
import type { Stretch } from "../text/stretch.js";
import type { Session } from "./session.js";
import { pathOfUri } from "./uri.js";

export interface SyntaxView {
  readonly symbols: readonly SymbolNode[];
  readonly declarationAt: DeclarationAt;
  /** Where the name of a declaration stands, by the stretch of its code. */
  readonly nameOf: (declaration: Stretch) => number | undefined;
}

/** What is asked about: a document as it was when `text` was its text. */
export interface ViewedText {
  readonly uri: string;
  readonly languageId: string;
  readonly text: Document;
}

const known = new WeakMap<Document, Promise<SyntaxView | undefined>>();

/** The view of a text; undefined where there is no grammar for its language, or that failed (which is logged): then others have to know. */
export function syntaxViewOf(viewed: ViewedText, session: Session): Promise<SyntaxView | undefined> {
  const before = known.get(viewed.text);
  if (before) return before;
  const view = viewOf(viewed, session);
  known.set(viewed.text, view);
  return view;
}

async function viewOf(viewed: ViewedText, session: Session): Promise<SyntaxView | undefined> {
  const syntax = await session.syntax();
  const asked = syntaxText(viewed, syntax, session);
  if (!syntax.knows(asked.languageId)) return undefined;
  try {
    const outline = await syntax.outline(asked);
    return { symbols: outline.map(symbolNode), ...declarationsIn(outline) };
  } catch (error) {
    known.delete(viewed.text);
    if (error instanceof LocateError) return undefined;
    throw error;
  }
}

/** A text as syntax is asked about it: in the client's language if there is a grammar for that, else in the one its name tells. */
export function syntaxText({ uri, languageId, text }: ViewedText, syntax: Syntax, { backend }: Session): SyntaxText {
  const path = pathOfUri(uri);
  const byName = path === undefined ? undefined : languageOf(backend.servers, path);
  return { uri, languageId: syntax.knows(languageId) ? languageId : (byName ?? languageId), text: text.text };
}

/** As the Locate language sees it. Recursion is safe: outlines are not deep. */
function symbolNode({ name, kind, detail, from, to, nameFrom, nameTo, isLocal, children }: OutlineSymbol): SymbolNode {
  return {
    name,
    kind: kindOfName(kind),
    ...(detail === undefined ? {} : { detail }),
    from,
    to,
    nameFrom,
    nameTo,
    isLocal,
    children: children.map(symbolNode),
  };
}

/** Finds declarations by the offset of their name, or one in it: a server may leave out what qualifies it. */
function declarationsIn(outline: readonly OutlineSymbol[]): Pick<SyntaxView, "declarationAt" | "nameOf"> {
  const all: OutlineSymbol[] = [];
  const collect = (symbols: readonly OutlineSymbol[]): void => {
    for (const symbol of symbols) {
      all.push(symbol);
      collect(symbol.children);
    }
  };
  collect(outline);
  all.sort((a, b) => a.nameFrom - b.nameFrom);
  const keyOf = ({ from, to }: Stretch) => `${from} ${to}`;
  const names = new Map(all.map(({ codeFrom, to, nameFrom }) => [keyOf({ from: codeFrom, to }), nameFrom]));
  const declarationAt = (name: number): Declaration | undefined => {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle] as OutlineSymbol).nameFrom <= name) low = middle + 1;
      else high = middle;
    }
    const found = all[low - 1];
    if (found === undefined || found.nameTo <= name) return undefined;
    return { from: found.from, codeFrom: found.codeFrom, to: found.to };
  };
  return { declarationAt, nameOf: (declaration) => names.get(keyOf(declaration)) };
}
