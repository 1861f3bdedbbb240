/**
 * Answers a command of a shell in the session process, with the servers of the shared session. What
 * can't be answered here as in a process of its own is declined: the client then does it itself.
 */

import type { MessageConnection } from "vscode-jsonrpc/node";
import type { Servers } from "../../backend/config/servers.js";
import type { ErrorKind } from "../../error.js";
import type { WriteOrigin } from "../../files/undo/history.js";
import type { WriteScope } from "../../files/write/resolveChanges.js";
import type { AnswerPlan } from "../edit/planAnswer.js";
import { readOptions, splitAtCommand, UsageError } from "../options.js";
import { failureKind } from "../request/failureKind.js";
import { type ReportHost, reportFailure, reportResult } from "../request/reportOutcome.js";
import { type SendHost, sendRequest } from "../request/sendRequest.js";
import { watchRequest } from "../request/watchRequest.js";
import { createStatusLine } from "../terminal.js";
import { type ClientStreams, openClientStreams } from "./clientStreams.js";
import { connectFolderClient } from "./folderClient.js";
import type { FolderSessions } from "./folderSessions.js";
import { FLUSH_METHOD, type ShellCommand, type ShellResult, type ShellWrite } from "./messages.js";

export interface ShellHost {
  readonly connection: MessageConnection;
  readonly sessions: Pick<FolderSessions, "get">;
  loadServers(): Promise<Servers>;
  /** Aborted when the client cancels the command or is gone. */
  readonly signal: AbortSignal;
}

/** This command can't be answered here. */
class Declined extends Error {}

export async function runShellCommand(command: ShellCommand, host: ShellHost): Promise<ShellResult> {
  const { connection, signal } = host;
  const streams = openClientStreams(connection, command);
  const { show } = createStatusLine(streams.statusStream, { env: streams.env });
  try {
    const code = await run(command, { ...host, streams, show });
    return { kind: "done", code };
  } catch (error) {
    if (signal.aborted || isDeclined(error, command)) return { kind: "declined" };
    throw error;
  } finally {
    show("");
  }
}

interface RunHost extends ShellHost {
  readonly streams: ClientStreams;
  show(text: string): void;
}

async function run({ argv, workingDirectory }: ShellCommand, host: RunHost): Promise<number> {
  const { connection, streams, signal, show, loadServers } = host;
  const { own, command } = splitAtCommand(argv);
  if (command !== undefined) throw new Declined();
  const call = { ...readOptions(own), command };
  const reportHost: ReportHost = {
    streams,
    writePlan: (plan, scope, origin) => writeAtClient(plan, { scope, origin }, connection),
  };
  const sendHost: SendHost = {
    workingDirectory,
    // A client in a deleted folder answers in its own process.
    workingFolderProblem: undefined,
    streams,
    signal,
    show,
    loadServers,
    // The client has recovered what was interrupted, and paths are absolute.
    prepare: async () => {},
    async connect(choice, _servers, { file }) {
      const client = await connectFolderClient(choice, file, host);
      if (client === undefined) throw new Declined();
      return client;
    },
  };
  try {
    const sent = await sendRequest(call, sendHost);
    show("");
    await streams.release();
    if (!call.options.watch) return await reportResult(sent.first, call.options, reportHost);
    return await watchRequest(sent, call.options, {
      ...reportHost,
      signal,
      onPause() {
        show("");
        void connection.sendNotification(FLUSH_METHOD).catch(() => {});
      },
    });
  } catch (error) {
    if (signal.aborted || isDeclined(error, { workingDirectory })) throw error;
    show("");
    await streams.release();
    return await reportFailure(error, call.options, streams);
  }
}

/** The kinds of failures that a process of its own explains better, or does not have. */
const declinedKinds: ReadonlySet<ErrorKind | undefined> = new Set(["no_backend", "backend_failed", "backend_timeout"]);

function isDeclined(error: unknown, { workingDirectory }: Pick<ShellCommand, "workingDirectory">): boolean {
  if (error instanceof Declined || error instanceof UsageError) return true;
  const kind = failureKind(error);
  // The message lists the folders that were searched, among them that of the process.
  if (kind === "file_not_found") return workingDirectory !== process.cwd();
  return declinedKinds.has(kind);
}

function writeAtClient(
  { planned }: AnswerPlan,
  { scope: { folders, ...scope }, origin }: { readonly scope: WriteScope; readonly origin: WriteOrigin },
  connection: MessageConnection,
): Promise<readonly string[]> {
  const params: ShellWrite = { planned, scope: { ...scope, ...(folders && { folders }) }, origin };
  return connection.sendRequest<readonly string[]>("shell/writeEdit", params);
}
