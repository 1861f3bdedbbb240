/** What is about the whole workspace: it goes to all backends that run, and what they answer is made one answer. */

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
  const deliver = () => routing.session.toClient.send(frameOf(mergedAnswer(method, id, bodies)));
  if (members.length === 0) deliver();
  for (const member of members) {
    member.ask({ ...message, id }, undefined, ({ body }) => {
      bodies.push(routing.forClient(method, id, Buffer.from(body), member));
      if (bodies.length === members.length) deliver();
    });
  }
}
