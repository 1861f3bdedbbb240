/**
 * Reports the outcome of a request: the answer on stdout or the failure on stderr, and the exit
 * code.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ResponseError } from "vscode-jsonrpc/node";
import { policyOf } from "../../ask/methodTable.js";
import { codes, LocateError, unansweredKinds } from "../../error.js";
import type { ReadPermission } from "../../files/readPermission.js";
import type { WriteScope } from "../../files/write/resolveChanges.js";
import type { WriteOrigin } from "../../files/write/transaction/history.js";
import { clip } from "../../locate/errorText.js";
import type { Locate } from "../../locate/locate.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { renameIncompleteError } from "../../session/completeness/rename/refuseRename.js";
import { notCleanReason } from "../../session/verdict/describeVerdict.js";
import { isClean } from "../../session/verdict/verdict.js";
import { UnusableEdit } from "../../text/edits/textEdits.js";
import { escapeLine, escapeName } from "../../text/printable.js";
import { pathOfUri, virtualName, virtualScheme } from "../../uri.js";
import { createPathFormatter, createSourceReader } from "../client/answerFiles.js";
import type { InProcessClient } from "../client/inProcessClient.js";
import { describePlanNote, type EditPlan } from "../edit/editPlan.js";
import type { AnswerPlan } from "../edit/planAnswer.js";
import { describeUnusualFiles } from "../edit/unusualFiles.js";
import { exitCodeOf, type MethodAnswer } from "../methods/methodCommand.js";
import { pathExists } from "../methods/readLocates.js";
import type { Options } from "../options.js";
import { quoteForShell, renderLocate, writePathWord } from "../show/locateText.js";
import { renderRenameNotes } from "../show/renameNotes.js";
import { renderAnswer } from "../show/renderAnswer.js";
import { rangeOf, renderPlace, renderPlaceHeading } from "../show/resolvedPlace.js";
import { renameMethods } from "../show/text/methodNames.js";
import { renderCompleted, renderIndexState, renderSource, renderUnconfirmed } from "../show/unconfirmedUses.js";
import type { View } from "../show/view.js";
import { type CommandStreams, detectTerminal, OutputError, print, printVerbatim, type Terminal } from "../terminal.js";
import type { MethodRequest } from "./readRequest.js";
import { reportRecords } from "./reportRecords.js";

/** Where the outcome is printed, and how the files of a change are written. */
export interface ReportHost {
  readonly streams: Pick<CommandStreams, "stdout" | "stderr" | "env">;
  /** Writes the files of a plan as `writeUndoable` in files/undo does. */
  writePlan(plan: AnswerPlan, scope: WriteScope, origin: WriteOrigin): Promise<readonly string[]>;
}

export interface RequestOutcome {
  readonly request: MethodRequest;
  readonly answer: MethodAnswer;
  readonly client: Pick<InProcessClient, "encoding" | "shownErrors">;
  /** The workspace of the command. */
  readonly root: string;
  /** Whether the user or a repository says so; otherwise it is a guess. */
  readonly isRootCertain: boolean;
  readonly workingDirectory: string;
}

/** What a request has led to. */
export type RequestResult = { readonly outcome: RequestOutcome } | { readonly error: unknown };

/** Reports an outcome or a failure. Resolves with the exit code. */
export async function reportResult(result: RequestResult, options: Options, host: ReportHost): Promise<number> {
  return "error" in result
    ? reportFailure(result.error, options, host.streams)
    : reportOutcome(result.outcome, options, host);
}

/** Resolves with the exit code: 0 for a result, 1 for none, and for errors among diagnostics. */
async function reportOutcome(outcome: RequestOutcome, options: Options, host: ReportHost): Promise<number> {
  const { request, answer } = outcome;
  const { stdout, stderr, env } = host.streams;
  const terminal = detectTerminal(stdout, env);
  if (answer.kind === "changes") return reportChanges(answer, outcome, options, host);
  if (answer.kind === "records")
    return reportRecords(answer, options, { terminal, print: (text) => print(text, stdout) });
  const view = createView(outcome, briefOf(terminal, options), await readPermissionOf(outcome, options));
  const isPlace = answer.kind === "place";
  const rendered = isPlace
    ? renderPlace(answer.place, view)
    : renderAnswer(request.command.render, answer.answer, view);
  const isEmpty = rendered === "";
  if (options.json) await print(formatJson(answer.result, options), stdout);
  else {
    const heading = isPlace || !answer.place ? "" : renderPlaceHeading(answer.place, view);
    const lines = [heading, rendered].filter((line) => line !== "");
    if (lines.length > 0) await print(lines.join("\n"), stdout);
    if (isEmpty) await reportEmpty(outcome, host);
    const pathOf = pathWriterOf(outcome);
    const completed = renderCompleted(answer.completed ?? [], pathOf);
    const unconfirmed = answer.unconfirmed && renderUnconfirmed(answer.unconfirmed, pathOf);
    const source = renderSource(answer);
    if (source !== undefined) await print(`lsp-locate: ${source}`, stderr);
    if (completed !== undefined) await print(`lsp-locate: ${completed}`, stderr);
    if (unconfirmed !== undefined) await print(`lsp-locate: ${unconfirmed}`, stderr);
    if (answer.index !== undefined) await print(`lsp-locate: ${renderIndexState(answer.index, pathOf)}`, stderr);
    if (answer.hint !== undefined) await print(`lsp-locate: ${answer.hint}`, stderr);
    await reportMessages(searchedFolder(outcome), host);
  }
  return exitCodeOf(request.command, isPlace ? answer.place : answer.answer, isEmpty);
}

/** With `--watch`, each document is one line. */
function formatJson(value: unknown, { watch }: Options): string {
  return JSON.stringify(value, null, watch ? undefined : 2);
}

/** Reports an empty answer, and the errors that the server has shown, which may be the reason. */
async function reportEmpty({ request, answer, client }: RequestOutcome, { streams }: ReportHost): Promise<void> {
  const serverErrors = client.shownErrors.map((error) => ` The server says: ${escapeLine(error)}`);
  const message = answer.emptyText ?? `${request.command.emptyText}.`;
  await print(`lsp-locate: ${message}${serverErrors.join("")}`, streams.stderr);
}

async function reportChanges(
  answer: MethodAnswer & { readonly kind: "changes" },
  outcome: RequestOutcome,
  options: Options,
  host: ReportHost,
): Promise<number> {
  const { stderr } = host.streams;
  const incompleteness = incompletenessOf(answer, outcome);
  if (incompleteness && (options.write === true || options.write === "clean")) throw incompleteness;
  const { planAnswer } = await import("../edit/planAnswer.js");
  const permission = await readPermissionOf(outcome, options);
  const plan = planAnswer(answer, { newName: outcome.request.params["newName"], permission });
  const isHeld = incompleteness !== undefined || answer.refusal !== undefined;
  const planned: PlannedAnswer = { answer, outcome, plan, permission, isHeld };
  if (!options.write) return reportPlan(planned, options, host);
  const refusal = refusalOf(answer, options);
  if (refusal !== undefined) {
    await reportPlan({ ...planned, refusal }, options, host);
    return 1;
  }
  await reportMessages(await writePlan(plan, outcome, options, host), host);
  // The change is made, whether a server takes notice or not.
  await answer.onWritten?.().catch(() => undefined);
  try {
    return await reportPlan(planned, options, host);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    await print(`lsp-locate: ${error.message} The change is made.`, stderr);
    await print(describeWritten(pathsOf(plan), outcome), stderr);
    return 0;
  }
}

/** Returns why a change is not written in spite of `--write`. */
function refusalOf(
  { verdict, refusal }: MethodAnswer & { readonly kind: "changes" },
  { write }: Options,
): string | undefined {
  if (refusal !== undefined && write !== "anyway") return refusal;
  return write === "clean" && verdict && !isClean(verdict) ? notCleanReason(verdict) : undefined;
}

interface PlannedAnswer {
  readonly answer: MethodAnswer & { readonly kind: "changes" };
  readonly outcome: RequestOutcome;
  readonly plan: EditPlan;
  readonly permission: ReadPermission | undefined;
  /** Whether only `--write=anyway` writes it. */
  readonly isHeld: boolean;
  /** Why it is not written in spite of `--write`. */
  readonly refusal?: string;
}

function describeWritten(paths: readonly string[], { workingDirectory, root }: RequestOutcome): string {
  const pathOf = createPathFormatter(workingDirectory, root);
  return paths.map((path) => `wrote ${escapeName(pathOf(path))}`).join("\n");
}

/** Prints the changes that are planned or written. Resolves with the exit code. */
async function reportPlan(
  { answer, outcome, plan, permission, isHeld, refusal }: PlannedAnswer,
  options: Options,
  host: ReportHost,
): Promise<number> {
  const { result, place } = answer;
  const { stdout, stderr, env } = host.streams;
  const isWritten = Boolean(options.write) && refusal === undefined;
  const writtenPaths = isWritten ? pathsOf(plan) : [];
  const isEmpty = plan.changes.length === 0 && plan.notes.length === 0;
  const code = exitCodeOf(outcome.request.command, result, isEmpty);
  if (options.json) {
    await print(
      JSON.stringify({ ...(result as object), ...(options.write ? { written: writtenPaths } : {}) }, null, 2),
      stdout,
    );
    return code;
  }
  const terminal = detectTerminal(stdout, env);
  const pathOf = createPathFormatter(outcome.workingDirectory, outcome.root);
  if (place)
    await print(renderPlaceHeading(place, createView(outcome, briefOf(terminal, options), permission)), stdout);
  if (isEmpty) {
    await reportEmpty(outcome, host);
    return code;
  }
  if (isWritten) {
    await print(describeWritten(writtenPaths, outcome), stdout);
    if (outcome.request.command.name === "edit") {
      const { renderNewLines } = await import("../show/newLines.js");
      const lines = plan.changes.map(renderNewLines).filter((shown) => shown !== "");
      if (lines.length > 0) await print(lines.join("\n"), stdout);
    }
  } else {
    const { colourPatch, renderPatch } = await import("../show/patch.js");
    const diff = renderPatch(plan, pathOf);
    await (terminal.isTerminal ? print(colourPatch(diff, terminal.colours), stdout) : printVerbatim(diff, stdout));
    const why = refusal === undefined ? "nothing is written yet;" : `nothing is written. ${refusal}`;
    const override = isHeld ? "--write=anyway" : "--write";
    await print(`lsp-locate: ${why} ${override} applies the change.`, stderr);
  }
  const described = plan.notes.map((note) => describePlanNote(note, pathOf));
  if (described.length > 0) await print(described.join("\n"), stderr);
  await reportMessages(describeUnusualFiles(plan, pathOf), host);
  await reportMessages(answer.notes ?? [], host);
  await reportMessages(searchedFolder(outcome), host);
  // The last line says where the old name remains.
  const noteOptions = {
    ...{ pathOf: pathWriterOf(outcome), override: "--write=anyway", publicOption: "--public", isWritten },
    textOption: (kind: string) => `--text=${kind}`,
    alsoOption: writeAlsoOption,
  };
  await reportMessages(renderRenameNotes(answer, noteOptions), host);
  return code;
}

/** Returns why `--write` refuses a rename: what it leaves out would break, or was not checked. */
function incompletenessOf({ unconfirmed }: MethodAnswer, outcome: RequestOutcome): LocateError | undefined {
  if (unconfirmed === undefined) return undefined;
  const pathOf = pathWriterOf(outcome);
  const places = unconfirmed.places.map((each) => ({
    ...each,
    file_path: pathOf(each.file_path),
    ...(each.locate !== undefined && { locate: each.locate.replace(each.file_path, pathOf) }),
  }));
  return renameIncompleteError(
    { ...unconfirmed, places },
    { override: "--write=anyway", alsoOption: writeAlsoOption, outsideOption: "--allow-outside" },
  );
}

/** Returns the option by which a command renames further places, quoted for a shell. */
function writeAlsoOption(locates: readonly string[]): string {
  const isPlain = locates.every((each) => !/\s/.test(each) && !each.startsWith("["));
  return `--also=${quoteForShell(isPlain ? locates.join(" ") : JSON.stringify(locates))}`;
}

/** Names the folder of an answer about a workspace, where no repository bounds it. */
function searchedFolder({ request, root, isRootCertain }: RequestOutcome): readonly string[] {
  const { name, takes } = request.command;
  const isOfProject = policyOf(name)?.dependsOn === "project" && takes !== "document";
  const isAboutWorkspace = name === "search" || request.file === undefined || isOfProject;
  if (isRootCertain || !isAboutWorkspace) return [];
  return [`Searched ${escapeName(root)}, which is in no repository; --root=<folder> searches another folder.`];
}

/** Returns a function that writes a path of the session as one of the command line. */
function pathWriterOf({ workingDirectory, root }: RequestOutcome): (filePath: string) => string {
  const formatPath = createPathFormatter(workingDirectory, root);
  return (path) => writePathWord(formatPath(resolve(root, path)));
}

/** The maximum length of a command in the list of writes. */
const MAX_COMMAND_LENGTH = 200;

async function writePlan(plan: AnswerPlan, { request, root }: RequestOutcome, options: Options, host: ReportHost) {
  const { writeScope } = await import("../setup/writeScope.js");
  const origin = { command: clip(request.written, MAX_COMMAND_LENGTH), workspace: root };
  return host.writePlan(plan, writeScope(root, request.file, options), origin);
}

async function reportMessages(messages: readonly string[], { streams }: ReportHost): Promise<void> {
  for (const message of messages) await print(`lsp-locate: ${message}`, streams.stderr);
}

function pathsOf({ changes }: EditPlan): readonly string[] {
  return changes.map(({ path }) => path);
}

/** Resolves with which of the files that an answer names may be shown; undefined for all. */
async function readPermissionOf(
  { request, root }: RequestOutcome,
  options: Options,
): Promise<ReadPermission | undefined> {
  const { writeScope } = await import("../setup/writeScope.js");
  const { folders, namedFiles = [] } = writeScope(root, request.file, options);
  return folders && { folders, namedFiles, allowsOutside: true };
}

/** Adds whether lists are in few words: they are for a program that reads them. */
function briefOf(terminal: Terminal, { brief = false }: Options) {
  return { ...terminal, isBrief: brief === true || !terminal.isTerminal };
}

function createView(
  outcome: RequestOutcome,
  { colours, width, isBrief }: ReturnType<typeof briefOf>,
  permission: ReadPermission | undefined,
): View {
  const {
    request: { file },
    answer: { place, uri, enclosing },
    client,
    root,
    workingDirectory,
  } = outcome;
  const formatPath = createPathFormatter(workingDirectory, root);
  const where = { workingDirectory, root };
  // The session writes paths as in the workspace, and documents in no file by their URIs.
  const isFile = (path: string) => virtualScheme(path) === undefined || existsSync(resolve(root, path));
  // Programs get what is right in any session.
  const nameOf = (uri: string) => (isBrief ? undefined : virtualName(uri)) ?? uri;
  const write = (locate: Locate) => {
    const { file_path: path } = locate;
    const file_path =
      path !== undefined && isFile(path) ? writePathWord(formatPath(resolve(root, path))) : path && nameOf(path);
    const written = { ...locate, ...(file_path !== undefined && { file_path }) };
    return renderLocate(written, writeLocate(written, { exists: (each) => pathExists(each, where) }));
  };
  return {
    colours,
    isBrief,
    width,
    encoding: client.encoding,
    uri: place?.target.textDocument.uri ?? uri ?? (file === undefined ? "" : pathToFileURL(file).href),
    at: place && rangeOf(place),
    pathOf(uri) {
      const path = pathOfUri(uri);
      return path === undefined ? nameOf(uri) : writePathWord(formatPath(path));
    },
    documentOf: createSourceReader(permission),
    writeLocate: write,
    enclosing: enclosing?.map((symbol) => (symbol ? write(symbol.locate) : undefined)),
  };
}

/**
 * Reports a failure on stderr; with `--json` as `{ error: { code, message, data } }` on stdout.
 * Resolves with the exit code: 2 for wrong usage, 3 for what was not answered, else 1.
 */
export async function reportFailure(
  error: unknown,
  options: Options,
  { stdout, stderr }: ReportHost["streams"],
): Promise<number> {
  const isUnusable = error instanceof UnusableEdit;
  if (!isUnusable && !(error instanceof LocateError) && !(error instanceof ResponseError)) throw error;
  const message = isUnusable ? `The edit can't be applied: ${error.message}` : error.message;
  const code = isUnusable ? codes.requestFailed : error.code;
  const data: unknown = isUnusable ? undefined : error.data;
  const kind = (data as { kind?: unknown } | null | undefined)?.kind;
  if (options.json) await print(formatJson({ error: { code, message, data } }, options), stdout);
  // An error without a kind of ours comes from the server.
  else
    await print(
      `lsp-locate: ${kind === undefined && !isUnusable ? "the server refused: " : ""}${renameMethods(message, (method) => `lsp-locate ${method}`)}${nextStepHint(data, options)}`,
      stderr,
    );
  if (kind === "invalid_locate") return 2;
  return unansweredKinds.has(kind) ? 3 : 1;
}

/** The command to type next, if the message is not about the Locate. */
function nextStepHint(data: unknown, { log }: Options): string {
  const facts = (data ?? {}) as {
    readonly kind?: unknown;
    readonly exit_code?: unknown;
    readonly method?: unknown;
    readonly language?: unknown;
  };
  if (facts.kind === "invalid_locate") return "\nlsp-locate help locate explains how to write a Locate.";
  if (facts.kind === "no_backend" && (facts.language === undefined || facts.language === "plaintext"))
    return "\nThe name of the file does not tell its language: add --language <id>, or name a server: … -- <command>.";
  // Otherwise the server was started, and ended or did not respond.
  if (facts.exit_code === undefined && facts.method !== "initialize") return "";
  return log === undefined
    ? "\nFor the server's output, add --log=<file>. To check the server: lsp-locate doctor."
    : `\nThe server's output is in ${log}.`;
}
