/**
 * Composes a routed session: the instances, the capabilities, the file watchers and the origins
 * that its steps work with.
 */

import { existsSync } from "node:fs";
import type { SemanticTokensOptions } from "vscode-languageserver-protocol";
import { openBackend } from "../ask/backend/backend.js";
import { changesInWorktree, notifyFileEvents } from "../ask/documents/diskChanges.js";
import { valueAt } from "../backend/capabilities/features.js";
import type { Server } from "../backend/config/servers.js";
import { effectiveSettings } from "../backend/config/settings.js";
import { mayRunTools } from "../backend/config/trust.js";
import { WatchedEnvironment } from "../backend/environment/watchedEnvironment.js";
import { isObject } from "../backend/isObject.js";
import type { BackendProcess, StartBackendOptions } from "../backend/process.js";
import { isInside } from "../files/isInside.js";
import { UNREGISTERED_ID, unregisteredWatchers } from "../session/agent/fileWatching.js";
import { announces, syntaxCapabilitiesFor } from "../session/agent/syntaxMethods.js";
import { plainCompletions, SNIPPET_SUPPORT } from "../session/client/plainCompletions.js";
import type { Session } from "../session/session.js";
import { logToClient } from "../session/sessionLifecycle.js";
import { pathOfUri } from "../uri.js";
import { frameOf } from "../wire/frames.js";
import type { Message } from "../wire/wholeMessages.js";
import { CapabilityBroker } from "./capabilities/capabilityBroker.js";
import { buildSharedInitialize } from "./capabilities/initializeParams.js";
import type { RegistrationsClient } from "./capabilities/registrations.js";
import { startOptionsOf, withCompanionProcesses } from "./companions/companionProcess.js";
import type { DocumentMessageContext } from "./documents/routeDocuments.js";
import { type FileWatchers, watchFiles } from "./files/fileWatchers.js";
import { OWN_TAG, tagId } from "./idTags.js";
import { BackendInstance } from "./instances/backendInstance.js";
import { BackendInstances } from "./instances/backendInstances.js";
import type { InstanceEvents, InstanceHost } from "./instances/instanceHost.js";
import type { RoutingMode } from "./instances/selection/routingMode.js";
import type { BackendRequestContext } from "./requests/backendRequests.js";
import type { BroadcastContext } from "./requests/broadcast.js";
import type { CancellationContext } from "./requests/cancellation.js";
import { CommandOrigins } from "./requests/commandOrigins.js";
import { ItemOrigins } from "./requests/itemOrigins.js";
import { broadcastRequests } from "./requests/mergeResponses.js";
import type { PhaseContext } from "./requests/phaseGate.js";
import type { RegistrationContext } from "./requests/registrationRequests.js";
import type { RequestRoutingContext } from "./requests/requestRouting.js";
import type { ClientResponseContext } from "./requests/responseForwarding.js";
import { encodeTokens } from "./requests/semanticTokens.js";
import type { SessionRequestContext } from "./requests/sessionRequests.js";
import type { SharedServerSpec } from "./sharing/attachment.js";

/**
 * Everything that the steps of both sides need together. Each step declares the part that it takes.
 */
export interface Routing
  extends PhaseContext,
    SessionRequestContext,
    CancellationContext,
    ClientResponseContext,
    DocumentMessageContext,
    BroadcastContext,
    RequestRoutingContext {
  readonly session: Session;
  readonly mode: RoutingMode;
  readonly instances: BackendInstances;
  readonly itemOrigins: ItemOrigins;
  readonly commandOrigins: CommandOrigins;
  readonly capabilityBroker: CapabilityBroker<BackendInstance>;
  readonly fileWatchers: () => FileWatchers;
  /** Ends what runs beside the instances. */
  end(): void;
}

/** The context of the steps for a backend's messages. */
export interface BackendStepContext extends RegistrationContext, BackendRequestContext {
  readonly instance: BackendInstance;
  readonly routing: Routing;
}

/**
 * Starts a process; `key` is that of its instance. With `shared`, it may be one that serves other
 * sessions, too.
 */
export type StartProcess = (
  key: string,
  command: readonly string[],
  options: StartBackendOptions,
  shared: SharedServerSpec | undefined,
) => Promise<BackendProcess>;

/** Which sessions may share servers: none, those in agent mode, or any. */
export type Sharing = "never" | "agents" | "always";

export interface RoutingOptions {
  readonly mode: RoutingMode;
  /** The version of this program. */
  readonly version: string;
  /** Opens the session that these instances serve. */
  readonly openSession: (instances: BackendInstances) => Session;
  readonly startProcess: StartProcess;
  readonly sharing: Sharing;
  /** The maximum length of the body of a backend's message, if it is not the default. */
  readonly maxFrameBytes: number | undefined;
  /** How long a backend may take to answer `initialize`, if it is not the default. */
  readonly startTimeoutMs?: number | undefined;
  /** Handles a message of a backend. */
  readonly receive: (message: Message, context: BackendStepContext) => void;
  /** Handles messages of the client that came before `initialized`. */
  readonly replayMessages: (messages: readonly Message[]) => void;
  /** Reads the client's messages again, if no backend is slow any more. */
  readonly resumeReading: () => void;
  /** Ends the session, as the client has sent `exit`. */
  readonly endSession: () => void;
}

export function openRouting(options: RoutingOptions): Routing {
  const { mode, version, resumeReading, endSession } = options;
  const instances = new BackendInstances({
    mode,
    get session() {
      return session;
    },
    setServers(servers) {
      session.servers = servers;
    },
    detect: (entry, root) => instanceHost.watchEnvironment(entry, root)?.server ?? entry,
    createInstance: (key, selected, place) => new BackendInstance(key, selected, place, instanceHost),
    flushFileEvents: () => fileWatchers?.flush() ?? Promise.resolve(),
    onLanguagesChanged: (instance) => capabilityBroker.registerInitial(instance),
    logToClient: (message) => logToClient(message, session),
    warnClient: (message) => notifyClient(session, "window/showMessage", { type: MESSAGE_TYPE_WARNING, message }),
  });
  const session = options.openSession(instances);
  const itemOrigins = new ItemOrigins();
  const commandOrigins = new CommandOrigins();
  const capabilityBroker = new CapabilityBroker<BackendInstance>({
    client: registrationsClient(session),
    hasManyBackends: mode.hasManyBackends,
    broadcastRequests,
    languagesOf: (instance) => instances.languagesOf(instance),
    addedFor({ server, backend: { capabilities } }) {
      if (!session.agent) return [];
      const added = syntaxCapabilitiesFor((each) => announces(capabilities, each), server, session.servers);
      return added.map(({ method }) => ({ method, options: {} }));
    },
  });
  let clientInitialize: Buffer = Buffer.from("{}");
  let fileWatchers: FileWatchers | undefined;

  /** Whether a backend was told of snippets that the client does not take. */
  const hidesSnippets = (key: string): boolean =>
    mode.hasManyBackends &&
    instances.byKey(key)?.server.needsSnippets === true &&
    valueAt(session.client.capabilities, SNIPPET_SUPPORT) !== true;
  const markResponse = (method: string, body: Buffer, key: string): Buffer => {
    commandOrigins.noteResponse(method, key, body);
    const legendOf = () => capabilityBroker.optionsOf(key, "textDocument/semanticTokens") as SemanticTokensOptions;
    const readable = encodeTokens(method, body, session.client.capabilities, () => legendOf()?.legend);
    return itemOrigins.markResponse(method, key, hidesSnippets(key) ? plainCompletions(method, readable) : readable);
  };

  const events: InstanceEvents<BackendInstance> = {
    onRunning(instance) {
      const { key, backend } = instance;
      fileWatchers?.drop(key);
      const isWatched = instance.currentProcess?.shared !== undefined;
      const watchers = session.agent && !isWatched ? unregisteredWatchers(instance.server) : [];
      if (watchers.length > 0) routing.fileWatchers().watch(key, UNREGISTERED_ID, watchers);
      capabilityBroker.handleRunning(instance);
      commandOrigins.remove(key);
      commandOrigins.addOffered(key, backend.capabilities.executeCommandProvider?.commands ?? []);
    },
    onExit: (instance) => capabilityBroker.handleExit(instance),
    onStopped(instance, error, isReported) {
      capabilityBroker.handleExit(instance);
      fileWatchers?.drop(instance.key);
      if (session.phase !== "running") return;
      for (const uri of session.diagnostics.forgetBackend(instance.backend)) {
        notifyClient(session, "textDocument/publishDiagnostics", { uri, diagnostics: [] });
      }
      if (error && !isReported) {
        const message = `${error.message} ${RETRY_HINT}`;
        notifyClient(session, "window/showMessage", { type: MESSAGE_TYPE_ERROR, message });
      }
      if (error) return;
      capabilityBroker.drop(instance);
      commandOrigins.remove(instance.key);
    },
    onLanguagesChanged: (instance) => capabilityBroker.registerInitial(instance),
  };

  const mayShare = (): boolean => {
    if (!mode.hasManyBackends) return false;
    const { lastSettings } = session.capabilityShim;
    // Settings of the client's own are no part of a server that others share.
    const hasSettings = isObject(lastSettings) && Object.keys(lastSettings).length > 0;
    return (
      !hasSettings && (options.sharing === "always" || (options.sharing === "agents" && session.agent !== undefined))
    );
  };
  const settingsFor = (server: Server): unknown => {
    const { settings } = server;
    const { lastSettings } = session.capabilityShim;
    const merged = isObject(lastSettings) && settings ? { ...settings, ...lastSettings } : (lastSettings ?? settings);
    return effectiveSettings(merged, undefined, server);
  };

  const instanceHost: InstanceHost<BackendInstance> = {
    session,
    mayShare,
    onFileEvents() {
      session.diskChanges.notifiedAt = performance.now();
    },
    maxFrameBytes: options.maxFrameBytes,
    startTimeoutMs: options.startTimeoutMs,
    events,
    watchEnvironment(server, root, from) {
      const path = pathOfUri(root.uri);
      // In front of one server given by its command, an editor says itself what it wants.
      if (path === undefined || server.detect === undefined || !mode.hasManyBackends) return undefined;
      const folders = session.client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
      const around = folders.filter((folder) => isInside(path, folder));
      const top = around.toSorted((left, right) => right.length - left.length)[0] ?? path;
      return new WatchedEnvironment(server, { root: from ?? path, top }, () => ({
        languages: session.servers.languages,
        mayRunTools: mayRunTools(session.servers, path),
      }));
    },
    openBackend: (backendOptions) => openBackend({ ...backendOptions, idPrefix: session.conversation.idPrefix }),
    documentsOf: (instance) => instances.documentsOf(instance),
    serves: (instance, document) => instances.serves(instance, document),
    findHost: (instance) => instances.findHost(instance),
    knownRoots: (instance) => instances.knownRoots(instance),
    giveWay: (instance, error) => session.phase === "running" && instances.giveWay(instance, error),
    async startProcess({ key, server, command, root, maySharePresently }) {
      const path = pathOfUri(root.uri);
      const cwd = path !== undefined && existsSync(path) ? path : undefined;
      const { companions = [], name, ready, fileEvents } = server;
      const proofCommand = server.diagnostics?.tsserverCommand;
      const spec: SharedServerSpec = {
        ...startOptionsOf(server, cwd),
        name,
        command,
        root: root.uri,
        ready,
        companions,
        proofCommand,
        settings: settingsFor(server),
        environment: server.environment?.uses,
        watchers: unregisteredWatchers(server),
        fileEventsAsSaved: fileEvents?.asSaved === true,
      };
      const shared = maySharePresently ? spec : undefined;
      const main = await options.startProcess(key, command, startOptionsOf(server, cwd), shared);
      // Where it is shared, all are.
      if (companions.length === 0 || main.shared) return main;
      return withCompanionProcesses(main, {
        companions,
        proofCommand,
        start({ server: beside, command }) {
          return options.startProcess(`${beside.name} beside ${key}`, command, startOptionsOf(beside, cwd), undefined);
        },
        log: session.log,
        maxFrameBytes: options.maxFrameBytes,
      });
    },
    buildInitialize(id, { server, root, folders }, { isShared }) {
      const clientFolders = session.client.roots.folders;
      const initialize = isShared ? buildSharedInitialize(clientInitialize) : clientInitialize;
      return mode.buildInitializeRequest(id, { server, root, folders, clientFolders }, initialize);
    },
    settingsFor,
    canAnswer: (key, message) => capabilityBroker.canAnswer(key, message),
    markResult(method, result, key) {
      const body = Buffer.concat([resultPrefix, result, resultSuffix]);
      const marked = markResponse(method, body, key);
      return marked === body ? result : marked.subarray(resultPrefix.length, marked.length - resultSuffix.length);
    },
    originalItem(method, item) {
      const { body } = itemOrigins.resolve(method, Buffer.from(JSON.stringify({ params: { item } })));
      return (JSON.parse(body.toString("utf8")) as { params: { item: object } }).params.item;
    },
    receive: (message, instance) => options.receive(message, { instance, routing }),
    resumeReading,
  };

  const routing: Routing = {
    session,
    mode,
    version,
    instances,
    itemOrigins,
    commandOrigins,
    capabilityBroker,
    markResponse,
    fileWatchers() {
      fileWatchers ??= watchFilesFor(session, instances);
      return fileWatchers;
    },
    updateFolders() {
      instances.updateFolders();
      fileWatchers?.rootsChanged();
    },
    setClientInitialize(body) {
      clientInitialize = body;
    },
    earlyMessages: [],
    replayEarlyMessages: () => options.replayMessages(routing.earlyMessages.splice(0)),
    endSession,
    end: () => fileWatchers?.end(),
  };
  return routing;
}

/** LSP's MessageType.Error and MessageType.Warning. */
const MESSAGE_TYPE_ERROR = 1;
const MESSAGE_TYPE_WARNING = 2;

const RETRY_HINT = "It stays down until servers.json or one of its documents changes.";

const resultPrefix = Buffer.from('{"result":');
const resultSuffix = Buffer.from("}");

function notifyClient({ toClient }: Pick<Session, "toClient">, method: string, params: object): void {
  toClient.send(frameOf(JSON.stringify({ jsonrpc: "2.0", method, params })));
}

/** Sends registrations under ids of the proxy's own. Nothing depends on the responses. */
function registrationsClient({ client, toClient }: Pick<Session, "client" | "toClient">): RegistrationsClient {
  let requestCount = 0;
  return {
    capabilities: () => client.capabilities,
    send(method, params) {
      const id = tagId(String(++requestCount), OWN_TAG);
      toClient.send(frameOf(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}`));
    },
  };
}

/** Watches files for the backends of a client that cannot. */
function watchFilesFor(
  { client, diskChanges, log }: Pick<Session, "client" | "diskChanges" | "log">,
  instances: BackendInstances,
): FileWatchers {
  return watchFiles({
    sessionStart: diskChanges.sessionStart,
    roots() {
      const folders = client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
      // Another worktree, beside the folders, may have a backend of its own.
      const roots = instances.allInstances().flatMap(({ root }) => pathOfUri(root.uri) ?? []);
      const isBeside = (root: string) => folders.every((folder) => !isInside(root, folder) && !isInside(folder, root));
      return [...folders, ...new Set(roots.filter(isBeside))];
    },
    notify(key, changes) {
      const backend = instances.byKey(key)?.backend;
      const own = backend ? changesInWorktree(changes, backend) : [];
      if (!backend || own.length === 0) return;
      diskChanges.notifiedAt = performance.now();
      notifyFileEvents(backend, own);
    },
    log,
  });
}
