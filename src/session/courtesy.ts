/**
 * What a client can't do, done for it. Agent harnesses often declare nothing; then servers keep to themselves how far they are,
 * answer flat symbols, and break on errors to what they ask. We declare for such a client what Locates need, take back what
 * comes of it, and answer what it would have refused. To a client that declares these things itself, nothing of this happens.
 */

import type { ClientCapabilities } from "vscode-languageserver-protocol";
import { flatten } from "../backend/symbols.js";
import { type Envelope, idBehind } from "../wire/envelope.js";
import { type Frame, frameOf, type Verdict } from "../wire/frames.js";
import { find, put, splice, stringAt } from "../wire/json.js";
import type { Session } from "./session.js";

export class Courtesy {
  readonly #client: () => ClientCapabilities;
  /** What the backend's readiness shows only to clients that declare it. */
  readonly #signs: () => readonly SignCapability[];
  #flatSymbols = false;
  #hushStatus = false;
  /** Progress the backend began towards a client that can't show any; ends with us. JSON text of the tokens. */
  readonly #hushedTokens = new Set<string>();
  /** Where the client's own documentSymbol answers are to come out flat: by partial-result token (JSON text), the document's URI. */
  readonly #flatPartials = new Map<string, string>();
  #settings: unknown;

  constructor(client: () => ClientCapabilities, signs: () => readonly SignCapability[]) {
    this.#client = client;
    this.#signs = signs;
  }

  /** The client's `initialize`, with what Locates need declared where it isn't; the same buffer where nothing is missing. */
  enrich(body: Buffer): Buffer {
    const { textDocument, window, experimental } = this.#client();
    const missing: string[][] = [];
    if (textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport !== true) {
      this.#flatSymbols = true;
      missing.push(["textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"]);
    }
    for (const sign of this.#signs()) {
      if (sign === "window.workDoneProgress" && window?.workDoneProgress !== true) missing.push(sign.split("."));
      const status = (experimental as { serverStatusNotification?: unknown } | undefined)?.serverStatusNotification;
      if (sign === "experimental.serverStatusNotification" && status !== true) {
        this.#hushStatus = true;
        missing.push(sign.split("."));
      }
    }
    return missing.reduce((json, path) => put(json, ["params", "capabilities", ...path], true) ?? json, body);
  }

  /** The URI that a request of the client's for symbols is about; parts of its answer will have to be made flat too. */
  flatSymbolsOf(body: Buffer): string {
    const uri = stringAt(body, find(body, ["params", "textDocument", "uri"])) ?? "";
    const token = find(body, ["params", "partialResultToken"]);
    if (token) this.#flatPartials.set(body.toString("latin1", token.from, token.to), uri);
    return uri;
  }

  get wantsFlatSymbols(): boolean {
    return this.#flatSymbols;
  }

  /** Notes settings of a client that will not be asked for them. */
  configured(body: Buffer): void {
    try {
      this.#settings = (JSON.parse(body.toString("utf8")) as { params?: { settings?: unknown } }).params?.settings;
    } catch {
      // the backend gets the same bytes
    }
  }

  /** A notification that only came because we asked for it. */
  hushes(method: string | undefined): boolean {
    return this.#hushStatus && method === "experimental/serverStatus";
  }

  /** What becomes of a `$/progress`: swallowed, flattened, or as it is. */
  progress(frame: Frame): Buffer | undefined {
    if (this.#hushedTokens.size === 0 && this.#flatPartials.size === 0) return frame.bytes;
    const { body } = frame;
    const span = find(body, ["params", "token"]);
    const token = span ? body.toString("latin1", span.from, span.to) : "";
    if (this.#hushedTokens.has(token)) {
      const kind = find(body, ["params", "value", "kind"]);
      if (stringAt(body, kind) === "end") this.#hushedTokens.delete(token);
      return undefined;
    }
    const uri = this.#flatPartials.get(token);
    return uri === undefined ? frame.bytes : frameOf(flat(body, ["params", "value"], uri));
  }

  get mindsProgress(): boolean {
    return this.#hushedTokens.size > 0 || this.#flatPartials.size > 0;
  }

  /** The answer to a request of the backend's that this client would refuse, as JSON; undefined where the client answers for itself. */
  answer(method: string, body: Buffer, session: Session): string | undefined {
    const { workspace, window } = this.#client();
    switch (method) {
      case "workspace/configuration":
        return workspace?.configuration ? undefined : JSON.stringify(this.#configuration(body, session));
      case "workspace/workspaceFolders":
        return workspace?.workspaceFolders ? undefined : JSON.stringify(session.client.roots.folders);
      case "workspace/applyEdit":
        return workspace?.applyEdit ? undefined : '{"applied":false,"failureReason":"the client does not apply edits"}';
      case "window/workDoneProgress/create": {
        if (window?.workDoneProgress) return undefined;
        const token = find(body, ["params", "token"]);
        if (token) this.#hushedTokens.add(body.toString("latin1", token.from, token.to));
        return "null";
      }
      case "window/showMessageRequest":
        // Editors ask their user without declaring that they can; only a client that says nothing of windows at all won't.
        return window ? undefined : "null";
      case "window/showDocument":
        return window?.showDocument?.support ? undefined : '{"success":false}';
      case "client/registerCapability":
      case "client/unregisterCapability":
        return canRegister(this.#client()) ? undefined : "null";
      default: {
        const group = refreshGroups[method];
        if (group === undefined) return undefined;
        const declared = (workspace as Record<string, { refreshSupport?: boolean } | undefined> | undefined)?.[group];
        return declared?.refreshSupport ? undefined : "null";
      }
    }
  }

  /** For each item asked: the part of the client's last settings, else of those in servers.json, else null. */
  #configuration(body: Buffer, session: Session): unknown[] {
    const { params } = JSON.parse(body.toString("utf8")) as {
      params?: { items?: readonly { section?: string | null }[] };
    };
    const known = session.backend.known?.settings;
    return (params?.items ?? []).map(
      ({ section }) => sectionOf(this.#settings, section) ?? sectionOf(known, section) ?? null,
    );
  }
}

/** A client capability without which a server doesn't tell how far it is. */
export type SignCapability = "window.workDoneProgress" | "experimental.serverStatusNotification";

/** The backend's side: answers for the client, and keeps from it what it did not ask for. */
export function courtesies({ method, id }: Envelope, session: Session): Verdict | undefined {
  if (method === undefined) return undefined;
  const { courtesy } = session;
  if (courtesy.hushes(method)) return { kind: "take", take: () => undefined };
  if (method === "$/progress" && courtesy.mindsProgress)
    return { kind: "take", take: (frame) => courtesy.progress(frame) };
  if (!couldAnswer(method)) return undefined;
  return {
    kind: "take",
    take: (frame) => {
      const asked = id ?? idBehind(frame.body);
      const result = asked === undefined ? undefined : courtesy.answer(method, frame.body, session);
      if (result === undefined) return frame.bytes;
      session.toBackend.send(frameOf(`{"jsonrpc":"2.0","id":${asked},"result":${result}}`));
      return undefined;
    },
  };
}

/** The body with hierarchical symbols under `path` made flat. */
export function flat(body: Buffer, path: readonly string[], uri: string): Buffer {
  const span = find(body, path);
  if (!span) return body;
  const symbols: unknown = JSON.parse(body.toString("utf8", span.from, span.to));
  if (!Array.isArray(symbols)) return body;
  return splice(body, [{ ...span, bytes: Buffer.from(JSON.stringify(flatten(symbols, uri))) }]);
}

const refreshGroups: Readonly<Record<string, string>> = {
  "workspace/codeLens/refresh": "codeLens",
  "workspace/semanticTokens/refresh": "semanticTokens",
  "workspace/inlayHint/refresh": "inlayHint",
  "workspace/inlineValue/refresh": "inlineValue",
  "workspace/diagnostic/refresh": "diagnostics",
  "workspace/foldingRange/refresh": "foldingRange",
};

const answerable = new Set([
  "workspace/configuration",
  "workspace/workspaceFolders",
  "workspace/applyEdit",
  "window/workDoneProgress/create",
  "window/showMessageRequest",
  "window/showDocument",
  "client/registerCapability",
  "client/unregisterCapability",
]);

function couldAnswer(method: string): boolean {
  return answerable.has(method) || Object.hasOwn(refreshGroups, method);
}

/** Servers register with clients that never offered it too; one that offers it anywhere can answer. */
function canRegister(capabilities: ClientCapabilities): boolean {
  return JSON.stringify(capabilities).includes('"dynamicRegistration":true');
}

function sectionOf(settings: unknown, section: string | null | undefined): unknown {
  if (!section) return settings;
  return section
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], settings);
}
