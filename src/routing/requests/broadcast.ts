/**
 * Requests and notifications about the whole workspace: sent to all active backends, the responses
 * merged into one.
 */

import { Deadline } from "../../ask/deadline.js";
import { LocateError } from "../../error.js";
import { translateResponse } from "../../session/client/translatedMessages.js";
import type { Session } from "../../session/session.js";
import type { Envelope } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import { takeMessage } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";
import { detectLanguages } from "../files/detectLanguages.js";
import type { BackendInstance } from "../instances/backendInstance.js";
import type { BackendInstances } from "../instances/backendInstances.js";
import { buildErrorResponse } from "../instances/responses.js";
import { broadcastRequests, mergeResponses } from "./mergeResponses.js";

export interface BroadcastContext {
  readonly session: Pick<Session, "toClient" | "client" | "servers" | "log" | "translations">;
  readonly instances: Pick<BackendInstances, "active" | "startForLanguages">;
  /** Marks the items in a backend's response with their origin. `key` is that of the backend. */
  markResponse(method: string, body: Buffer, key: string): Buffer;
}

/** Sends the client's requests and notifications about the workspace to all active backends. */
export function broadcast(envelope: Envelope, context: BroadcastContext): Decision | undefined {
  const { method } = envelope;
  if (method === undefined) return undefined;
  if (broadcastRequests.has(method))
    return takeMessage(envelope, (message) => requestFromAll(method, message, context));
  if (!isBroadcastNotification(method)) return undefined;
  return takeMessage(envelope, (message) => {
    for (const instance of context.instances.active()) instance.delivery.forwardNotification(message, undefined);
  });
}

/** Whether a notification is about files or tracing, not about a document. */
function isBroadcastNotification(method: string): boolean {
  return /^workspace\/did/.test(method) || method === "$/setTrace";
}

function requestFromAll(method: string, message: Message, context: BroadcastContext): void {
  const { id } = message;
  if (id === undefined) return;
  // Without an active backend an empty list would be wrong: those for the languages of the
  // workspace are started.
  const instances =
    method === "workspace/symbol"
      ? context.instances.startForLanguages(() => detectLanguages(context.session))
      : context.instances.active();
  const { session } = context;
  const bodies: Buffer[] = [];
  const missing = new Set(instances);
  let isDelivered = false;
  const deliver = () => {
    if (isDelivered) return;
    isDelivered = true;
    for (const timer of timers) clearTimeout(timer);
    session.toClient.send(frameOf(translateResponse(id, buildResponse(method, id, bodies, missing), session)));
    for (const { key } of missing) session.log(`${key} has not answered ${method} in time; left out of the response`);
  };
  const { afterFirst, atMost } = method === "workspace/symbol" ? timeouts.search : timeouts.other;
  const timers = [setTimeout(deliver, Deadline.ofWork(atMost).leftMs).unref()];
  if (instances.length === 0) deliver();
  for (const instance of instances) {
    instance.delivery.forwardRequest({ ...message, id }, undefined, ({ body }) => {
      if (isDelivered) return;
      missing.delete(instance);
      bodies.push(context.markResponse(method, Buffer.from(body), instance.key));
      if (missing.size === 0) deliver();
      else if (bodies.length === 1) timers.push(setTimeout(deliver, Deadline.ofWork(afterFirst).leftMs).unref());
    });
  }
}

/**
 * In milliseconds of work: longer on a busy machine. A backend that hangs must not hold up the
 * others, least of all where the user waits for a rename.
 */
const timeouts = {
  search: { afterFirst: 20_000, atMost: 60_000 },
  other: { afterFirst: 5_000, atMost: 10_000 },
} as const;

/** Builds the response. An empty list of symbols is an error if a backend is missing. */
function buildResponse(
  method: string,
  id: string,
  bodies: readonly Buffer[],
  missing: ReadonlySet<BackendInstance>,
): Buffer {
  const merged = mergeResponses(method, id, bodies);
  const result = findValue(merged, ["result"]);
  const isEmpty =
    !result || /^(?:null|\[\s*\])$/.test(merged.toString("latin1", result.from, Math.min(result.to, result.from + 99)));
  if (missing.size === 0 || method !== "workspace/symbol" || !isEmpty) return merged;
  const names = [...missing].map(({ server }) => server.name).join(", ");
  const message = `No symbol was found, and ${names} has not answered in time. It may be busy or stuck: try again in a while.`;
  return buildErrorResponse(id, new LocateError("backend_timeout", message, { method, backend: names })).body;
}
