/** What a client takes back: a request, or work that shows progress. It goes to whoever is at it. */

import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import { ProgressTokens } from "../idTags.js";
import type { Routing } from "../routing.js";
import { takeMessage } from "../taking.js";

/** The client's side. */
export function forwardCancellation(envelope: Envelope, { session, instances }: Routing): Verdict | undefined {
  switch (envelope.method) {
    case "$/cancelRequest":
      return takeMessage(envelope, (message) => {
        const span = findValue(message.body, ["params", "id"]);
        const id = span && message.body.toString("latin1", span.from, span.to);
        if (id === undefined) return;
        if (session.conversation.isPending(id)) session.conversation.deliverRequest(message.body, envelope);
        // A question to all is taken back from all.
        else for (const instance of instances.allInstances()) instance.cancel(id, message);
      });
    case "window/workDoneProgress/cancel":
      return takeMessage(envelope, ({ body }) => {
        const cancelled = ProgressTokens.untagCancel(body);
        // Under a token of the client's own, whoever was given it knows it.
        if (!cancelled) for (const { currentProcess } of instances.running()) currentProcess?.send(frameOf(body));
        else
          instances
            .allInstances()
            .find(({ currentProcess }) => currentProcess?.tag === cancelled.tag)
            ?.currentProcess?.send(frameOf(cancelled.body));
      });
    default:
      return undefined;
  }
}
