/**
 * Composes a routed session: the instances, the capabilities, the file watchers and the origins
 * that its steps work with.
 */

import { messageFrame } from "../ask/backend/backend.js";
import { changesInWorktree, notifyFileEvents } from "../ask/documents/diskChanges.js";
import { isInside } from "../files/isInside.js";
import { announces, syntaxCapabilitiesFor } from "../session/agent/syntaxMethods.js";
import type { Session } from "../session/session.js";
import { logToClient } from "../session/sessionLifecycle.js";
import { pathOfUri } from "../uri.js";
import { frameOf } from "../wire/frames.js";
import type { Message } from "../wire/wholeMessages.js";
import { CapabilityBroker } from "./capabilities/capabilityBroker.js";
import type { RegistrationsClient } from "./capabilities/registrations.js";
import type { DocumentMessageContext } from "./documents/routeDocuments.js";
import { type FileWatchers, watchFiles } from "./files/fileWatchers.js";
import { type HostOptions, hostInstances } from "./hostInstances.js";
import { OWN_TAG, tagId } from "./idTags.js";
import { BackendInstance } from "./instances/backendInstance.js";
import { BackendInstances } from "./instances/backendInstances.js";
import type { InstanceHost } from "./instances/instanceInterfaces.js";
import type { RoutingMode } from "./instances/selection/routingMode.js";
import type { BroadcastContext } from "./requests/broadcast.js";
import type { CancellationContext } from "./requests/cancellation.js";
import { CommandOrigins } from "./requests/commandOrigins.js";
import type { BackendRequestContext } from "./requests/forwardToClient.js";
import { ItemOrigins } from "./requests/itemOrigins.js";
import { MarkedResponses } from "./requests/markedResponses.js";
import { broadcastRequests } from "./requests/mergeResponses.js";
import type { PhaseContext } from "./requests/phaseGate.js";
import type { RegistrationContext } from "./requests/registrationRequests.js";
import type { RequestRoutingContext } from "./requests/requestRouting.js";
import type { ClientResponseContext } from "./requests/responseForwarding.js";
import type { SessionRequestContext } from "./requests/sessionRequests.js";

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

export interface RoutingOptions extends HostOptions {
  readonly mode: RoutingMode;
  /** The version of this program. */
  readonly version: string;
  /** Opens the session that these instances serve. */
  readonly openSession: (instances: BackendInstances) => Session;
  /** Handles a message of a backend. */
  readonly receive: (message: Message, context: BackendStepContext) => void;
  /** Handles messages of the client that came before `initialized`. */
  readonly replayMessages: (messages: readonly Message[]) => void;
  /** Ends the session, as the client has sent `exit`. */
  readonly endSession: () => void;
}

/**
 * Connects the parts of a session. The instances, the session and their host know each other: what
 * one of them calls is there by the first message.
 */
export function openRouting(options: RoutingOptions): Routing {
  const { mode, version, endSession } = options;
  const instances = openInstances(mode, {
    session: () => session,
    host: () => host,
    watchers: () => watchers,
    broker: () => capabilityBroker,
  });
  const session = options.openSession(instances);
  const itemOrigins = new ItemOrigins();
  const commandOrigins = new CommandOrigins();
  const capabilityBroker = openBroker(mode, session, instances);
  const markedResponses = new MarkedResponses({
    itemOrigins,
    commandOrigins,
    clientCapabilities: () => session.client.capabilities,
    optionsOf: (key, method) => capabilityBroker.optionsOf(key, method),
    needsSnippets: (key) => mode.hasManyBackends && instances.byKey(key)?.server.needsSnippets === true,
  });
  let clientInitialize: Buffer = Buffer.from("{}");
  let watchers: FileWatchers | undefined;
  const fileWatchers = () => {
    watchers ??= watchFilesFor(session, instances);
    return watchers;
  };
  const routing: Routing = {
    session,
    mode,
    version,
    instances,
    itemOrigins,
    commandOrigins,
    capabilityBroker,
    mayMark: (method, key) => markedResponses.mayMark(method, key),
    markResponse: (method, body, key) => markedResponses.mark(method, body, key),
    fileWatchers,
    updateFolders() {
      instances.updateFolders();
      watchers?.rootsChanged();
    },
    setClientInitialize(body) {
      clientInitialize = body;
    },
    earlyMessages: [],
    replayEarlyMessages: () => options.replayMessages(routing.earlyMessages.splice(0)),
    endSession,
    end: () => watchers?.end(),
  };
  const parts = { session, mode, instances, commandOrigins, capabilityBroker, markedResponses, fileWatchers };
  const host = hostInstances(
    {
      ...parts,
      openedWatchers: () => watchers,
      clientInitialize: () => clientInitialize,
      receive: (message, instance) => options.receive(message, { instance, routing }),
    },
    options,
  );
  return routing;
}

/** What the instances are connected with, which is made after them. */
interface LaterParts {
  session(): Session;
  host(): InstanceHost<BackendInstance>;
  watchers(): FileWatchers | undefined;
  broker(): CapabilityBroker<BackendInstance>;
}

function openInstances(mode: RoutingMode, later: LaterParts): BackendInstances {
  return new BackendInstances({
    mode,
    get session() {
      return later.session();
    },
    setServers(servers) {
      later.session().servers = servers;
    },
    detect: (entry, root) => later.host().watchEnvironment(entry, root)?.server ?? entry,
    createInstance: (key, selected, root) => new BackendInstance(key, selected, root, later.host()),
    flushFileEvents: () => later.watchers()?.flush() ?? Promise.resolve(),
    onLanguagesChanged: (instance) => later.broker().registerInitial(instance),
    logToClient: (message) => logToClient(message, later.session()),
    warnClient: (message) => later.session().toClient.send(messageFrame("warning", message)),
  });
}

function openBroker(
  { hasManyBackends }: RoutingMode,
  session: Session,
  instances: BackendInstances,
): CapabilityBroker<BackendInstance> {
  return new CapabilityBroker<BackendInstance>({
    client: registrationsClient(session),
    hasManyBackends,
    broadcastRequests,
    languagesOf: (instance) => instances.languagesOf(instance),
    addedFor({ server, backend: { capabilities } }) {
      if (!session.agent) return [];
      const added = syntaxCapabilitiesFor((each) => announces(capabilities, each), server, session.servers);
      return added.map(({ method }) => ({ method, options: {} }));
    },
  });
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
