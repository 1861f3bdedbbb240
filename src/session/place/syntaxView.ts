/**
 * The syntax view of a document: its symbols and declarations in one text, made once for each text.
 */

import { languageOf, resolveLanguageId, type Servers } from "../../backend/config/servers.js";
import { LocateError } from "../../error.js";
import type { Syntax, SyntaxText } from "../../syntax/syntax.js";
import type { Document } from "../../text/document.js";
import { pathOfUri } from "../../uri.js";
import type { SyntaxContext } from "../client/requestContext.js";
import { type SyntaxView, viewOfOutline } from "./outlineView.js";

/** A document as it was when `text` was its text. */
export interface DocumentVersion {
  readonly uri: string;
  readonly languageId: string;
  readonly text: Document;
}

const viewCache = new WeakMap<Document, Promise<SyntaxView | undefined>>();

/**
 * Returns the view of a text; undefined where there is no grammar for its language, or the parser
 * failed (see `viewFailureOf`).
 */
export function syntaxViewOf(viewed: DocumentVersion, context: SyntaxContext): Promise<SyntaxView | undefined> {
  const before = viewCache.get(viewed.text);
  if (before) return before;
  const view = createView(viewed, context);
  viewCache.set(viewed.text, view);
  return view;
}

async function createView(viewed: DocumentVersion, context: SyntaxContext): Promise<SyntaxView | undefined> {
  const syntax = await context.syntax();
  const source = toSyntaxText(viewed, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return undefined;
  try {
    return viewOfOutline(await syntax.outline(source));
  } catch (error) {
    if (!(error instanceof LocateError)) throw error;
    failures.set(viewed.text, error);
    return undefined;
  }
}

const failures = new WeakMap<Document, LocateError>();

/** Returns why a text whose language has a grammar has no view. */
export function viewFailureOf({ text }: Pick<DocumentVersion, "text">): LocateError | undefined {
  return failures.get(text);
}

/**
 * Returns a text for the parser: in the client's language if that has a grammar, else in the
 * language that it is an alias of or that the file name tells.
 */
export function toSyntaxText({ uri, languageId, text }: DocumentVersion, syntax: Syntax, servers: Servers): SyntaxText {
  const path = pathOfUri(uri);
  const byName = path === undefined ? undefined : languageOf(servers, path);
  const known = syntax.hasGrammar(languageId)
    ? languageId
    : (resolveLanguageId(servers, languageId) ?? byName ?? languageId);
  return { uri, languageId: known, text: text.text };
}
