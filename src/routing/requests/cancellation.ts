/** What a client takes back: a request, or work that shows progress. It goes to whoever is at it. */

import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import { Tokens } from "../idTags.js";
import type { Routing } from "../routing.js";
import { taking } from "../taking.js";

/** The client's side. */
export function cancelling(envelope: Envelope, { session, members }: Routing): Verdict | undefined {
  switch (envelope.method) {
    case "$/cancelRequest":
      return taking(envelope, (message) => {
        const span = findValue(message.body, ["params", "id"]);
        const id = span && message.body.toString("latin1", span.from, span.to);
        if (id === undefined) return;
        if (session.conversation.isPending(id)) session.conversation.deliverRequest(message.body, envelope, session);
        // A question to all is taken back from all.
        else for (const member of members.every()) member.cancel(id, message);
      });
    case "window/workDoneProgress/cancel":
      return taking(envelope, ({ body }) => {
        const cancelled = Tokens.cancel(body);
        // Under a token of the client's own, whoever was given it knows it.
        if (!cancelled) for (const { run } of members.running()) run?.send(frameOf(body));
        else
          members
            .every()
            .find(({ run }) => run?.tag === cancelled.tag)
            ?.run?.send(frameOf(cancelled.body));
      });
    default:
      return undefined;
  }
}
