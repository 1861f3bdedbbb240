/**
 * Knows what each backend can do, registers it at the client, and decides what a backend may be
 * asked. A registration is for the languages of its backend, so that no document gets two
 * responses.
 */

import type {
  DocumentSelector,
  NotebookDocumentSyncOptions,
  Registration,
  ServerCapabilities,
} from "vscode-languageserver-protocol";
import { registrationOf } from "../../backend/capabilities/features.js";
import { isObject } from "../../backend/isObject.js";
import { distinctValues } from "../../text/list.js";
import type { Message } from "../../wire/wholeMessages.js";
import { acceptsRegistration, Registrations, type RegistrationsClient } from "./registrations.js";
import { type Capability, canRegister, listCapabilities } from "./serverCapabilities.js";
import { isTrigger, triggerCharacterIn } from "./triggerCharacters.js";

/** The part of a backend instance that capabilities are about. */
export interface CapabilityHolder {
  readonly key: string;
  readonly backend: { readonly capabilities: ServerCapabilities };
  /** Called with everything that the backend can do, whenever that may have changed. */
  readonly delivery: { updateCapabilities(capabilities: readonly Capability[]): void };
}

export interface CapabilityBrokerOptions<Holder extends CapabilityHolder> {
  readonly client: RegistrationsClient;
  /**
   * Whether capabilities are registered at the client. Without it the only backend answers for
   * itself.
   */
  readonly hasManyBackends: boolean;
  /** Requests that go to all backends, whatever the client was told of each. */
  readonly broadcastRequests: ReadonlySet<string>;
  languagesOf(holder: Holder): readonly string[];
  /** Returns what is answered here in place of a backend that lacks it. */
  addedFor?(holder: Holder): readonly Capability[];
}

/** The maximum number of registrations of one process. Each change is compared with all of them. */
export const MAX_REGISTRATIONS = 1_000;

/** How long a restarted backend may take to repeat the registrations of its predecessor. */
const REGISTRATION_GRACE_MS = 10_000;

export class CapabilityBroker<Holder extends CapabilityHolder> {
  readonly #options: CapabilityBrokerOptions<Holder>;
  readonly #registrations: Registrations;
  /** By the key of a backend that has been restarted. */
  readonly #graceTimers = new Map<string, NodeJS.Timeout>();

  constructor(options: CapabilityBrokerOptions<Holder>) {
    this.#options = options;
    this.#registrations = new Registrations(options.client);
  }

  /** A process of the backend has responded to `initialize`. */
  handleRunning(holder: Holder): void {
    const { key } = holder;
    this.#registrations.markRestarted(key);
    this.registerInitial(holder);
    // No message says that a server has registered everything it is going to.
    clearTimeout(this.#graceTimers.get(key));
    this.#graceTimers.set(key, setTimeout(() => this.#registrations.dropPrevious(key), REGISTRATION_GRACE_MS).unref());
  }

  /**
   * The process of the backend has exited. Its registrations stay at the client until the next one
   * has made its own.
   */
  handleExit({ key }: Holder): void {
    clearTimeout(this.#graceTimers.get(key));
  }

  /**
   * Registers what follows from the response to `initialize`, for the languages that the backend
   * serves at present.
   */
  registerInitial(holder: Holder): void {
    this.#notifyHolder(holder);
    if (!this.#options.hasManyBackends) return;
    const languages = this.#options.languagesOf(holder);
    const added = this.#options.addedFor?.(holder) ?? [];
    const capabilities = [...listCapabilities(holder.backend.capabilities), ...added];
    this.#registrations.setInitial(
      holder.key,
      capabilities.map((capability) => restrictToLanguages(languages, capability)),
    );
  }

  /** Whether the backend may register this many more. */
  hasRoomFor({ key }: Holder, count: number): boolean {
    return this.#registrations.countOf(key) + count <= MAX_REGISTRATIONS;
  }

  /** Adds what the backend has registered by itself, restricted to its languages. */
  register(holder: Holder, registrations: readonly Registration[]): void {
    const languages = this.#options.languagesOf(holder);
    this.#registrations.add(
      holder.key,
      registrations.map(({ id, method, registerOptions }) => ({
        id,
        method,
        registerOptions: restrictToLanguages(languages, { method, options: registerOptions ?? {} }).options,
      })),
    );
    this.#notifyHolder(holder);
  }

  /** Removes registrations by the backend's own ids. */
  unregister(holder: Holder, ids: readonly string[]): void {
    this.#registrations.remove(holder.key, ids);
    this.#notifyHolder(holder);
  }

  /** Registers a method of the backend once more, so that the client repeats its requests. */
  renew({ key }: Holder, method: string): void {
    this.#registrations.renew(key, method);
  }

  /** The backend is gone for good: unregisters everything of it. */
  drop({ key }: Holder): void {
    this.#registrations.drop(key);
  }

  /** Whether the client takes this registration. */
  isAcceptedByClient({ method, registerOptions }: Registration): boolean {
    return acceptsRegistration(this.#options.client.capabilities(), { method, options: registerOptions ?? {} });
  }

  /** Returns the options of a backend's capability, by the method under which it is registered. */
  optionsOf(key: string, method: string): object | undefined {
    return this.#registrations.capabilitiesOf(key).find((capability) => capability.method === method)?.options;
  }

  /** Whether the backend can respond to this request of the client, as far as is known. */
  canAnswer(key: string, { method = "", body }: Pick<Message, "method" | "body">): boolean {
    const feature = registrationOf(method);
    if (feature === undefined || !this.#options.hasManyBackends) return true;
    // A client that takes registrations sends such a request only where one allows it. If it is
    // earlier than that, the server itself responds with its error.
    const isRegistered = canRegister(this.#options.client.capabilities(), feature);
    if (isRegistered && !this.#options.broadcastRequests.has(method)) return true;
    if (!this.#registrations.allowsRequest(key, method)) return false;
    const trigger = triggerCharacterIn(method, body);
    return trigger === undefined || isTrigger(this.#registrations.capabilitiesOf(key), feature, trigger);
  }

  #notifyHolder(holder: Holder): void {
    holder.delivery.updateCapabilities([
      ...listCapabilities(holder.backend.capabilities),
      ...this.#registrations.capabilitiesOf(holder.key),
    ]);
  }
}

type Filter = DocumentSelector[number];
type Given = Readonly<Record<string, unknown>>;

/**
 * Returns the capability for documents in `languages` alone. A capability that is not about
 * documents is unchanged.
 */
export function restrictToLanguages(languages: readonly string[], capability: Capability): Capability {
  const { method, options } = capability;
  if (method.startsWith("textDocument/")) {
    const documentSelector = selectorFor(languages, (options as Given)["documentSelector"]);
    return { method, options: { ...options, documentSelector } };
  }
  if (method === "notebookDocument/sync") {
    const notebookSelector = notebooksFor(languages, (options as Given)["notebookSelector"]);
    return { method, options: { ...options, notebookSelector } };
  }
  return capability;
}

/**
 * Restricts a server's `documentSelector` to `languages`: filters for other languages are dropped,
 * and a filter without a language becomes one for each. Without a selector, or if no filter
 * remains, the result is all of `languages`.
 */
export function selectorFor(languages: readonly string[], given: unknown): DocumentSelector {
  const all: DocumentSelector = languages.map((language) => ({ language }));
  if (!Array.isArray(given)) return all;
  const kept = given.flatMap((filter: unknown) => filtersFor(languages, filter));
  return kept.length === 0 ? all : distinctValues(kept);
}

/** Returns a document filter once for each of the languages that it matches. */
function filtersFor(languages: readonly string[], filter: unknown): Filter[] {
  // A string is a language: the form before LSP 3.16.
  const given = typeof filter === "string" ? { language: filter } : filter;
  if (!isObject(given)) return [];
  return matchingLanguages(languages, given["language"]).map((language) => ({ ...given, language }) as Filter);
}

/** Does the same for a notebook selector, by the languages of its cells. */
function notebooksFor(
  languages: readonly string[],
  given: unknown,
): Readonly<NotebookDocumentSyncOptions["notebookSelector"]> {
  const all = languages.map((language) => ({ language }));
  const kept = (Array.isArray(given) ? given : []).filter(isObject).flatMap((notebook) => {
    const cells = notebook["cells"];
    const fitting = Array.isArray(cells)
      ? cells
          .filter(isObject)
          .flatMap(({ language }) => matchingLanguages(languages, language).map((name) => ({ language: name })))
      : all;
    return fitting.length === 0 ? [] : [{ ...notebook, cells: distinctValues(fitting) }];
  });
  return kept.length === 0 ? [{ cells: all }] : kept;
}

/** Returns those of `languages` that the language of a filter matches. `*` or none matches all. */
function matchingLanguages(languages: readonly string[], language: unknown): readonly string[] {
  if (typeof language !== "string" || language === "*") return languages;
  return languages.includes(language) ? [language] : [];
}
