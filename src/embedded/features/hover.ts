/** textDocument/hover: how the name at a place is declared, and what its comment says. */

import { type Hover, type HoverParams, MarkupKind } from "vscode-languageserver/node";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import { pathInside } from "../../uri.js";
import { type Place, symbolAt } from "../resolution/definitionTarget.js";
import { placesOf } from "../resolution/resolveDefinitions.js";
import { type Asking, nameOf, positionIn, rangeIn, type Serving, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";
import { commentAsMarkdown, stringAbove, stringWithin } from "./docComment.js";
import { type Head, headOf, headOfName } from "./signature.js";

/** Null where nothing is known. Of several places the best is shown, and how many others there are. */
export async function hover(params: HoverParams, asking: Asking, serving: Serving): Promise<Hover | null> {
  const named = await nameOf(params, serving);
  if (named === undefined) return null;
  const { name, source } = named;
  const [best, ...others] = await placesOf(named, asking, serving);
  if (best === undefined) return null;
  const isElsewhere = best.source.uri !== source.uri;
  const { code, comment } = await shownOf(best, serving);
  const { markdown } = serving.client;
  const elsewhere = isElsewhere ? `${markdown ? "*in* " : "in "}${writtenPath(best, serving)}` : "";
  const count =
    others.length === 0 ? "" : `${others.length} other ${others.length === 1 ? "declaration" : "declarations"}`;
  const block = code === "" ? "" : markdown ? fenced(code, best.source.languageId) : code;
  const where = [elsewhere, count].filter((each) => each !== "").join(", ");
  const value = [block, comment, where].filter((each) => each !== "").join("\n\n");
  return {
    contents: { kind: markdown ? MarkupKind.Markdown : MarkupKind.PlainText, value },
    range: rangeIn(source, name),
  };
}

/** A whole module has no declaration: where it is, says it all. */
async function shownOf(place: Place, serving: Serving): Promise<{ readonly code: string; readonly comment: string }> {
  const { source, name } = place;
  if (name.from === name.to || !serving.syntax.hasGrammar(source.languageId)) return { code: "", comment: "" };
  const symbol = symbolAt(await serving.syntax.outline(textOf(source)), name.from);
  // A variable that a loop binds is no more than its name.
  if (symbol === undefined || (symbol.codeFrom === symbol.nameFrom && symbol.to === symbol.nameTo))
    return { code: await headOfName(name, source, serving), comment: "" };
  const head = await headOf(symbol, source, serving);
  const { document } = source;
  const comment = commentAsMarkdown(document.slice(symbol.from, symbol.codeFrom));
  return { code: head.text, comment: comment || documentationOf(symbol, head, source) };
}

/** Where languages keep documentation that is no comment but a string: what the body begins with, or what stands above. */
const inBody = new Set(["python"]);
const above = new Set(["elixir", "julia"]);
const longestDocumentation = 10_000;

function documentationOf(
  { codeFrom, to }: OutlineSymbol,
  { bodyFrom }: Head,
  { languageId, document }: Source,
): string {
  const string = inBody.has(languageId)
    ? bodyFrom !== undefined && stringWithin(document.slice(bodyFrom, Math.min(to, bodyFrom + longestDocumentation)))
    : above.has(languageId) && stringAbove(document.slice(codeFrom - longestDocumentation, codeFrom));
  return string || "";
}

/** As seen from the workspace, with the line that people count from 1. */
function writtenPath({ source, name }: Place, { roots, client }: Serving): string {
  const { path } = source;
  const inside = path && roots().flatMap((root) => pathInside(root, path) ?? [])[0];
  const written = `${inside ?? path ?? source.uri}:${positionIn(source, name.from).line + 1}`;
  return client.markdown ? `\`${written}\`` : written;
}

/** Between fences that nothing in it can be taken for. */
function fenced(code: string, languageId: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${languageId}\n${code}\n${fence}`;
}
