/** Renders the answer to a method as text, or as JSON. */

import type { View } from "./view.js";

/**
 * Renders an answer of one method; "" for one without content. It may throw for an answer that
 * isn't what LSP says.
 */
export type AnswerRenderer = (answer: never, view: View) => string;

/**
 * Renders an answer as text; "" for one without content. An answer without a renderer, or one that
 * it can't render, is shown as JSON.
 */
export function renderAnswer(render: AnswerRenderer | undefined, answer: unknown, view: View): string {
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
