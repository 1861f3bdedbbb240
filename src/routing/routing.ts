/** What the steps of a routed session share: who serves it, what the client knows of them, and what is known of the client. */

import { existsSync } from "node:fs";
import { MessageType } from "vscode-languageserver-protocol";
import { registrationOf } from "../backend/capabilities/features.js";
import type { Server } from "../backend/config/servers.js";
import type { BackendProcess, StartBackendOptions } from "../backend/process.js";
import type { LocateError } from "../error.js";
import { sendNotification } from "../session/backend/backend.js";
import type { Session } from "../session/session.js";
import { pathOfUri } from "../uri.js";
import { frameOf } from "../wire/frames.js";
import type { Message } from "../wire/readMessages.js";
import { restrictToLanguages } from "./capabilities/documentSelectors.js";
import { Registrations } from "./capabilities/registrations.js";
import { canRegister, listCapabilities } from "./capabilities/serverCapabilities.js";
import { isTrigger, triggerCharacterIn } from "./capabilities/triggerCharacters.js";
import { type FileWatchers, watchFiles } from "./files/fileWatchers.js";
import { tagId } from "./idTags.js";
import type { BackendInstance } from "./instances/backendInstance.js";
import { BackendInstances } from "./instances/backendInstances.js";
import type { RoutingMode } from "./instances/routingMode.js";
import { broadcastRequests } from "./requests/broadcast.js";
import { CommandOrigins } from "./requests/commandOrigins.js";
import { ItemOrigins } from "./requests/itemOrigins.js";

export interface Routing {
  readonly session: Session;
  readonly arrangement: RoutingMode;
  /** This program's. */
  readonly version: string;
  readonly instances: BackendInstances;
  readonly registrations: Registrations;
  readonly itemOrigins: ItemOrigins;
  readonly commandOrigins: CommandOrigins;
  /** What the client can't watch is watched here; made when the first backend wants it. */
  readonly fileWatchers: () => FileWatchers;
  /** Resolves when backends that we watch files for have been told of what has happened by now. */
  readonly flushFileEvents: () => Promise<void>;
  /** The workspace has other folders now. */
  updateFolders(): void;
  /** Notes the body of the client's own `initialize`. */
  setClientInitialize(body: Buffer): void;
  clientInitialize(): Buffer;
  /** Starts the process of a backend. */
  startProcess(instance: BackendInstance): Promise<BackendProcess>;
  /** What a server is told of its settings without asking, if anything. */
  settingsFor(server: Server): unknown;
  /** Whether a backend can answer such a request of the client's, as far as is known. */
  canAnswer(instance: BackendInstance, message: Pick<Message, "method" | "body">): boolean;
  /** A backend's answer, with whose it is where it has to come back; what else of it must change for this client is translated when it leaves. */
  markResponse(method: string, body: Buffer, instance: BackendInstance): Buffer;
  /** The result of a question that we have asked, as the client may have it. */
  markResult(method: string, result: Buffer, instance: BackendInstance): Buffer;
  /** A backend has said something that is no matter of its process alone. */
  receive(message: Message, instance: BackendInstance): void;
  /** A backend has begun to run. */
  onRunning(instance: BackendInstance): void;
  /** A document came under a name of its language that its backend was not registered for. */
  updateRegistrations(instance: BackendInstance): void;
  /** A process has taken what it was sent, or is gone. */
  relieved(): void;
  /** A backend stays down: for that reason, which the client may know already, or as it is not wanted any more. */
  onStopped(instance: BackendInstance, error: LocateError | undefined, isReported: boolean): void;
  /** A backend has died, and may come back. */
  onProcessExit(instance: BackendInstance): void;
  /** The session is over: nothing of it goes on. */
  end(): void;
  /** What a backend can do may be something else now. */
  updateCapabilities(instance: BackendInstance): void;
  /** What the client has said before it said `initialized`. */
  readonly earlyMessages: Message[];
  /** The session begins: what came early is said now. */
  replayEarlyMessages(): void;
  /** The client has said `exit`, or is gone. */
  leave(): void;
}

/** Who says something, and to whom. */
export interface BackendStepContext {
  readonly instance: BackendInstance;
  readonly routing: Routing;
}

/** The tag of what this program itself asks of the client. */
export const OWN_TAG = "lsp-locate";

export type StartProcess = (
  name: string,
  command: readonly string[],
  options: StartBackendOptions,
) => Promise<BackendProcess>;

export interface RoutingOptions extends Pick<Routing, "arrangement" | "version" | "relieved" | "leave"> {
  readonly replayMessages: (messages: readonly Message[]) => void;
  /** Opens the session that those backends serve. */
  readonly openSession: (instances: BackendInstances) => Session;
  readonly receive: (message: Message, context: BackendStepContext) => void;
  /** Starts the process of a backend, which is called so. */
  readonly startProcess: StartProcess;
}

export function openRouting(options: RoutingOptions): Routing {
  const { arrangement, version, relieved, leave } = options;
  const instances = new BackendInstances(() => routing);
  const session = options.openSession(instances);
  const registrationTimers = new Map<string, NodeJS.Timeout>();
  let requestCount = 0;
  let clientInitialize: Buffer = Buffer.from("{}");
  let fileWatchers: FileWatchers | undefined;

  const notifyClient = (method: string, params: object): void =>
    session.toClient.send(frameOf(JSON.stringify({ jsonrpc: "2.0", method, params })));

  const registerCapabilities = (instance: BackendInstance): void => {
    routing.updateCapabilities(instance);
    if (!arrangement.hasManyBackends) return;
    const languages = instances.languagesOf(instance);
    const capabilities = listCapabilities(instance.backend.capabilities);
    routing.registrations.setInitial(
      instance.key,
      capabilities.map((capability) => restrictToLanguages(languages, capability)),
    );
  };

  const routing: Routing = {
    session,
    arrangement,
    version,
    instances,
    registrations: new Registrations({
      capabilities: () => session.client.capabilities,
      send(method, params) {
        const id = tagId(String(++requestCount), OWN_TAG);
        session.toClient.send(
          frameOf(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}`),
        );
      },
    }),
    itemOrigins: new ItemOrigins(),
    commandOrigins: new CommandOrigins(),
    fileWatchers() {
      fileWatchers ??= watchFiles({
        roots: () => session.client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []),
        notify(backendKey, changes) {
          const backend = instances.byKey(backendKey)?.backend;
          if (!backend) return;
          session.diskChanges.notifiedAt = performance.now();
          sendNotification(backend, "workspace/didChangeWatchedFiles", { changes });
        },
        log: session.log,
      });
      return fileWatchers;
    },
    flushFileEvents: () => fileWatchers?.flush() ?? Promise.resolve(),
    updateFolders() {
      instances.updateFolders();
      fileWatchers?.rootsChanged();
    },
    setClientInitialize(body) {
      clientInitialize = body;
    },
    clientInitialize: () => clientInitialize,
    startProcess({ key, server, command, root }) {
      const path = pathOfUri(root.uri);
      const { env, install } = server;
      return options.startProcess(key, command, {
        ...(path !== undefined && existsSync(path) ? { cwd: path } : {}),
        ...(env ? { env } : {}),
        ...(install ? { install } : {}),
      });
    },
    settingsFor({ settings }) {
      const { lastSettings } = session.capabilityShim;
      return isObject(lastSettings) && settings ? { ...settings, ...lastSettings } : (lastSettings ?? settings);
    },
    canAnswer(instance, { method = "", body }) {
      // What the client learns by registrations it asks only where it was told; if it asks earlier, the server says itself what it thinks of it.
      const feature = registrationOf(method);
      if (feature === undefined || !arrangement.hasManyBackends) return true;
      if (canRegister(session.client.capabilities, feature) && !broadcastRequests.has(method)) return true;
      const { registrations } = routing;
      if (!registrations.allowsRequest(instance.key, method)) return false;
      const trigger = triggerCharacterIn(method, body);
      return trigger === undefined || isTrigger(registrations.capabilitiesOf(instance.key), feature, trigger);
    },
    markResponse(method, body, { key }) {
      routing.commandOrigins.noteResponse(method, key, body);
      return routing.itemOrigins.markResponse(method, key, body);
    },
    markResult(method, result, instance) {
      const body = Buffer.concat([resultPrefix, result, resultSuffix]);
      const marked = routing.markResponse(method, body, instance);
      return marked === body ? result : marked.subarray(resultPrefix.length, marked.length - resultSuffix.length);
    },
    receive: (message, instance) => options.receive(message, { instance, routing }),
    relieved,
    leave,
    onRunning(instance) {
      const { registrations, commandOrigins } = routing;
      registrations.markRestarted(instance.key);
      fileWatchers?.drop(instance.key);
      registerCapabilities(instance);
      // What it is going to register it does at once, or after a while: nobody tells.
      clearTimeout(registrationTimers.get(instance.key));
      registrationTimers.set(
        instance.key,
        setTimeout(() => registrations.dropPrevious(instance.key), REGISTRATION_GRACE_MS).unref(),
      );
      commandOrigins.remove(instance.key);
      commandOrigins.addOffered(instance.key, instance.backend.capabilities.executeCommandProvider?.commands ?? []);
    },
    updateRegistrations: registerCapabilities,
    onProcessExit: ({ key }) => clearTimeout(registrationTimers.get(key)),
    end: () => fileWatchers?.end(),
    updateCapabilities(instance) {
      instance.updateCapabilities([
        ...listCapabilities(instance.backend.capabilities),
        ...routing.registrations.capabilitiesOf(instance.key),
      ]);
    },
    onStopped(instance, error, isReported) {
      routing.onProcessExit(instance);
      fileWatchers?.drop(instance.key);
      if (session.phase !== "running") return;
      for (const uri of session.diagnostics.forgetBackend(instance.backend)) {
        notifyClient("textDocument/publishDiagnostics", { uri, diagnostics: [] });
      }
      if (error && !isReported)
        notifyClient("window/showMessage", { type: MessageType.Error, message: `${error.message} ${retryHint}` });
      if (error) return;
      routing.registrations.drop(instance.key);
      routing.commandOrigins.remove(instance.key);
    },
    earlyMessages: [],
    replayEarlyMessages: () => options.replayMessages(routing.earlyMessages.splice(0)),
  };
  return routing;
}

const retryHint = "It stays down until servers.json or one of its documents changes.";

const resultPrefix = Buffer.from('{"result":');
const resultSuffix = Buffer.from("}");

/** How long a backend that was started again may take to register what it had registered before. */
const REGISTRATION_GRACE_MS = 10_000;

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
