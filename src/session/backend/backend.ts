/** A server as its session sees it: what it can do, how far it is, and how it is reached. Its documents and its places are the session's. */

import type { DocumentUri, ServerCapabilities } from "vscode-languageserver-protocol";
import type { Server } from "../../backend/config/servers.js";
import type { ReadinessWatch } from "../../backend/watchReadiness.js";
import type { PositionEncoding } from "../../text/position.js";
import { frameOf } from "../../wire/frames.js";
import { BackendConversation } from "./backendConversation.js";

export interface Backend {
  readonly command: readonly string[];
  /** Its entry in servers.json, where it has one. */
  serverEntry: Server | undefined;
  /** How people call it. */
  name: string;
  capabilities: ServerCapabilities;
  /** The encoding that it counts in, whatever was agreed. */
  encoding: PositionEncoding;
  /** Methods it registered for later, by registration id. */
  readonly registrations: Map<string, string>;
  /** From the answer to initialize on. */
  readiness: ReadinessWatch | undefined;
  readonly link: BackendLink;
  readonly conversation: BackendConversation;
}

/** `running` says nothing of whether it has loaded. */
export type ProcessState =
  | { readonly kind: "idle" | "starting" | "running" | "restarting" }
  /** It is down and stays so. */
  | { readonly kind: "stopped"; readonly why: string };

/** The way to a backend. */
export interface BackendLink {
  /** A whole frame of ours: now, or as soon as it can take one. */
  send(frame: Buffer): void;
  /** Runs `act` between two frames of the client's, as soon as the backend can be spoken to. What it sends leaves then and there. */
  between(act: () => void): void;
  /** What of an answer to a question of ours, asked by `method`, may leave for the client: it may ask about what is in it. The same bytes where nothing has to change. */
  rewriteResult(method: string, result: Buffer): Buffer;
  /** A question of ours is under way; what it returns is called when it is answered, or is not any more. */
  beginRequest(): () => void;
  /** How long an answer is waited for where that is not the usual time. */
  timeoutMs(): number | undefined;
  /** Resolves when the backend runs; one that does not is started. Errors: why it can't be. */
  ensureRunning(): Promise<void>;
  /** How far its process is. */
  state(): ProcessState;
  /** The folder that it was started for, where that is not the client's workspace. */
  readonly root: DocumentUri | undefined;
}

/** Who serves this client. */
export interface Backends {
  /** The one that a document belongs to, started or not. Errors: `no_backend`. */
  of(document: NamedDocument): Backend;
  /** The same, where there is one. */
  find(document: NamedDocument): Backend | undefined;
  /** Those that have been started. */
  all(): readonly Backend[];
  /** Resolves when they have been told what has happened on disk by now, as far as that is watched for them here. */
  flushFileEvents(): Promise<void>;
  /** The languages whose declarations go first, as they are what this session is about; undefined where that is all of them. */
  readonly languages: ReadonlySet<string> | undefined;
}

export interface NamedDocument {
  readonly uri: string;
  readonly languageId: string;
}

interface BackendOptions extends Pick<Backend, "command" | "serverEntry" | "link"> {
  /** How ids of our requests to it begin, as JSON text. */
  readonly idPrefix: string;
}

/** A backend of which nothing is known yet but what servers.json says. */
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
  };
}

/** The backend of a document, running: only then it is sure which one that is. Errors: `no_backend`, why it can't be started. */
export async function ensureBackend(document: NamedDocument, backends: Pick<Backends, "of">): Promise<Backend> {
  await backends.of(document).link.ensureRunning();
  return backends.of(document);
}

/** A notification of ours. */
export function sendNotification({ link }: Pick<Backend, "link">, method: string, params: unknown): void {
  link.send(notificationFrame(method, params));
}

/** The frame of a notification of ours. */
export function notificationFrame(method: string, params: unknown): Buffer {
  return frameOf(JSON.stringify({ jsonrpc: "2.0", method, params }));
}

/** What it wants to hear of open documents: `textDocumentSync` is a number (0 none, 1 full, 2 incremental) or says it member by member; or it registers for it. */
export function syncOptionsOf({ capabilities, registrations }: Pick<Backend, "capabilities" | "registrations">): {
  readonly open: boolean;
  readonly changes: boolean;
} {
  const { textDocumentSync: sync } = capabilities;
  const registered = new Set(registrations.values());
  const { openClose, change } = typeof sync === "number" ? { openClose: sync > 0, change: sync } : (sync ?? {});
  return {
    open: openClose === true || registered.has("textDocument/didOpen"),
    changes: (change ?? 0) > 0 || registered.has("textDocument/didChange"),
  };
}
