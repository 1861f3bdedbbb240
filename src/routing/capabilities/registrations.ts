/** What is registered at the client, on behalf of many backends. It keeps the book, and says what has to be said to the client. */

import type {
  ClientCapabilities,
  Registration,
  RegistrationParams,
  UnregistrationParams,
} from "vscode-languageserver-protocol";
import { featureOf, valueAt } from "../../backend/capabilities/features.js";
import { keyOf, together } from "./mergeRegistrations.js";
import { type Ability, canDo, canRegister } from "./serverCapabilities.js";

/** How it speaks to the client; nothing is awaited. */
export interface RegistrationsPort {
  /** What the client declared; asked anew each time, as it is known only after `initialize`. */
  client(): ClientCapabilities;
  send(method: "client/registerCapability", params: RegistrationParams): void;
  send(method: "client/unregisterCapability", params: UnregistrationParams): void;
}

/** What one backend wishes. */
interface Holder {
  /** What follows from its answer to `initialize`. */
  held: readonly Ability[];
  /** What it has registered itself in this run, by its own ids. */
  readonly added: Map<string, Ability>;
  /** What it had registered itself before it was started again, and not again yet, by `keyOf`. */
  readonly former: Map<string, Ability>;
}

/**
 * The wishes of all holders, and what came of them. Wishes are for documents of the holder's languages already (`scopedTo`).
 * Invariant: after each call the client has what `together` makes of all wishes that it takes, each under an id of ours.
 */
export class Registrations {
  readonly #port: RegistrationsPort;
  readonly #holders = new Map<string, Holder>();
  /** What the client has now, by the keys of `together`. */
  readonly #registered = new Map<string, { readonly id: string; readonly method: string }>();
  /** What canDo has said; it may be otherwise whenever anybody wishes for something else. */
  readonly #able = new Map<string, boolean>();
  #minted = 0;

  constructor(port: RegistrationsPort) {
    this.#port = port;
  }

  /** The whole of what follows from a holder's answer to `initialize`; replaces what it held before. */
  hold(holder: string, held: readonly Ability[]): void {
    this.#holderOf(holder).held = held;
    this.#tell();
  }

  /** What a holder registers itself. Its ids are its own: another's may be the same, and the client sees neither. */
  add(holder: string, registrations: readonly Registration[]): void {
    const { added, former } = this.#holderOf(holder);
    for (const { id, method, registerOptions } of registrations) {
      const ability = { method, options: optionsOf(registerOptions) };
      former.delete(keyOf(ability));
      added.set(id, ability);
    }
    this.#tell();
  }

  /** What a holder takes back, by its own ids; those it never used are passed over. */
  remove(holder: string, ids: readonly string[]): void {
    const { added } = this.#holderOf(holder);
    for (const id of ids) added.delete(id);
    this.#tell();
  }

  /** A holder is gone for good, and all its wishes with it. */
  drop(holder: string): void {
    this.#holders.delete(holder);
    this.#tell();
  }

  /**
   * A holder was started again: its ids mean nothing any more, but what it had registered stays at the client until `settled`.
   * What it registers again the same way meanwhile is not mentioned.
   */
  restarted(holder: string): void {
    const { added, former } = this.#holderOf(holder);
    for (const ability of added.values()) former.set(keyOf(ability), ability);
    added.clear();
  }

  /** A holder that was started again has registered what it was going to: the rest of what it had is taken back. */
  settled(holder: string): void {
    this.#holderOf(holder).former.clear();
    this.#tell();
  }

  /** Whether a holder can answer such a request; remembered, as it is asked about each. */
  canDo(holder: string, requestMethod: string): boolean {
    const key = `${holder} ${requestMethod}`;
    const known = this.#able.get(key) ?? canDo(this.of(holder), requestMethod);
    this.#able.set(key, known);
    return known;
  }

  /** All that a holder wishes, whether the client takes it or not: what `canDo` is asked about. */
  of(holder: string): readonly Ability[] {
    const found = this.#holders.get(holder);
    return found === undefined ? [] : wishesOf(found);
  }

  #holderOf(name: string): Holder {
    let holder = this.#holders.get(name);
    if (holder === undefined) {
      holder = { held: [], added: new Map(), former: new Map() };
      this.#holders.set(name, holder);
    }
    return holder;
  }

  /** Tells the client of the difference between what it has and what it should have. */
  #tell(): void {
    this.#able.clear();
    const client = this.#port.client();
    const wishes = [...this.#holders.values()].flatMap(wishesOf);
    const wanted = together(wishes.filter((wish) => takes(client, wish)));
    const unregisterations = [...this.#registered].flatMap(([key, registered]) => {
      if (wanted.has(key)) return [];
      this.#registered.delete(key);
      return [registered];
    });
    const registrations = [...wanted].flatMap(([key, { method, options }]) => {
      if (this.#registered.has(key)) return [];
      const id = `lsp-locate-${++this.#minted}`;
      this.#registered.set(key, { id, method });
      return [{ id, method, registerOptions: options }];
    });
    // First the old ones go: of a command that two have registered some clients make an error.
    if (unregisterations.length > 0) this.#port.send("client/unregisterCapability", { unregisterations });
    if (registrations.length > 0) this.#port.send("client/registerCapability", { registrations });
  }
}

/** Whether a client is told of an ability by registering it. If not, it knows already, or it must be done without the client. */
export function takes(client: ClientCapabilities, { method, options }: Ability): boolean {
  if (!canRegister(client, method) || featureOf(method)?.isStatic) return false;
  if (method !== "workspace/didChangeWatchedFiles") return true;
  // A client that does not know relative patterns would watch for nothing, or fail.
  const { watchers } = options as { readonly watchers?: unknown };
  const isRelative =
    Array.isArray(watchers) && watchers.some((watcher) => typeof valueAt(watcher, "globPattern") === "object");
  return !isRelative || client.workspace?.didChangeWatchedFiles?.relativePatternSupport === true;
}

function wishesOf({ held, added, former }: Holder): readonly Ability[] {
  return [...held, ...added.values(), ...former.values()];
}

/** Some servers send null, or nothing. */
function optionsOf(registerOptions: unknown): object {
  return typeof registerOptions === "object" && registerOptions !== null ? registerOptions : {};
}
