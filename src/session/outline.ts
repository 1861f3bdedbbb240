/** `locate/outline`: the symbols of a document, each with the path that reaches it: what an agent reads before it writes a Locate. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../error.js";
import { reachingPath } from "../locate/findSymbols.js";
import { isDataLanguage } from "../locate/language.js";
import { indexOf } from "../locate/symbolIndex.js";
import { formatSymbolPath } from "../locate/symbolPath.js";
import { kindName, type SymbolNode } from "../locate/symbols.js";
import type { Document } from "../text/document.js";
import { offsetToPosition } from "../text/position.js";
import type { OpenDocument } from "./documents.js";
import { writtenPath } from "./files.js";
import type { Params } from "./perform.js";
import { documentOf, placeOf } from "./placing.js";
import type { Session } from "./session.js";
import { symbolsOf } from "./symbols.js";

/** A symbol as people and models read it; lines and characters are 1-based, ranges end exclusively. */
export interface OutlineSymbol {
  readonly name: string;
  /** What to write as the scope of a Locate to reach just this symbol; null for the few that no path reaches. */
  readonly symbol_path: readonly string[] | null;
  readonly kind: string;
  readonly detail?: string;
  readonly range: { readonly start: Place; readonly end: Place };
  readonly children?: readonly OutlineSymbol[];
}

interface Place {
  readonly line: number;
  readonly character: number;
}

/** Params: `file_path`, or `textDocument`, or a `locate` whose file counts; `depth` levels, all by default. */
export async function outline(params: Params, session: Session, token: CancellationToken): Promise<unknown> {
  const depth = readDepth(params["depth"]);
  const document = await documentFor(params, session, token);
  const { watched, symbols } = await symbolsOf(document, session, token, { patient: false });
  try {
    const file_path = writtenPath(document.uri, session.client.roots);
    const described = describe(
      symbols,
      { text: watched.text, language: document.languageId, path: file_path, roots: symbols },
      depth,
    );
    return { symbols: described, markdown: markdownOf(file_path, described) };
  } finally {
    watched.release();
  }
}

interface Context {
  readonly text: Document;
  readonly language: string;
  readonly path: string;
  readonly roots: readonly SymbolNode[];
}

function describe(nodes: readonly SymbolNode[], context: Context, depth: number): OutlineSymbol[] {
  const { text, language, path, roots } = context;
  const index = indexOf(roots, isDataLanguage(language));
  return nodes.filter(isListed).map((node) => {
    const entry = index.entryOf.get(node);
    const symbol_path = entry ? reachingPath(entry, roots, { language, path, text: text.slice(0, HEAD) }) : null;
    return {
      name: node.name,
      symbol_path,
      kind: kindName(node.kind),
      ...(node.detail ? { detail: node.detail } : {}),
      range: { start: placeAt(text, node.from), end: placeAt(text, node.to) },
      ...(depth > 1 && node.children.length > 0 ? { children: describe(node.children, context, depth - 1) } : {}),
    };
  });
}

/** What is local is left out, unless it holds something that is not. */
function isListed({ isLocal, children }: SymbolNode): boolean {
  return isLocal !== true || children.some(isListed);
}

/** Enough of a text to name its module and package. */
const HEAD = 20_000;

function placeAt(text: Document, offset: number): Place {
  const { line, character } = offsetToPosition(text, offset, "utf-16");
  return { line: line + 1, character: character + 1 };
}

/** An indented list: kind, path as it can be pasted behind `file:`, lines, detail. */
function markdownOf(file_path: string, symbols: readonly OutlineSymbol[]): string {
  if (symbols.length === 0) return `\`${file_path}\` has no symbols.`;
  const lines: string[] = [`Symbols of \`${file_path}\`:`];
  const list = (those: readonly OutlineSymbol[], indent: string): void => {
    for (const { name, symbol_path, kind, detail, range, children } of those) {
      const written = symbol_path ? formatSymbolPath(symbol_path) : name;
      const from = range.start.line;
      // A range that ends at the start of a line ends with the line before.
      const to = range.end.character === 1 ? Math.max(from, range.end.line - 1) : range.end.line;
      const code = written.includes("`") ? `\`\` ${written} \`\`` : `\`${written}\``;
      lines.push(
        `${indent}- ${kind} ${code} ${from === to ? from : `${from}-${to}`}${detail ? ` ${oneLine(detail)}` : ""}`,
      );
      list(children ?? [], `${indent}  `);
    }
  };
  list(symbols, "");
  return lines.join("\n");
}

function oneLine(detail: string): string {
  const line = detail.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

async function documentFor(
  { file_path, textDocument, locate }: Params,
  session: Session,
  token: CancellationToken,
): Promise<OpenDocument> {
  const uri = (textDocument as { uri?: unknown } | null | undefined)?.uri;
  const path = typeof file_path === "string" ? file_path : uri;
  if (typeof path === "string" && path !== "") return documentOf(path, session);
  if (locate === undefined || locate === null) {
    throw new LocateError(
      "invalid_locate",
      'Say which file: { "file_path": "src/file.py" }, or { "textDocument": { "uri": … } }.',
      {
        field: "file_path",
        expected: "a path, absolute or relative to a workspace folder",
      },
    );
  }
  const place = await placeOf(locate, { as: "document", purpose: "read" }, session, token);
  place.release();
  return place.document();
}

function readDepth(depth: unknown): number {
  if (depth === undefined || depth === null) return Number.POSITIVE_INFINITY;
  if (typeof depth === "number" && Number.isInteger(depth) && depth >= 1) return depth;
  throw new LocateError(
    "invalid_locate",
    `depth is ${JSON.stringify(depth)}; write a whole number from 1 on, or leave it out for all levels.`,
    {
      field: "depth",
      expected: "a whole number from 1 on",
    },
  );
}
