/** A question put to the proxy: by its likeliest reading first, and then what else its find could have meant. */

import type { Locate } from "../../locate/locate.js";
import { pathInside } from "../../uri.js";
import type { Client } from "../client/proxyClient.js";
import type { Question } from "../request/readRequest.js";
import type { PlaceReport } from "../show/resolvedPlace.js";
import type { Answered } from "./methodAnswer.js";
import type { Asking, Command } from "./methodTable.js";

/** How many of the places that a find could also mean are asked for. */
const mostOthers = 5;

/** Where no symbol has the path of a reading, the next is asked; the first is the one to explain. */
export async function askInTurn({ command, places }: Question, asking: Asking): Promise<Answered> {
  const { root, where, client } = asking;
  // Errors name a file as it was asked for: where we stand at the root, that can be the short way.
  const write = root === where.workingDirectory ? relativeTo(root) : (locate: Locate) => locate;
  const put = async (locates: readonly Locate[]) => {
    const answered = await command.ask(locates.map(write), asking);
    return withOthers(answered, locates[0], command, client);
  };
  const firsts = places.flatMap(([first]) => (first ? [first] : []));
  try {
    return await put(firsts);
  } catch (error) {
    const others = places.length === 1 && isNoSymbol(error) ? (places[0]?.slice(1) ?? []) : [];
    for (const other of others) {
      try {
        return await put([other]);
      } catch {
        // the next may fit
      }
    }
    throw error;
  }
}

function relativeTo(root: string): (locate: Locate) => Locate {
  return (locate) => {
    const inside = locate.file_path === undefined ? undefined : pathInside(root, locate.file_path);
    return inside === undefined ? locate : { ...locate, file_path: inside };
  };
}

function isNoSymbol(error: unknown): boolean {
  return (error as { data?: { kind?: unknown } }).data?.kind === "symbol_not_found";
}

/** With the first few of the other places that the find stands in. */
async function withOthers(
  answered: Answered,
  locate: Locate | undefined,
  { takes }: Command,
  client: Client,
): Promise<Answered> {
  const { match } = answered.place ?? {};
  if (!answered.place || !match || match.count <= 1) return answered;
  const method = takes === "range" ? "locate/resolveRange" : "locate/resolve";
  const asked = Array.from({ length: Math.min(match.count, mostOthers + 1) }, (_, index) => index)
    .filter((index) => index !== match.index)
    .slice(0, mostOthers)
    .map((find_index) => client.request<PlaceReport>(method, { locate: { ...locate, find_index } }));
  const settled = await Promise.allSettled(asked);
  const others = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  return { ...answered, place: { ...answered.place, others } };
}
