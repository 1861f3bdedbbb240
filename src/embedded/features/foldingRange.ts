/** textDocument/foldingRange: what can be folded away, in the lines or characters that the client folds by. */

import { type FoldingRange, FoldingRangeKind, type FoldingRangeParams } from "vscode-languageserver/node";
import type { Fold } from "../../syntax/trees/folds.js";
import { type Asking, positionIn, type Serving, sourceOf, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";

export async function foldingRanges(
  params: FoldingRangeParams,
  _asking: Asking,
  serving: Serving,
): Promise<FoldingRange[] | null> {
  const source = await sourceOf(params, serving);
  if (source === undefined) return null;
  const { lineFoldingOnly, rangeLimit } = serving.client;
  const folds = await serving.syntax.folds(textOf(source));
  return atMost(folds, rangeLimit).flatMap((fold) => {
    const range = lineFoldingOnly ? byLines(fold, source) : byCharacters(fold, source);
    return range.startLine < range.endLine ? [range] : [];
  });
}

/** The longest, where the client wants fewer; in source order. */
function atMost(folds: readonly Fold[], limit: number): readonly Fold[] {
  if (folds.length <= limit) return folds;
  const longest = [...folds].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, limit);
  return longest.sort((a, b) => a.from - b.from);
}

function byCharacters({ from, to, kind }: Fold, source: Source): FoldingRange {
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

/** The line that closes what was folded stays to be seen, where it does nothing else up to there. */
function byLines({ from, to, kind }: Fold, { document }: Source): FoldingRange {
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
  return { kind: kind === "comment" ? FoldingRangeKind.Comment : FoldingRangeKind.Imports };
}
