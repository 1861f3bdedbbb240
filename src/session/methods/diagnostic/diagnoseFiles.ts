/**
 * `locate/diagnostic` of several files: of a folder or a pattern, or of what has changed and what
 * depends on it. A file counts as checked only if its server has reported on its present text.
 */

import type { DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import { ensureBackend } from "../../../ask/backend/backend.js";
import { Deadline } from "../../../ask/deadline.js";
import { type LocateMethod, lspMethods } from "../../../ask/methodTable.js";
import { errorMessage, LocateError } from "../../../error.js";
import { languageOfFile } from "../../../files/languageOfFile.js";
import { factsOf } from "../../../languages/languages.js";
import { uriOfPath } from "../../../uri.js";
import type { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { displayPath } from "../../documents/filePaths.js";
import { queryPaths } from "../../place/declarationQueries.js";
import { type Problem, toProblem } from "../../verdict/verdict.js";
import { forwardToBackend } from "../forward/forwardToBackend.js";
import { type FilesTarget, filesTarget } from "../outline/outlineTarget.js";
import { type Budget, describeRest, itemsOf, readBudget } from "../paging.js";
import { progressReporter, type RequestParams } from "../params.js";
import { type ChangedFiles, findChangedFiles } from "./changedFiles.js";
import { type FileProblems, type FilesReport, formatFile, summarize } from "./formatProblems.js";

/** The files that are looked at in one request, and the time that it takes at most. */
const MAX_FILES = 200;
const TIMEOUT_MS = 120_000;
const MAX_HINTS = 3;
/** Files that are asked about at once. */
const CONCURRENCY = 4;

/**
 * Returns the files that a request is about; undefined for one document. Errors: `invalid_locate`.
 */
export function diagnosedFiles(params: RequestParams, context: RequestContext): FilesTarget | undefined {
  const { changed, locate } = params;
  if (changed !== undefined && changed !== null && typeof changed !== "boolean")
    throw new LocateError("invalid_locate", "changed must be true or false.", {
      field: "changed",
      expected: "boolean",
    });
  const path = typeof locate === "string" ? locate : pathOf(locate);
  if (path === undefined) return changed ? filesTarget(".", context) : undefined;
  const target = filesTarget(path, context);
  if (target !== undefined || !changed) return target;
  throw new LocateError("invalid_locate", "changed goes with a folder, or with no file for all of the workspace.", {
    field: "changed",
    expected: "a folder, or no locate",
  });
}

/** Returns the path of a Locate that is no more than a path. */
function pathOf(locate: unknown): string | undefined {
  const { file_path, ...rest } = (locate ?? {}) as Readonly<Record<string, unknown>>;
  return typeof file_path === "string" && file_path !== "" && Object.keys(rest).length === 0 ? file_path : undefined;
}

/** Params: `changed`, `budget` and `after`. Errors: `file_not_found`, `unsupported`. */
export async function diagnoseFiles(
  target: FilesTarget,
  params: RequestParams,
  context: RequestContext,
): Promise<FilesReport> {
  const budget = readBudget(params);
  const changes = params["changed"] === true ? await findChangedFiles(target, context) : undefined;
  const paths = changes ? [...changes.changed, ...changes.dependents] : await sourcesOf(target, context);
  const looked = itemsOf(paths, { after: budget.after, limit: MAX_FILES });
  const report = progressReporter(params, context);
  const results = await checkAll(
    looked,
    (done) => {
      report?.({ kind: "report", message: `${budget.after + done} of ${paths.length} files checked` });
    },
    context,
  );
  return toReport(results, { changes, count: paths.length, budget });
}

/** Returns the source files; data and prose have no types to be checked. */
async function sourcesOf(target: FilesTarget, context: RequestContext): Promise<readonly string[]> {
  const { paths } = await queryPaths(target.folder, context);
  const sources = paths.filter((path) => {
    const { grammar, nameRule } = factsOf(languageOfFile(path, context.servers) ?? "");
    return grammar !== undefined && nameRule !== "data" && target.includes(path);
  });
  if (sources.length > 0) return sources;
  const message = `There are no source files in ${target.written}, apart from those that git ignores.`;
  throw new LocateError("file_not_found", message, { path: target.written, similar: [] });
}

async function checkAll(
  paths: readonly string[],
  onProgress: (done: number) => void,
  context: RequestContext,
): Promise<readonly FileProblems[]> {
  const deadline = context.limit?.within(TIMEOUT_MS) ?? Deadline.after(TIMEOUT_MS);
  const texts = createFileTexts(context);
  const results: FileProblems[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let at = next++; at < paths.length; at = next++) {
      const path = paths[at] as string;
      const checked = deadline.isOver ? undefined : await deadline.before(checkFile(path, texts, context));
      results[at] = checked ?? notChecked(path, `the time for all files, ${TIMEOUT_MS / 1000} s, is over`, context);
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results;
}

async function checkFile(path: string, texts: FileTexts, context: RequestContext): Promise<FileProblems> {
  const row = lspMethods["diagnostic"] as LocateMethod;
  const { folders } = context.client.roots;
  const uri = uriOfPath(path, folders);
  try {
    const params = { locate: { file_path: path }, place: true };
    const answer = (
      (await forwardToBackend("diagnostic", row, params, context)) as RawJson
    ).parse() as DiagnosticAnswer;
    const text = (await texts.readPath(path))?.text;
    const document = { uri, languageId: languageOfFile(path, context.servers) ?? "" };
    const { encoding } = await ensureBackend(document, context.backends);
    const items = answer.result.kind === "full" ? answer.result.items : [];
    const problems = text ? items.map((item) => toProblem(item, text, encoding)) : [];
    const ordered = problems.sort((one, other) => one.line - other.line || one.character - other.character);
    const { checked, hint } = answer;
    const file_path = displayPath(uri, context.client.roots);
    return { file_path, uri, problems: ordered, checked, ...(hint !== undefined && { hint }) };
  } catch (error) {
    if (context.token.isCancellationRequested) throw error;
    return notChecked(path, errorMessage(error).split("\n", 1)[0] as string, context);
  }
}

interface DiagnosticAnswer {
  readonly result: DocumentDiagnosticReport;
  readonly checked: "all" | "syntax";
  readonly hint?: string;
}

function notChecked(path: string, why: string, { client: { roots } }: RequestContext): FileProblems {
  const uri = uriOfPath(path, roots.folders);
  return { file_path: displayPath(uri, roots), uri, problems: [], why };
}

interface ReportOptions {
  readonly changes: ChangedFiles | undefined;
  readonly count: number;
  readonly budget: Budget;
}

/** Makes the report, of as many files as fit; those without problems are only counted. */
function toReport(results: readonly FileProblems[], { changes, count, budget }: ReportOptions): FilesReport {
  const { characters, after } = budget;
  const listed: FileProblems[] = [];
  let looked = 0;
  let length = 300;
  for (const result of results) {
    const isListed = result.problems.length > 0 || result.why !== undefined;
    if (isListed) {
      length += formatFile(result, result.file_path).length + 1;
      if (length > characters && listed.length > 0) break;
      listed.push(result);
    }
    looked++;
  }
  const seen = results.slice(0, looked);
  const problems = seen.flatMap((each) => each.problems);
  const countOf = (severity: Problem["severity"]) => problems.filter((each) => each.severity === severity).length;
  const syntaxOnly = seen.filter(({ checked }) => checked === "syntax").length;
  const next = after + looked;
  const hints = [...new Set(seen.flatMap(({ hint }) => hint ?? []))].slice(0, MAX_HINTS);
  const facts = {
    count,
    ...(changes && { changed: changes.changed.length }),
    checked: seen.filter(({ checked }) => checked !== undefined).length,
    ...(syntaxOnly > 0 && { syntax_only: syntaxOnly }),
    unchecked: seen.filter(({ why }) => why !== undefined).length,
    errors: countOf("error"),
    warnings: countOf("warning"),
    ...(next < count && { after: next, omitted: count - next }),
    ...(changes?.why !== undefined && { why: changes.why }),
    ...(hints.length > 0 && { hints }),
  };
  const rest = next < count ? [describeRest({ left: count - next, next }).replace("more", "more files")] : [];
  const lines = [summarize(facts), ...listed.map((each) => formatFile(each, each.file_path)), ...rest];
  return { ...facts, files: listed, markdown: lines.join("\n") };
}
