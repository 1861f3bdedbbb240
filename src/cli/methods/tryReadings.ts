/**
 * Sends a request by the likeliest reading of its places, and finds the other matches of its find.
 */

import { isAbsolute } from "node:path";
import type { Locate } from "../../locate/locate.js";
import { pathInside } from "../../uri.js";
import type { RequestClient } from "../client/inProcessClient.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";
import type { MethodAnswer, MethodCommand, MethodContext } from "./methodCommand.js";

/** The maximum of other matches that are resolved. */
const MAX_OTHER_MATCHES = 5;

/**
 * Sends a request by the likeliest reading of each place. If no symbol has that path, tries the
 * other readings of a single place; if none fits, rejects with the error of the first.
 */
export async function tryReadings(
  command: MethodCommand,
  places: readonly (readonly Locate[])[],
  context: MethodContext,
): Promise<MethodAnswer> {
  const { paths, client } = context;
  const toWrittenPath = writtenPath(paths);
  const send = async (locates: readonly Locate[]) => {
    const answer = await command.send(locates.map(toWrittenPath), context);
    return addOtherMatches(answer, locates[0], command, client);
  };
  const likeliest = places.flatMap(([first]) => (first ? [first] : []));
  try {
    return await send(likeliest);
  } catch (error) {
    const others = places.length === 1 && isSymbolNotFound(error) ? (places[0]?.slice(1) ?? []) : [];
    for (const other of others) {
      try {
        return await send([other]);
      } catch {
        // the next reading may fit
      }
    }
    throw error;
  }
}

/**
 * Returns what gives a Locate the path that errors name, as they name a file as it was sent: a
 * relative one, if the working directory is the workspace.
 */
export function writtenPath(paths: MethodContext["paths"]): (locate: Locate) => Locate {
  if (paths === undefined || paths.workspace !== paths.workingDirectory) return (locate) => locate;
  return (locate) => {
    const { file_path = "" } = locate;
    const inside = isAbsolute(file_path) ? pathInside(paths.workspace, file_path) : undefined;
    return inside === undefined ? locate : { ...locate, file_path: inside };
  };
}

function isSymbolNotFound(error: unknown): boolean {
  return (error as { data?: { kind?: unknown } }).data?.kind === "symbol_not_found";
}

/** Adds the first few of the other matches of the find to the answer's place. */
async function addOtherMatches(
  answer: MethodAnswer,
  locate: Locate | undefined,
  { takes }: MethodCommand,
  client: RequestClient,
): Promise<MethodAnswer> {
  const { match } = answer.place ?? {};
  if (!answer.place || !match || match.count <= 1) return answer;
  const method = takes === "range" || takes === "ranges" ? "locate/resolveRange" : "locate/resolve";
  const requests = Array.from({ length: Math.min(match.count, MAX_OTHER_MATCHES + 1) }, (_, index) => index)
    .filter((index) => index !== match.index)
    .slice(0, MAX_OTHER_MATCHES)
    .map((find_index) => client.request<ResolvedPlace>(method, { locate: { ...locate, find_index } }));
  const settled = await Promise.allSettled(requests);
  const others = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  return { ...answer, place: { ...answer.place, others } };
}
