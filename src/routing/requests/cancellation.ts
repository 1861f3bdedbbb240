/**
 * Cancellations of the client: of a request, or of work with progress. They go to the backend that
 * has it.
 */

import type { Session } from "../../session/session.js";
import type { Envelope } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import { takeMessage } from "../../wire/steps.js";
import { ProgressTokens } from "../idTags.js";
import type { BackendInstances } from "../instances/backendInstances.js";

export interface CancellationContext {
  readonly session: Session;
  readonly instances: Pick<BackendInstances, "allInstances" | "running" | "processByTag">;
}

/** Handles `$/cancelRequest` and `window/workDoneProgress/cancel` of the client. */
export function forwardCancellation(
  envelope: Envelope,
  { session, instances }: CancellationContext,
): Decision | undefined {
  switch (envelope.method) {
    case "$/cancelRequest":
      return takeMessage(envelope, (message) => {
        const span = findValue(message.body, ["params", "id"]);
        const id = span && message.body.toString("latin1", span.from, span.to);
        if (id === undefined) return;
        if (session.conversation.isPending(id)) session.conversation.deliverRequest(message.body, envelope);
        // A broadcast request is cancelled at all backends.
        else for (const instance of instances.allInstances()) instance.delivery.cancel(id, message);
      });
    case "window/workDoneProgress/cancel":
      return takeMessage(envelope, ({ body }) => {
        const cancelled = ProgressTokens.untagCancel(body);
        if (cancelled) instances.processByTag(cancelled.tag)?.send(frameOf(cancelled.body));
        // A token of the client's own is known to the backends that have got it in a request.
        else for (const { currentProcess } of instances.running()) currentProcess?.send(frameOf(body));
      });
    default:
      return undefined;
  }
}
