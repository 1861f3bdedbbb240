/** The signature of a declaration: with its decorators, without its body. */

import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Syntax } from "../../syntax/syntax.js";
import type { SyntaxNode } from "../../syntax/trees/coveringNodes.js";
import { minOf } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "../session/documents.js";
import { textOf } from "../session/embeddedContext.js";

const MAX_LINES = 8;
const MAX_LINE_LENGTH = 200;

/** The text of a signature, and the offset of the body, if there is one. */
export interface Signature {
  readonly text: string;
  readonly bodyFrom: number | undefined;
}

/** Returns the signature of a symbol of the outline. */
export async function signatureOf(symbol: OutlineSymbol, source: SourceText, syntax: Syntax): Promise<Signature> {
  const { codeFrom, nameTo, to } = symbol;
  const { document } = source;
  // A body ends where its declaration ends, or before the closing word or delimiter.
  const text = document.slice(nameTo, to);
  const withoutEnd = text.replace(/(?<![\s;,])[\s;,]+$/, "");
  const withoutCloser = withoutEnd.replace(/(?<![\])}])[\])}]+$|\bend$/, "").trimEnd();
  const ends = [withoutEnd, withoutCloser].map(({ length }) => nameTo + length);
  const probes = ends.filter((end) => end > nameTo).map((end) => ({ from: end - 1, to: end }));
  const chains = await syntax.coveringNodes(textOf(source), probes, { withFields: true });
  const bodies = chains.flat().filter((node) => isBody(node) && nameTo <= node.from && node.to <= to);
  const bodyFrom = bodies.length > 0 ? minOf(bodies.map(({ from }) => from)) : undefined;
  return { text: formatSignature({ from: codeFrom, to: bodyFrom ?? to }, source), bodyFrom };
}

/**
 * Returns the declaration, within its line, of a name that the outline lacks, as of a parameter.
 */
export async function signatureOfName(name: Stretch, source: SourceText, syntax: Syntax): Promise<string> {
  const { document } = source;
  const line = document.lineAt(name.from);
  const [chain = []] = await syntax.coveringNodes(textOf(source), [name], {});
  const candidates = chain.filter((node) => {
    return node.named && declarationType.test(node.type) && node.from <= name.from && document.lineAt(node.to) === line;
  });
  const node = candidates.find((each) => each.to - each.from > name.to - name.from);
  const stretch = node ?? { from: document.lineFrom(line), to: document.lineTo(line) };
  return formatSignature(stretch, source);
}

const declarationType = /declar|param|assign|binding|defin|import|clause|spec|argument|let|field|item/;

function isBody({ field, type }: SyntaxNode): boolean {
  return (
    field === "body" || (field !== "type" && /(?:^|_)(?:block|body|declaration_list|statements|suite)$/.test(type))
  );
}

/** Returns the first lines, dedented, without the delimiter that opens the body. */
function formatSignature({ from, to }: Stretch, { document }: SourceText): string {
  const text = document
    .slice(from, to)
    .trim()
    .replace(/(?:\{|=>|=|\bdo)$/, "")
    .trimEnd();
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line));
  // The first line begins at the declaration; the others have its indentation.
  const lineFrom = document.lineFrom(document.lineAt(from));
  const [indentation = ""] = /^\s*/.exec(document.slice(lineFrom, from)) ?? [];
  const dedented = lines.map((line, at) =>
    at > 0 && line.startsWith(indentation) ? line.slice(indentation.length) : line,
  );
  return dedented.length > MAX_LINES ? [...dedented.slice(0, MAX_LINES), "…"].join("\n") : dedented.join("\n");
}
