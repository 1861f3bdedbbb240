/**
 * What the instances of a routed session need of it: how their processes start, what they are told,
 * and what becomes of what they do.
 */

import { existsSync } from "node:fs";
import { messageFrame, openBackend } from "../ask/backend/backend.js";
import type { Server } from "../backend/config/servers.js";
import { effectiveSettings } from "../backend/config/settings.js";
import { mayRunTools } from "../backend/config/trust.js";
import { WatchedEnvironment } from "../backend/environment/watchedEnvironment.js";
import { isObject } from "../backend/isObject.js";
import type { BackendProcess, StartBackendOptions } from "../backend/process.js";
import { isInside } from "../files/isInside.js";
import { UNREGISTERED_ID, unregisteredWatchers } from "../session/agent/fileWatching.js";
import type { Session } from "../session/session.js";
import { pathOfUri, type WorkspaceFolder } from "../uri.js";
import { frameOf } from "../wire/frames.js";
import { buildNotification } from "../wire/messages.js";
import type { Message } from "../wire/wholeMessages.js";
import type { CapabilityBroker } from "./capabilities/capabilityBroker.js";
import { buildSharedInitialize, readsContents, settingsInFile } from "./capabilities/initializeParams.js";
import { startOptionsOf, withCompanionProcesses } from "./companions/companionProcess.js";
import type { FileWatchers } from "./files/fileWatchers.js";
import type { BackendInstance } from "./instances/backendInstance.js";
import type { BackendInstances } from "./instances/backendInstances.js";
import type { InstanceEvents, InstanceHost, ProcessTarget } from "./instances/instanceInterfaces.js";
import type { RoutingMode } from "./instances/selection/routingMode.js";
import type { CommandOrigins } from "./requests/commandOrigins.js";
import type { MarkedResponses } from "./requests/markedResponses.js";
import type { SharedServerSpec } from "./sharing/attachment.js";

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

export interface HostOptions {
  readonly startProcess: StartProcess;
  readonly sharing: Sharing;
  /** The maximum length of the body of a backend's message, if it is not the default. */
  readonly maxFrameBytes: number | undefined;
  /** How long a backend may take to answer `initialize`, if it is not the default. */
  readonly startTimeoutMs?: number | undefined;
  /** Reads the client's messages again, if no backend is slow any more. */
  readonly resumeReading: () => void;
}

/** The parts of the session that the instances are part of. */
export interface HostSession {
  readonly session: Session;
  readonly mode: RoutingMode;
  readonly instances: BackendInstances;
  readonly commandOrigins: CommandOrigins;
  readonly capabilityBroker: CapabilityBroker<BackendInstance>;
  readonly markedResponses: MarkedResponses;
  readonly fileWatchers: () => FileWatchers;
  /** Returns them if they have been opened. */
  openedWatchers(): FileWatchers | undefined;
  /** Returns the body of the client's `initialize`. */
  clientInitialize(): Buffer;
  /** Handles a message of a backend. */
  receive(message: Message, instance: BackendInstance): void;
}

export function hostInstances(own: HostSession, options: HostOptions): InstanceHost<BackendInstance> {
  const { session, mode, instances, capabilityBroker, markedResponses } = own;
  return {
    session,
    events: instanceEvents(own),
    maxFrameBytes: options.maxFrameBytes,
    startTimeoutMs: options.startTimeoutMs,
    resumeReading: options.resumeReading,
    receive: own.receive,
    openBackend: (backendOptions) => openBackend({ ...backendOptions, idPrefix: session.conversation.idPrefix }),
    startProcess: (target) => startProcess(target, own, options),
    watchEnvironment: (server, root, from) => watchEnvironment(server, { root, from }, own),
    indexBeside(server, root) {
      const folders = session.client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
      return mode.indexBeside(server, { root: pathOfUri(root.uri), folders }, session.servers);
    },
    buildInitialize(id, { server, root, folders }, { isShared }) {
      const clientFolders = session.client.roots.folders;
      const initialize = isShared ? buildSharedInitialize(own.clientInitialize(), server) : own.clientInitialize();
      return mode.buildInitializeRequest(id, { server, root, folders, clientFolders }, initialize);
    },
    mayShare: () => mayShare(own, options.sharing),
    settingsFor: (server) => settingsFor(server, own),
    documentsOf: (instance) => instances.documentsOf(instance),
    serves: (instance, document) => instances.serves(instance, document),
    findHost: (instance) => instances.findHost(instance),
    knownRoots: (instance) => instances.knownRoots(instance),
    giveWay: (instance, error) => session.phase === "running" && instances.giveWay(instance, error),
    canAnswer: (key, message) => capabilityBroker.canAnswer(key, message),
    markResult: (method, result, key) => markedResponses.markResult(method, result, key),
    originalItem: (method, item) => markedResponses.originalItem(method, item),
    onFileEvents() {
      session.diskChanges.notifiedAt = performance.now();
    },
  };
}

/** Returns what the session does when an instance runs, exits or stops. */
function instanceEvents(own: HostSession): InstanceEvents<BackendInstance> {
  const { session, capabilityBroker, commandOrigins } = own;
  return {
    onRunning(instance) {
      const { key, backend } = instance;
      own.openedWatchers()?.drop(key);
      const isWatched = instance.currentProcess?.shared !== undefined;
      const watchers = session.agent && !isWatched ? unregisteredWatchers(instance.server) : [];
      if (watchers.length > 0) own.fileWatchers().watch(key, UNREGISTERED_ID, watchers);
      capabilityBroker.handleRunning(instance);
      commandOrigins.remove(key);
      commandOrigins.addOffered(key, backend.capabilities.executeCommandProvider?.commands ?? []);
    },
    onExit: (instance) => capabilityBroker.handleExit(instance),
    onStopped(instance, error, isReported) {
      capabilityBroker.handleExit(instance);
      own.openedWatchers()?.drop(instance.key);
      if (session.phase !== "running") return;
      for (const uri of session.diagnostics.forgetBackend(instance.backend)) {
        const params = { uri, diagnostics: [] };
        session.toClient.send(frameOf(buildNotification("textDocument/publishDiagnostics", params)));
      }
      if (error && !isReported) session.toClient.send(messageFrame("error", `${error.message} ${RETRY_HINT}`));
      if (error) return;
      capabilityBroker.drop(instance);
      commandOrigins.remove(instance.key);
    },
    onLanguagesChanged: (instance) => capabilityBroker.registerInitial(instance),
  };
}

const RETRY_HINT = "It stays down until servers.json or one of its documents changes.";

/** Starts the process of an instance, with its companions, or attaches it to a shared one. */
async function startProcess(
  { key, server, command, root, configuration, maySharePresently }: ProcessTarget,
  own: Pick<HostSession, "session" | "clientInitialize">,
  { startProcess: start, maxFrameBytes }: HostOptions,
): Promise<BackendProcess> {
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
    settings: settingsFor(server, own),
    environment: server.environment?.uses,
    configuration,
    readsDocuments: readsContents(own.clientInitialize()),
    watchers: unregisteredWatchers(server),
    fileEventsAsSaved: fileEvents?.asSaved === true,
  };
  const main = await start(key, command, startOptionsOf(server, cwd), maySharePresently ? spec : undefined);
  // Where it is shared, all are.
  if (companions.length === 0 || main.shared) return main;
  return withCompanionProcesses(main, {
    companions,
    proofCommand,
    start: (each) =>
      start(`${each.server.name} beside ${key}`, each.command, startOptionsOf(each.server, cwd), undefined),
    log: own.session.log,
    maxFrameBytes,
  });
}

function watchEnvironment(
  server: Server,
  { root, from }: { readonly root: WorkspaceFolder; readonly from: string | undefined },
  { session, mode }: Pick<HostSession, "session" | "mode">,
): WatchedEnvironment | undefined {
  const path = pathOfUri(root.uri);
  // In front of one server given by its command, an editor says itself what it wants.
  const all = [server, ...(server.companions ?? []).map((each) => each.server)];
  const isTold = all.some(({ detect, restartOn }) => detect || restartOn);
  if (path === undefined || !isTold || !mode.hasManyBackends) return undefined;
  const folders = session.client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  const around = folders.filter((folder) => isInside(path, folder));
  const top = around.toSorted((left, right) => right.length - left.length)[0] ?? path;
  return new WatchedEnvironment(server, { root: from ?? path, top }, () => ({
    languages: session.servers.languages,
    mayRunTools: mayRunTools(session.servers, path),
  }));
}

/** Whether servers may serve other sessions, too: not with settings of the client's own. */
function mayShare({ session, mode }: Pick<HostSession, "session" | "mode">, sharing: Sharing): boolean {
  const { lastSettings } = session.capabilityShim;
  const hasSettings = isObject(lastSettings) && Object.keys(lastSettings).length > 0;
  if (!mode.hasManyBackends || hasSettings) return false;
  return sharing === "always" || (sharing === "agents" && session.agent !== undefined);
}

function settingsFor(server: Server, own: Pick<HostSession, "session" | "clientInitialize">): unknown {
  const settings = settingsInFile(server, own.clientInitialize());
  const { lastSettings } = own.session.capabilityShim;
  const merged = isObject(lastSettings) && settings ? { ...settings, ...lastSettings } : (lastSettings ?? settings);
  return effectiveSettings(merged, undefined, server);
}
