/** The table of answer formats: how the answer to each method is rendered. */

import type { Description } from "../../session/methods/describe.js";
import * as documentAnswers from "./documentAnswers.js";
import { renderNodes, renderSearch } from "./locateAnswers.js";
import { renderLocate } from "./locateText.js";
import * as placeAnswers from "./placeAnswers.js";
import * as textAnswers from "./textAnswers.js";
import type { View } from "./view.js";

/**
 * Renders an answer of one method; "" for one without content. It may throw for an answer that
 * isn't what LSP says.
 */
type AnswerRenderer = (answer: never, view: View) => string;

interface AnswerFormat {
  readonly render?: AnswerRenderer;
  /** What an answer without content means: a phrase without a full stop. */
  readonly emptyText: string;
  /** Whether no content is a success, with exit code 0. */
  readonly isEmptyFine?: true;
}

const answerFormats: Readonly<Record<string, AnswerFormat>> = {
  hover: { render: textAnswers.renderHover, emptyText: "no hover" },
  signatureHelp: { render: textAnswers.renderSignatures, emptyText: "no signature" },
  completion: { render: textAnswers.renderCompletions, emptyText: "no completions" },
  inlineCompletion: { render: textAnswers.renderInlineCompletions, emptyText: "no inline completions" },
  declaration: { render: placeAnswers.renderLocations, emptyText: "no declaration" },
  definition: { render: placeAnswers.renderLocations, emptyText: "no definition" },
  typeDefinition: { render: placeAnswers.renderLocations, emptyText: "no type definition" },
  implementation: { render: placeAnswers.renderLocations, emptyText: "no implementations" },
  references: { render: placeAnswers.renderLocations, emptyText: "no references" },
  documentHighlight: { render: placeAnswers.renderHighlights, emptyText: "no highlights" },
  moniker: { render: placeAnswers.renderMonikers, emptyText: "no monikers" },
  linkedEditingRange: { render: placeAnswers.renderLinkedRanges, emptyText: "no linked ranges" },
  prepareRename: { render: placeAnswers.renderRenameRange, emptyText: "it can't be renamed" },
  rename: { emptyText: "nothing to rename" },
  prepareCallHierarchy: { render: placeAnswers.renderItems, emptyText: "there is no function or method there" },
  prepareTypeHierarchy: { render: placeAnswers.renderItems, emptyText: "there is no type there" },
  incomingCalls: { render: placeAnswers.renderIncomingCalls, emptyText: "no calls to it" },
  outgoingCalls: { render: placeAnswers.renderOutgoingCalls, emptyText: "no calls in it" },
  supertypes: { render: placeAnswers.renderItems, emptyText: "no supertypes" },
  subtypes: { render: placeAnswers.renderItems, emptyText: "no subtypes" },
  selectionRange: { render: placeAnswers.renderSelections, emptyText: "no selection ranges" },
  codeAction: { render: textAnswers.renderActions, emptyText: "no code actions" },
  onTypeFormatting: { emptyText: "nothing to change", isEmptyFine: true },
  rangeFormatting: { emptyText: "nothing to change", isEmptyFine: true },
  rangesFormatting: { emptyText: "nothing to change", isEmptyFine: true },
  formatting: { emptyText: "nothing to change", isEmptyFine: true },
  inlayHint: { render: documentAnswers.renderHints, emptyText: "no inlay hints" },
  inlineValue: { render: documentAnswers.renderInlineValues, emptyText: "no inline values" },
  colorPresentation: { render: documentAnswers.renderPresentations, emptyText: "no ways to write the colour" },
  documentSymbol: { render: documentAnswers.renderDocumentSymbols, emptyText: "no symbols" },
  outline: { render: documentAnswers.renderOutline, emptyText: "no symbols" },
  nodes: { render: renderNodes, emptyText: "no syntax nodes" },
  search: { render: renderSearch, emptyText: "nothing is declared by that name" },
  describe: {
    render: ({ locate, notation }: Description) => renderLocate(locate, notation),
    emptyText: "no Locate",
  },
  edit: { emptyText: "nothing to change", isEmptyFine: true },
  codeLens: { render: documentAnswers.renderLenses, emptyText: "no code lenses" },
  documentLink: { render: documentAnswers.renderLinks, emptyText: "no links" },
  documentColor: { render: documentAnswers.renderColours, emptyText: "no colours" },
  foldingRange: { render: documentAnswers.renderFolds, emptyText: "nothing to fold" },
  diagnostic: { render: documentAnswers.renderDiagnostics, emptyText: "no problems", isEmptyFine: true },
};

export function answerFormatOf(method: string): AnswerFormat {
  return answerFormats[method] ?? { emptyText: "no answer" };
}

/**
 * Renders an answer as text; "" for one without content. An answer that can't be rendered is shown
 * as JSON.
 */
export function renderAnswer(method: string, answer: unknown, view: View): string {
  const { render } = answerFormatOf(method);
  const toJson = () => JSON.stringify(answer, null, 2);
  return renderUnlessEmpty(answer, () => (render ? render(answer as never, view) : toJson()), toJson);
}

/**
 * Renders an answer that has content; "" without any. An answer that isn't what LSP says is
 * rendered by `fallback`.
 */
export function renderUnlessEmpty(answer: unknown, render: () => string, fallback: () => string): string {
  if (answer === null || answer === undefined || (Array.isArray(answer) && answer.length === 0)) return "";
  try {
    return render();
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
    return fallback();
  }
}
