/** textDocument/foldingRange: by lines or by characters, as the client folds. */

import type { FoldingRange, FoldingRangeParams } from "vscode-languageserver-protocol";
import type { Fold } from "../../syntax/trees/folds.js";
import type { SourceText } from "../session/documents.js";
import { type EmbeddedContext, positionIn, sourceOf, textOf } from "../session/embeddedContext.js";

/** Returns null for a document without a grammar. */
export async function foldingRanges(
  params: FoldingRangeParams,
  context: EmbeddedContext,
): Promise<FoldingRange[] | null> {
  const source = await sourceOf(params, context);
  if (source === undefined) return null;
  const { lineFoldingOnly, maxFoldingRanges } = context.client;
  const folds = await context.syntax.folds(textOf(source));
  return longestFolds(folds, maxFoldingRanges).flatMap((fold) => {
    const range = lineFoldingOnly ? lineRange(fold, source) : characterRange(fold, source);
    return range.startLine < range.endLine ? [range] : [];
  });
}

/** Returns the `limit` longest folds, in source order. */
function longestFolds(folds: readonly Fold[], limit: number): readonly Fold[] {
  if (folds.length <= limit) return folds;
  const longest = [...folds].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, limit);
  return longest.sort((a, b) => a.from - b.from);
}

function characterRange({ from, to, kind }: Fold, source: SourceText): FoldingRange {
  const start = positionIn(source, from);
  const end = positionIn(source, to);
  return {
    startLine: start.line,
    startCharacter: start.character,
    endLine: end.line,
    endCharacter: end.character,
    ...kindOf(kind),
  };
}

/** Keeps the last line visible if it consists of the closing delimiter alone. */
function lineRange({ from, to, kind }: Fold, { document }: SourceText): FoldingRange {
  const last = document.lineAt(to);
  const isCloser = /^(?:[)\]}>]+|end\w*|<\/[^<]*>|"""|'''|```)$/.test(
    document.slice(document.lineFrom(last), to).trim(),
  );
  return {
    startLine: document.lineAt(from),
    endLine: kind === undefined && isCloser ? last - 1 : last,
    ...kindOf(kind),
  };
}

function kindOf(kind: Fold["kind"]): Pick<FoldingRange, "kind"> {
  if (kind === undefined) return {};
  return { kind: kind === "comment" ? "comment" : "imports" };
}
