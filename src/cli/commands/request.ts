/**
 * `lsp-locate <method> <locate>`: starts a server, sends one request, prints its answer and ends
 * the server.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import { loadServers } from "../../backend/config/loadServers.js";
import { recogniseServer } from "../../backend/config/recogniseServer.js";
import type { Servers } from "../../backend/config/servers.js";
import { serversAt } from "../../backend/config/trust.js";
import { restrictCommand } from "../../backend/installation/restrictCommand.js";
import { explainFault } from "../../backend/startFaults.js";
import { LocateError } from "../../error.js";
import { workingFolder, workingFolderProblem } from "../../files/workingFolder.js";
import { pathOfUri } from "../../uri.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import type { InProcessClient } from "../client/inProcessClient.js";
import { connectProxy } from "../client/proxyClient.js";
import { tryReadings } from "../methods/tryReadings.js";
import { readTimeoutMs, UsageError } from "../options.js";
import { type MethodRequest, readRequest } from "../request/readRequest.js";
import { type RequestOutcome, reportFailure, reportOutcome } from "../request/reportOutcome.js";
import { fillInputText } from "../request/standardInput.js";
import {
  chooseEmbeddedServer,
  chooseRoot,
  chooseServer,
  resolveLanguage,
  type ServerChoice,
  type ServerQuery,
  startServer,
} from "../setup/chooseServer.js";
import { type OpenLog, openQuietLog } from "../setup/openLog.js";
import { recoverInterrupted } from "../setup/recoverInterrupted.js";
import { enterRoot, readRootOption } from "../setup/workspaceRoot.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";
import { createStatusLine, print } from "../terminal.js";
import { type CommandCall, interruptSignal } from "./commandCall.js";

/** How long a server may take to answer `initialize`, unless `--timeout` says it. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** Resolves with the exit code. */
export async function run(call: CommandCall): Promise<number> {
  const { options } = call;
  const signal = interruptSignal();
  const status = createStatusLine();
  const openLog = openQuietLog(options.log);
  try {
    const { outcome, close } = await sendRequest(call, { signal, show: status.show, ...openLog });
    status.show("");
    const code = await reportOutcome(outcome, options);
    status.show("ending the server …");
    await close();
    return code;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UsageError) throw error;
    status.show("");
    return reportFailure(error, options);
  } finally {
    status.show("");
    await openLog.flush();
  }
}

interface SendContext extends OpenLog {
  readonly signal: AbortSignal;
  /** Sets the status line. */
  readonly show: (text: string) => void;
}

async function sendRequest(
  { words, options, command }: CommandCall,
  { signal, show, stream, log }: SendContext,
): Promise<{ readonly outcome: RequestOutcome; close(): Promise<void> }> {
  const workingDirectory = workingFolder();
  const root = readRootOption(options, workingDirectory);
  const where = { workingDirectory, root };
  const request = readRequest(words, options, where);
  const timeoutMs = options.timeout === undefined ? DEFAULT_TIMEOUT_MS : readTimeoutMs(options.timeout);
  const loaded = await loadServers({ path: options.servers, untrusted: options.untrusted });
  const servers = serversAt(loaded, request.file ?? root ?? workingDirectory);
  for (const { message } of servers.problems) await print(`lsp-locate: ${message}`, process.stderr);
  const problem = workingFolderProblem();
  const isFound = request.file !== undefined && statIfExists(request.file) !== undefined;
  if (problem !== undefined && !isFound && root === undefined) throw new UsageError(problem);
  const query = { file: request.file, language: options.language, root, workingDirectory };
  const params = await fillInputText(request.params, signal);
  // A command on the command line may hold paths that only the server reads.
  if (command === undefined) enterRoot(root);

  await recoverInterrupted((line) => void print(`lsp-locate: ${line}`, process.stderr));
  const startClient = async (choice: ServerChoice): Promise<InProcessClient> => {
    const name = choice.server?.name ?? choice.command[0] ?? "the server";
    show(`${name}: starting …`);
    const backend = await startServer(choice, stream);
    const onProgress = (text: string) =>
      show(`${name}: ${(text || "working").replaceAll(`${name} is loading · `, "")} …`);
    const { server, root } = choice;
    const client = await connectProxy({ backend, servers, server, root, timeoutMs, log, onProgress }, signal);
    show(`${name}: working …`);
    return client;
  };
  /** By name of a server that did not start: why. */
  const unusable = new Map<string, string>();
  /** Our own methods need no server for the language: any file has text and lines. */
  const chooseOrEmbed = (serverQuery: typeof query): ServerChoice => {
    try {
      return chooseServer(servers, serverQuery, unusable);
    } catch (error) {
      const hasNoBackend = error instanceof LocateError && error.kind === "no_backend";
      if (!hasNoBackend || request.command.isServerMethod) throw error;
      return chooseEmbeddedServer(servers, serverQuery, []);
    }
  };
  const choose = async (): Promise<ServerChoice> => {
    if (command !== undefined) return chooseExplicit(command, servers, query);
    if (query.file !== undefined || query.language !== undefined) return chooseOrEmbed(query);
    // A symbol without a file is looked up by the embedded server; its file then determines the
    // server.
    const embedded = chooseEmbeddedServer(servers, query, []);
    if (request.command.takes === "symbol") return embedded;
    const client = await startClient(embedded);
    try {
      const file = await findFile(request, client);
      return file === undefined ? embedded : chooseOrEmbed({ ...query, file });
    } finally {
      await client.close();
    }
  };

  /** Starts the chosen server; if it doesn't start, the next one of its language, and so on. */
  const startUsable = async (): Promise<{ readonly choice: ServerChoice; readonly client: InProcessClient }> => {
    let failure: unknown;
    for (;;) {
      // Without another server, the reason why the last one did not start says more.
      const choice = await choose().catch((error: unknown) => Promise.reject(failure ?? error));
      try {
        return { choice, client: await startClient(choice) };
      } catch (error) {
        const name = choice.server?.name;
        const reason = startFailureReason(error);
        if (command !== undefined || name === undefined || reason === undefined) throw error;
        failure = error;
        unusable.set(name, reason);
      }
    }
  };

  const { choice, client } = await startUsable();
  if (choice.notice !== undefined && !options.json) {
    show("");
    await print(`lsp-locate: ${choice.notice}`, process.stderr);
  }
  try {
    const answer = await tryReadings(request.command, request.places, {
      client,
      params,
      paths: { ...where, workspace: choice.root },
    });
    return { outcome: { request, answer, client, root: choice.root, workingDirectory }, close: client.close };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Returns why a server did not start; undefined for other errors. */
function startFailureReason(error: unknown): string | undefined {
  const isRefusal = error instanceof ResponseError;
  const hasEnded = error instanceof LocateError && error.kind === "backend_failed";
  return isRefusal || hasEnded ? explainFault(error.message) : undefined;
}

/** Resolves a Locate without a file to its file. Rejects if it resolves to no place. */
async function findFile({ places }: MethodRequest, client: InProcessClient): Promise<string | undefined> {
  const [locate] = places[0] ?? [];
  const { target } = await client.request<ResolvedPlace>("locate/resolve", { locate });
  return pathOfUri(target.textDocument.uri);
}

function chooseExplicit(command: readonly string[], servers: Servers, query: ServerQuery): ServerChoice {
  if (query.language !== undefined) resolveLanguage(servers, query.language);
  const restricted = servers.isUntrusted ? restrictCommand(servers, command) : undefined;
  if (restricted instanceof LocateError) throw restricted;
  const chosen = restricted ?? { command, server: recogniseServer(servers, command) };
  return { ...chosen, root: chooseRoot(query, chosen.server?.rootMarkers ?? []) };
}
