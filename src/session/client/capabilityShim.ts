/**
 * Supplies capabilities that a client lacks.
 *
 * Agent harnesses often declare nothing. Servers then hide how far they have loaded, return flat
 * symbols, and fail on errors to their own requests. For such a client we declare what Locates
 * need, translate the results back, and answer the requests that it leaves unanswered
 * (unansweredRequests.ts). A client that declares these capabilities itself is not affected.
 */

import type { ClientCapabilities } from "vscode-languageserver-protocol";
import type { Backend } from "../../ask/backend/backend.js";
import { features, valueAt } from "../../backend/capabilities/features.js";
import { effectiveSettings, settingsIn } from "../../backend/config/settings.js";
import { type RequiredCapability, requiredCapabilities } from "../../backend/readiness/readyRule.js";
import { type FlatSymbolOptions, flattenSymbols } from "../../backend/symbolAnswer.js";
import type { Logger } from "../../error.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { type Decision, type Frame, frameOf } from "../../wire/frames.js";
import { elements, findValue, setValue, splice, stringAt } from "../../wire/json.js";
import { buildResult } from "../../wire/messages.js";
import type { ClientState } from "./clientState.js";
import type { Fallback, ServerRequests } from "./unansweredRequests.js";

/** The maximum number of hidden progress tokens of a backend; the oldest are forgotten. */
const MAX_HIDDEN_TOKENS = 10_000;

const FILE_WATCHING_PATH = ["workspace", "didChangeWatchedFiles"];
const fileWatching = ["dynamicRegistration", "relativePatternSupport"];

/** The parts of a session that answers for its client depend on. */
interface ShimState {
  readonly client: Pick<ClientState, "roots" | "isSilent">;
  /** Present in agent mode. */
  readonly agent: object | undefined;
}

interface BackendRequest {
  readonly method: string;
  readonly body: Buffer;
}

export class CapabilityShim {
  readonly #clientCapabilities: () => ClientCapabilities;
  /** Tokens (JSON text) of progress that the client can't show and does not get, by backend. */
  readonly #hiddenTokens = new WeakMap<object, Set<string>>();
  /**
   * Partial results of the client's own documentSymbol requests to be flattened: the document's URI
   * by token (JSON text).
   */
  readonly #flatPartials = new Map<string, string>();
  #settings: unknown;

  constructor(client: () => ClientCapabilities) {
    this.#clientCapabilities = client;
  }

  /**
   * Returns the client's `initialize` for that backend, with the missing capabilities that Locates
   * need; the same buffer where none is missing. `watchesFiles`: files are watched for the client.
   */
  addCapabilities(body: Buffer, { serverEntry }: Pick<Backend, "serverEntry">, watchesFiles: boolean): Buffer {
    const missing: string[][] = watchesFiles ? fileWatching.map((name) => [...FILE_WATCHING_PATH, name]) : [];
    if (this.needsFlatSymbols) missing.push(["textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"]);
    for (const sign of requiredCapabilities(serverEntry?.ready))
      if (!this.#declares(sign)) missing.push(sign.split("."));
    return missing.reduce((json, path) => setValue(json, ["params", "capabilities", ...path], true) ?? json, body);
  }

  #declares(sign: RequiredCapability): boolean {
    const { window, experimental } = this.#clientCapabilities();
    if (sign === "window.workDoneProgress") return window?.workDoneProgress === true;
    return (experimental as { serverStatusNotification?: unknown } | undefined)?.serverStatusNotification === true;
  }

  /**
   * Returns the URI that a documentSymbol request of the client is about. Its partial results are
   * flattened until `done` is called.
   */
  beginFlatSymbols(body: Buffer): { readonly uri: string; readonly done: () => void } {
    const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"])) ?? "";
    const token = findValue(body, ["params", "partialResultToken"]);
    const key = token && body.toString("latin1", token.from, token.to);
    if (key !== undefined) this.#flatPartials.set(key, uri);
    return { uri, done: () => key !== undefined && this.#flatPartials.delete(key) };
  }

  /** The last settings that the client has sent. */
  get lastSettings(): unknown {
    return this.#settings;
  }

  get needsFlatSymbols(): boolean {
    return this.#clientCapabilities().textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport !== true;
  }

  /** Records the settings of a client that can't be asked for them. */
  recordSettings(body: Buffer): void {
    try {
      this.#settings = (JSON.parse(body.toString("utf8")) as { params?: { settings?: unknown } }).params?.settings;
    } catch {
      // not JSON: the backend gets the same bytes
    }
  }

  /** Whether a notification came only because we declared the capability. */
  hidesNotification(method: string | undefined, { serverEntry }: Pick<Backend, "serverEntry">): boolean {
    if (method !== "experimental/serverStatus" || this.#declares("experimental.serverStatusNotification")) return false;
    return requiredCapabilities(serverEntry?.ready).includes("experimental.serverStatusNotification");
  }

  /**
   * Returns a `$/progress` as the client gets it: dropped (`undefined`), flattened, or unchanged.
   */
  filterProgress(frame: Frame, backend: object): Buffer | undefined {
    const { body } = frame;
    const span = findValue(body, ["params", "token"]);
    const token = span ? body.toString("latin1", span.from, span.to) : "";
    const hidden = this.#hiddenTokens.get(backend);
    if (hidden?.has(token)) {
      const kind = findValue(body, ["params", "value", "kind"]);
      if (stringAt(body, kind) === "end") hidden.delete(token);
      return undefined;
    }
    const uri = this.#flatPartials.get(token);
    return uri === undefined ? frame.bytes : frameOf(flattenSymbolsAt(body, ["params", "value"], uri));
  }

  /** Forgets the tokens of a backend that is gone. */
  forgetBackend(backend: object): void {
    this.#hiddenTokens.delete(backend);
  }

  handlesProgress(backend: object): boolean {
    return (this.#hiddenTokens.get(backend)?.size ?? 0) > 0 || this.#flatPartials.size > 0;
  }

  /**
   * Whether the client does not get a request: one that only our own capabilities have caused, or
   * any that we can answer for a client that answers none.
   */
  isUnasked(method: string, backend: Pick<Backend, "serverEntry">, { client }: ShimState): boolean {
    if (client.isSilent) return canAnswer(method);
    return method === PROGRESS && needsProgress(backend) && !this.#supports(PROGRESS);
  }

  /** Returns the result, as JSON, of such a request. */
  answerUnasked(request: BackendRequest, backend: Pick<Backend, "serverEntry">, state: ShimState): string {
    if (request.method === PROGRESS) this.#hideToken(request.body, backend);
    return this.#resultFor(request, backend, state) ?? "null";
  }

  /** Returns what the backend gets if the client does not answer; undefined if that is its own. */
  fallbackFor(request: BackendRequest, backend: Pick<Backend, "serverEntry">, state: ShimState): Fallback | undefined {
    const { method, body } = request;
    const isAgent = state.agent !== undefined;
    const result = this.#resultFor(request, backend, state);
    if (!isAgent && (result === undefined || this.#supports(method))) return undefined;
    const isQuick = result !== undefined && !userMethods.has(method);
    return {
      method,
      result,
      timeoutMs: isQuick ? ANSWER_TIMEOUT_MS : isAgent ? AGENT_TIMEOUT_MS : undefined,
      replaces: isAgent && result !== undefined ? "all" : "MethodNotFound",
      onUsed: method === PROGRESS ? () => this.#hideToken(body, backend) : undefined,
    };
  }

  /** Returns the result, as JSON, that stands for a client with nothing to say. */
  #resultFor(
    { method, body }: BackendRequest,
    backend: Pick<Backend, "serverEntry">,
    { client: { roots } }: ShimState,
  ): string | undefined {
    if (method === "workspace/configuration") return JSON.stringify(this.#configuration(body, backend));
    if (method === "workspace/workspaceFolders") return JSON.stringify(roots.folders);
    if (Object.hasOwn(refreshGroups, method)) return "null";
    return Object.hasOwn(defaultResults, method) ? defaultResults[method] : undefined;
  }

  /** Whether the client declares to support a backend's request. */
  #supports(method: string): boolean {
    const { workspace, window } = this.#clientCapabilities();
    switch (method) {
      case "workspace/configuration":
        return workspace?.configuration === true;
      case "workspace/workspaceFolders":
        return workspace?.workspaceFolders === true;
      case "workspace/applyEdit":
        return workspace?.applyEdit === true;
      case PROGRESS:
        return window?.workDoneProgress === true;
      case MESSAGE_REQUEST:
        // Editors ask their user without declaring it. Only a client that declares nothing under
        // `window` may not.
        return window !== undefined;
      case "window/showDocument":
        return window?.showDocument?.support === true;
      case "client/registerCapability":
      case "client/unregisterCapability":
        return declaresDynamicRegistration(this.#clientCapabilities());
      default: {
        const group = refreshGroups[method];
        const declared = workspace as Record<string, { refreshSupport?: boolean } | undefined> | undefined;
        return group !== undefined && declared?.[group]?.refreshSupport === true;
      }
    }
  }

  /** Hides the progress that a `workDoneProgress/create` of a backend announces. */
  #hideToken(body: Buffer, backend: object): void {
    const span = findValue(body, ["params", "token"]);
    if (!span) return;
    const token = body.toString("latin1", span.from, span.to);
    const hidden = this.#hiddenTokens.get(backend) ?? new Set();
    this.#hiddenTokens.set(backend, hidden.add(token));
    for (const oldest of hidden) {
      if (hidden.size <= MAX_HIDDEN_TOKENS) break;
      hidden.delete(oldest);
    }
  }

  /**
   * Returns for each item the section of the client's last settings, else of those in servers.json,
   * else null.
   */
  #configuration(body: Buffer, { serverEntry }: Pick<Backend, "serverEntry">): unknown[] {
    const items = findValue(body, ["params", "items"]);
    const sections = elements(body, items?.from ?? body.length).map(({ from }) =>
      stringAt(body, findValue(body, ["section"], from)),
    );
    return sections.map((section) =>
      effectiveSettings(
        settingsIn(this.#settings, section) ?? settingsIn(serverEntry?.settings, section) ?? null,
        section,
        serverEntry,
      ),
    );
  }
}

interface ShimContext {
  readonly backend: Backend;
  readonly session: ShimState & {
    readonly log: Logger;
    readonly capabilityShim: CapabilityShim;
    readonly serverRequests: Pick<ServerRequests, "note">;
  };
}

/** Step for backend messages: drops what the client did not ask for, and answers in its place. */
export function applyCapabilityShim({ method, id }: Envelope, { backend, session }: ShimContext): Decision | undefined {
  const { capabilityShim } = session;
  if (method === undefined) return undefined;
  if (capabilityShim.hidesNotification(method, backend)) return { kind: "take", take: () => undefined };
  if (method === "$/progress" && capabilityShim.handlesProgress(backend))
    return { kind: "take", take: (frame) => capabilityShim.filterProgress(frame, backend) };
  if (!capabilityShim.isUnasked(method, backend, session)) return undefined;
  return {
    kind: "take",
    take: ({ bytes, body }) => {
      const requestId = id ?? findTrailingId(body);
      if (requestId === undefined) return bytes;
      const result = capabilityShim.answerUnasked({ method, body }, backend, session);
      if (method === MESSAGE_REQUEST) logMessageRequest(body, backend, session.log);
      backend.link.respond(frameOf(buildResult(requestId, Buffer.from(result))));
      return undefined;
    },
  };
}

/** Step for backend messages: notes requests that the client may leave unanswered. */
export function noteServerRequests({ method, id }: Envelope, { backend, session }: ShimContext): Decision | undefined {
  const { capabilityShim, serverRequests, agent } = session;
  if (method === undefined || !(agent || canAnswer(method)) || method.startsWith("$/")) return undefined;
  if (capabilityShim.isUnasked(method, backend, session)) return undefined;
  return {
    kind: "see",
    see: (body) => {
      const requestId = id ?? findTrailingId(body);
      if (requestId === undefined) return;
      const fallback = capabilityShim.fallbackFor({ method, body }, backend, session);
      if (!fallback) return;
      const onUsed = method === MESSAGE_REQUEST ? () => logMessageRequest(body, backend, session.log) : fallback.onUsed;
      serverRequests.note(backend.link.clientIdOf(requestId), { ...fallback, onUsed });
    },
  };
}

/** Logs the message of a `showMessageRequest` that no client has shown. */
function logMessageRequest(body: Buffer, { name }: Pick<Backend, "name">, log: Logger): void {
  const message = stringAt(body, findValue(body, ["params", "message"]));
  if (message !== undefined) log(`${name} asks, and the client did not answer: ${message}`);
}

/** Returns the body with the hierarchical symbols at `path` made flat. */
export function flattenSymbolsAt(
  body: Buffer,
  path: readonly string[],
  uri: string,
  options?: FlatSymbolOptions,
): Buffer {
  const span = findValue(body, path);
  if (!span) return body;
  const symbols: unknown = JSON.parse(body.toString("utf8", span.from, span.to));
  if (!Array.isArray(symbols)) return body;
  return splice(body, [{ ...span, bytes: Buffer.from(JSON.stringify(flattenSymbols(symbols, uri, options))) }]);
}

const refreshGroups: Readonly<Record<string, string>> = {
  "workspace/codeLens/refresh": "codeLens",
  "workspace/semanticTokens/refresh": "semanticTokens",
  "workspace/inlayHint/refresh": "inlayHint",
  "workspace/inlineValue/refresh": "inlineValue",
  "workspace/diagnostic/refresh": "diagnostics",
  "workspace/foldingRange/refresh": "foldingRange",
};

const PROGRESS = "window/workDoneProgress/create";
const MESSAGE_REQUEST = "window/showMessageRequest";

/** The results, as JSON text, that depend on nothing. */
const defaultResults: Readonly<Record<string, string>> = {
  [PROGRESS]: "null",
  "client/registerCapability": "null",
  "client/unregisterCapability": "null",
  [MESSAGE_REQUEST]: "null",
  "window/showDocument": '{"success":false}',
  "workspace/applyEdit": '{"applied":false,"failureReason":"the client does not apply edits"}',
};

/** Requests that a client may ask its user. */
const userMethods = new Set([MESSAGE_REQUEST, "window/showDocument", "workspace/applyEdit"]);

/** How long a client may take for a request that needs no user. */
const ANSWER_TIMEOUT_MS = 1_000;
/** How long one in agent mode may take for any other. */
const AGENT_TIMEOUT_MS = 60_000;

function canAnswer(method: string): boolean {
  return (
    Object.hasOwn(defaultResults, method) ||
    Object.hasOwn(refreshGroups, method) ||
    method === "workspace/configuration" ||
    method === "workspace/workspaceFolders"
  );
}

function needsProgress({ serverEntry }: Pick<Backend, "serverEntry">): boolean {
  return requiredCapabilities(serverEntry?.ready).includes("window.workDoneProgress");
}

/**
 * Whether the client takes registrations of any feature. Servers register even with clients that
 * never offered it; a client that offers it for one feature can answer all of them.
 */
function declaresDynamicRegistration(capabilities: ClientCapabilities): boolean {
  return Object.values(features).some(
    ({ client }) => client !== undefined && valueAt(capabilities, `${client}.dynamicRegistration`) === true,
  );
}
