/** `locate/edit`: text that takes the place of what a Locate says, or goes before or behind it; as an edit for the client, and as a diff. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { ApplyWorkspaceEditResult, WorkspaceEdit } from "vscode-languageserver-protocol";
import { LocateError } from "../error.js";
import type { Document } from "../text/document.js";
import { offsetsToRange } from "../text/position.js";
import type { RawJson } from "../wire/conversation.js";
import type { OpenDocument, Stretch } from "./documents.js";
import { writtenPath } from "./files.js";
import { locateOf, type Params } from "./perform.js";
import { type Place, placeOf } from "./placing.js";
import { placeReport } from "./report.js";
import type { Session } from "./session.js";
import { syntaxText } from "./syntaxView.js";

const operations = ["replace", "insert_before", "insert_after", "delete"] as const;
type Operation = (typeof operations)[number];

/** What is written where: from..to becomes `insert`. */
interface Replacement extends Stretch {
  readonly insert: string;
}

/** Params: `locate`, `operation`, `new_text` (but for delete), `apply`. Errors: those of the Locate, `inexact_write`, `edit_breaks_syntax`. */
export async function edit(params: Params, session: Session, token: CancellationToken): Promise<unknown> {
  const { operation, newText, apply } = readEdit(params);
  const locate = locateOf(params);
  if (apply) assertApplies(session);
  const place = await placeOf(locate, { as: "range", purpose: "write" }, session, token);
  try {
    const document = place.document();
    const { text } = document;
    const replacement = replacementOf(operation, place.now(), text, newText);
    await assertSound(document, text, replacement, session);
    const { current, change } = carried(place, operation, newText);
    const edit = workspaceEdit(current, change, session);
    const file_path = writtenPath(current.uri, session.client.roots);
    const report = placeReport(place, "range", session);
    const diff = await diffOf(file_path, current.text.text, change);
    const result = { edit, place: report, markdown: `${report.markdown}\n\n\`\`\`diff\n${diff}\`\`\`` };
    return apply ? { ...result, ...(await applied(edit, session, token)) } : result;
  } finally {
    place.release();
  }
}

function readEdit(params: Params): { operation: Operation; newText: string; apply: boolean } {
  const { operation, new_text, apply } = params;
  if (!operations.some((each) => each === operation)) {
    const given = operation === undefined || operation === null ? "is missing" : `is ${JSON.stringify(operation)}`;
    throw new LocateError("invalid_locate", `operation ${given}. Write one of ${operations.join(", ")}.`, {
      field: "operation",
      expected: operations.join(", "),
    });
  }
  const isDelete = operation === "delete";
  if (!isDelete && typeof new_text !== "string") {
    const slip = ["newText", "text", "content"].find((name) => typeof params[name] === "string");
    throw new LocateError(
      "invalid_locate",
      `${String(operation)} needs new_text, a string.${slip ? ` Write new_text for ${slip}.` : ""}`,
      { field: "new_text", expected: "a string" },
    );
  }
  if (isDelete && new_text !== undefined && new_text !== null && new_text !== "") {
    throw new LocateError("invalid_locate", "delete takes no new_text. Write replace, or leave it out.", {
      field: "new_text",
      expected: "nothing",
    });
  }
  if (apply !== undefined && apply !== null && typeof apply !== "boolean") {
    throw new LocateError("invalid_locate", "apply must be true or false.", { field: "apply", expected: "boolean" });
  }
  return { operation: operation as Operation, newText: isDelete ? "" : (new_text as string), apply: apply === true };
}

function replacementOf(operation: Operation, { from, to }: Stretch, text: Document, newText: string): Replacement {
  const insert = withLineEndsOf(text, newText);
  switch (operation) {
    case "replace":
      return { from, to, insert };
    case "insert_before":
      return { from, to: from, insert };
    case "insert_after":
      return { from: to, to, insert };
    case "delete":
      return { ...wholeLines({ from, to }, text), insert: "" };
  }
}

/** The text's own line ends: those of its first line. */
function withLineEndsOf(text: Document, newText: string): string {
  if (text.lineCount < 2) return newText;
  const lineEnd = text.slice(text.lineTo(0), text.lineEnd(0));
  return newText.replace(/\r\n|\r|\n/g, lineEnd);
}

/** What is deleted from lines that hold nothing else takes the lines with it, and not their neighbours' blank ones. */
function wholeLines({ from, to }: Stretch, text: Document): Stretch {
  const lineFrom = text.lineFrom(text.lineAt(from));
  const last = text.lineAt(to);
  const isAlone = text.slice(lineFrom, from).trim() === "" && text.slice(to, text.lineTo(last)).trim() === "";
  return isAlone && from < to ? { from: lineFrom, to: text.lineEnd(last) } : { from, to };
}

/** The replacement in the text as it is now: it may have changed while the parser looked. */
function carried(place: Place, operation: Operation, newText: string): { current: OpenDocument; change: Replacement } {
  const current = place.document();
  return { current, change: replacementOf(operation, place.now(), current.text, newText) };
}

/** Refuses what adds a syntax error to a file that has none. A language without grammar, or a file that the parser gives up on, is not looked at. */
async function assertSound(
  { uri, languageId }: OpenDocument,
  text: Document,
  { from, to, insert }: Replacement,
  session: Session,
): Promise<void> {
  const syntax = await session.syntax();
  const asked = syntaxText({ uri, languageId, text }, syntax, session);
  if (!syntax.knows(asked.languageId)) return;
  const unless = (error: unknown): readonly [] => {
    if (error instanceof LocateError) return [];
    throw error;
  };
  if ((await syntax.faults(asked).catch(() => [undefined])).length > 0) return;
  const faults = await syntax.faultsAfter(asked, { from, to }, insert).catch(unless);
  if (faults.length === 0) return;
  const after = text.edit(from, to, insert).document;
  const errors = faults.slice(0, 5).map((fault) => {
    const line = after.lineAt(fault.from);
    const code = after.slice(after.lineFrom(line), after.lineTo(line)).trim();
    const what = fault.missing === undefined ? "unexpected" : `missing ${JSON.stringify(fault.missing)}`;
    return { line: line + 1, character: fault.from - after.lineFrom(line) + 1, text: code.slice(0, 160), what };
  });
  const list = errors.map(({ line, text: code, what }) => `line ${line}: ${JSON.stringify(code)} (${what})`).join("; ");
  throw new LocateError(
    "edit_breaks_syntax",
    `The file has no syntax error, and with this edit it would have: ${list}. Lines are those after the edit. Write new_text so that what it takes the place of stays complete: ${quoted(text, { from, to })}.`,
    { errors },
  );
}

function quoted(text: Document, { from, to }: Stretch): string {
  if (from === to) return `it goes in behind ${JSON.stringify(text.slice(Math.max(0, from - 60), from))}`;
  const said = text.slice(from, Math.min(to, from + 160));
  return `that is ${JSON.stringify(said)}${to - from > 160 ? " …" : ""}`;
}

function workspaceEdit(
  { uri, text, owner, version }: OpenDocument,
  { from, to, insert }: Replacement,
  { client, backend }: Session,
): WorkspaceEdit {
  const edits = [{ range: offsetsToRange(text, { from, to }, backend.agreedEncoding), newText: insert }];
  if (!client.capabilities.workspace?.workspaceEdit?.documentChanges) return { changes: { [uri]: edits } };
  return { documentChanges: [{ textDocument: { uri, version: owner === "client" ? version : null }, edits }] };
}

/** A unified diff, with three lines around. */
async function diffOf(path: string, before: string, { from, to, insert }: Replacement): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  const after = before.slice(0, from) + insert + before.slice(to);
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, "");
}

function assertApplies({ client }: Session): void {
  if (client.capabilities.workspace?.applyEdit) return;
  throw new LocateError(
    "unsupported",
    "The client has not declared workspace.applyEdit, so it can't be asked to apply an edit. Leave apply out and apply the edit of the answer.",
    { method: "workspace/applyEdit", supported: [] },
  );
}

/** However long the client takes: it may ask somebody. */
async function applied(
  edit: WorkspaceEdit,
  session: Session,
  token: CancellationToken,
): Promise<ApplyWorkspaceEditResult> {
  const { toClient } = await session.asking.conversations();
  const params = { label: "locate/edit", edit };
  const answer = await toClient.connection.sendRequest<RawJson>("workspace/applyEdit", params, token);
  return answer.parse() as ApplyWorkspaceEditResult;
}
