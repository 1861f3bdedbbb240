/**
 * Dynamic registrations of backends: answered at once, since the client gets them merged with those
 * of all others. One is renewed where the client has no other way to learn of new results.
 */

import type { Registration, Unregistration } from "vscode-languageserver-protocol";
import { isObject } from "../../backend/isObject.js";
import { LocateError } from "../../error.js";
import type { ClientState } from "../../session/client/clientState.js";
import type { Envelope } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { buildError, buildResult } from "../../wire/messages.js";
import { takeMessage } from "../../wire/steps.js";
import { type CapabilityBroker, MAX_REGISTRATIONS } from "../capabilities/capabilityBroker.js";
import type { FileWatchers } from "../files/fileWatchers.js";
import type { BackendInstance } from "../instances/backendInstance.js";
import type { CommandOrigins } from "./commandOrigins.js";

const FILE_WATCHING = "workspace/didChangeWatchedFiles";

interface Params {
  readonly registrations?: readonly Registration[];
  /** Sic: the spelling of the protocol. */
  readonly unregisterations?: readonly Unregistration[];
}

export interface RegistrationContext {
  readonly instance: BackendInstance;
  readonly routing: {
    readonly capabilityBroker: Pick<
      CapabilityBroker<BackendInstance>,
      "register" | "unregister" | "isAcceptedByClient" | "hasRoomFor"
    >;
    readonly commandOrigins: Pick<CommandOrigins, "addOffered">;
    readonly fileWatchers: () => Pick<FileWatchers, "watch" | "unwatch">;
  };
}

/** Handles `client/registerCapability` and `client/unregisterCapability` of a backend. */
export function handleRegistrationRequest(envelope: Envelope, context: RegistrationContext): Decision | undefined {
  const { method } = envelope;
  if (method !== "client/registerCapability" && method !== "client/unregisterCapability") return undefined;
  return takeMessage(envelope, ({ id, body }) => {
    let error: LocateError | undefined;
    try {
      const { params } = JSON.parse(body.toString("utf8")) as { params?: Params | null };
      if (method === "client/registerCapability") error = register(listOf(params?.registrations), context);
      else unregister(listOf(params?.unregisterations), context);
    } finally {
      if (id !== undefined)
        context.instance.currentProcess?.send(frameOf(error ? buildError(id, error) : buildResult(id, null)));
    }
  });
}

export interface DiagnosticRefreshContext {
  readonly instance: BackendInstance;
  readonly routing: {
    readonly session: { readonly agent: object | undefined; readonly client: Pick<ClientState, "capabilities"> };
    readonly capabilityBroker: Pick<CapabilityBroker<BackendInstance>, "renew">;
  };
}

/**
 * Observes `workspace/diagnostic/refresh` in agent mode. A client that can't refresh, and has given
 * up a request to a server that was loading, requests the diagnostics again once they are
 * registered again.
 */
export function renewDiagnosticRegistration(
  { method }: Envelope,
  { instance, routing: { session, capabilityBroker } }: DiagnosticRefreshContext,
): Decision | undefined {
  if (method !== "workspace/diagnostic/refresh" || !session.agent) return undefined;
  if (session.client.capabilities.workspace?.diagnostics?.refreshSupport) return undefined;
  return { kind: "see", see: () => capabilityBroker.renew(instance, "textDocument/diagnostic") };
}

/** Returns the valid registrations of a list. */
function listOf<Item extends Unregistration>(list: readonly Item[] | undefined): readonly Item[] {
  if (!Array.isArray(list)) return [];
  return list.filter((item: unknown): item is Item => isObject(item) && typeof item["method"] === "string");
}

/**
 * Registers what there is room for; of the rest, files are still watched. Returns the error for a
 * request over the limit.
 */
function register(
  registrations: readonly Registration[],
  { instance, routing }: RegistrationContext,
): LocateError | undefined {
  const { capabilityBroker, commandOrigins, fileWatchers } = routing;
  const forClient: Registration[] = [];
  let refusedCount = 0;
  for (const registration of registrations) {
    const { id, method, registerOptions } = registration;
    const hasRoom = capabilityBroker.hasRoomFor(instance, forClient.length + 1);
    if (hasRoom) forClient.push(registration);
    else if (method !== FILE_WATCHING) refusedCount++;
    if (hasRoom && method === "workspace/executeCommand")
      commandOrigins.addOffered(instance.key, registerOptions?.commands ?? []);
    if (method === FILE_WATCHING && !(hasRoom && capabilityBroker.isAcceptedByClient(registration)))
      fileWatchers().watch(instance.key, id, registerOptions?.watchers ?? []);
  }
  if (forClient.length > 0) capabilityBroker.register(instance, forClient);
  return refusedCount === 0 ? undefined : tooManyRegistrationsError(instance, refusedCount);
}

function tooManyRegistrationsError({ key }: BackendInstance, refusedCount: number): LocateError {
  const message = `${key} has ${MAX_REGISTRATIONS} registrations; ${refusedCount} more are refused. Put several into one, or unregister others first.`;
  return new LocateError("unsupported", message, { backend: key, limit: MAX_REGISTRATIONS });
}

function unregister(unregistrations: readonly Unregistration[], { instance, routing }: RegistrationContext): void {
  for (const { id, method } of unregistrations)
    if (method === FILE_WATCHING) routing.fileWatchers().unwatch(instance.key, id);
  routing.capabilityBroker.unregister(
    instance,
    unregistrations.map(({ id }) => id),
  );
}
