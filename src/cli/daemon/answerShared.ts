/** Answers a command at a shell by the shared session of its workspace, where there is one. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { daemonContext } from "../../daemon/daemonContext.js";
import { reachDaemon } from "../../daemon/reach.js";
import { workingFolder, workingFolderProblem } from "../../files/workingFolder.js";
import { stateFolders } from "../../files/write/stateFolder.js";
import { escapeControls } from "../../text/printable.js";
import { findCommandWorkspace, loadServersOf } from "../setup/commandWorkspace.js";
import { VERSION } from "../setup/version.js";
import { readSharedCommand } from "./sharedCommand.js";
import { runShared, type SharedOutcome } from "./shellClient.js";

/** Throws UsageError for options that do not exist. */
export async function answerShared(argv: readonly string[]): Promise<SharedOutcome> {
  const workingDirectory = workingFolder();
  const command = workingFolderProblem() === undefined ? readSharedCommand(argv, workingDirectory) : undefined;
  if (command === undefined) return { kind: "no session", input: undefined };
  const { options, root, file } = command;
  const { folder } = await findCommandWorkspace({ root, file, workingDirectory }, () => loadServersOf(options));
  const context = daemonContext({ options, workspace: folder, workingDirectory, version: VERSION });
  const connect = async () => {
    const connection = await reachDaemon(context, {
      isDisabled: options["no-daemon"] === true,
      onStart() {
        if (process.stderr.isTTY)
          report(`starting a session for ${context.workspace}; \`lsp-locate daemon stop\` ends it.`);
      },
    });
    if (connection.kind === "refused") report(connection.reason);
    return connection.kind === "connected" ? connection.stream : undefined;
  };
  let hasRecovered = false;
  return runShared(argv, async () => {
    const stream = await connect();
    // The session writes nothing; where none answers, the command itself does this.
    if (stream !== undefined && !hasRecovered && stateFolders().some(hasJournals)) {
      hasRecovered = true;
      const { recoverInterrupted } = await import("../setup/recoverInterrupted.js");
      await recoverInterrupted(report, [context.workspace]);
    }
    return stream;
  });
}

function report(line: string): void {
  process.stderr.write(`lsp-locate: ${escapeControls(line)}\n`);
}

/** Whether a process may have been ended while it wrote. */
function hasJournals(stateFolder: string): boolean {
  try {
    return readdirSync(join(stateFolder, "journals")).length > 0;
  } catch {
    return false; // there is no such folder
  }
}
