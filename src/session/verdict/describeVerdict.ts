/** A verdict in words. */

import { escapeLine, formatCount } from "../../text/printable.js";
import type { ChangeVerdict, Finding } from "./verdict.js";

/** The maximum number of findings that are listed. */
const MAX_LISTED = 20;

/** Describes a verdict: what is added with its places, and what was looked at. */
export function describeVerdict(verdict: ChangeVerdict): string {
  const { added, removed, checked } = verdict;
  if (checked === "none") return `Not checked: ${verdict.why ?? "nothing was"}.`;
  const listed = added.slice(0, MAX_LISTED).map(describeFinding);
  const rest = added.length > MAX_LISTED ? [`… and ${added.length - MAX_LISTED} more`] : [];
  const mended = removed.length === 0 ? "" : `, and removes ${countOf(removed)}`;
  const first = added.length === 0 ? `${cleanPart[checked]}${mended}.` : `It adds ${countOf(added)}${mended}:`;
  return [first, ...listed, ...rest, ...uncheckedNote(verdict)].join("\n");
}

/** What is known where nothing is added. */
const cleanPart = {
  all: "Checked: it adds no problems",
  touched: "Checked: it adds no problems",
  some: "It adds no problems to the files that were checked",
} as const;

/** Says why an edit is not applied that is to be applied only if nothing breaks. */
export function notCleanReason({ added, why }: ChangeVerdict): string {
  if (added.length > 0) return `The edit adds ${countOf(added)}.`;
  return `The edit could not be checked: ${why ?? "not all files that it may break were"}.`;
}

function countOf(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return countProblems(errors, findings.length - errors);
}

/** Returns `1 error and 2 warnings`, without what there is none of. */
export function countProblems(errors: number, warnings: number): string {
  const parts = [
    ...(errors > 0 ? [formatCount(errors, "error")] : []),
    ...(warnings > 0 ? [formatCount(warnings, "warning")] : []),
  ];
  return parts.join(" and ");
}

function describeFinding({ file_path, line, character, severity, message, text }: Finding): string {
  const [first = ""] = message.split("\n");
  return `${escapeLine(file_path)}:${line}:${character}  ${severity}: ${escapeLine(first)}\n    ${escapeLine(text)}`;
}

function uncheckedNote({ checked, unchecked, why }: ChangeVerdict): readonly string[] {
  if (checked !== "some") return [];
  const what = unchecked > 0 ? formatCount(unchecked, "file") : "what further files see of it";
  return [`Not checked: ${what}${why === undefined ? "" : ` (${why})`}.`];
}
