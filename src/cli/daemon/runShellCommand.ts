/**
 * Answers a command of a shell in the session process, with the servers of the shared session. What
 * can't be answered here as in a process of its own is declined: the client then does it itself.
 */

import { type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import type { Servers } from "../../backend/config/servers.js";
import { LocateError } from "../../error.js";
import type { FileChanges, WriteScope } from "../../files/write/resolveChanges.js";
import { withoutMarks } from "../../routing/requests/itemOrigins.js";
import { pathInside } from "../../uri.js";
import { folderAt } from "../client/inProcessClient.js";
import { readOptions, splitAtCommand, UsageError } from "../options.js";
import { type ReportHost, reportFailure, reportOutcome } from "../request/reportOutcome.js";
import { type CommandClient, type SendHost, sendRequest } from "../request/sendRequest.js";
import type { ServerChoice } from "../setup/chooseServer.js";
import { createStatusLine } from "../terminal.js";
import { type ClientStreams, openClientStreams } from "./clientStreams.js";
import type { FolderSessions } from "./folderSessions.js";
import type { EncodedChanges, ShellCommand, ShellResult, ShellWrite } from "./messages.js";

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
    writeFiles: (files, scope) => writeAtClient(files, scope, connection),
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
    connect: (choice, _servers, file) => connect(choice, file, host),
  };
  try {
    const { outcome } = await sendRequest(call, sendHost);
    show("");
    await streams.release();
    return await reportOutcome(outcome, call.options, reportHost);
  } catch (error) {
    if (signal.aborted || isDeclined(error, { workingDirectory })) throw error;
    show("");
    await streams.release();
    return await reportFailure(error, call.options, streams);
  }
}

/** Returns the client of the shared session at the root of the chosen server. */
async function connect(
  { root, server }: ServerChoice,
  file: string | undefined,
  { sessions, signal, show }: RunHost,
): Promise<CommandClient> {
  if (server === undefined) throw new Declined();
  // The session would choose another root for it.
  if (file !== undefined && pathInside(root, file) === undefined) throw new Declined();
  show(`${server.name}: working …`);
  const onProgress = (text: string) =>
    show(`${server.name}: ${(text || "working").replaceAll(`${server.name} is loading · `, "")} …`);
  const session = await sessions.get([folderAt(root)]);
  const { client } = session;
  const shownBefore = client.shownErrors.length;
  return {
    encoding: server.encoding ?? client.encoding,
    agreedEncoding: client.agreedEncoding,
    get shownErrors() {
      return client.shownErrors.slice(shownBefore);
    },
    async request<Result>(method: string, params: object): Promise<Result> {
      // A process of its own has only the embedded server for it.
      const sent = method === "locate/search" ? { ...params, servers: false } : { ...params };
      const result = await session.request(method, sent, { signal, onProgress });
      return withoutMarks(result) as Result;
    },
    close: async () => {},
  };
}

/** The kinds of failures that a process of its own explains better, or does not have. */
const declinedKinds: ReadonlySet<unknown> = new Set(["no_backend", "backend_failed", "backend_timeout"]);

function isDeclined(error: unknown, { workingDirectory }: Pick<ShellCommand, "workingDirectory">): boolean {
  if (error instanceof Declined || error instanceof UsageError) return true;
  if (!(error instanceof LocateError) && !(error instanceof ResponseError)) return false;
  const kind = (error.data as { kind?: unknown } | undefined)?.kind;
  // The message lists the folders that were searched, among them that of the process.
  if (kind === "file_not_found") return workingDirectory !== process.cwd();
  return declinedKinds.has(kind);
}

async function writeAtClient(
  { contents, moves, creations }: FileChanges,
  { folders, ...scope }: WriteScope,
  connection: MessageConnection,
): Promise<readonly string[]> {
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const changes: EncodedChanges = {
    contents: contents.map(({ path, before, after }) => ({ path, before: encode(before), after: encode(after) })),
    moves: moves.map(({ content, ...move }) => ({ ...move, ...(content && { content: encode(content) }) })),
    creations: creations.map(({ path, after }) => ({ path, after: encode(after) })),
  };
  const params: ShellWrite = { changes, scope: { ...scope, ...(folders && { folders }) } };
  return connection.sendRequest<readonly string[]>("shell/writeFiles", params);
}
