/** textDocument/hover: the signature and the comment of the name at a position. */

import type { Hover, HoverParams } from "vscode-languageserver-protocol";
import { factsOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Syntax } from "../../syntax/syntax.js";
import { codeBlock } from "../../text/printable.js";
import { pathInside } from "../../uri.js";
import {
  type Definitions,
  type DefinitionTarget,
  outlineSymbolAt,
  soleDeclarationAt,
} from "../resolution/definitionTarget.js";
import { resolveDefinitions } from "../resolution/resolveDefinitions.js";
import type { SourceText } from "../session/documents.js";
import {
  type EmbeddedContext,
  type EmbeddedRequestContext,
  nameIn,
  positionIn,
  rangeIn,
  sourceOf,
  textOf,
} from "../session/embeddedContext.js";
import { commentToMarkdown, docstringAbove, docstringInBody } from "./docComment.js";
import { type Signature, signatureOf, signatureOfName } from "./signature.js";

/**
 * Shows the best declaration, whether it is found by its name only, and the number of others. Null
 * if there is none.
 */
export async function hover(params: HoverParams, context: EmbeddedRequestContext): Promise<Hover | null> {
  const asked = await declarationsAt(params, context);
  if (asked === undefined) return null;
  const { source, name, targets, isByName } = asked;
  const [best, ...others] = targets;
  if (best === undefined) return null;
  const isInOtherFile = best.source.uri !== source.uri;
  const { code, comment } = await hoverContent(best, context.syntax);
  const { markdown } = context.client;
  const otherFile = isInOtherFile ? `${markdown ? "*in* " : "in "}${displayPath(best, context)}` : "";
  const count =
    others.length === 0 ? "" : `${others.length} other ${others.length === 1 ? "declaration" : "declarations"}`;
  const block = code === "" ? "" : markdown ? codeBlock(code, best.source.languageId) : code;
  const footer = [otherFile, isByName ? "by name only" : "", count].filter((each) => each !== "").join(", ");
  const value = [block, comment, footer].filter((each) => each !== "").join("\n\n");
  return {
    contents: { kind: markdown ? "markdown" : "plaintext", value },
    range: rangeIn(source, name),
  };
}

/** Returns the name at a position, and its declarations. */
async function declarationsAt(
  params: HoverParams,
  context: EmbeddedRequestContext,
): Promise<(DefinitionTarget & Definitions) | undefined> {
  const source = await sourceOf(params, context);
  if (source === undefined) return undefined;
  const sole = await soleDeclarationAt(source, params.position, context.syntax);
  if (sole) return { ...sole, targets: [sole], isByName: false };
  const use = await nameIn(source, params.position, context.syntax);
  return use && { ...use, ...(await resolveDefinitions(use, context)) };
}

/** Both parts are empty for a whole module, which has no declaration. */
async function hoverContent(
  target: DefinitionTarget,
  syntax: Syntax,
): Promise<{ readonly code: string; readonly comment: string }> {
  const { source, name } = target;
  if (name.from === name.to || !syntax.hasGrammar(source.languageId)) return { code: "", comment: "" };
  const symbol = outlineSymbolAt(await syntax.outline(textOf(source)), name.from);
  // The outline of a loop variable is only its name: take its line instead.
  if (symbol === undefined || (symbol.codeFrom === symbol.nameFrom && symbol.to === symbol.nameTo))
    return { code: await signatureOfName(name, source, syntax), comment: "" };
  const signature = await signatureOf(symbol, source, syntax);
  const { document } = source;
  const comment = commentToMarkdown(document.slice(symbol.from, symbol.codeFrom));
  return { code: signature.text, comment: comment || documentationOf(symbol, signature, source) };
}

const MAX_DOCSTRING_LENGTH = 10_000;

function documentationOf(
  { codeFrom, to }: OutlineSymbol,
  { bodyFrom }: Signature,
  { languageId, document }: SourceText,
): string {
  const { docstring } = factsOf(languageId);
  if (docstring === "above") return docstringAbove(document.slice(codeFrom - MAX_DOCSTRING_LENGTH, codeFrom)) ?? "";
  if (docstring === undefined || bodyFrom === undefined) return "";
  return docstringInBody(document.slice(bodyFrom, Math.min(to, bodyFrom + MAX_DOCSTRING_LENGTH))) ?? "";
}

/** Returns the path from the workspace root, with the 1-based line number. */
function displayPath(
  { source, name }: DefinitionTarget,
  { roots, client }: Pick<EmbeddedContext, "roots" | "client">,
): string {
  const { path } = source;
  const relativePath = path && roots().flatMap((root) => pathInside(root, path) ?? [])[0];
  const location = `${relativePath ?? path ?? source.uri}:${positionIn(source, name.from).line + 1}`;
  return client.markdown ? `\`${location}\`` : location;
}
