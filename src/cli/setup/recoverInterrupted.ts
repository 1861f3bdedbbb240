/** The recovery of interrupted changes of files, before a command or a session does more. */

import { errorMessage, type Logger } from "../../error.js";
import { workingFolder } from "../../files/workingFolder.js";
import { mayNeedRecovery } from "../../files/write/stateFolder.js";
import { escapeControls } from "../../text/printable.js";
import type { Options } from "../options.js";
import { findCommandWorkspace, loadServersOf } from "./commandWorkspace.js";
import { readRootOption } from "./workspaceRoot.js";

/**
 * Ends the changes of processes that were killed while they wrote. Resolves with what is to be said
 * of those in `workspace` (absolute paths of folders), which is said once. Never rejects.
 */
export async function recoverInterrupted(workspace: readonly string[]): Promise<readonly string[]> {
  try {
    if (!mayNeedRecovery()) return [];
    const { recoverFiles } = await import("../../files/write/writeFiles.js");
    return await recoverFiles(workspace);
  } catch (error) {
    return [`Interrupted changes of files can't be looked for: ${errorMessage(error)}`];
  }
}

/** Does the same for a session, whose client has named its folders. */
export function recoverForSession(log: Logger): (folders: readonly string[]) => Promise<readonly string[]> {
  return async (folders) => {
    const messages = await recoverInterrupted(folders);
    for (const message of messages) log(message);
    return messages;
  };
}

/** Does the same for a subcommand in the workspace that it is about, and prints the messages. */
export async function recoverForCommand(options: Options): Promise<void> {
  if (!mayNeedRecovery()) return;
  const workingDirectory = workingFolder();
  let folder = workingDirectory;
  try {
    const root = readRootOption(options, workingDirectory);
    ({ folder } = await findCommandWorkspace({ root, workingDirectory }, () => loadServersOf(options)));
  } catch {
    // The command itself reports it.
  }
  for (const message of await recoverInterrupted([folder]))
    process.stderr.write(`lsp-locate: ${escapeControls(message)}\n`);
}
