/**
 * Forwards responses: the client's to the backend that sent the request, and a backend's to the
 * client.
 */

import type { Session } from "../../session/session.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";
import { takeMessage } from "../../wire/steps.js";
import { OWN_TAG, tagId, untagId, withId } from "../idTags.js";
import type { BackendInstance } from "../instances/backendInstance.js";
import type { BackendInstances } from "../instances/backendInstances.js";

export interface ClientResponseContext {
  readonly session: Pick<Session, "log">;
  readonly instances: Pick<BackendInstances, "processByTag">;
}

/**
 * Sends a response of the client to the process that sent the request. It is dropped if that has
 * exited.
 */
export function forwardClientResponse(
  envelope: Envelope,
  { session, instances }: ClientResponseContext,
): Decision | undefined {
  if (envelope.method !== undefined) return undefined;
  return takeMessage(envelope, ({ id, body }) => {
    const origin = id === undefined ? undefined : untagId(id);
    if (origin?.tag === OWN_TAG) return; // a registration: there is nothing to do if it fails
    if (!origin) session.log(`the client has responded to an unknown request (id ${id ?? "missing"})`);
    // Tagged anew, as the client may write the id with other escapes.
    else instances.processByTag(origin.tag)?.forwardResponse(tagId(origin.id, origin.tag), withId(body, origin.id));
  });
}

/** Passes a response of a backend to the client's request that it is for. */
export function forwardBackendResponse(
  envelope: Envelope,
  { instance }: { readonly instance: Pick<BackendInstance, "delivery"> },
): Decision | undefined {
  if (envelope.method !== undefined) return undefined;
  return takeMessage(envelope, (message) => instance.delivery.handleResponse(message));
}
