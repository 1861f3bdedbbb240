/** What backends register and take back later: answered at once, as what the client hears of it is what comes together of all of them. */

import type { FileSystemWatcher, Registration, Unregistration } from "vscode-languageserver-protocol";
import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import { takeMessage } from "../../wire/steps.js";
import { restrictToLanguages } from "../capabilities/documentSelectors.js";
import { acceptsRegistration } from "../capabilities/registrations.js";
import type { BackendInstance } from "../instances/backendInstance.js";
import type { BackendStepContext, Routing } from "../routing.js";

const FILE_WATCHING = "workspace/didChangeWatchedFiles";

interface Params {
  readonly registrations?: readonly Registration[];
  /** Sic: the protocol's own spelling. */
  readonly unregisterations?: readonly Unregistration[];
}

/** The backend's side. */
export function handleRegistrationRequest(
  envelope: Envelope,
  { instance, routing }: BackendStepContext,
): Verdict | undefined {
  const { method } = envelope;
  if (method !== "client/registerCapability" && method !== "client/unregisterCapability") return undefined;
  return takeMessage(envelope, ({ id, body }) => {
    try {
      const { params } = JSON.parse(body.toString("utf8")) as { params?: Params | null };
      if (method === "client/registerCapability") register(listOf(params?.registrations), instance, routing);
      else unregister(listOf(params?.unregisterations), instance, routing);
      routing.updateCapabilities(instance);
    } finally {
      if (id !== undefined) instance.currentProcess?.send(frameOf(`{"jsonrpc":"2.0","id":${id},"result":null}`));
    }
  });
}

function listOf<Item>(given: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(given) ? given : [];
}

function register(given: readonly Registration[], instance: BackendInstance, routing: Routing): void {
  const { session, registrations, instances, fileWatchers, commandOrigins } = routing;
  const languages = instances.languagesOf(instance);
  const { capabilities } = session.client;
  for (const { id, method, registerOptions } of given) {
    if (method === "workspace/executeCommand") commandOrigins.addOffered(instance.key, registerOptions?.commands ?? []);
    const isOurs =
      method === FILE_WATCHING && !acceptsRegistration(capabilities, { method, options: registerOptions ?? {} });
    if (isOurs) fileWatchers().watch(instance.key, id, (registerOptions?.watchers ?? []) as FileSystemWatcher[]);
  }
  registrations.add(
    instance.key,
    given.map(({ id, method, registerOptions }) => ({
      id,
      method,
      registerOptions: restrictToLanguages(languages, { method, options: registerOptions ?? {} }).options,
    })),
  );
}

function unregister(
  given: readonly Unregistration[],
  instance: BackendInstance,
  { registrations, fileWatchers }: Routing,
): void {
  for (const { id, method } of given) if (method === FILE_WATCHING) fileWatchers().unwatch(instance.key, id);
  registrations.remove(
    instance.key,
    given.map(({ id }) => id),
  );
}
