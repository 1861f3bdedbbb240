/** Renders the diagnostics of a file for a model. */

import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import { escapeName, formatCount } from "../../../text/printable.js";
import { readDiagnostic, severityNames } from "../../show/documentAnswers.js";
import { renderNumberedLine } from "../../show/placeLists.js";
import type { View } from "../../show/view.js";

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
