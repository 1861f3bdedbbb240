/**
 * Dynamic registrations of backends: answered at once, since the client gets them merged with those
 * of all others.
 */

import type { Registration, Unregistration } from "vscode-languageserver-protocol";
import { isObject } from "../../backend/json.js";
import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import { takeMessage } from "../../wire/steps.js";
import type { CapabilityBroker } from "../capabilities/capabilityBroker.js";
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
      "register" | "unregister" | "isAcceptedByClient"
    >;
    readonly commandOrigins: Pick<CommandOrigins, "addOffered">;
    readonly fileWatchers: () => Pick<FileWatchers, "watch" | "unwatch">;
  };
}

/** Handles `client/registerCapability` and `client/unregisterCapability` of a backend. */
export function handleRegistrationRequest(envelope: Envelope, context: RegistrationContext): Verdict | undefined {
  const { method } = envelope;
  if (method !== "client/registerCapability" && method !== "client/unregisterCapability") return undefined;
  return takeMessage(envelope, ({ id, body }) => {
    try {
      const { params } = JSON.parse(body.toString("utf8")) as { params?: Params | null };
      if (method === "client/registerCapability") register(listOf(params?.registrations), context);
      else unregister(listOf(params?.unregisterations), context);
    } finally {
      if (id !== undefined)
        context.instance.currentProcess?.send(frameOf(`{"jsonrpc":"2.0","id":${id},"result":null}`));
    }
  });
}

/** Returns the registrations of a list, without what is none. */
function listOf<Item extends Unregistration>(list: readonly Item[] | undefined): readonly Item[] {
  if (!Array.isArray(list)) return [];
  return list.filter((item: unknown): item is Item => isObject(item) && typeof item["method"] === "string");
}

function register(registrations: readonly Registration[], { instance, routing }: RegistrationContext): void {
  const { capabilityBroker, commandOrigins, fileWatchers } = routing;
  for (const registration of registrations) {
    const { id, method, registerOptions } = registration;
    if (method === "workspace/executeCommand") commandOrigins.addOffered(instance.key, registerOptions?.commands ?? []);
    if (method === FILE_WATCHING && !capabilityBroker.isAcceptedByClient(registration))
      fileWatchers().watch(instance.key, id, registerOptions?.watchers ?? []);
  }
  capabilityBroker.register(instance, registrations);
}

function unregister(unregistrations: readonly Unregistration[], { instance, routing }: RegistrationContext): void {
  for (const { id, method } of unregistrations)
    if (method === FILE_WATCHING) routing.fileWatchers().unwatch(instance.key, id);
  routing.capabilityBroker.unregister(
    instance,
    unregistrations.map(({ id }) => id),
  );
}
