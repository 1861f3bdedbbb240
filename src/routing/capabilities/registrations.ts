/** What is registered at the client, on behalf of many backends. It keeps the book, and says what has to be said to the client. */

import type {
  ClientCapabilities,
  Registration,
  RegistrationParams,
  UnregistrationParams,
} from "vscode-languageserver-protocol";
import { featureOf, valueAt } from "../../backend/capabilities/features.js";
import { mergeRegistrations, registrationKey } from "./mergeRegistrations.js";
import { allowsRequest, type Capability, canRegister } from "./serverCapabilities.js";

/** How it speaks to the client; nothing is awaited. */
export interface RegistrationsClient {
  /** What the client declared; asked anew each time, as it is known only after `initialize`. */
  capabilities(): ClientCapabilities;
  send(method: "client/registerCapability", params: RegistrationParams): void;
  send(method: "client/unregisterCapability", params: UnregistrationParams): void;
}

/** What one backend wishes. */
interface Holder {
  /** What follows from its answer to `initialize`. */
  initial: readonly Capability[];
  /** What it has registered itself in this run, by its own ids. */
  readonly dynamic: Map<string, Capability>;
  /** What it had registered itself before it was started again, and not again yet, by `keyOf`. */
  readonly previous: Map<string, Capability>;
}

/**
 * The wishes of all holders, and what came of them. Wishes are for documents of the holder's languages already (`scopedTo`).
 * Invariant: after each call the client has what `together` makes of all wishes that it takes, each under an id of ours.
 */
export class Registrations {
  readonly #client: RegistrationsClient;
  readonly #holders = new Map<string, Holder>();
  /** What the client has now, by the keys of `together`. */
  readonly #registered = new Map<string, { readonly id: string; readonly method: string }>();
  /** What canDo has said; it may be otherwise whenever anybody wishes for something else. */
  readonly #allowedCache = new Map<string, boolean>();
  #idCount = 0;

  constructor(client: RegistrationsClient) {
    this.#client = client;
  }

  /** The whole of what follows from a holder's answer to `initialize`; replaces what it held before. */
  setInitial(backendKey: string, capabilities: readonly Capability[]): void {
    this.#holderOf(backendKey).initial = capabilities;
    this.#updateClient();
  }

  /** What a holder registers itself. Its ids are its own: another's may be the same, and the client sees neither. */
  add(backendKey: string, registrations: readonly Registration[]): void {
    const { dynamic, previous } = this.#holderOf(backendKey);
    for (const { id, method, registerOptions } of registrations) {
      const capability = { method, options: optionsOf(registerOptions) };
      previous.delete(registrationKey(capability));
      dynamic.set(id, capability);
    }
    this.#updateClient();
  }

  /** What a holder takes back, by its own ids; those it never used are passed over. */
  remove(backendKey: string, ids: readonly string[]): void {
    const { dynamic } = this.#holderOf(backendKey);
    for (const id of ids) dynamic.delete(id);
    this.#updateClient();
  }

  /** A holder is gone for good, and all its wishes with it. */
  drop(backendKey: string): void {
    this.#holders.delete(backendKey);
    this.#updateClient();
  }

  /**
   * A holder was started again: its ids mean nothing any more, but what it had registered stays at the client until `settled`.
   * What it registers again the same way meanwhile is not mentioned.
   */
  markRestarted(backendKey: string): void {
    const { dynamic, previous } = this.#holderOf(backendKey);
    for (const capability of dynamic.values()) previous.set(registrationKey(capability), capability);
    dynamic.clear();
  }

  /** A holder that was started again has registered what it was going to: the rest of what it had is taken back. */
  dropPrevious(backendKey: string): void {
    this.#holderOf(backendKey).previous.clear();
    this.#updateClient();
  }

  /** Whether a holder can answer such a request; remembered, as it is asked about each. */
  allowsRequest(backendKey: string, requestMethod: string): boolean {
    const key = `${backendKey} ${requestMethod}`;
    const isAllowed = this.#allowedCache.get(key) ?? allowsRequest(this.capabilitiesOf(backendKey), requestMethod);
    this.#allowedCache.set(key, isAllowed);
    return isAllowed;
  }

  /** All that a holder wishes, whether the client takes it or not: what `canDo` is asked about. */
  capabilitiesOf(backendKey: string): readonly Capability[] {
    const found = this.#holders.get(backendKey);
    return found === undefined ? [] : allCapabilitiesOf(found);
  }

  #holderOf(backendKey: string): Holder {
    const existing = this.#holders.get(backendKey);
    if (existing) return existing;
    const holder: Holder = { initial: [], dynamic: new Map(), previous: new Map() };
    this.#holders.set(backendKey, holder);
    return holder;
  }

  /** Tells the client of the difference between what it has and what it should have. */
  #updateClient(): void {
    this.#allowedCache.clear();
    const client = this.#client.capabilities();
    const capabilities = [...this.#holders.values()].flatMap(allCapabilitiesOf);
    const wanted = mergeRegistrations(capabilities.filter((capability) => acceptsRegistration(client, capability)));
    const unregisterations = [...this.#registered].flatMap(([key, registered]) => {
      if (wanted.has(key)) return [];
      this.#registered.delete(key);
      return [registered];
    });
    const registrations = [...wanted].flatMap(([key, { method, options }]) => {
      if (this.#registered.has(key)) return [];
      const id = `lsp-locate-${++this.#idCount}`;
      this.#registered.set(key, { id, method });
      return [{ id, method, registerOptions: options }];
    });
    // First the old ones go: of a command that two have registered some clients make an error.
    if (unregisterations.length > 0) this.#client.send("client/unregisterCapability", { unregisterations });
    if (registrations.length > 0) this.#client.send("client/registerCapability", { registrations });
  }
}

/** Whether a client is told of an ability by registering it. If not, it knows already, or it must be done without the client. */
export function acceptsRegistration(client: ClientCapabilities, { method, options }: Capability): boolean {
  if (!canRegister(client, method) || featureOf(method)?.isStatic) return false;
  if (method !== "workspace/didChangeWatchedFiles") return true;
  // A client that does not know relative patterns would watch for nothing, or fail.
  const { watchers } = options as { readonly watchers?: unknown };
  const isRelative =
    Array.isArray(watchers) && watchers.some((watcher) => typeof valueAt(watcher, "globPattern") === "object");
  return !isRelative || client.workspace?.didChangeWatchedFiles?.relativePatternSupport === true;
}

function allCapabilitiesOf({ initial, dynamic, previous }: Holder): readonly Capability[] {
  return [...initial, ...dynamic.values(), ...previous.values()];
}

/** Some servers send null, or nothing. */
function optionsOf(registerOptions: unknown): object {
  return typeof registerOptions === "object" && registerOptions !== null ? registerOptions : {};
}
