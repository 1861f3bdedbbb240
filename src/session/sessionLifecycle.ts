/**
 * The lifecycle of a session: initialize, initialized, shutdown, exit. Records what is negotiated
 * and adds our capability; everything else passes.
 */

import { basename, dirname } from "node:path";
import type {
  ClientCapabilities,
  DidChangeWorkspaceFoldersParams,
  InitializeParams,
  InitializeResult,
} from "vscode-languageserver-protocol";
import { type Backend, messageFrame, notificationFrame } from "../ask/backend/backend.js";
import { locateMethods } from "../ask/methodTable.js";
import { recogniseServer } from "../backend/config/recogniseServer.js";
import type { Server, Servers } from "../backend/config/servers.js";
import { isUntrusted } from "../backend/config/trust.js";
import { watchReadiness } from "../backend/readiness/watchReadiness.js";
import { LocateError } from "../error.js";
import { workingFolder } from "../files/workingFolder.js";
import type { PositionEncoding } from "../text/position.js";
import { keyOfUri, pathOfUri, type WorkspaceFolder } from "../uri.js";
import { type Envelope, findTrailingId } from "../wire/envelope.js";
import { type Decision, type Frame, frameOf, passDecision } from "../wire/frames.js";
import { findValue, setValue } from "../wire/json.js";
import { correctCapabilities, decideAgentMode } from "./agent/decideAgentMode.js";
import { announces, syntaxCapabilitiesFor } from "./agent/syntaxMethods.js";
import { locateCommands } from "./client/locateCommands.js";
import { fillOptions, requiredSettingsFrame, restrictInitialize } from "./client/restrictedSettings.js";
import type { Session } from "./session.js";

/** The version of the Locate protocol that we announce. */
export const PROTOCOL_VERSION = 1;

/** Step for client messages: follows the lifecycle and records settings and folders. */
export function trackLifecycle({ method, id }: Envelope, session: Session): Decision | undefined {
  switch (method) {
    case "initialize":
      if (session.phase !== "new") return undefined;
      return { kind: "take", take: (frame) => handleInitialize(frame, id ?? findTrailingId(frame.body), session) };
    case "initialized":
      if (session.phase === "initialized") markInitialized(session);
      else if (session.phase === "initializing") session.client.isInitializedEarly = true;
      return addRequiredSettings(session);
    case "shutdown":
      session.phase = "shutdown";
      return passDecision;
    case "exit":
      session.noteExit(session.phase === "shutdown");
      session.phase = "over";
      return passDecision;
    case "workspace/didChangeWorkspaceFolders":
      return {
        kind: "take",
        take: ({ bytes, body }) =>
          acceptFolderChange(body, session, session.backends.all()[0]?.serverEntry) ? bytes : undefined,
      };
    case "workspace/didChangeConfiguration":
      return { kind: "see", see: (body) => session.capabilityShim.recordSettings(body) };
    default:
      return undefined;
  }
}

/** Passes `initialized`; in an untrusted workspace, the settings that it requires follow. */
function addRequiredSettings({ backends }: Pick<Session, "backends">): Decision {
  const settings = requiredSettingsFrame(backends.all()[0]?.serverEntry);
  if (settings === undefined) return passDecision;
  return { kind: "take", take: ({ bytes }) => Buffer.concat([bytes, settings]) };
}

/** Step for backend messages: takes the response to initialize and adds our capability. */
export function takeInitializeResult(
  { method, id }: Envelope,
  { backend, session }: { readonly backend: Backend; readonly session: Session },
): Decision | undefined {
  if (session.phase !== "initializing" || method !== undefined || id !== session.client.initializeId) return undefined;
  return { kind: "take", take: (frame) => handleInitializeResult(frame, backend, session) };
}

/** Notes that the client is ready; from now on it may get our own messages. */
export function markInitialized(session: Session): void {
  session.phase = "running";
  for (const backend of session.backends.all()) {
    backend.readiness?.handleInitialized();
    session.agent?.watchedFiles?.watchFor(backend);
  }
  if (session.notice !== undefined) logToClient(session.notice, session);
  void recoverChanges(session);
}

async function recoverChanges(session: Session): Promise<void> {
  const { folders, others } = session.client.roots;
  const paths = folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  for (const message of (await session.recover?.(paths.length > 0 ? paths : others)) ?? [])
    session.toClient.send(messageFrame("warning", message));
}

/** Sends a log message to the client; does nothing before the session runs. */
export function logToClient(message: string, { phase, toClient }: Pick<Session, "phase" | "toClient">): void {
  if (phase !== "running") return;
  const params = { type: MESSAGE_TYPE_INFO, message };
  toClient.send(notificationFrame("window/logMessage", params));
}

/** LSP's MessageType.Info. */
const MESSAGE_TYPE_INFO = 3;

function handleInitialize(frame: Frame, id: string | undefined, session: Session): Buffer | undefined {
  // no JSON: the backend will report it
  if (!recordInitialize(frame.body, id, session)) return frame.bytes;
  const [backend] = session.backends.all();
  const error = backend?.serverEntry?.restriction === undefined ? untrustedRootError(session) : undefined;
  if (error !== undefined && id !== undefined) {
    session.phase = "new";
    session.respond(id, { error: { code: error.code, message: error.message, data: error.data } });
    return undefined;
  }
  const claimed = initializeForServers(frame.body, session);
  const withCapabilities = backend
    ? session.capabilityShim.addCapabilities(claimed, backend, session.agent !== undefined)
    : claimed;
  const withOptions = session.agent ? fillOptions(withCapabilities, backend?.serverEntry) : withCapabilities;
  const body = restrictInitialize(withOptions, backend?.serverEntry);
  return body === frame.body ? frame.bytes : frameOf(body);
}

/**
 * Returns the error for a root that servers.json does not trust, where the server was started with
 * trust.
 */
export function untrustedRootError({ client, servers }: Pick<Session, "client" | "servers">): LocateError | undefined {
  if (servers.isUntrusted) return undefined;
  const { folders, others } = client.roots;
  const paths = [...folders.flatMap(({ uri }) => pathOfUri(uri) ?? []), ...others];
  const path = paths.find((each) => isUntrusted(servers, each));
  if (path === undefined) return undefined;
  const message = `${path} is untrusted by your servers.json, and the server was started in another folder, with trust. Start it with: lsp-locate --untrusted -- <command>.`;
  return new LocateError("backend_failed", message, { reason: "untrusted", path });
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
  client.initializeAt = performance.now();
  session.noteInitialize();
  const name: unknown = params.clientInfo?.name;
  client.isSilent = typeof name === "string" && session.servers.clients.get(name)?.silent === true;
  const decision = decideAgentMode(session.agentOption, name, session.servers);
  if (decision) session.beginAgentMode(decision);
  client.capabilities = decision ? capabilitiesIn(correctCapabilities(body, decision)) : (params.capabilities ?? {});
  const { rootUri, rootPath, workspaceFolders } = params;
  const folders = foldersOf(workspaceFolders ?? (rootUri ? [{ uri: rootUri, name: "" }] : []));
  const others = [rootPath, startFolder(folders)].filter((path) => typeof path === "string");
  client.roots = { folders, others };
  return true;
}

/**
 * Returns the working directory, for relative paths that are in none of the folders; undefined if
 * it is the root of the file system. Shared sessions run there, and no path is meant from there.
 */
function startFolder(folders: readonly WorkspaceFolder[]): string | undefined {
  const folder = workingFolder();
  return folders.length > 0 && dirname(folder) === folder ? undefined : folder;
}

function capabilitiesIn(body: Buffer): ClientCapabilities {
  return (JSON.parse(body.toString("utf8")) as { params?: Partial<InitializeParams> }).params?.capabilities ?? {};
}

/**
 * Returns the client's `initialize` as servers get it: unchanged, but in agent mode without what
 * the client claims and does not do, and with what the proxy does in its place.
 */
export function initializeForServers(body: Buffer, { agent }: Pick<Session, "agent">): Buffer {
  return agent ? correctCapabilities(body, agent.decision) : body;
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

/**
 * Records the folders for the only backend of a session; returns false, and tells the client, if
 * that was started with trust and one of them is untrusted.
 */
export function acceptFolderChange(body: Buffer, session: Session, server: Server | undefined): boolean {
  const { roots } = session.client;
  recordFolderChange(body, session);
  const error = server?.restriction === undefined ? untrustedRootError(session) : undefined;
  if (error === undefined) return true;
  session.client.roots = roots;
  session.log(error.message);
  logToClient(error.message, session);
  return false;
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
  recordInitializeResult(result, backend, {
    folders: session.client.roots.folders.length,
    servers: session.servers,
    sentAt: session.client.initializeAt,
  });
  session.client.encoding = positionEncodingOf(result) ?? "utf-16";
  // The client may have sent `initialized` before this response.
  if (session.client.isInitializedEarly) queueMicrotask(() => markInitialized(session));
  const agent = session.agent && { server: backend.serverEntry, servers: session.servers };
  const body = announceLocate(frame.body, agent);
  return body === frame.body ? frame.bytes : frameOf(body);
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

/**
 * Records what a backend declares of itself. `folders` is the number of folders it was given, and
 * `sentAt` when it was sent `initialize`, as of `performance.now()`.
 */
export function recordInitializeResult(
  result: Partial<InitializeResult>,
  backend: Backend,
  { folders, servers, sentAt }: { readonly folders: number; readonly servers: Servers; readonly sentAt: number },
): void {
  backend.capabilities = result.capabilities ?? {};
  backend.serverEntry ??= recogniseServer(servers, backend.command, result.serverInfo?.name);
  backend.name = result.serverInfo?.name ?? backend.name;
  backend.encoding = backend.serverEntry?.encoding ?? positionEncodingOf(result) ?? "utf-16";
  backend.readiness = watchReadiness({
    name: backend.name,
    rule: backend.serverEntry?.ready,
    folders,
    startMs: performance.now() - sentAt,
  });
}

/** The server of a session in agent mode, where it is known. */
interface AgentServer {
  readonly server: Server | undefined;
  readonly servers: Servers;
}

/**
 * Returns the response of an only server to initialize with our capabilities added: under
 * `experimental`, unless that is no object, and in agent mode also as standard requests.
 */
export function announceLocate(body: Buffer, agent: AgentServer | undefined): Buffer {
  const announcement = { version: PROTOCOL_VERSION, methods: locateMethods };
  const experimental = findValue(body, ["result", "capabilities", "experimental"]);
  const isOpen = !experimental || body[experimental.from] === "{".charCodeAt(0);
  const path = ["result", "capabilities", "experimental", "locate"];
  const announced = isOpen ? (setValue(body, path, announcement) ?? body) : body;
  return agent ? announceStandardRequests(announced, agent) : announced;
}

/**
 * Adds workspace symbols, our commands and what is answered from syntax to the capabilities in a
 * response to initialize.
 */
function announceStandardRequests(body: Buffer, { server, servers }: AgentServer): Buffer {
  const capabilities = initializeResultOf(body)?.capabilities ?? {};
  const { workspaceSymbolProvider, executeCommandProvider } = capabilities;
  const lacking = server ? syntaxCapabilitiesFor((each) => announces(capabilities, each), server, servers) : [];
  const added = [...lacking.map(({ provider }) => provider), ...(workspaceSymbolProvider ? [] : [SYMBOLS])];
  const withSymbols = added.reduce(
    (json, provider) => setValue(json, ["result", "capabilities", provider], true) ?? json,
    body,
  );
  const own: unknown = executeCommandProvider?.commands;
  const commands = [...(Array.isArray(own) ? own : []), ...locateCommands];
  return setValue(withSymbols, ["result", "capabilities", "executeCommandProvider", "commands"], commands) ?? body;
}

const SYMBOLS = "workspaceSymbolProvider";

/**
 * Returns the position encoding that the backend announces: by LSP's member, or clangd's older one.
 * Undefined means utf-16. An `encoding` in servers.json is what the server really counts in, and
 * goes before this.
 */
export function positionEncodingOf(result: Partial<InitializeResult>): PositionEncoding | undefined {
  const { offsetEncoding } = result as { offsetEncoding?: unknown };
  const candidates = [result.capabilities?.positionEncoding, offsetEncoding];
  return candidates.find(
    (encoding): encoding is PositionEncoding => encoding === "utf-8" || encoding === "utf-16" || encoding === "utf-32",
  );
}
