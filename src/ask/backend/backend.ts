/**
 * A backend as the session sees it: its capabilities, its state and the link to it. It knows
 * neither documents nor places.
 */

import type { DocumentUri, ServerCapabilities, WorkspaceEdit } from "vscode-languageserver-protocol";
import { EMBEDDED_SERVER_NAME, INDEX_SERVER_NAME, type Server } from "../../backend/config/servers.js";
import type { ReadinessWatch } from "../../backend/readiness/watchReadiness.js";
import type { PositionEncoding } from "../../text/position.js";
import { frameOf } from "../../wire/frames.js";
import { BackendConversation } from "./backendConversation.js";

export interface Backend {
  readonly command: readonly string[];
  /** Its entry in servers.json; undefined for a server that has none. */
  serverEntry: Server | undefined;
  /** The name used in messages to people. */
  name: string;
  capabilities: ServerCapabilities;
  /** The position encoding that it counts in, whatever was negotiated with the client. */
  encoding: PositionEncoding;
  /** Methods that it registered dynamically, by registration id. */
  readonly registrations: Map<string, string>;
  /** Undefined until the response to `initialize`. */
  readiness: ReadinessWatch | undefined;
  readonly link: BackendLink;
  readonly conversation: BackendConversation;
  /** Takes what it asks of the client while a command of ours runs; undefined while none does. */
  commandRequests: CommandRequests | undefined;
}

/** Whether it is the embedded server, whatever name it has given itself. */
export function isEmbedded({ serverEntry }: Pick<Backend, "serverEntry">): boolean {
  return serverEntry?.name === EMBEDDED_SERVER_NAME;
}

/** Whether a server over indexes runs beside the backend. */
export function hasIndex({ serverEntry }: Pick<Backend, "serverEntry">): boolean {
  return serverEntry?.companions?.some(({ server }) => server.name === INDEX_SERVER_NAME) === true;
}

/** `running` says nothing about whether it has loaded. */
export type ProcessState =
  | { readonly kind: "idle" | "starting" | "running" | "restarting" }
  /** The process is down and is not started again. */
  | { readonly kind: "stopped"; readonly why: string };

/** How our own frames reach a backend, whichever process runs at the moment. */
export interface BackendLink {
  /** Sends a whole frame: now, or as soon as the backend can take one. */
  send(frame: Buffer): void;
  /**
   * Runs `act` between two frames of the client, as soon as the backend accepts messages. Frames
   * that `act` sends leave at once.
   */
  between(act: () => void): void;
  /**
   * Runs `act` once all pending requests are answered. Until it has ended, only what it sends is
   * sent; the rest waits. Errors: `backend_timeout` if requests stay pending for long. Absent
   * where others can't be made to wait.
   */
  alone?<Value>(act: () => Promise<Value>): Promise<Value>;
  /** Sends the response to a request of the backend at once, also where others' messages wait. */
  respond(frame: Buffer): void;
  /**
   * Returns the result of our own request as the client may have it: marked, so that follow-up
   * requests about it find their backend. Returns the same bytes where nothing has to change.
   */
  rewriteResult(method: string, result: Buffer): Buffer;
  /** Returns an item of the client, in the params of a request about it, as the backend sent it. */
  originalItem(method: string, item: object): object;
  /** Returns the id (JSON text) that the client has for a request of the running process. */
  clientIdOf(id: string): string;
  /** Notes that one of our own requests is pending. The returned function ends that. */
  beginRequest(): () => void;
  /** The request timeout, where it is not the default. */
  timeoutMs(): number | undefined;
  /**
   * Resolves when the backend runs; starts it if necessary. Rejects with the reason it can't be
   * started.
   */
  ensureRunning(): Promise<void>;
  /** The state of its process. */
  state(): ProcessState;
  /** Whether it serves other sessions, too, which have the texts on disk. */
  isShared?(): boolean;
  /** Goes on with a process of its own, or with one that serves other sessions, too. */
  setPrivate?(isPrivate: boolean): void;
  /** The folder that it was started for, where that is not the client's workspace. */
  readonly root: DocumentUri | undefined;
}

/** The backends of one client. */
export interface Backends {
  /** Returns the backend that a document belongs to, started or not. Errors: `no_backend`. */
  of(document: NamedDocument): Backend;
  /** Moves documents whose environment is another one than before, as far as this one shows. */
  review?(document: NamedDocument): void;
  /** Returns the same backend, or `undefined` if no server is configured for it. */
  find(document: NamedDocument): Backend | undefined;
  /** Returns the embedded server, started or not, for what a document's own server lacks. */
  standIn?(document: NamedDocument): Backend | undefined;
  /** Returns why a better server does not serve a document, where there is one. */
  fallback?(document: NamedDocument): ServerFallback;
  /** Returns the backends that have been started. */
  all(): readonly Backend[];
  /** Starts those of the workspace folders that answer by an index and without a server. */
  startIndexed?(): Promise<void>;
  /**
   * Resolves when the file events noticed so far have been sent to the backends whose files are
   * watched here.
   */
  flushFileEvents(): Promise<void>;
  /** The languages whose declarations are listed first; undefined where that is all of them. */
  readonly languages: ReadonlySet<string> | undefined;
}

/** Why a better server is not used, each in words for the user. */
export interface ServerFallback {
  /** It is not installed, or does not start. */
  readonly notice?: string;
  /** It is installed, and does not start. */
  readonly fallbackReason?: string;
}

export interface NamedDocument {
  readonly uri: string;
  readonly languageId: string;
}

/** What a backend has asked of the client while it runs a command of ours. */
export interface CommandRequests {
  readonly edits: WorkspaceEdit[];
  /** The questions that only a user could answer, each with what there is to choose. */
  readonly questions: { readonly message: string; readonly choices: readonly string[] }[];
  /** Called with each edit. */
  onEdit(): void;
}

interface BackendOptions extends Pick<Backend, "command" | "serverEntry" | "link"> {
  /** How the ids of our requests to it begin, as JSON text. */
  readonly idPrefix: string;
}

/** Makes a backend of which only the entry in servers.json is known. */
export function openBackend({ command, serverEntry, link, idPrefix }: BackendOptions): Backend {
  return {
    command,
    serverEntry,
    name: serverEntry?.name ?? command[0] ?? "the server",
    capabilities: {},
    encoding: serverEntry?.encoding ?? "utf-16",
    registrations: new Map(),
    readiness: undefined,
    link,
    conversation: new BackendConversation(idPrefix, link),
    commandRequests: undefined,
  };
}

/**
 * Returns the backend of a document, running: before that it may still change. Errors:
 * `no_backend`, the reason it can't be started.
 */
export async function ensureBackend(
  document: NamedDocument,
  backends: Pick<Backends, "of" | "review">,
): Promise<Backend> {
  backends.review?.(document);
  for (;;) {
    const backend = backends.of(document);
    try {
      await backend.link.ensureRunning();
      return backends.of(document);
    } catch (error) {
      // Another server may have taken over from one that does not start.
      if (backends.of(document) === backend) throw error;
    }
  }
}

/** Sends a notification. */
export function sendNotification({ link }: Pick<Backend, "link">, method: string, params: unknown): void {
  link.send(notificationFrame(method, params));
}

/** Returns the frame of a notification. */
export function notificationFrame(method: string, params: unknown): Buffer {
  return frameOf(JSON.stringify({ jsonrpc: "2.0", method, params }));
}

/** LSP's MessageType. */
const messageTypes = { error: 1, warning: 2 } as const;

/** Returns the frame that has a client show a message to its user. */
export function messageFrame(type: keyof typeof messageTypes, message: string): Buffer {
  return notificationFrame("window/showMessage", { type: messageTypes[type], message });
}

/** LSP's TextDocumentSyncKind.Incremental. */
const INCREMENTAL = 2;

/**
 * Returns which document notifications the backend wants. `textDocumentSync` is a number (0 none, 1
 * full, 2 incremental) or an object; a server may also register for them.
 */
export function syncOptionsOf({ capabilities, registrations }: Pick<Backend, "capabilities" | "registrations">): {
  readonly open: boolean;
  readonly changes: boolean;
  /** Whether a change may have a range. */
  readonly ranges: boolean;
} {
  const { textDocumentSync: sync } = capabilities;
  const registered = new Set(registrations.values());
  const { openClose, change } = typeof sync === "number" ? { openClose: sync > 0, change: sync } : (sync ?? {});
  return {
    open: openClose === true || registered.has("textDocument/didOpen"),
    changes: (change ?? 0) > 0 || registered.has("textDocument/didChange"),
    ranges: change === INCREMENTAL,
  };
}
