/**
 * Renders answers about a whole document: outline, folds, links, lenses, colours, hints,
 * diagnostics.
 */

import type {
  CodeLens,
  ColorInformation,
  ColorPresentation,
  Diagnostic,
  DocumentDiagnosticReport,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  InlayHint,
  InlineValue,
  SymbolInformation,
} from "vscode-languageserver-protocol";
import { symbolKindName } from "../../locate/symbols/symbolNode.js";
import { type FilesReport, formatFile, summarize } from "../../session/methods/diagnostic/formatProblems.js";
import { describeContent, type FilesOutline, type OutlineEntry } from "../../session/methods/outline/outlineEntry.js";
import { describeRest } from "../../session/methods/paging.js";
import type { Problem } from "../../session/verdict/verdict.js";
import { describeUnreadable } from "../../text/lineRange.js";
import { compareRanges } from "../../text/position.js";
import { escapeLine, escapeName } from "../../text/printable.js";
import { formatLocation, locationParts, renderLocation, shorten, type View } from "./view.js";

/** One symbol of an outline, with its children. */
interface OutlineBranch {
  readonly lineNumber: number;
  readonly title: string;
  readonly note: string;
  readonly children: readonly OutlineBranch[];
}

/** The answer to `locate/outline`: of a document or a symbol, or of files. */
type OutlineAnswer =
  | { readonly symbols: readonly OutlineEntry[]; readonly unreadable?: readonly string[] }
  | FilesOutline;

export function renderOutline(answer: OutlineAnswer, view: View): string {
  if ("files" in answer) return renderFilesOutline(answer, view);
  const { symbols, unreadable = [] } = answer;
  const branch = ({ name, symbol_path, kind, detail, range, children = [] }: OutlineEntry): OutlineBranch => ({
    lineNumber: range.start.line,
    title: `${kind} ${shorten(symbol_path?.at(-1) ?? name, 80)}`,
    note: detail ?? "",
    children: children.map(branch),
  });
  const note = unreadable.length > 0 ? `\n${view.colours.dim(`${describeUnreadable(unreadable)}.`)}` : "";
  return renderTree(symbols.map(branch), view) + note;
}

/** Renders files with their top-level symbols, and folders with the number of their files. */
function renderFilesOutline({ files, after, omitted = 0 }: FilesOutline, { colours, pathOf }: View): string {
  const lines = files.map((entry) => `${colours.cyan(escapeName(pathOf(entry.uri)))}${describeContent(entry)}`);
  const write = (next: number) => `--after=${next}`;
  const rest = after === undefined ? [] : [colours.dim(describeRest({ left: omitted, next: after }, write))];
  return [...lines, ...rest].join("\n");
}

export function renderDocumentSymbols(answer: readonly (DocumentSymbol | SymbolInformation)[], view: View): string {
  const branch = (symbol: DocumentSymbol | SymbolInformation): OutlineBranch => {
    const title = `${symbolKindName(symbol.kind)} ${shorten(symbol.name, 80)}`;
    if (!("range" in symbol)) {
      const note = symbol.containerName ? `in ${symbol.containerName}` : "";
      return { lineNumber: symbol.location.range.start.line + 1, title, note, children: [] };
    }
    const { selectionRange, detail, children } = symbol;
    return {
      lineNumber: selectionRange.start.line + 1,
      title,
      note: detail ?? "",
      children: (children ?? []).map(branch),
    };
  };
  return renderTree(answer.map(branch), view);
}

/** Renders a tree with line numbers in their own column and titles indented by depth. */
function renderTree(roots: readonly OutlineBranch[], { colours }: View): string {
  const rows: { readonly branch: OutlineBranch; readonly depth: number }[] = [];
  const pending = roots.map((branch) => ({ branch, depth: 0 })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    rows.push(next);
    const { children } = next.branch;
    for (let index = children.length - 1; index >= 0; index--) {
      const branch = children[index];
      if (branch) pending.push({ branch, depth: next.depth + 1 });
    }
  }
  const width = rows.reduce((most, { branch }) => Math.max(most, String(branch.lineNumber).length), 0);
  return rows
    .map(({ branch: { lineNumber, title, note }, depth }) => {
      const detail = note === "" ? "" : `  ${colours.dim(shorten(note, 60))}`;
      return `${colours.dim(String(lineNumber).padStart(width))}  ${"  ".repeat(depth)}${title}${detail}`;
    })
    .join("\n");
}

export function renderFolds(answer: readonly FoldingRange[]): string {
  return answer
    .map(({ startLine, endLine, kind }) => `${startLine + 1}-${endLine + 1}${kind ? `  ${escapeLine(kind)}` : ""}`)
    .join("\n");
}

export function renderLinks(answer: readonly DocumentLink[], view: View): string {
  return answer
    .map(({ range, target, tooltip }) => renderLocation(view.uri, range, view, escapeLine(target ?? tooltip ?? "")))
    .join("\n");
}

export function renderLenses(answer: readonly CodeLens[], view: View): string {
  return answer
    .map(({ range, command }) => renderLocation(view.uri, range, view, shorten(command?.title ?? "", 100)))
    .join("\n");
}

export function renderColours(answer: readonly ColorInformation[], view: View): string {
  return answer
    .map(({ range, color }) => {
      const hex = [color.red, color.green, color.blue, ...(color.alpha === 1 ? [] : [color.alpha])]
        .map((part) =>
          Math.round(part * 255)
            .toString(16)
            .padStart(2, "0"),
        )
        .join("");
      return renderLocation(view.uri, range, view, `#${hex}`);
    })
    .join("\n");
}

export function renderPresentations(answer: readonly ColorPresentation[]): string {
  return answer.map(({ label }) => escapeLine(label)).join("\n");
}

export function renderHints(answer: readonly InlayHint[], view: View): string {
  return answer
    .map(({ position, label }) => {
      const text = typeof label === "string" ? label : label.map(({ value }) => value).join("");
      return renderLocation(view.uri, { start: position, end: position }, view, shorten(text, 80));
    })
    .join("\n");
}

export function renderInlineValues(answer: readonly InlineValue[], view: View): string {
  return answer
    .map((value) => {
      const word =
        "text" in value
          ? value.text
          : "variableName" in value
            ? value.variableName
            : "expression" in value
              ? value.expression
              : "";
      return renderLocation(view.uri, value.range, view, shorten(word ?? "", 80));
    })
    .join("\n");
}

export const severityNames = ["", "error", "warning", "information", "hint"];

export function renderDiagnostics(report: DocumentDiagnosticReport | FilesReport, view: View): string {
  if ("files" in report) return renderFilesReport(report, view);
  if (report.kind !== "full") return "";
  const ordered = report.items.toSorted((one, other) => compareRanges(one.range, other.range));
  if (view.isBrief && ordered.length > 1) return renderBriefDiagnostics(ordered, view);
  return ordered.map((diagnostic) => renderDiagnostic(diagnostic, view)).join("\n");
}

/** Renders the path, then a line for each message with its places. */
function renderBriefDiagnostics(items: readonly Diagnostic[], view: View): string {
  const problems = items.map((diagnostic) => {
    const { range, severity = 1, source, code } = diagnostic;
    const [line, character] = locationParts(view.uri, range, view).position.slice(1).split(":").map(Number);
    const { text: message } = readDiagnostic(diagnostic);
    return {
      ...{ line: line ?? 0, character: character ?? 0, text: "", message },
      severity: (severityNames[severity] ?? "error") as Problem["severity"],
      ...(source !== undefined && { source }),
      ...(code !== undefined && { code }),
    };
  });
  return formatFile({ file_path: "", uri: view.uri, problems }, view.pathOf(view.uri));
}

/** Renders files with their problems, and what was checked. */
function renderFilesReport(report: FilesReport, view: View): string {
  const { files, after, omitted = 0 } = report;
  const { colours } = view;
  const blocks = files.map((file) => {
    const path = view.pathOf(file.uri);
    if (view.isBrief || file.why !== undefined) return formatFile(file, path);
    const lines = file.problems.map(({ line, character, severity, text, ...problem }) => {
      const colour = severity === "error" ? colours.red : severity === "warning" ? colours.yellow : colours.dim;
      const { text: message, origin } = readDiagnostic(problem as Pick<Diagnostic, "message" | "source" | "code">);
      const title = `${colours.cyan(escapeName(path))}${colours.dim(`:${line}:${character}`)}  ${colour(severity)}: ${message}`;
      return `${title}${origin ? colours.dim(` (${origin})`) : ""}\n    ${shorten(text, view.width - 4)}`;
    });
    return lines.join("\n");
  });
  const write = (next: number) => `--after=${next}`;
  const rest = after === undefined ? [] : [colours.dim(describeRest({ left: omitted, next: after }, write))];
  return [...blocks, ...rest, summarize(report)].join("\n");
}

/** Whether files were not checked, or have lines that could not be read. */
export function isUnchecked(report: DocumentDiagnosticReport | FilesReport): boolean {
  if (!("files" in report)) return report?.kind === "full" && report.items.some(isUnreadable);
  return (
    report.unchecked > 0 || report.after !== undefined || report.files.some((file) => file.problems.some(isUnreadable))
  );
}

/** Whether a diagnostic of the embedded server is about lines that its grammar can't read. */
function isUnreadable({ code, source }: { readonly code?: unknown; readonly source?: string }): boolean {
  return code === "unreadable" && source === "lsp-locate";
}

/** Whether a report has an error; a diagnostic without a severity counts as one. */
export function hasErrors(report: DocumentDiagnosticReport | FilesReport): boolean {
  if ("files" in report) return report.errors > 0;
  return report?.kind === "full" && report.items.some(({ severity = 1 }) => severity === 1);
}

function renderDiagnostic(diagnostic: Diagnostic, view: View): string {
  const { range, severity = 1 } = diagnostic;
  const colour = severity === 1 ? view.colours.red : severity === 2 ? view.colours.yellow : view.colours.dim;
  const { text, origin } = readDiagnostic(diagnostic);
  const title = `${formatLocation(view.uri, range, view)}  ${colour(severityNames[severity] ?? "")}: ${text}${origin ? view.colours.dim(` (${origin})`) : ""}`;
  const [, ...sourceText] = renderLocation(view.uri, range, view).split("\n");
  return [title, ...sourceText].join("\n");
}

/** The text of a diagnostic, and its source and code; either may be empty. */
export function readDiagnostic({ message, source, code }: Pick<Diagnostic, "message" | "source" | "code">): {
  text: string;
  origin: string;
} {
  return {
    text: typeof message === "string" ? message : String((message as { value?: unknown }).value ?? ""),
    origin: escapeLine([source, code].filter((part) => part !== undefined).join(" ")),
  };
}
