/** How the answer to each method looks: one table. */

import type { Locate } from "../../locate/locate.js";
import * as document from "./documentAnswers.js";
import { nodes } from "./locateAnswers.js";
import { typed } from "./locateText.js";
import * as places from "./placeAnswers.js";
import { searched } from "./searched.js";
import * as words from "./textAnswers.js";
import type { View } from "./view.js";

/** Draws an answer of that method; "" where there is nothing in it. */
// An answer is what a server says it to be: where it isn't, drawing fails, and `draw` shows it as it came.
type Draw = (answer: never, view: View) => string;

interface Look {
  readonly draw?: Draw;
  /** What an answer without content means, in words. */
  readonly nothing: string;
  /** No content is good news. */
  readonly isFine?: true;
}

const looks: Readonly<Record<string, Look>> = {
  hover: { draw: words.hover, nothing: "no hover" },
  signatureHelp: { draw: words.signatures, nothing: "no signature" },
  completion: { draw: words.completions, nothing: "no completions" },
  inlineCompletion: { draw: words.inlineCompletions, nothing: "no inline completions" },
  declaration: { draw: places.locations, nothing: "no declaration" },
  definition: { draw: places.locations, nothing: "no definition" },
  typeDefinition: { draw: places.locations, nothing: "no type definition" },
  implementation: { draw: places.locations, nothing: "no implementations" },
  references: { draw: places.locations, nothing: "no references" },
  documentHighlight: { draw: places.highlights, nothing: "no highlights" },
  moniker: { draw: places.monikers, nothing: "no monikers" },
  linkedEditingRange: { draw: places.linkedRanges, nothing: "nothing is edited along with it" },
  prepareRename: { draw: places.renamable, nothing: "it can't be renamed" },
  rename: { nothing: "nothing to rename" },
  prepareCallHierarchy: { draw: places.items, nothing: "there is no function or method there" },
  prepareTypeHierarchy: { draw: places.items, nothing: "there is no type there" },
  incomingCalls: { draw: places.incoming, nothing: "no calls to it" },
  outgoingCalls: { draw: places.outgoing, nothing: "no calls in it" },
  supertypes: { draw: places.items, nothing: "no supertypes" },
  subtypes: { draw: places.items, nothing: "no subtypes" },
  selectionRange: { draw: places.selections, nothing: "no selection ranges" },
  codeAction: { draw: words.actions, nothing: "no code actions" },
  onTypeFormatting: { nothing: "nothing to change", isFine: true },
  rangeFormatting: { nothing: "nothing to change", isFine: true },
  rangesFormatting: { nothing: "nothing to change", isFine: true },
  formatting: { nothing: "nothing to change", isFine: true },
  inlayHint: { draw: document.hints, nothing: "no inlay hints" },
  inlineValue: { draw: document.inlineValues, nothing: "no inline values" },
  colorPresentation: { draw: document.presentations, nothing: "no ways to write the colour" },
  documentSymbol: { draw: document.symbols, nothing: "no symbols" },
  outline: { draw: document.outline, nothing: "no symbols" },
  nodes: { draw: nodes, nothing: "no syntax nodes" },
  search: { draw: searched, nothing: "nothing is declared by that name" },
  describe: {
    draw: ({ locate, notation }: { locate: Locate; notation: string | null }) => typed(locate, notation),
    nothing: "no Locate",
  },
  edit: { nothing: "nothing to change", isFine: true },
  codeLens: { draw: document.lenses, nothing: "no code lenses" },
  documentLink: { draw: document.links, nothing: "no links" },
  documentColor: { draw: document.colours, nothing: "no colours" },
  foldingRange: { draw: document.folds, nothing: "nothing to fold" },
  diagnostic: { draw: document.diagnostics, nothing: "no problems", isFine: true },
};

export function lookOf(method: string): Look {
  return looks[method] ?? { nothing: "no answer" };
}

/** An answer as text; "" where there is nothing in it. What can't be drawn is shown as JSON. */
export function draw(method: string, answer: unknown, view: View): string {
  if (answer === null || answer === undefined || (Array.isArray(answer) && answer.length === 0)) return "";
  const drawIt = lookOf(method).draw;
  try {
    if (drawIt) return drawIt(answer as never, view);
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
  }
  return JSON.stringify(answer, null, 2);
}
