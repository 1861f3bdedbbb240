/**
 * Sends one request of the command line: chooses its server, connects to it, and tries the readings
 * of its places.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import { recogniseServer } from "../../backend/config/recogniseServer.js";
import type { Servers } from "../../backend/config/servers.js";
import { serversAt } from "../../backend/config/trust.js";
import { restrictCommand } from "../../backend/installation/restrictCommand.js";
import { explainFault } from "../../backend/startFaults.js";
import { LocateError } from "../../error.js";
import { pathOfUri } from "../../uri.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import type { InProcessClient } from "../client/inProcessClient.js";
import { tryReadings } from "../methods/tryReadings.js";
import { type Options, UsageError } from "../options.js";
import {
  chooseEmbeddedServer,
  chooseServer,
  resolveLanguage,
  rootsFor,
  type ServerChoice,
  type ServerQuery,
} from "../setup/chooseServer.js";
import { findCommandWorkspace } from "../setup/commandWorkspace.js";
import { readRootOption } from "../setup/workspaceRoot.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";
import { type CommandStreams, print } from "../terminal.js";
import { isNotReady } from "./failureKind.js";
import { type MethodRequest, readRequest } from "./readRequest.js";
import type { RequestOutcome, RequestResult } from "./reportOutcome.js";
import { fillInputText } from "./standardInput.js";

/** The client of a server, for one request. */
export interface CommandClient
  extends Pick<InProcessClient, "request" | "encoding" | "agreedEncoding" | "shownErrors" | "close"> {
  /** Returns why another server than the chosen one has answered, for the user. */
  notice?(): Promise<string | undefined>;
}

/** The words of a request: before and after `--`. */
export interface RequestWords {
  readonly options: Options;
  readonly words: readonly string[];
  /** `undefined` without a `--`. */
  readonly command: readonly string[] | undefined;
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
   * Called with the folder of `--root` when the request is known to be valid, before a server
   * starts.
   */
  prepare(root: string | undefined): Promise<void>;
  /**
   * Connects to a server, for a request about a file (absolute) or none. Rejects with why it could
   * not be started.
   */
  connect(choice: ServerChoice, servers: Servers, request: AboutFiles): Promise<CommandClient>;
  /** Sets the status line. */
  show(text: string): void;
}

/** The files that a request is about. */
export type AboutFiles = Pick<MethodRequest, "file" | "hasManyFiles">;

export interface SentRequest {
  /** A failure only with `--watch`, of a server that is not ready yet. */
  readonly first: RequestResult;
  /** Sends the same request once more. */
  repeat(): Promise<RequestOutcome>;
  close(): Promise<void>;
}

/** Rejects with UsageError, LocateError or ResponseError. */
export async function sendRequest({ words, options, command }: RequestWords, host: SendHost): Promise<SentRequest> {
  const { workingDirectory, streams, signal, show } = host;
  const root = readRootOption(options, workingDirectory);
  const where = { workingDirectory, root };
  const request = readRequest(words, options, where);
  const loaded = await host.loadServers();
  const servers = serversAt(loaded, request.file ?? request.folder ?? root ?? workingDirectory);
  for (const { message } of servers.problems) await print(`lsp-locate: ${message}`, streams.stderr);
  const isFound = request.file !== undefined && statIfExists(request.file) !== undefined;
  const problem = host.workingFolderProblem;
  if (problem !== undefined && !isFound && root === undefined) throw new UsageError(problem);
  const { file } = request;
  const named = { root, file: file ?? request.folder, workingDirectory };
  const workspace = await findCommandWorkspace(named, async () => servers);
  const query = { file, language: options.language, root, workspace: workspace.folder, workingDirectory };
  const params = await fillInputText(request.params, streams.stdin, signal);
  await host.prepare(root);

  const { choice, client } = await connectUsable({ request, command, query, servers, host });
  const printNotice = async (notice: string | undefined) => {
    if (notice === undefined || options.json) return;
    show("");
    await print(`lsp-locate: ${notice}`, streams.stderr);
  };
  await printNotice(choice.notice);
  const ask = async (): Promise<RequestOutcome> => {
    const paths = { ...where, workspace: choice.workspace };
    const answer = await tryReadings(request.command, request.places, { client, params, paths });
    return { request, answer, client, root: choice.workspace, isRootCertain: workspace.isCertain, workingDirectory };
  };
  try {
    const outcome = await ask();
    if (choice.notice === undefined) await printNotice(await client.notice?.());
    return { first: { outcome }, repeat: ask, close: client.close };
  } catch (error) {
    if (options.watch && isNotReady(error)) return { first: { error }, repeat: ask, close: client.close };
    await client.close();
    throw error;
  }
}

interface ConnectOptions {
  readonly request: MethodRequest;
  /** The command after `--`. */
  readonly command: readonly string[] | undefined;
  readonly query: ServerQuery;
  readonly servers: Servers;
  readonly host: SendHost;
}

/** Connects to the chosen server; if it doesn't start, to the next one of its language. */
async function connectUsable(
  options: ConnectOptions,
): Promise<{ readonly choice: ServerChoice; readonly client: CommandClient }> {
  const { command, servers, host, request } = options;
  /** By name of a server that did not start: why. */
  const unusable = new Map<string, string>();
  let failure: unknown;
  for (;;) {
    // Without another server, the reason why the last one did not start says more.
    const choice = await choose(options, unusable).catch((error: unknown) => Promise.reject(failure ?? error));
    try {
      return { choice, client: await host.connect(choice, servers, { ...request, file: options.query.file }) };
    } catch (error) {
      const name = choice.server?.name;
      const reason = startFailureReason(error);
      if (command !== undefined || name === undefined || reason === undefined || unusable.has(name)) throw error;
      failure = error;
      unusable.set(name, reason);
    }
  }
}

async function choose(
  { request, command, query, servers, host }: ConnectOptions,
  unusable: ReadonlyMap<string, string>,
): Promise<ServerChoice> {
  /** Our own methods need no server for the language: any file has text and lines. */
  const chooseOrEmbed = (serverQuery: ServerQuery): ServerChoice => {
    try {
      return chooseServer(servers, serverQuery, { unusable });
    } catch (error) {
      const hasNoBackend = error instanceof LocateError && error.kind === "no_backend";
      if (!hasNoBackend || request.command.isServerMethod) throw error;
      return chooseEmbeddedServer(servers, serverQuery);
    }
  };
  if (command !== undefined) return chooseExplicit(command, servers, query);
  if (query.file !== undefined || query.language !== undefined) return chooseOrEmbed(query);
  // A symbol without a file is looked up by the embedded server; its file then determines the
  // server.
  const embedded = chooseEmbeddedServer(servers, query);
  if (request.command.takes === "symbol" || request.folder !== undefined) return embedded;
  const client = await host.connect(embedded, servers, { ...request, file: undefined });
  try {
    const file = await findFile(request, client);
    return file === undefined ? embedded : chooseOrEmbed({ ...query, file });
  } finally {
    await client.close();
  }
}

/** Returns why a server did not start; undefined for other errors. */
function startFailureReason(error: unknown): string | undefined {
  const isRefusal = error instanceof ResponseError;
  const hasEnded = error instanceof LocateError && error.kind === "backend_failed";
  return isRefusal || hasEnded ? explainFault(error.message) : undefined;
}

/** Resolves a Locate without a file to its file. Rejects if it resolves to no place. */
async function findFile({ places }: MethodRequest, client: CommandClient): Promise<string | undefined> {
  const [locate] = places[0] ?? [];
  const { target } = await client.request<ResolvedPlace>("locate/resolve", { locate });
  return pathOfUri(target.textDocument.uri);
}

function chooseExplicit(command: readonly string[], servers: Servers, query: ServerQuery): ServerChoice {
  if (query.language !== undefined) resolveLanguage(servers, query.language);
  const restricted = servers.isUntrusted ? restrictCommand(servers, command) : undefined;
  if (restricted instanceof LocateError) throw restricted;
  const chosen = restricted ?? { command, server: recogniseServer(servers, command) };
  return { ...chosen, ...rootsFor(chosen.server, query, servers) };
}
