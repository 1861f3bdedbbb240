/** What is about the whole workspace: it goes to all backends that run, and what they answer is made one answer. */

import { LocateError } from "../../error.js";
import { translateResponse } from "../../session/client/translation.js";
import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import type { Message } from "../../wire/readMessages.js";
import { languagesFound } from "../files/detectLanguages.js";
import type { Member } from "../instances/backendInstance.js";
import type { Routing } from "../routing.js";
import { taking } from "../taking.js";
import { mergedAnswer } from "./mergeResponses.js";

/** Requests that all are asked; whoever can't has nothing to say. */
export const askedOfAll: ReadonlySet<string> = new Set([
  "workspace/symbol",
  "workspace/diagnostic",
  "workspace/willCreateFiles",
  "workspace/willRenameFiles",
  "workspace/willDeleteFiles",
]);

/** The client's side. */
export function everyone(envelope: Envelope, routing: Routing): Verdict | undefined {
  const { method } = envelope;
  if (method === undefined) return undefined;
  if (askedOfAll.has(method)) return taking(envelope, (message) => askAll(method, message, routing));
  if (!isToldToAll(method)) return undefined;
  return taking(envelope, (message) => {
    for (const member of routing.members.up()) member.tell(message, undefined);
  });
}

/** Notifications that are about no document: of files, of tracing, and whatever servers may have made up. */
function isToldToAll(method: string): boolean {
  return /^workspace\/did/.test(method) || method === "$/setTrace";
}

function askAll(method: string, message: Message, routing: Routing): void {
  const { id } = message;
  if (id === undefined) return;
  // Symbols of a workspace in which nothing runs yet: who is to know them is started. An empty answer would be taken for one.
  const members =
    method === "workspace/symbol"
      ? routing.members.awakened(() => languagesFound(routing.session))
      : routing.members.up();
  const { session } = routing;
  const bodies: Buffer[] = [];
  const missing = new Set(members);
  let isDelivered = false;
  const deliver = () => {
    if (isDelivered) return;
    isDelivered = true;
    for (const timer of timers) clearTimeout(timer);
    session.toClient.send(frameOf(translateResponse(id, answerOf(method, id, bodies, missing), session)));
    for (const { key } of missing) session.log(`${key} has not answered ${method} in time; left out of the answer`);
  };
  const { afterFirst, atMost } = method === "workspace/symbol" ? patience.search : patience.other;
  const timers = [setTimeout(deliver, atMost).unref()];
  if (members.length === 0) deliver();
  for (const member of members) {
    member.ask({ ...message, id }, undefined, ({ body }) => {
      if (isDelivered) return;
      missing.delete(member);
      bodies.push(routing.marked(method, Buffer.from(body), member));
      if (missing.size === 0) deliver();
      else if (bodies.length === 1) timers.push(setTimeout(deliver, afterFirst).unref());
    });
  }
}

/** Milliseconds. One that hangs does not hold up what the others know; and where a file is to be renamed, somebody waits. */
const patience = {
  search: { afterFirst: 20_000, atMost: 60_000 },
  other: { afterFirst: 5_000, atMost: 10_000 },
} as const;

/** Of symbols, nothing found is only said where everybody was heard. */
function answerOf(method: string, id: string, bodies: readonly Buffer[], missing: ReadonlySet<Member>): Buffer {
  const merged = mergedAnswer(method, id, bodies);
  const result = findValue(merged, ["result"]);
  const isEmpty =
    !result || /^(?:null|\[\s*\])$/.test(merged.toString("latin1", result.from, Math.min(result.to, result.from + 99)));
  if (missing.size === 0 || method !== "workspace/symbol" || !isEmpty) return merged;
  const names = [...missing].map(({ server }) => server.name).join(", ");
  const message = `No symbol was found, and ${names} has not answered in time. It may be busy or stuck: ask again in a while.`;
  const { code, data } = new LocateError("backend_timeout", message, { method, backend: names });
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`);
}
