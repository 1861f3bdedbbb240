/**
 * The lifecycle of a session: initialize, initialized, shutdown, exit. Records what is negotiated
 * and adds our capability; everything else passes.
 */

import { basename } from "node:path";
import type {
  DidChangeWorkspaceFoldersParams,
  InitializeParams,
  InitializeResult,
} from "vscode-languageserver-protocol";
import { recogniseServer } from "../backend/config/recogniseServer.js";
import type { Servers } from "../backend/config/servers.js";
import { watchReadiness } from "../backend/watchReadiness.js";
import type { PositionEncoding } from "../text/position.js";
import { keyOfUri, pathOfUri, type WorkspaceFolder } from "../uri.js";
import { type Envelope, findTrailingId } from "../wire/envelope.js";
import { type Frame, frameOf, passVerdict, type Verdict } from "../wire/frames.js";
import { findValue, setValue } from "../wire/json.js";
import { type Backend, notificationFrame } from "./backend/backend.js";
import { locateMethods } from "./backend/locateMethods.js";
import type { Session } from "./session.js";

/** The version of the Locate protocol that we announce. */
export const PROTOCOL_VERSION = 1;

/** Step for client messages: follows the lifecycle and records settings and folders. */
export function trackLifecycle({ method, id }: Envelope, session: Session): Verdict | undefined {
  switch (method) {
    case "initialize":
      if (session.phase !== "new") return undefined;
      return { kind: "take", take: (frame) => handleInitialize(frame, id ?? findTrailingId(frame.body), session) };
    case "initialized":
      if (session.phase === "initialized") markInitialized(session);
      else if (session.phase === "initializing") session.client.isInitializedEarly = true;
      return passVerdict;
    case "shutdown":
      session.phase = "shutdown";
      return passVerdict;
    case "exit":
      session.phase = "over";
      return passVerdict;
    case "workspace/didChangeWorkspaceFolders":
      return { kind: "see", see: (body) => recordFolderChange(body, session) };
    case "workspace/didChangeConfiguration":
      return { kind: "see", see: (body) => session.capabilityShim.recordSettings(body) };
    default:
      return undefined;
  }
}

/** Step for backend messages: takes the response to initialize and adds our capability. */
export function takeInitializeResult(
  { method, id }: Envelope,
  { backend, session }: { readonly backend: Backend; readonly session: Session },
): Verdict | undefined {
  if (session.phase !== "initializing" || method !== undefined || id !== session.client.initializeId) return undefined;
  return { kind: "take", take: (frame) => handleInitializeResult(frame, backend, session) };
}

/** Notes that the client is ready; from now on it may get our own messages. */
export function markInitialized(session: Session): void {
  session.phase = "running";
  for (const backend of session.backends.all()) backend.readiness?.handleInitialized();
  if (session.notice !== undefined) logToClient(session.notice, session);
}

/** Sends a log message to the client; does nothing before the session runs. */
export function logToClient(message: string, { phase, toClient }: Pick<Session, "phase" | "toClient">): void {
  if (phase !== "running") return;
  const params = { type: MESSAGE_TYPE_INFO, message };
  toClient.send(notificationFrame("window/logMessage", params));
}

/** LSP's MessageType.Info. */
const MESSAGE_TYPE_INFO = 3;

function handleInitialize(frame: Frame, id: string | undefined, session: Session): Buffer {
  // no JSON: the backend will report it
  if (!recordInitialize(frame.body, id, session)) return frame.bytes;
  const [backend] = session.backends.all();
  const body = backend ? session.capabilityShim.addCapabilities(frame.body, backend) : frame.body;
  return body === frame.body ? frame.bytes : frameOf(body);
}

/** Records the params of the client's `initialize`; returns false if the body is no JSON. */
export function recordInitialize(body: Buffer, id: string | undefined, session: Session): boolean {
  let params: InitializeParams;
  try {
    params = (JSON.parse(body.toString("utf8")) as { params?: InitializeParams }).params ?? ({} as InitializeParams);
  } catch {
    return false;
  }
  session.phase = "initializing";
  const { client } = session;
  client.initializeId = id;
  session.noteInitialize();
  client.capabilities = params.capabilities ?? {};
  const { rootUri, rootPath, workspaceFolders } = params;
  client.roots = {
    folders: foldersOf(workspaceFolders ?? (rootUri ? [{ uri: rootUri, name: "" }] : [])),
    others: [rootPath, process.cwd()].filter((path) => typeof path === "string"),
  };
  return true;
}

/**
 * Returns the valid ones of the client's folders. An empty name is replaced by that of the folder,
 * as Locates choose a folder by its name.
 */
function foldersOf(folders: unknown): WorkspaceFolder[] {
  if (!Array.isArray(folders)) return [];
  const valid = folders.filter((folder): folder is WorkspaceFolder => typeof folder?.uri === "string");
  return valid.map(({ uri, name }) => ({ uri, name: name || basename(pathOfUri(uri) ?? uri) }));
}

/** Records the params of `workspace/didChangeWorkspaceFolders`. */
export function recordFolderChange(body: Buffer, { client }: Pick<Session, "client">): void {
  try {
    const { params } = JSON.parse(body.toString("utf8")) as { params?: DidChangeWorkspaceFoldersParams };
    const removed = new Set(foldersOf(params?.event?.removed).map(({ uri }) => keyOfUri(uri)));
    const kept = client.roots.folders.filter(({ uri }) => !removed.has(keyOfUri(uri)));
    client.roots = { ...client.roots, folders: [...kept, ...foldersOf(params?.event?.added)] };
  } catch {
    // no JSON: the backend gets the same bytes
  }
}

function handleInitializeResult(frame: Frame, backend: Backend, session: Session): Buffer {
  const result = initializeResultOf(frame.body);
  if (result === undefined) session.log("the response to initialize is not JSON; it passes unchanged");
  if (!result?.capabilities) {
    session.phase = "new"; // rejected: the client may try again
    return frame.bytes;
  }
  session.phase = "initialized";
  recordInitializeResult(result, backend, { folders: session.client.roots.folders.length, servers: session.servers });
  session.client.encoding = positionEncodingOf(result) ?? "utf-16";
  // The client may have sent `initialized` before this response.
  if (session.client.isInitializedEarly) queueMicrotask(() => markInitialized(session));
  const body = addLocateCapability(frame.body);
  return body ? frameOf(body) : frame.bytes;
}

/**
 * Returns the result of a response to initialize: empty for an error, undefined if the body is no
 * JSON.
 */
export function initializeResultOf(body: Buffer): Partial<InitializeResult> | undefined {
  try {
    return (JSON.parse(body.toString("utf8")) as { result?: InitializeResult }).result ?? {};
  } catch {
    return undefined;
  }
}

/** Records what a backend declares of itself; `folders` is the number of folders it was given. */
export function recordInitializeResult(
  result: Partial<InitializeResult>,
  backend: Backend,
  { folders, servers }: { readonly folders: number; readonly servers: Servers },
): void {
  backend.capabilities = result.capabilities ?? {};
  backend.serverEntry ??= recogniseServer(servers, backend.command, result.serverInfo?.name);
  backend.name = result.serverInfo?.name ?? backend.name;
  backend.encoding = positionEncodingOf(result) ?? backend.serverEntry?.encoding ?? "utf-16";
  backend.readiness = watchReadiness({
    name: backend.name,
    rule: backend.serverEntry?.ready,
    folders,
  });
}

/**
 * Returns a response to initialize with our capability added under `experimental`; undefined where
 * `experimental` is no object.
 */
export function addLocateCapability(body: Buffer): Buffer | undefined {
  const experimental = findValue(body, ["result", "capabilities", "experimental"]);
  if (experimental && body[experimental.from] !== "{".charCodeAt(0)) return undefined;
  const announcement = { version: PROTOCOL_VERSION, methods: locateMethods };
  return setValue(body, ["result", "capabilities", "experimental", "locate"], announcement);
}

/**
 * Returns the position encoding that the backend chose: by LSP's member, or clangd's older one.
 * Undefined means utf-16, or what servers.json says of this server.
 */
export function positionEncodingOf(result: Partial<InitializeResult>): PositionEncoding | undefined {
  const { offsetEncoding } = result as { offsetEncoding?: unknown };
  const candidates = [result.capabilities?.positionEncoding, offsetEncoding];
  return candidates.find(
    (encoding): encoding is PositionEncoding => encoding === "utf-8" || encoding === "utf-16" || encoding === "utf-32",
  );
}
