/**
 * Reports the outcome of a request: the answer on stdout or the failure on stderr, and the exit
 * code.
 */

import { pathToFileURL } from "node:url";
import { ResponseError } from "vscode-jsonrpc/node";
import { codes, LocateError } from "../../error.js";
import { pathOfUri } from "../../uri.js";
import type { InProcessClient } from "../client/inProcessClient.js";
import type { EditPlan } from "../edit/editPlan.js";
import { UnusableEdit } from "../edit/textEdits.js";
import type { MethodAnswer } from "../methods/methodCommand.js";
import type { Options } from "../options.js";
import { answerFormatOf, renderAnswer } from "../show/answerFormats.js";
import { escapeControls } from "../show/cells.js";
import { rangeOf, renderPlace, renderPlaceHeading } from "../show/resolvedPlace.js";
import type { View } from "../show/view.js";
import { createPathFormatter, createSourceReader } from "../sourceFiles.js";
import { detectTerminal, print, type Terminal } from "../terminal.js";
import type { MethodRequest } from "./readRequest.js";

export interface RequestOutcome {
  readonly request: MethodRequest;
  readonly answer: MethodAnswer;
  readonly client: Pick<InProcessClient, "encoding" | "shownErrors">;
  readonly root: string;
  readonly workingDirectory: string;
}

/** Resolves with the exit code: 0 for a result, 1 for none. */
export async function reportOutcome(outcome: RequestOutcome, options: Options): Promise<number> {
  const { request, answer } = outcome;
  if (answer.kind === "changes") return reportChanges(answer, outcome, options);
  const view = createView(outcome, detectTerminal());
  const isPlace = answer.kind === "place";
  const rendered = isPlace ? renderPlace(answer.place, view) : renderAnswer(request.command.name, answer.answer, view);
  const isEmpty = rendered === "";
  if (options.json) await print(JSON.stringify(answer.result, null, 2));
  else {
    const heading = isPlace || !answer.place ? "" : renderPlaceHeading(answer.place, view);
    const lines = [heading, rendered].filter((line) => line !== "");
    if (lines.length > 0) await print(lines.join("\n"));
    if (isEmpty) await reportEmpty(outcome);
  }
  return isEmpty && !answerFormatOf(request.command.name).isEmptyFine ? 1 : 0;
}

/** Reports an empty answer, and the errors that the server has shown, which may be the reason. */
async function reportEmpty({ request, answer, client }: RequestOutcome): Promise<void> {
  const serverErrors = client.shownErrors.map((error) => ` The server says: ${escapeControls(error)}`);
  const message =
    answer.emptyText === undefined
      ? `${answerFormatOf(request.command.name).emptyText}.`
      : escapeControls(answer.emptyText);
  await print(`lsp-locate: ${message}${serverErrors.join("")}`, process.stderr);
}

async function reportChanges(
  { result, edit, place, encoding }: MethodAnswer & { readonly kind: "changes" },
  outcome: RequestOutcome,
  options: Options,
): Promise<number> {
  const { planEdit } = await import("../edit/editPlan.js");
  const { applyPlan, readDiskEntry: readEntry } = await import("../edit/applyPlan.js");
  const plan = planEdit(edit, { encoding, readEntry, pathOf: pathOfUri });
  const writtenPaths = options.write ? pathsOf(plan) : [];
  if (options.write) applyPlan(plan);
  const isEmpty = plan.changes.length === 0 && plan.notes.length === 0;
  const code = isEmpty && !answerFormatOf(outcome.request.command.name).isEmptyFine ? 1 : 0;
  if (options.json) {
    await print(
      JSON.stringify({ ...(result as object), ...(options.write ? { written: writtenPaths } : {}) }, null, 2),
    );
    return code;
  }
  const terminal = detectTerminal();
  const pathOf = createPathFormatter(outcome.workingDirectory, outcome.root);
  if (place) await print(renderPlaceHeading(place, createView(outcome, terminal)));
  if (isEmpty) {
    await reportEmpty(outcome);
    return code;
  }
  if (options.write) {
    await print(writtenPaths.map((path) => `wrote ${escapeControls(pathOf(path))}`).join("\n"));
  } else {
    const { colourPatch, renderPatch } = await import("../show/patch.js");
    const diff = renderPatch(plan, pathOf);
    await print(terminal.isTerminal ? colourPatch(diff, terminal.colours) : diff);
    await print("lsp-locate: nothing is written yet; --write applies the change.", process.stderr);
  }
  if (plan.notes.length > 0) await print(plan.notes.map(escapeControls).join("\n"), process.stderr);
  return code;
}

function pathsOf({ changes }: EditPlan): readonly string[] {
  return changes.map(({ path }) => path);
}

function createView(
  { request: { file }, answer: { place, uri }, client, root, workingDirectory }: RequestOutcome,
  { colours, width }: Terminal,
): View {
  const formatPath = createPathFormatter(workingDirectory, root);
  return {
    colours,
    width,
    encoding: client.encoding,
    uri: place?.target.textDocument.uri ?? uri ?? (file === undefined ? "" : pathToFileURL(file).href),
    at: place && rangeOf(place),
    pathOf(uri) {
      const path = pathOfUri(uri);
      return path === undefined ? uri : formatPath(path);
    },
    documentOf: createSourceReader(),
  };
}

/**
 * Reports a failure on stderr; with `--json` as `{ error: { code, message, data } }` on stdout.
 * Resolves with the exit code.
 */
export async function reportFailure(error: unknown, options: Options): Promise<number> {
  const isUnusable = error instanceof UnusableEdit;
  if (!isUnusable && !(error instanceof LocateError) && !(error instanceof ResponseError)) throw error;
  const message = isUnusable ? `The edit can't be applied: ${error.message}` : error.message;
  const code = isUnusable ? codes.requestFailed : error.code;
  const data: unknown = isUnusable ? undefined : error.data;
  const kind = (data as { kind?: unknown } | null | undefined)?.kind;
  if (options.json) await print(JSON.stringify({ error: { code, message, data } }, null, 2));
  // An error without a kind of ours comes from the server.
  else
    await print(
      `lsp-locate: ${kind === undefined && !isUnusable ? "the server refused: " : ""}${escapeControls(message)}${nextStepHint(data, options)}`,
      process.stderr,
    );
  return kind === "invalid_locate" ? 2 : 1;
}

/** The command to type next, if the message is not about the Locate. */
function nextStepHint(data: unknown, { log }: Options): string {
  const facts = (data ?? {}) as {
    readonly kind?: unknown;
    readonly exit_code?: unknown;
    readonly seconds_waited?: unknown;
  };
  if (facts.kind === "invalid_locate") return "\nlsp-locate help locate explains how to write a Locate.";
  // Otherwise the server was started, and ended or did not respond.
  if (facts.exit_code === undefined && facts.seconds_waited === undefined) return "";
  return log === undefined
    ? "\nFor the server's output, add --log=<file>. To check the server: lsp-locate doctor."
    : `\nThe server's output is in ${log}.`;
}
