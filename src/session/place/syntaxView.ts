/**
 * The syntax view of a document: its symbols and declarations in one text, made once for each text,
 * and again after a failure.
 */

import { resolveLanguageId, type Servers } from "../../backend/config/servers.js";
import { LocateError } from "../../error.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import type { SymbolNode } from "../../locate/symbols/symbolNode.js";
import { ignoreParseError, type Syntax, type SyntaxText } from "../../syntax/syntax.js";
import type { Document } from "../../text/document.js";
import type { LineRange } from "../../text/lineRange.js";
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
  const { text } = viewed;
  const before = viewCache.get(text);
  const failure = failures.get(text);
  if (before && (failure === undefined || performance.now() < failure.until)) return before;
  failures.delete(text);
  const view = createView(viewed, context);
  viewCache.set(text, view);
  view.catch(() => viewCache.delete(text));
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
    failures.set(viewed.text, { error, until: performance.now() + FAILURE_MS });
    return undefined;
  }
}

/**
 * How long a failure holds: one request shows a text several times. Later ones try again, since a
 * parser may fail because of another text, the load of the machine or a file that is mended.
 */
const FAILURE_MS = 5_000;

const failures = new WeakMap<Document, { readonly error: LocateError; readonly until: number }>();

/** Returns why a text whose language has a grammar has no view. */
export function viewFailureOf({ text }: Pick<DocumentVersion, "text">): LocateError | undefined {
  return failures.get(text)?.error;
}

/** Returns the symbols of a text; none without a grammar. Throws the parser's failure. */
export async function parsedSymbolsOf(viewed: DocumentVersion, context: SyntaxContext): Promise<readonly SymbolNode[]> {
  const view = await syntaxViewOf(viewed, context);
  const failure = view === undefined ? viewFailureOf(viewed) : undefined;
  if (failure) throw failure;
  return view?.symbols ?? [];
}

/**
 * Returns the lines of a text that its grammar can't read and that may declare something; none
 * without a grammar, or where the parser fails.
 */
export async function unreadableLinesOf(
  version: DocumentVersion,
  context: SyntaxContext,
): Promise<readonly LineRange[]> {
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return [];
  return (await syntax.unreadableLines(source, "declarations").catch(ignoreParseError)) ?? [];
}

/**
 * Returns a text for the parser: in the client's language if that has a grammar, else in the
 * language that it is an alias of or that the file name tells.
 */
export function toSyntaxText({ uri, languageId, text }: DocumentVersion, syntax: Syntax, servers: Servers): SyntaxText {
  const path = pathOfUri(uri);
  const byName = path === undefined ? undefined : languageOfFile(path, servers);
  const known = syntax.hasGrammar(languageId)
    ? languageId
    : (resolveLanguageId(servers, languageId) ?? byName ?? languageId);
  return { uri, languageId: known, text: text.text };
}
