/** Answers on their way back: the client's to what backends have asked it, and the backends' to what the client has asked them. */

import type { Envelope } from "../../wire/envelope.js";
import type { Verdict } from "../../wire/frames.js";
import { takeMessage } from "../../wire/steps.js";
import { tagId, untagId, withId } from "../idTags.js";
import { type BackendStepContext, OWN_TAG, type Routing } from "../routing.js";

/** The client's side: an answer goes to the run that has asked; one that comes too late for it goes nowhere. */
export function forwardClientResponse(envelope: Envelope, { session, instances }: Routing): Verdict | undefined {
  if (envelope.method !== undefined) return undefined;
  return takeMessage(envelope, ({ id, body }) => {
    const origin = id === undefined ? undefined : untagId(id);
    if (origin?.tag === OWN_TAG) return; // however it takes what we register, there is nothing to be done about it
    const run =
      origin &&
      instances.allInstances().find(({ currentProcess }) => currentProcess?.tag === origin.tag)?.currentProcess;
    // The client may write the id with other escapes.
    if (origin) run?.forwardResponse(tagId(origin.id, origin.tag), withId(body, origin.id));
    else session.log(`the client has answered what nobody asked (id ${id ?? "missing"})`);
  });
}

/** The backend's side: whoever has asked it gets it. */
export function forwardBackendResponse(envelope: Envelope, { instance }: BackendStepContext): Verdict | undefined {
  if (envelope.method !== undefined) return undefined;
  return takeMessage(envelope, (message) => instance.handleResponse(message));
}
