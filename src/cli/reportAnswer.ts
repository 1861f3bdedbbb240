/** What became of a question: the answer on stdout, or why there is none on stderr; and the exit code that says which. */

import { pathToFileURL } from "node:url";
import { ResponseError } from "vscode-jsonrpc/node";
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { codes, LocateError } from "../error.js";
import { pathOfUri } from "../session/uri.js";
import type { Client } from "./client.js";
import type { Plan } from "./edit/plan.js";
import { UnusableEdit } from "./edit/textEdits.js";
import type { Options } from "./options.js";
import { changesFiles, type Question } from "./question.js";
import { draw, lookOf } from "./show/answer.js";
import { visible } from "./show/cells.js";
import { landed, type PlaceReport, rangeOf, resolved } from "./show/place.js";
import type { View } from "./show/view.js";
import { readSources, writtenFrom } from "./sources.js";
import { print, type Terminal, terminal } from "./terminal.js";

export interface Outcome {
  readonly question: Question;
  /** As the proxy answered. */
  readonly result: unknown;
  readonly place: PlaceReport | undefined;
  /** Places that the find could also mean. */
  readonly others: readonly PlaceReport[];
  readonly client: Client;
  readonly root: string;
  readonly workingDirectory: string;
}

/** Resolves with the exit code: 0 answered, 1 asked and not found. */
export async function report(outcome: Outcome, options: Options): Promise<number> {
  const { question, result, place, others } = outcome;
  const look = lookOf(question.method);
  const answer = question.row ? (result as { result: unknown }).result : result;
  if (changesFiles(question.method)) return reportChanges(answer, outcome, options);
  const screen = terminal();
  const view = viewOf(outcome, screen);
  const drawn =
    question.row || question.method === "outline"
      ? draw(question.method, answer, view)
      : resolved(result as PlaceReport, others, view);
  const isEmpty = drawn === "";
  if (options.json) await print(JSON.stringify(result, null, 2));
  else {
    const where = place && question.row && question.row.takes !== "document" ? landed(place, others, view) : "";
    const lines = [where, drawn].filter((line) => line !== "");
    if (lines.length > 0) await print(lines.join("\n"));
    if (isEmpty) await nothing(outcome);
  }
  return isEmpty && !look.isFine ? 1 : 0;
}

/** Says it in words, and what the server has complained of, which may be why. */
async function nothing({ question, client }: Outcome): Promise<void> {
  const complaints = client.complaints.map((complaint) => ` The server says: ${visible(complaint)}`);
  await print(`lsp-locate: ${lookOf(question.method).nothing}.${complaints.join("")}`, process.stderr);
}

async function reportChanges(answer: unknown, outcome: Outcome, options: Options): Promise<number> {
  const { question, result, place, others, client, root, workingDirectory } = outcome;
  const { planEdit } = await import("./edit/plan.js");
  const { carryOut, look } = await import("./edit/write.js");
  const edit = workspaceEdit(answer, question, place);
  const plan = planEdit(edit, { encoding: client.encoding, look, pathOf: pathOfUri });
  const written = options.write ? pathsOf(plan) : [];
  if (options.write) carryOut(plan);
  const isEmpty = plan.changes.length === 0 && plan.notes.length === 0;
  const code = isEmpty && !lookOf(question.method).isFine ? 1 : 0;
  if (options.json) {
    await print(JSON.stringify({ ...(result as object), ...(options.write ? { written } : {}) }, null, 2));
    return code;
  }
  const screen = terminal();
  const pathOf = writtenFrom(workingDirectory, root);
  if (place && question.row?.takes !== "document") await print(landed(place, others, viewOf(outcome, screen)));
  if (isEmpty) {
    await nothing(outcome);
    return code;
  }
  if (options.write) {
    await print(written.map((path) => `wrote ${visible(pathOf(path))}`).join("\n"));
  } else {
    const { coloured, patch } = await import("./show/patch.js");
    const diff = patch(plan, pathOf);
    await print(screen.isTerminal ? coloured(diff, screen.colours) : diff);
    await print("lsp-locate: nothing is written yet; --write applies it.", process.stderr);
  }
  if (plan.notes.length > 0) await print(plan.notes.map(visible).join("\n"), process.stderr);
  return code;
}

/** Formatting answers with edits of the one document. */
function workspaceEdit(answer: unknown, { method, file }: Question, place: PlaceReport | undefined): WorkspaceEdit {
  if (answer === null || answer === undefined) return {};
  if (method === "rename") return answer;
  const uri = place?.target.textDocument.uri ?? pathToFileURL(file ?? "").href;
  return { changes: { [uri]: answer as TextEdit[] } };
}

function pathsOf({ changes }: Plan): readonly string[] {
  return changes.map(({ path }) => path);
}

function viewOf({ question, place, client, root, workingDirectory }: Outcome, { colours, width }: Terminal): View {
  const written = writtenFrom(workingDirectory, root);
  return {
    colours,
    width,
    encoding: client.encoding,
    uri: place?.target.textDocument.uri ?? (question.file === undefined ? "" : pathToFileURL(question.file).href),
    at: place && question.row?.takes !== "document" ? rangeOf(place) : undefined,
    pathOf(uri) {
      const path = pathOfUri(uri);
      return path === undefined ? uri : written(path);
    },
    documentOf: readSources(),
  };
}

/** The failure in words; for scripts as `{ error: { code, message, data } }` on stdout. Resolves with the exit code. */
export async function reportFailure(error: unknown, { json }: Options): Promise<number> {
  const isUnusable = error instanceof UnusableEdit;
  if (!isUnusable && !(error instanceof LocateError) && !(error instanceof ResponseError)) throw error;
  const message = isUnusable ? `The server's edit can't be applied: ${error.message}` : error.message;
  const code = isUnusable ? codes.requestFailed : error.code;
  const data: unknown = isUnusable ? undefined : error.data;
  const kind = (data as { kind?: unknown } | null | undefined)?.kind;
  if (json) await print(JSON.stringify({ error: { code, message, data } }, null, 2));
  // What has no kind of ours is the server's own refusal.
  else
    await print(
      `lsp-locate: ${kind === undefined && !isUnusable ? "the server refused: " : ""}${visible(message)}`,
      process.stderr,
    );
  return kind === "invalid_locate" ? 2 : 1;
}
