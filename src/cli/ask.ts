/** `lsp-locate <method> <locate>`: one question, its answer, and no server left behind. */

import { resolve } from "node:path";
import { recogniseServer } from "../backend/recognise.js";
import { loadServers, type Servers } from "../backend/servers.js";
import type { Locate } from "../locate/locate.js";
import { pathInside } from "../session/uri.js";
import { type Choice, checkLanguage, chooseServer, rootFor, start } from "./choose.js";
import { type Client, connect, progressToken } from "./client.js";
import { quietLog } from "./log.js";
import { type Options, UsageError } from "./options.js";
import { type Question, readQuestion } from "./question.js";
import { type Outcome, report, reportFailure } from "./reportAnswer.js";
import type { PlaceReport } from "./show/place.js";
import { print, statusLine } from "./terminal.js";

/** Seconds for `initialize`. */
const usualTimeout = 30;
/** How many of the places that a find could also mean are shown. */
const mostOthers = 5;

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
  const root = options.root === undefined ? undefined : resolve(workingDirectory, options.root);
  const question = readQuestion(words, options, { workingDirectory, root });
  const timeout = readTimeout(options.timeout);
  const servers = await loadServers(options.servers === undefined ? {} : { path: options.servers });
  for (const { message } of servers.problems) await print(`lsp-locate: ${message}`, process.stderr);
  const asked = { file: question.file, language: options.language, root, workingDirectory };
  const choice = command === undefined ? chooseServer(servers, asked) : byHand(command, servers, asked);

  const name = choice.server?.name ?? choice.command[0] ?? "the server";
  show(`${name}: starting …`);
  const { stream, log } = quietLog(options.log);
  const backend = await start(choice, stream);
  const onProgress = (words: string) => show(`${name}: ${words || "working"} …`);
  const client = await connect(
    { backend, servers, server: choice.server, root: choice.root, timeout, log, onProgress },
    signal,
  );
  try {
    show(`${name}: working …`);
    const write = choice.root === workingDirectory ? relativeTo(workingDirectory) : (locate: Locate) => locate;
    const { locate, result } = await inTurn(question, (locates) => request(client, question, locates.map(write)));
    const place = placeIn(question, result);
    const others = place && locate && !options.json ? await othersOf(place, locate, question, client) : [];
    return { question, result, place, others, client, root: choice.root, workingDirectory };
  } catch (error) {
    await client.close();
    throw error;
  }
}

function byHand(command: readonly string[], servers: Servers, asked: Parameters<typeof rootFor>[0]): Choice {
  if (asked.language !== undefined) checkLanguage(servers, asked.language);
  const server = recogniseServer(servers, command);
  return { command, server, root: rootFor(asked, server?.rootMarkers ?? []) };
}

/** Asks by the likeliest reading; where no symbol has that path, by the next. The first is the one to explain. */
async function inTurn(
  { places }: Question,
  ask: (locates: readonly Locate[]) => Promise<unknown>,
): Promise<{ readonly locate: Locate | undefined; readonly result: unknown }> {
  const firsts = places.flatMap(([first]) => (first ? [first] : []));
  const [locate] = firsts;
  try {
    return { locate, result: await ask(firsts) };
  } catch (error) {
    const others = places.length === 1 && isNoSymbol(error) ? (places[0]?.slice(1) ?? []) : [];
    for (const other of others) {
      try {
        return { locate: other, result: await ask([other]) };
      } catch {
        // the next may fit
      }
    }
    throw error;
  }
}

/** Errors name a file as it was asked for: where we stand at the root, that can be the short way. */
function relativeTo(root: string): (locate: Locate) => Locate {
  return (locate) => {
    const inside = locate.file_path === undefined ? undefined : pathInside(root, locate.file_path);
    return inside === undefined ? locate : { ...locate, file_path: inside };
  };
}

function isNoSymbol(error: unknown): boolean {
  return (error as { data?: { kind?: unknown } }).data?.kind === "symbol_not_found";
}

function request(client: Client, { method, row, params }: Question, locates: readonly Locate[]): Promise<unknown> {
  const [first] = locates;
  if (method === "outline") return client.request("locate/outline", { file_path: first?.file_path, ...params });
  if (!row) return client.request(`locate/${method}`, { locate: first });
  const locate = locates.length === 1 ? first : locates;
  return client.request(`locate/${method}`, { locate, place: true, workDoneToken: progressToken, ...params });
}

/** What the proxy says of the place: the answer itself, or beside it. */
function placeIn({ method, row }: Question, result: unknown): PlaceReport | undefined {
  if (method === "outline") return undefined;
  return row ? (result as { place?: PlaceReport }).place : (result as PlaceReport);
}

/** Where else the find is: the first few places. */
async function othersOf(
  { match }: PlaceReport,
  locate: Locate,
  { method, row }: Question,
  client: Client,
): Promise<readonly PlaceReport[]> {
  if (!match || match.count <= 1) return [];
  const indexes = Array.from({ length: Math.min(match.count, mostOthers + 1) }, (_, index) => index);
  const isRange = method === "resolveRange" || row?.takes === "range";
  const asked = indexes
    .filter((index) => index !== match.index)
    .slice(0, mostOthers)
    .map((find_index) =>
      client.request<PlaceReport>(isRange ? "locate/resolveRange" : "locate/resolve", {
        locate: { ...locate, find_index },
      }),
    );
  const settled = await Promise.allSettled(asked);
  return settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

function readTimeout(seconds: string | undefined): number {
  const number = Number(seconds ?? usualTimeout);
  // A timer takes no more milliseconds than fit into 31 bits.
  if (number > 0 && number < 1_000_000) return number * 1000;
  throw new UsageError(`--timeout is in seconds, so ${JSON.stringify(seconds)} is none.`);
}
