/**
 * The registrations at the client on behalf of many backends, kept up to date with what those can
 * do. Equal ones are merged, so that the client has each of them once.
 */

import type {
  ClientCapabilities,
  Registration,
  RegistrationParams,
  UnregistrationParams,
} from "vscode-languageserver-protocol";
import { featureOf, valueAt } from "../../backend/capabilities/features.js";
import { getOrInsert } from "../../text/list.js";
import { canonicalJson } from "../canonicalJson.js";
import { allowsRequest, type Capability, canRegister } from "./serverCapabilities.js";

/** The way to the client. No response is awaited. */
export interface RegistrationsClient {
  /**
   * Returns the client's capabilities; called each time, as they are known only after `initialize`.
   */
  capabilities(): ClientCapabilities;
  send(method: "client/registerCapability", params: RegistrationParams): void;
  send(method: "client/unregisterCapability", params: UnregistrationParams): void;
}

/** The capabilities of one backend. */
interface Holder {
  /** From its response to `initialize`. */
  initial: readonly Capability[];
  /** Registered by its present process, by its own ids. */
  readonly dynamic: Map<string, Capability>;
  /** Registered by the process before and not yet by the present one, by `registrationKey`. */
  readonly previous: Map<string, Capability>;
}

/**
 * The capabilities of all backends, already restricted to their languages, and the registrations
 * made from them. Invariant: after each call the client has the merged registrations of all
 * capabilities that it accepts.
 */
export class Registrations {
  readonly #client: RegistrationsClient;
  readonly #holders = new Map<string, Holder>();
  /** The registrations at the client, by the keys of `mergeRegistrations`. */
  readonly #registered = new Map<string, { readonly id: string; readonly method: string }>();
  /** The results of `allowsRequest`, valid until any capability changes. */
  readonly #allowedCache = new Map<string, boolean>();
  /** The results of `acceptsRegistration`, by the client's capabilities. */
  readonly #acceptedBy = new WeakMap<ClientCapabilities, WeakMap<Capability, boolean>>();
  #idCount = 0;

  constructor(client: RegistrationsClient) {
    this.#client = client;
  }

  /** Replaces the capabilities from the backend's response to `initialize`. */
  setInitial(backendKey: string, capabilities: readonly Capability[]): void {
    this.#holderOf(backendKey).initial = capabilities;
    this.#updateClient();
  }

  /** Adds registrations of a backend under its own ids, which the client does not see. */
  add(backendKey: string, registrations: readonly Registration[]): void {
    const { dynamic, previous } = this.#holderOf(backendKey);
    for (const { id, method, registerOptions } of registrations) {
      const capability = { method, options: optionsOf(registerOptions) };
      previous.delete(registrationKey(capability));
      dynamic.set(id, capability);
    }
    this.#updateClient();
  }

  /**
   * Registers what the client has of a backend's method once more, under a new id. Clients then
   * send their requests again.
   */
  renew(backendKey: string, method: string): void {
    const capabilities = this.capabilitiesOf(backendKey).filter((each) => each.method === method);
    const unregisterations = capabilities.flatMap(
      (capability) => this.#registered.get(registrationKey(capability)) ?? [],
    );
    if (unregisterations.length === 0) return;
    for (const capability of capabilities) this.#registered.delete(registrationKey(capability));
    this.#client.send("client/unregisterCapability", { unregisterations });
    this.#updateClient();
  }

  /** Returns how many registrations the backend's present process has. */
  countOf(backendKey: string): number {
    return this.#holders.get(backendKey)?.dynamic.size ?? 0;
  }

  /** Removes registrations of a backend by its own ids. Unknown ids are ignored. */
  remove(backendKey: string, ids: readonly string[]): void {
    const { dynamic } = this.#holderOf(backendKey);
    for (const id of ids) dynamic.delete(id);
    this.#updateClient();
  }

  /** Removes everything of a backend. */
  drop(backendKey: string): void {
    this.#holders.delete(backendKey);
    this.#updateClient();
  }

  /**
   * The backend was restarted: its ids are void, but its registrations stay at the client until
   * `dropPrevious`. What it registers again in the same form meanwhile causes no message.
   */
  markRestarted(backendKey: string): void {
    const { dynamic, previous } = this.#holderOf(backendKey);
    for (const capability of dynamic.values()) previous.set(registrationKey(capability), capability);
    dynamic.clear();
  }

  /** Removes the registrations of the process before that the present one has not repeated. */
  dropPrevious(backendKey: string): void {
    this.#holderOf(backendKey).previous.clear();
    this.#updateClient();
  }

  /** Whether a backend can respond to such a request. Cached, as it is called for each request. */
  allowsRequest(backendKey: string, requestMethod: string): boolean {
    const key = `${backendKey} ${requestMethod}`;
    return getOrInsert(this.#allowedCache, key, () => allowsRequest(this.capabilitiesOf(backendKey), requestMethod));
  }

  /** Returns all capabilities of a backend, whether the client accepts them or not. */
  capabilitiesOf(backendKey: string): readonly Capability[] {
    const found = this.#holders.get(backendKey);
    return found === undefined ? [] : allCapabilitiesOf(found);
  }

  #holderOf(backendKey: string): Holder {
    return getOrInsert(this.#holders, backendKey, () => ({ initial: [], dynamic: new Map(), previous: new Map() }));
  }

  /** Cached, as each change is compared with all capabilities. */
  #isAccepted(capability: Capability): boolean {
    const client = this.#client.capabilities();
    const accepted = getOrInsert(this.#acceptedBy, client, () => new WeakMap<Capability, boolean>());
    return getOrInsert(accepted, capability, () => acceptsRegistration(client, capability));
  }

  /** Sends the client the difference between its registrations and those it should have. */
  #updateClient(): void {
    this.#allowedCache.clear();
    const capabilities = [...this.#holders.values()].flatMap(allCapabilitiesOf);
    const wanted = mergeRegistrations(capabilities.filter((capability) => this.#isAccepted(capability)));
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
    // Unregister first: some clients reject a command that is registered twice.
    if (unregisterations.length > 0) this.#client.send("client/unregisterCapability", { unregisterations });
    if (registrations.length > 0) this.#client.send("client/registerCapability", { registrations });
  }
}

/**
 * Whether a client accepts the registration of a capability. If not, it knows already, or the proxy
 * does without it.
 */
export function acceptsRegistration(client: ClientCapabilities, { method, options }: Capability): boolean {
  if (!canRegister(client, method) || featureOf(method)?.isStatic) return false;
  if (method !== "workspace/didChangeWatchedFiles") return true;
  // A client without support for relative patterns would watch nothing, or fail.
  const { watchers } = options as { readonly watchers?: unknown };
  const isRelative =
    Array.isArray(watchers) && watchers.some((watcher) => typeof valueAt(watcher, "globPattern") === "object");
  return !isRelative || client.workspace?.didChangeWatchedFiles?.relativePatternSupport === true;
}

function allCapabilitiesOf({ initial, dynamic, previous }: Holder): readonly Capability[] {
  return [...initial, ...dynamic.values(), ...previous.values()];
}

/** Returns the options as an object: some servers send null, or none. */
function optionsOf(registerOptions: unknown): object {
  return typeof registerOptions === "object" && registerOptions !== null ? registerOptions : {};
}

const EXECUTE_COMMAND = "workspace/executeCommand";

/**
 * Returns the merged capabilities in the given order, by a key that is equal for equal
 * registrations. Each command is a registration of its own, so that it can be removed alone.
 */
function mergeRegistrations(capabilities: Iterable<Capability>): ReadonlyMap<string, Capability> {
  const found = new Map<string, Capability>();
  const add = (key: string, capability: Capability) => {
    if (!found.has(key)) found.set(key, capability);
  };
  for (const capability of capabilities) {
    if (capability.method === EXECUTE_COMMAND) for (const [key, command] of commandsOf(capability)) add(key, command);
    else add(registrationKey(capability), capability);
  }
  return found;
}

/** The keys of capabilities, as they are merged again after each change. */
const keys = new WeakMap<Capability, string>();

/** Returns a text that is equal for registrations that are equal to a client. */
function registrationKey(capability: Capability): string {
  return getOrInsert(keys, capability, () => `${capability.method} ${canonicalJson(capability.options)}`);
}

/** Splits a capability with several commands into one for each. */
function commandsOf({ method, options }: Capability): [key: string, command: Capability][] {
  const { commands } = options as { readonly commands?: unknown };
  if (!Array.isArray(commands)) return [];
  return commands.map((name) => [`${method} ${String(name)}`, { method, options: { ...options, commands: [name] } }]);
}
