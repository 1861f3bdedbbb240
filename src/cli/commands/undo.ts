/** `lsp-locate undo`: takes back the last write of the workspace, or lists the last ones. */

import { undoWrite } from "../../files/undo/undo.js";
import { workingFolder } from "../../files/workingFolder.js";
import type { PastWrite } from "../../files/write/transaction/history.js";
import { pastWrites } from "../../files/write/transaction/history.js";
import { escapeLine, escapeName } from "../../text/printable.js";
import { createPathFormatter } from "../client/answerFiles.js";
import { UsageError } from "../options.js";
import { exitCodes } from "../request/exitCodes.js";
import { findCommandWorkspace, loadServersOf } from "../setup/commandWorkspace.js";
import { readRootOption } from "../setup/workspaceRoot.js";
import { print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

/** The number of writes that are listed. */
const MAX_LISTED = 20;
/** The number of files that are named of each. */
const MAX_NAMED_FILES = 3;

/** Resolves with the exit code. Rejects with `content_modified`, `file_unwritable`. */
export async function run({ options, words: [id] }: CommandCall): Promise<number> {
  const workingDirectory = workingFolder();
  const root = readRootOption(options, workingDirectory);
  const { folder } = await findCommandWorkspace({ root, workingDirectory }, () => loadServersOf(options));
  const writes = pastWrites({ workspace: folder });
  const pathOf = createPathFormatter(workingDirectory, folder);
  if (options.list) {
    if (id !== undefined) throw new UsageError("undo --list lists writes; it takes no id.");
    await printList(writes.slice(0, MAX_LISTED), pathOf, options.json === true);
    return exitCodes.success;
  }
  const write = id === undefined ? writes[0] : writes.find((each) => each.id === id);
  if (write === undefined) {
    const what = id === undefined ? "There is nothing to undo" : `There is no write ${JSON.stringify(id)}`;
    await print(
      `lsp-locate: ${what} in ${escapeName(folder)}; lsp-locate undo --list shows the writes of a day.`,
      process.stderr,
    );
    return exitCodes.failure;
  }
  const { restored, messages } = await undoWrite(write);
  if (options.json) await print(JSON.stringify({ id: write.id, command: write.command, restored }, null, 2));
  else for (const { what, path } of restored) await print(`${what} ${escapeName(pathOf(path))}`);
  for (const message of messages) await print(`lsp-locate: ${message}`, process.stderr);
  await print(`lsp-locate: undone: ${escapeLine(write.command)}`, process.stderr);
  return exitCodes.success;
}

async function printList(
  writes: readonly PastWrite[],
  pathOf: (path: string) => string,
  asJson: boolean,
): Promise<void> {
  if (asJson) {
    const listed = writes.map(({ id, time, command, files, fileCount }) => ({
      ...{ id, time: new Date(time).toISOString(), command, files, file_count: fileCount },
    }));
    await print(JSON.stringify({ writes: listed }, null, 2));
    return;
  }
  for (const { id, time, command, files, fileCount } of writes) {
    const named = files.slice(0, MAX_NAMED_FILES).map((path) => escapeName(pathOf(path)));
    const rest = fileCount > named.length ? `, and ${fileCount - named.length} more` : "";
    await print(`${id}  ${formatTime(time)}  ${escapeLine(command)}\n        ${named.join(", ")}${rest}`);
  }
  if (writes.length === 0) await print("lsp-locate: nothing was written in the last day.", process.stderr);
}

/** Formats a time as `2026-03-07 14:05:09`, in local time. */
function formatTime(time: number): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
