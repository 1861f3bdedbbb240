/**
 * Answers a command at a shell by the shared session of its workspace, where there is one and it
 * knows the command. Loaded by each command before anything else, so it imports next to nothing.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isShellMethod } from "../../ask/methodTable.js";
import { daemonContext } from "../../daemon/daemonContext.js";
import { reachDaemon } from "../../daemon/reachDaemon.js";
import { workingFolder, workingFolderProblem } from "../../files/workingFolder.js";
import { mayNeedRecovery } from "../../files/write/stateFolder.js";
import { escapeControls } from "../../text/printable.js";
import { type OptionName, type Options, readOptions, START_SECONDS, splitAtCommand } from "../options.js";
import { findCommandWorkspace, loadServersOf } from "../setup/commandWorkspace.js";
import { VERSION } from "../setup/program.js";
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
    if (stream !== undefined && !hasRecovered && mayNeedRecovery()) {
      hasRecovered = true;
      const { recoverInterrupted } = await import("../setup/recoverInterrupted.js");
      for (const message of await recoverInterrupted([context.workspace])) report(message);
    }
    return stream;
  });
}

function report(line: string): void {
  process.stderr.write(`lsp-locate: ${escapeControls(line)}\n`);
}

interface SharedCommand {
  readonly options: Options;
  /** `--root`, absolute. */
  readonly root: string | undefined;
  /** An absolute path of the file that the command names, if there is such a file. */
  readonly file: string | undefined;
}

/** With these options a command starts a server of its own, or prints something else. */
const ownOptions: readonly OptionName[] = ["language", "log", "trace", "help", "version"];

/**
 * Returns undefined for a command line that the process answers itself. Throws UsageError for
 * options that do not exist.
 */
export function readSharedCommand(argv: readonly string[], workingDirectory: string): SharedCommand | undefined {
  const { own, command } = splitAtCommand(argv);
  if (command !== undefined) return undefined;
  const { options, words } = readOptions(own);
  const [method = "", ...places] = words;
  const first = places[0] ?? (options.changed ? "." : firstEdited(options));
  if (!isShellMethod(method) || first === undefined) return undefined;
  if (ownOptions.some((name) => options[name] !== undefined)) return undefined;
  // The servers of a session have no longer to start.
  if (Number(options.timeout ?? 0) > START_SECONDS) return undefined;
  const root = options.root === undefined ? undefined : resolve(workingDirectory, options.root);
  const folders = [workingDirectory, ...(root === undefined ? [] : [root])];
  const file = method === "search" ? undefined : leadingFile(first, folders);
  return { options, root, file };
}

/** Returns the existing file or folder that a Locate begins with. */
function leadingFile(text: string, folders: readonly string[]): string | undefined {
  const written = text.startsWith("{") ? jsonFile(text) : text;
  for (let end = written.length; end > 0; end = lastDelimiter(written, end)) {
    const path = written.slice(0, end);
    const found = folders.map((folder) => resolve(folder, path)).find((each) => existsSync(each));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the Locate of the first of several edits, which have no places among the words. */
function firstEdited({ edits }: Options): string | undefined {
  if (edits === undefined) return undefined;
  try {
    const [first] = JSON.parse(edits) as readonly { readonly locate?: unknown }[];
    return typeof first?.locate === "string" ? first.locate : JSON.stringify(first?.locate);
  } catch {
    return undefined;
  }
}

function lastDelimiter(text: string, before: number): number {
  return Math.max(text.lastIndexOf(":", before - 1), text.lastIndexOf("@", before - 1));
}

function jsonFile(text: string): string {
  try {
    const { file_path } = JSON.parse(text) as { file_path?: unknown };
    return typeof file_path === "string" ? file_path : "";
  } catch {
    return "";
  }
}
