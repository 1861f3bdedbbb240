/** A file for a model: its structure and its diagnostics. */

import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import { factsOf, languageOfPath } from "../../../languages/languages.js";
import { escapeName, formatCount } from "../../../text/printable.js";
import { readDiagnostic, severityNames } from "../../show/documentAnswers.js";
import { renderNumberedLine } from "../../show/placeLists.js";
import type { View } from "../../show/view.js";

/** The part of the answer to `locate/outline` that is read here. */
export interface OutlineAnswer {
  /** Absent of files. */
  readonly symbols?: readonly AnsweredSymbol[];
  /** A heading, then a line for each symbol, parents before children. */
  readonly markdown: string;
}

interface AnsweredSymbol {
  readonly kind: string;
  readonly children?: readonly AnsweredSymbol[];
}

const functionKinds = new Set(["function", "method", "constructor"]);
const valueKinds = new Set(["constant", "variable"]);
/** The kinds listed inside a value, for code that uses an object or a module like a class. */
const kindsListedInValues = new Set([...functionKinds, "class", "struct", "interface", "enum", "module", "namespace"]);

/** Returns the Markdown with the listed symbols only; all of it for data languages. */
export function collapseOutline({ symbols = [], markdown }: OutlineAnswer, path: string): string {
  const [heading = "", ...lines] = markdown.split("\n");
  const isListed = factsOf(languageOfPath(path)).nameRule === "data" ? [] : [...listedFlags(symbols, () => true)];
  // If a name has a line break, lines and symbols don't correspond: nothing is left out.
  if (isListed.length !== lines.length || isListed.every((each) => each)) return markdown;
  const left = lines.filter((_, index) => isListed[index]);
  return [heading, ...left, "Symbols inside functions and values are left out; depth: 9 shows them."].join("\n");
}

/** Yields for each symbol, in the order of the lines, whether it is listed. */
function* listedFlags(symbols: readonly AnsweredSymbol[], holds: (kind: string) => boolean): Generator<boolean> {
  for (const { kind, children = [] } of symbols) {
    const isListed = holds(kind);
    yield isListed;
    yield* listedFlags(children, isListed ? listsInside(kind) : () => false);
  }
}

function listsInside(kind: string): (kind: string) => boolean {
  if (functionKinds.has(kind)) return () => false;
  return valueKinds.has(kind) ? (inside) => kindsListedInValues.has(inside) : () => true;
}

/** The maximum of problems listed; more are not fixed at once. */
const MAX_PROBLEMS = 50;

/**
 * Renders problems, the worst first, each with its first line. `remark` says why only the syntax
 * was checked.
 */
export function renderProblems(report: DocumentDiagnosticReport, view: View, remark?: string): string {
  const items = report.kind === "full" ? report.items : [];
  const path = escapeName(view.pathOf(view.uri));
  if (items.length === 0) return `${path}: ${remark === undefined ? "no problems" : `no syntax errors; ${remark}`}.`;
  const sorted = items.toSorted((left, right) => (left.severity ?? 1) - (right.severity ?? 1));
  const left = items.length - MAX_PROBLEMS;
  return [
    `${path}: ${formatCount(items.length, "problem")}${remark === undefined ? "" : `; ${remark}`}`,
    ...sorted.slice(0, MAX_PROBLEMS).map((each) => renderProblem(each, view)),
    ...(left > 0 ? [`… and ${left} more, none of them worse. Fix these and ask again.`] : []),
  ].join("\n");
}

function renderProblem(diagnostic: Diagnostic, view: View): string {
  const { range, severity = 1 } = diagnostic;
  const { text, origin } = readDiagnostic(diagnostic);
  return `${severityNames[severity] ?? "problem"}: ${text}${origin === "" ? "" : ` (${origin})`}\n  ${renderNumberedLine(view.uri, range, view)}`;
}
