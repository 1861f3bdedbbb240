/** Sends one request of the command line to the session of its workspace. */

import { addAbortSignal, type Readable } from "node:stream";
import { ResponseError } from "vscode-jsonrpc/node";
import type { Servers } from "../../backend/config/servers.js";
import { serversAt } from "../../backend/config/trust.js";
import { type ErrorKind, LocateError } from "../../error.js";
import { decode } from "../../text/decode.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import type { InProcessClient } from "../client/inProcessClient.js";
import { tryReadings } from "../methods/tryReadings.js";
import { type Arguments, DELETE_HINT, STDIN_MARKER, UsageError } from "../options.js";
import { findCommandWorkspace } from "../setup/commandWorkspace.js";
import { readRootOption } from "../setup/workspaceRoot.js";
import { type CommandStreams, print } from "../terminal.js";
import { readRequest } from "./readRequest.js";
import type { RequestOutcome, RequestResult } from "./reportOutcome.js";

/** The client of a session, for one request. */
export interface CommandClient
  extends Pick<InProcessClient, "request" | "encoding" | "agreedEncoding" | "shownErrors"> {
  /** Returns what the user should know of the server that has answered, if there is something. */
  notice(): string | undefined;
}

/** What a request runs in: a process of its own, or a shared session. */
export interface SendHost {
  readonly workingDirectory: string;
  /** What to do where the working directory was deleted. */
  readonly workingFolderProblem: string | undefined;
  readonly streams: CommandStreams;
  readonly signal: AbortSignal;
  /** Loads servers.json. */
  loadServers(): Promise<Servers>;
  /**
   * Called with the folder of `--root` and the workspace when the request is known to be valid,
   * before it is sent.
   */
  prepare(root: string | undefined, workspace: string): Promise<void>;
  /** Connects to the session of a folder, for a request about a file or none; both absolute. */
  connect(folder: string, file: string | undefined, servers: Servers): Promise<CommandClient>;
  /** Sets the status line. */
  show(text: string): void;
}

export interface SentRequest {
  /** A failure only with `--watch`, of a server that is not ready yet. */
  readonly first: RequestResult;
  /** Sends the same request once more. */
  repeat(): Promise<RequestOutcome>;
}

/** Rejects with UsageError, LocateError or ResponseError. */
export async function sendCommand(given: Arguments, host: SendHost): Promise<SentRequest> {
  const { workingDirectory, streams, signal, show } = host;
  const { options } = given;
  const root = readRootOption(options, workingDirectory);
  const where = { workingDirectory, root };
  const request = readRequest(given, where);
  const { file } = request;
  const named = file ?? request.folder;
  const servers = serversAt(await host.loadServers(), named ?? root ?? workingDirectory);
  for (const { message } of servers.problems) await print(`lsp-locate: ${message}`, streams.stderr);
  const isFound = file !== undefined && statIfExists(file) !== undefined;
  const problem = host.workingFolderProblem;
  if (problem !== undefined && !isFound && root === undefined) throw new UsageError(problem);
  const workspace = await findCommandWorkspace({ root, file: named, workingDirectory }, async () => servers);
  const params = await fillInputText(request.params, streams.stdin, signal);
  await host.prepare(root, workspace.folder);
  const client = await host.connect(workspace.folder, file, servers);
  const printNotice = async () => {
    const notice = client.notice();
    if (notice === undefined || options.json) return;
    show("");
    await print(`lsp-locate: ${notice}`, streams.stderr);
  };
  const ask = async (): Promise<RequestOutcome> => {
    const paths = { ...where, workspace: workspace.folder };
    const answer = await tryReadings(request.command, request.places, { client, params, paths });
    return { request, answer, client, root: workspace.folder, isRootCertain: workspace.isCertain, workingDirectory };
  };
  try {
    const outcome = await ask();
    await printNotice();
    return { first: { outcome }, repeat: ask };
  } catch (error) {
    await printNotice();
    if (options.watch && isNotReady(error)) return { first: { error }, repeat: ask };
    throw error;
  }
}

/** Returns undefined for errors of servers, and for exceptions. */
export function failureKind(error: unknown): ErrorKind | undefined {
  if (!(error instanceof LocateError) && !(error instanceof ResponseError)) return undefined;
  return (error.data as { kind?: ErrorKind } | null | undefined)?.kind;
}

/** Whether the server is still loading. */
export function isNotReady(error: unknown): boolean {
  return failureKind(error) === "not_ready";
}

type Params = Readonly<Record<string, unknown>>;

/** Returns the params with the text of standard input in place of `-`. */
export async function fillInputText(params: Params, stdin: () => Readable, signal: AbortSignal): Promise<Params> {
  if (params["new_text"] !== STDIN_MARKER) return params;
  return { ...params, new_text: await readStandardInput(stdin(), signal) };
}

/**
 * Reads a stream to its end; the text keeps its last line end. Throws UsageError if it is empty or
 * not UTF-8.
 */
export async function readStandardInput(stream: Readable, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(signal, stream)) chunks.push(chunk as Buffer);
  const decoded = decode(Buffer.concat(chunks));
  if ("binary" in decoded) throw unusableInputError(decoded.binary);
  if (!decoded.valid) throw unusableInputError("it is not valid UTF-8");
  if (decoded.text === "") throw new UsageError(`Standard input is empty. ${DELETE_HINT}`);
  return decoded.text;
}

function unusableInputError(reason: string): UsageError {
  return new UsageError(`Standard input can't be used as the text: ${reason}.`);
}
