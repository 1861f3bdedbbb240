/** Runs the edits of a corpus in a session, and says what became of each. */

import type { Locate } from "../../../../src/locate/locate.js";
import { freeText, type ParsedText, parseText } from "../../../../src/syntax/trees/parsedText.js";
import { findEmptyBody, findSyntaxErrors } from "../../../../src/syntax/trees/syntaxErrors.js";
import { hasGrammar, parse } from "../../../syntax/parsedSources.js";
import { pick, type Random, randomFrom } from "../../../text/random.js";
import { type CommittedEdit, type EditTarget, lineEditsOf } from "./committedEdits.js";
import type { Answer, EditSession } from "./editSession.js";
import { applyHunk, type Hunk, hunksBetween, linesOf } from "./hunks.js";
import { changedStretch, itemEditsOf } from "./itemEdits.js";
import { type ChangedFile, type Releases, readPair } from "./releases.js";

/** What became of an edit. */
export type Verdict =
  | "as committed"
  | "other bytes"
  | "refused rightly"
  | "refused wrongly"
  /** It can't be described, or what was described leads elsewhere. */
  | "not addressed";

export interface EditRecord extends Pick<CommittedEdit, "kind" | "operation" | "newText" | "expected" | "apart"> {
  readonly verdict: Verdict;
  readonly package: string;
  readonly path: string;
  readonly language: string;
  readonly before: string;
  /** 1-based, of the hunk. */
  readonly lineNumber: number;
  readonly locate?: Locate;
  readonly unit?: string;
  /** The text after the edit, or the message of a refusal. */
  readonly got: string;
}

export interface CorpusOptions {
  readonly seed: number;
  /** The number of hunks of each language. */
  readonly hunks: number;
  readonly languages: readonly string[];
  /** Hunks of one file at most. */
  readonly hunksOfFile?: number;
}

/** A changed file, and those of its hunks that are taken. */
export interface SampledFile {
  readonly file: ChangedFile;
  readonly hunks: readonly Hunk[];
}

/** Chooses hunks of each language, as evenly over the packages as they have them. */
export function sampleHunks({ pairs }: Releases, options: CorpusOptions): SampledFile[] {
  return options.languages.flatMap((language) => {
    const random = randomFrom(options.seed);
    const own = pairs.filter((pair) => pair.language === language);
    const queues = [...new Set(own.map((pair) => pair.package))].map((name) =>
      shuffled(
        own.filter((pair) => pair.package === name),
        random,
      ),
    );
    const seen = new Set<string>();
    const chosen: SampledFile[] = [];
    for (let left = options.hunks; left > 0 && queues.some((queue) => queue.length > 0); ) {
      for (const queue of queues) {
        const file = nextChanged(queue);
        if (file === undefined || left <= 0) continue;
        const hunks = shuffled(hunksBetween(file.before, file.after), random)
          .filter((hunk) => isNew(hunk, seen))
          .slice(0, Math.min(left, options.hunksOfFile ?? MAX_HUNKS_OF_FILE));
        if (hunks.length > 0) chosen.push({ file, hunks });
        left -= hunks.length;
      }
    }
    return chosen;
  });
}

const MAX_HUNKS_OF_FILE = 20;

function nextChanged(queue: Releases["pairs"][number][]): ChangedFile | undefined {
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const file = readPair(pair);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Returns whether no hunk before had the same lines. */
function isNew({ oldLines, newLines }: Hunk, seen: Set<string>): boolean {
  const key = JSON.stringify([oldLines, newLines]);
  return !seen.has(key) && seen.add(key) !== undefined;
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  const result: T[] = [];
  while (left.length > 0) {
    const value = pick(random, left);
    left.splice(left.indexOf(value), 1);
    result.push(value);
  }
  return result;
}

/** Runs all edits of the sampled hunks. */
export async function* runCorpus(
  sampled: readonly SampledFile[],
  session: EditSession,
): AsyncGenerator<EditRecord, void> {
  for (const { file, hunks } of sampled) {
    await session.open(file.path, file.language, file.before);
    const parsed = hasGrammar(file.language) ? await parse(file.language, file.before) : undefined;
    try {
      for (const hunk of hunks) {
        for (const edit of await editsOf(file, hunk, parsed)) yield await recordOf(edit, hunk, file, session);
      }
    } finally {
      if (parsed !== undefined) freeText(parsed);
    }
  }
}

async function recordOf(edit: CommittedEdit, hunk: Hunk, file: ChangedFile, session: EditSession): Promise<EditRecord> {
  const outcome = await runEdit(edit, file.before, session);
  const { kind, operation, newText, expected } = edit;
  const { package: name, path, language, before } = file;
  const apart = edit.apart ?? reasonApart(outcome, expected);
  return {
    verdict: await verdictOf(outcome, expected, file),
    ...{ kind, operation, newText, expected, package: name, path, language, before },
    ...(apart && { apart }),
    ...(outcome.locate && { locate: outcome.locate }),
    ...(outcome.unit !== undefined && { unit: outcome.unit }),
    lineNumber: hunk.line + 1,
    got: outcome.got,
  };
}

/** Says why what came of an edit counts apart; undefined where it counts. */
function reasonApart({ kind, locate, got }: Outcome, expected: string): string | undefined {
  if (kind === "found twice") return "found twice";
  const isSymbol = locate?.scope !== undefined && "symbol_path" in locate.scope && !locate.find;
  const withoutBlankLines = (text: string) => text.replace(/^[ \t]*\r?\n/gm, "");
  // Those around a symbol are made those of its siblings.
  return isSymbol && got !== expected && withoutBlankLines(got) === withoutBlankLines(expected)
    ? "blank lines around a symbol"
    : undefined;
}

async function editsOf({ before }: ChangedFile, hunk: Hunk, parsed: ParsedText | undefined): Promise<CommittedEdit[]> {
  const edits = lineEditsOf(before, hunk);
  if (edits.length === 0 || parsed === undefined) return edits;
  return [...edits, ...(await parseAs(parsed, applyHunk(before, hunk), (after) => itemEditsOf(parsed, after)))];
}

interface Outcome {
  readonly kind: "edited" | "refused" | "not addressed" | "found twice";
  readonly locate?: Locate;
  readonly unit?: string;
  readonly got: string;
}

async function runEdit(
  { operation, target, newText }: CommittedEdit,
  text: string,
  session: EditSession,
): Promise<Outcome> {
  const described =
    "find" in target ? { value: await locateOnce(target, text, session) } : await describeAndResolve(target, session);
  if ("refusal" in described)
    return { kind: "not addressed", got: `${described.refusal.kind}: ${described.refusal.message}` };
  const locate = described.value;
  if (locate === undefined) return { kind: "found twice", got: "" };
  const answer = await session.edit(locate, operation, newText);
  if ("refusal" in answer) return { kind: "refused", locate, got: `${answer.refusal.kind}: ${answer.refusal.message}` };
  const { text: got, unit } = answer.value;
  return { kind: "edited", locate, got, ...(unit !== undefined && { unit }) };
}

/**
 * Returns the Locate of a find: in the file, or in the smallest symbol around its line that has it
 * once and whose path no other symbol has; undefined where there is none.
 */
async function locateOnce(
  { find, line }: Extract<EditTarget, { find: string }>,
  text: string,
  session: EditSession,
): Promise<Locate | undefined> {
  const isOnce = (part: string) => part.split(find).length === 2;
  if (isOnce(text)) return { find };
  const lines = linesOf(text);
  const outlined = await session.outline();
  const around = outlined.filter(({ first, last }) => first <= line && line <= last);
  const isOnlyOne = (path: readonly string[]) =>
    outlined.filter(({ symbol_path }) => symbol_path.join("\n") === path.join("\n")).length === 1;
  const symbol = around.findLast(
    ({ first, last, symbol_path }) => isOnce(lines.slice(first, last + 1).join("\n")) && isOnlyOne(symbol_path),
  );
  return symbol && { scope: { symbol_path: symbol.symbol_path }, find };
}

async function describeAndResolve(
  target: { readonly from: number; readonly to: number },
  session: EditSession,
): Promise<Answer<Locate>> {
  const described = await session.describe(target);
  if ("refusal" in described) return described;
  const resolved = await session.resolve(described.value);
  if ("refusal" in resolved) return resolved;
  const { from, to } = resolved.value;
  if (from === target.from && to === target.to) return described;
  const message = `${JSON.stringify(described.value)} is ${from}..${to}, not ${target.from}..${target.to}`;
  return { refusal: { kind: "leads elsewhere", message } };
}

async function verdictOf({ kind, got }: Outcome, expected: string, file: ChangedFile): Promise<Verdict> {
  if (kind === "edited") return got === expected ? "as committed" : "other bytes";
  if (kind !== "refused") return "not addressed";
  return (await breaksSyntax(file, expected)) ? "refused rightly" : "refused wrongly";
}

/** Returns whether a file without syntax errors has one with another text. */
async function breaksSyntax({ language, before }: ChangedFile, after: string): Promise<boolean> {
  if (!hasGrammar(language)) return false;
  const counts: number[] = [];
  for (const text of [before, after]) {
    const parsed = await parse(language, text);
    const emptied = text === after && findEmptyBody(parsed, changedStretch(before, after).from);
    counts.push(findSyntaxErrors(parsed).length + (emptied ? 1 : 0));
    freeText(parsed);
  }
  const [old = 0, fresh = 0] = counts;
  return old === 0 && fresh > 0;
}

/** Parses another text in the language of one, and answers a question about it. */
async function parseAs<Result>(
  parsed: ParsedText,
  text: string,
  query: (after: ParsedText) => Result,
): Promise<Result> {
  const { from, to } = changedStretch(parsed.document.text, text);
  const insert = text.slice(from, text.length - (parsed.document.length - to));
  const { document } = parsed.document.edit(from, to, insert);
  const before = { parsed, replaced: { from, to, length: insert.length } };
  const after = await parseText(document, parsed.grammar, async () => undefined, { before });
  try {
    return query(after);
  } finally {
    freeText(after);
  }
}
