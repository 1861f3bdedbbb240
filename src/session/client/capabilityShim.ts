/**
 * Supplies capabilities that a client lacks.
 *
 * Agent harnesses often declare nothing. Servers then hide how far they have loaded, return flat
 * symbols, and fail on errors to their own requests. For such a client we declare what Locates
 * need, translate the results back, and answer the requests that it would refuse. A client that
 * declares these capabilities itself is not affected.
 */

import type { ClientCapabilities } from "vscode-languageserver-protocol";
import type { Backend } from "../../ask/backend/backend.js";
import { features, valueAt } from "../../backend/capabilities/features.js";
import { restrictSettings, settingsIn } from "../../backend/config/settings.js";
import { flattenSymbols } from "../../backend/documentSymbols.js";
import { type RequiredCapability, requiredCapabilities } from "../../backend/readiness.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { type Frame, frameOf, type Verdict } from "../../wire/frames.js";
import { findValue, setValue, splice, stringAt } from "../../wire/json.js";
import type { ClientState } from "./clientState.js";

/** The maximum number of hidden progress tokens of a backend; the oldest are forgotten. */
const MAX_HIDDEN_TOKENS = 10_000;

const FILE_WATCHING_PATH = ["workspace", "didChangeWatchedFiles"];
const fileWatching = ["dynamicRegistration", "relativePatternSupport"];

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
   * Returns the result, as JSON, of a backend's request that this client would refuse; undefined
   * where the client answers for itself.
   */
  answerForClient(
    { method, body }: { readonly method: string; readonly body: Buffer },
    backend: Pick<Backend, "serverEntry">,
    { roots }: Pick<ClientState, "roots">,
  ): string | undefined {
    const { workspace, window } = this.#clientCapabilities();
    switch (method) {
      case "workspace/configuration":
        return workspace?.configuration ? undefined : JSON.stringify(this.#configuration(body, backend));
      case "workspace/workspaceFolders":
        return workspace?.workspaceFolders ? undefined : JSON.stringify(roots.folders);
      case "workspace/applyEdit":
        return workspace?.applyEdit ? undefined : '{"applied":false,"failureReason":"the client does not apply edits"}';
      case "window/workDoneProgress/create": {
        if (window?.workDoneProgress) return undefined;
        const token = findValue(body, ["params", "token"]);
        if (token) this.#hideToken(body.toString("latin1", token.from, token.to), backend);
        return "null";
      }
      case "window/showMessageRequest":
        // Editors ask their user without declaring it. Only a client that declares nothing under
        // `window` can't.
        return window ? undefined : "null";
      case "window/showDocument":
        return window?.showDocument?.support ? undefined : '{"success":false}';
      case "client/registerCapability":
      case "client/unregisterCapability":
        return declaresDynamicRegistration(this.#clientCapabilities()) ? undefined : "null";
      default: {
        const group = refreshGroups[method];
        if (group === undefined) return undefined;
        const declared = (workspace as Record<string, { refreshSupport?: boolean } | undefined> | undefined)?.[group];
        return declared?.refreshSupport ? undefined : "null";
      }
    }
  }

  #hideToken(token: string, backend: object): void {
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
    const { params } = JSON.parse(body.toString("utf8")) as {
      params?: { items?: readonly { section?: string | null }[] };
    };
    return (params?.items ?? []).map(({ section }) =>
      restrictSettings(
        settingsIn(this.#settings, section) ?? settingsIn(serverEntry?.settings, section) ?? null,
        section,
        serverEntry,
      ),
    );
  }
}

/** Step for backend messages: answers for the client, and drops what the client did not ask for. */
export function applyCapabilityShim(
  { method, id }: Envelope,
  {
    backend,
    session: { capabilityShim, client },
  }: {
    readonly backend: Backend;
    readonly session: { readonly capabilityShim: CapabilityShim; readonly client: Pick<ClientState, "roots"> };
  },
): Verdict | undefined {
  if (method === undefined) return undefined;
  if (capabilityShim.hidesNotification(method, backend)) return { kind: "take", take: () => undefined };
  if (method === "$/progress" && capabilityShim.handlesProgress(backend))
    return { kind: "take", take: (frame) => capabilityShim.filterProgress(frame, backend) };
  if (!canAnswer(method)) return undefined;
  return {
    kind: "take",
    take: (frame) => {
      const requestId = id ?? findTrailingId(frame.body);
      const result =
        requestId === undefined
          ? undefined
          : capabilityShim.answerForClient({ method, body: frame.body }, backend, client);
      if (result === undefined) return frame.bytes;
      backend.link.send(frameOf(`{"jsonrpc":"2.0","id":${requestId},"result":${result}}`));
      return undefined;
    },
  };
}

/** Returns the body with the hierarchical symbols at `path` made flat. */
export function flattenSymbolsAt(body: Buffer, path: readonly string[], uri: string): Buffer {
  const span = findValue(body, path);
  if (!span) return body;
  const symbols: unknown = JSON.parse(body.toString("utf8", span.from, span.to));
  if (!Array.isArray(symbols)) return body;
  return splice(body, [{ ...span, bytes: Buffer.from(JSON.stringify(flattenSymbols(symbols, uri))) }]);
}

const refreshGroups: Readonly<Record<string, string>> = {
  "workspace/codeLens/refresh": "codeLens",
  "workspace/semanticTokens/refresh": "semanticTokens",
  "workspace/inlayHint/refresh": "inlayHint",
  "workspace/inlineValue/refresh": "inlineValue",
  "workspace/diagnostic/refresh": "diagnostics",
  "workspace/foldingRange/refresh": "foldingRange",
};

const answerableMethods = new Set([
  "workspace/configuration",
  "workspace/workspaceFolders",
  "workspace/applyEdit",
  "window/workDoneProgress/create",
  "window/showMessageRequest",
  "window/showDocument",
  "client/registerCapability",
  "client/unregisterCapability",
]);

function canAnswer(method: string): boolean {
  return answerableMethods.has(method) || Object.hasOwn(refreshGroups, method);
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
