/** `lsp-locate <method> <locate>`: one question, its answer, and no server left behind. */

import { recogniseServer } from "../../backend/config/recogniseServer.js";
import { loadServers, type Servers } from "../../backend/config/servers.js";
import { LocateError } from "../../error.js";
import { pathOfUri } from "../../uri.js";
import { type Client, connect } from "../client/proxyClient.js";
import { askInTurn } from "../methods/tryReadings.js";
import { type Options, UsageError } from "../options.js";
import { type Question, readQuestion } from "../request/readRequest.js";
import { type Outcome, report, reportFailure } from "../request/reportOutcome.js";
import { withInput } from "../request/standardInput.js";
import { type Choice, checkLanguage, chooseServer, embeddedServer, rootFor, start } from "../setup/chooseServer.js";
import { quietLog } from "../setup/openLog.js";
import { rootGiven } from "../setup/workspaceRoot.js";
import type { PlaceReport } from "../show/resolvedPlace.js";
import { print, statusLine } from "../terminal.js";

/** Seconds for `initialize`. */
const usualTimeout = 30;

/** `command` is what stands behind `--`, if anything does. Resolves with the exit code. */
export async function ask(
  words: readonly string[],
  options: Options,
  command: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<number> {
  const status = statusLine();
  try {
    const outcome = await answer(words, options, command, { signal, show: status.show });
    status.show("");
    const code = await report(outcome, options);
    status.show("ending the server …");
    await outcome.client.close();
    return code;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UsageError) throw error;
    status.show("");
    return reportFailure(error, options);
  } finally {
    status.show("");
  }
}

interface Surroundings {
  readonly signal: AbortSignal;
  readonly show: (words: string) => void;
}

async function answer(
  words: readonly string[],
  options: Options,
  command: readonly string[] | undefined,
  { signal, show }: Surroundings,
): Promise<Outcome> {
  const workingDirectory = process.cwd();
  const root = rootGiven(options, workingDirectory);
  const where = { workingDirectory, root };
  const question = readQuestion(words, options, where);
  const timeout = readTimeout(options.timeout);
  const servers = await loadServers({ path: options.servers });
  for (const { message } of servers.problems) await print(`lsp-locate: ${message}`, process.stderr);
  const asked = { file: question.file, language: options.language, root, workingDirectory };
  const params = await withInput(question.params, signal);
  const { stream, log } = quietLog(options.log);

  const connected = async (choice: Choice): Promise<Client> => {
    const name = choice.server?.name ?? choice.command[0] ?? "the server";
    show(`${name}: starting …`);
    const backend = await start(choice, stream);
    const onProgress = (words: string) =>
      show(`${name}: ${(words || "working").replaceAll(`${name} is loading · `, "")} …`);
    const { server, root } = choice;
    const client = await connect({ backend, servers, server, root, timeout, log, onProgress }, signal);
    show(`${name}: working …`);
    return client;
  };
  /** What we answer ourselves needs no server that knows the language: text and lines are there in any file. */
  const chosen = (about: typeof asked): Choice => {
    try {
      return chooseServer(servers, about);
    } catch (error) {
      const isWithout = error instanceof LocateError && error.kind === "no_backend";
      if (!isWithout || question.command.isServers) throw error;
      return embeddedServer(servers, about, []);
    }
  };
  const choose = async (): Promise<Choice> => {
    if (command !== undefined) return byHand(command, servers, asked);
    if (asked.file !== undefined || asked.language !== undefined) return chosen(asked);
    // A name alone is looked up by the one that needs no language; what it is in then says who is asked.
    const embedded = embeddedServer(servers, asked, []);
    if (question.command.takes === "symbol") return embedded;
    const client = await connected(embedded);
    try {
      const file = await fileOf(question, client);
      return file === undefined ? embedded : chosen({ ...asked, file });
    } finally {
      await client.close();
    }
  };

  const choice = await choose();
  if (choice.notice !== undefined && !options.json) {
    show("");
    await print(`lsp-locate: ${choice.notice}`, process.stderr);
  }
  const client = await connected(choice);
  try {
    const answered = await askInTurn(question, { client, params, root: choice.root, where });
    return { question, answered, client, root: choice.root, workingDirectory };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** The file that a Locate without one means. Rejects with why there is none. */
async function fileOf({ places }: Question, client: Client): Promise<string | undefined> {
  const [locate] = places[0] ?? [];
  const { target } = await client.request<PlaceReport>("locate/resolve", { locate });
  return pathOfUri(target.textDocument.uri);
}

function byHand(command: readonly string[], servers: Servers, asked: Parameters<typeof rootFor>[0]): Choice {
  if (asked.language !== undefined) checkLanguage(servers, asked.language);
  const server = recogniseServer(servers, command);
  return { command, server, root: rootFor(asked, server?.rootMarkers ?? []) };
}

function readTimeout(seconds: string | undefined): number {
  const number = Number(seconds ?? usualTimeout);
  // A timer takes no more milliseconds than fit into 31 bits.
  if (number > 0 && number < 1_000_000) return number * 1000;
  throw new UsageError(`--timeout is in seconds, so ${JSON.stringify(seconds)} is none.`);
}
