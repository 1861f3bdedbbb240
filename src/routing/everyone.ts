/** What is about the whole workspace: it goes to all backends that run, and what they answer is made one answer. */

import { translatedAnswer } from "../session/translation.js";
import type { Message } from "../wire/collect.js";
import type { Envelope } from "../wire/envelope.js";
import { frameOf, type Verdict } from "../wire/frames.js";
import { languagesFound } from "./languagesFound.js";
import { mergedAnswer } from "./merging.js";
import type { Routing } from "./routing.js";
import { taking } from "./taking.js";

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
  const bodies: Buffer[] = [];
  let isDelivered = false;
  const deliver = () => {
    if (isDelivered) return;
    isDelivered = true;
    clearTimeout(late);
    const { session } = routing;
    session.toClient.send(frameOf(translatedAnswer(id, mergedAnswer(method, id, bodies), session)));
  };
  let late: NodeJS.Timeout | undefined;
  if (members.length === 0) deliver();
  for (const member of members) {
    member.ask({ ...message, id }, undefined, ({ body }) => {
      if (isDelivered) return;
      bodies.push(routing.marked(method, Buffer.from(body), member));
      if (bodies.length === members.length) deliver();
      else late ??= setTimeout(deliver, patienceMs).unref();
    });
  }
}

/** Once one has answered, the others have so long: one that hangs does not hold up what the others know. */
const patienceMs = 20_000;
