/** The answer to `locate/diagnostic` about several files, and its text. */

import { groupBy } from "../../../text/list.js";
import { escapeLine, escapeName, formatCount } from "../../../text/printable.js";
import { countProblems } from "../../verdict/describeVerdict.js";
import type { Problem } from "../../verdict/verdict.js";

/** A file that has problems, or was not checked. */
export interface FileProblems {
  readonly file_path: string;
  readonly uri: string;
  readonly problems: readonly Problem[];
  /** What was checked; absent where nothing was. */
  readonly checked?: "all" | "syntax";
  /** What is known of the environment where the server does not find an import. */
  readonly hint?: string;
  /** Why it was not checked. */
  readonly why?: string;
}

/** What was asked for, checked and found. */
export interface ReportFacts {
  /** The number of files that were asked for. */
  readonly count: number;
  /** Of these: changed ones, where only these and what depends on them were. */
  readonly changed?: number;
  readonly checked: number;
  /** How many of the checked ones had only their syntax checked. */
  readonly syntax_only?: number;
  readonly unchecked: number;
  readonly errors: number;
  readonly warnings: number;
  /** Why other files may be concerned, too; of changes. */
  readonly why?: string;
  /** What is known of the environments where servers do not find imports. */
  readonly hints?: readonly string[];
  /** What `after` is for the files that were not looked at, and how many these are. */
  readonly after?: number;
  readonly omitted?: number;
}

export interface FilesReport extends ReportFacts {
  readonly files: readonly FileProblems[];
  readonly markdown: string;
}

/** The maximum number of places that are listed of one message. */
const MAX_SAME = 20;

/** Formats problems, a line for each message with its places: `12:5, 14:9 error: …`. */
function problemLines(problems: readonly Problem[]): readonly string[] {
  return [...groupBy(problems, messageOf)].map(([message, same]) => {
    const places = same.slice(0, MAX_SAME).map(({ line, character }) => `${line}:${character}`);
    const left = same.length - places.length;
    return `${places.join(", ")}${left > 0 ? ` and ${left} more` : ""} ${message}`;
  });
}

/** Returns `error: message (source code)`; of a long message the first line. */
function messageOf({ severity, message, source, code }: Problem): string {
  const [first = "", ...more] = message.split(/\r?\n/);
  const origin = [source, code].filter((part) => part !== undefined).join(" ");
  return escapeLine(`${severity}: ${first}${more.length > 0 ? " …" : ""}${origin === "" ? "" : ` (${origin})`}`);
}

/** Formats a file with its problems, or why it was not checked. */
export function formatFile({ problems, why }: FileProblems, path: string): string {
  if (why !== undefined) return `${escapeName(path)}: not checked: ${escapeLine(why)}`;
  return [escapeName(path), ...problemLines(problems).map((line) => `  ${line}`)].join("\n");
}

/** Says how many problems there are in which files, and what was not checked. */
export function summarize(report: ReportFacts): string {
  const { count, changed, checked, syntax_only: syntaxOnly = 0, unchecked, errors, warnings, why, hints = [] } = report;
  if (count === 0) return "Nothing has changed since the last commit.";
  const found = countProblems(errors, warnings);
  const all = checked === count ? formatCount(checked, "file") : `${checked} of ${formatCount(count, "file")}`;
  const others = changed === undefined ? 0 : count - changed;
  const what = `${all} checked${changed === undefined ? "" : ` (${changed} changed, ${others} that refer${others === 1 ? "s" : ""} to them)`}`;
  // Nothing is claimed of files that were not checked.
  const none = checked === 0 ? `None of ${formatCount(count, "file")} was checked.` : `No problems: ${what}.`;
  const first = found === "" ? none : `${found}; ${what}.`;
  const notes = [
    ...(syntaxOnly > 0 ? [`Of ${formatCount(syntaxOnly, "file")}, only the syntax was checked.`] : []),
    ...(why === undefined ? [] : [`There may be problems in other files: ${why}.`]),
    ...(unchecked > 0 ? [`Not checked: ${formatCount(unchecked, "file")}.`] : []),
  ];
  return [[first, ...notes].join(" "), ...hints].join("\n");
}
