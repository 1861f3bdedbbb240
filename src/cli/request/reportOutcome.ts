/** What became of a question: the answer on stdout, or why there is none on stderr; and the exit code that says which. */

import { pathToFileURL } from "node:url";
import { ResponseError } from "vscode-jsonrpc/node";
import { codes, LocateError } from "../../error.js";
import { pathOfUri } from "../../uri.js";
import type { Client } from "../client/proxyClient.js";
import type { Plan } from "../edit/editPlan.js";
import { UnusableEdit } from "../edit/textEdits.js";
import type { Answered } from "../methods/methodAnswer.js";
import type { Options } from "../options.js";
import { draw, lookOf } from "../show/answerFormats.js";
import { visible } from "../show/cells.js";
import { landed, rangeOf, resolved } from "../show/resolvedPlace.js";
import type { View } from "../show/view.js";
import { readSources, writtenFrom } from "../sourceFiles.js";
import { print, type Terminal, terminal } from "../terminal.js";
import type { Question } from "./readRequest.js";

export interface Outcome {
  readonly question: Question;
  readonly answered: Answered;
  readonly client: Client;
  readonly root: string;
  readonly workingDirectory: string;
}

/** Resolves with the exit code: 0 answered, 1 asked and not found. */
export async function report(outcome: Outcome, options: Options): Promise<number> {
  const { question, answered } = outcome;
  if (answered.kind === "changes") return reportChanges(answered, outcome, options);
  const view = viewOf(outcome, terminal());
  const isPlace = answered.kind === "place";
  const drawn = isPlace ? resolved(answered.place, view) : draw(question.command.name, answered.answer, view);
  const isEmpty = drawn === "";
  if (options.json) await print(JSON.stringify(answered.result, null, 2));
  else {
    const heading = isPlace || !answered.place ? "" : landed(answered.place, view);
    const lines = [heading, drawn].filter((line) => line !== "");
    if (lines.length > 0) await print(lines.join("\n"));
    if (isEmpty) await nothing(outcome);
  }
  return isEmpty && !lookOf(question.command.name).isFine ? 1 : 0;
}

/** Says it in words, and what the server has complained of, which may be why. */
async function nothing({ question, answered, client }: Outcome): Promise<void> {
  const complaints = client.complaints.map((complaint) => ` The server says: ${visible(complaint)}`);
  const said = answered.nothing === undefined ? `${lookOf(question.command.name).nothing}.` : visible(answered.nothing);
  await print(`lsp-locate: ${said}${complaints.join("")}`, process.stderr);
}

async function reportChanges(
  { result, edit, place, encoding }: Answered & { readonly kind: "changes" },
  outcome: Outcome,
  options: Options,
): Promise<number> {
  const { planEdit } = await import("../edit/editPlan.js");
  const { carryOut, look } = await import("../edit/applyPlan.js");
  const plan = planEdit(edit, { encoding, look, pathOf: pathOfUri });
  const written = options.write ? pathsOf(plan) : [];
  if (options.write) carryOut(plan);
  const isEmpty = plan.changes.length === 0 && plan.notes.length === 0;
  const code = isEmpty && !lookOf(outcome.question.command.name).isFine ? 1 : 0;
  if (options.json) {
    await print(JSON.stringify({ ...(result as object), ...(options.write ? { written } : {}) }, null, 2));
    return code;
  }
  const screen = terminal();
  const pathOf = writtenFrom(outcome.workingDirectory, outcome.root);
  if (place) await print(landed(place, viewOf(outcome, screen)));
  if (isEmpty) {
    await nothing(outcome);
    return code;
  }
  if (options.write) {
    await print(written.map((path) => `wrote ${visible(pathOf(path))}`).join("\n"));
  } else {
    const { coloured, patch } = await import("../show/patch.js");
    const diff = patch(plan, pathOf);
    await print(screen.isTerminal ? coloured(diff, screen.colours) : diff);
    await print("lsp-locate: nothing is written yet; --write applies it.", process.stderr);
  }
  if (plan.notes.length > 0) await print(plan.notes.map(visible).join("\n"), process.stderr);
  return code;
}

function pathsOf({ changes }: Plan): readonly string[] {
  return changes.map(({ path }) => path);
}

function viewOf(
  { question: { file }, answered: { place, uri }, client, root, workingDirectory }: Outcome,
  { colours, width }: Terminal,
): View {
  const written = writtenFrom(workingDirectory, root);
  return {
    colours,
    width,
    encoding: client.encoding,
    uri: place?.target.textDocument.uri ?? uri ?? (file === undefined ? "" : pathToFileURL(file).href),
    at: place && rangeOf(place),
    pathOf(uri) {
      const path = pathOfUri(uri);
      return path === undefined ? uri : written(path);
    },
    documentOf: readSources(),
  };
}

/** The failure in words; for scripts as `{ error: { code, message, data } }` on stdout. Resolves with the exit code. */
export async function reportFailure(error: unknown, options: Options): Promise<number> {
  const isUnusable = error instanceof UnusableEdit;
  if (!isUnusable && !(error instanceof LocateError) && !(error instanceof ResponseError)) throw error;
  const message = isUnusable ? `The edit can't be applied: ${error.message}` : error.message;
  const code = isUnusable ? codes.requestFailed : error.code;
  const data: unknown = isUnusable ? undefined : error.data;
  const kind = (data as { kind?: unknown } | null | undefined)?.kind;
  if (options.json) await print(JSON.stringify({ error: { code, message, data } }, null, 2));
  // What has no kind of ours is the server's own refusal.
  else
    await print(
      `lsp-locate: ${kind === undefined && !isUnusable ? "the server refused: " : ""}${visible(message)}${whatNext(data, options)}`,
      process.stderr,
    );
  return kind === "invalid_locate" ? 2 : 1;
}

/** The command to type next, where the message is about something else than the Locate. */
function whatNext(data: unknown, { log }: Options): string {
  const facts = (data ?? {}) as {
    readonly kind?: unknown;
    readonly exit_code?: unknown;
    readonly seconds_waited?: unknown;
  };
  if (facts.kind === "invalid_locate") return "\nlsp-locate help locate says how a Locate is written.";
  // It has been started, and has died or says nothing.
  if (facts.exit_code === undefined && facts.seconds_waited === undefined) return "";
  return log === undefined
    ? "\nAll that the server says: the same with --log=<file>. Whether it works at all: lsp-locate doctor."
    : `\nWhat the server has said is in ${log}.`;
}
