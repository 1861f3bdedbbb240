/**
 * All backend instances of a session, and the rule that says which one a document belongs to: its
 * language's server, at its root.
 */

import { dirname } from "node:path";
import type { Backend, Backends, NamedDocument, ServerFallback } from "../../ask/backend/backend.js";
import { EMBEDDED_SERVER_NAME, type Server, type Servers } from "../../backend/config/servers.js";
import { isUntrusted } from "../../backend/config/trust.js";
import { EnvironmentFolders } from "../../backend/environment/environmentFolders.js";
import { hasSameEnvironment } from "../../backend/environment/watchedEnvironment.js";
import { indexPaths } from "../../backend/installation/indexCompanion.js";
import { isSameServer, type SelectedServer } from "../../backend/installation/selectServer.js";
import { explainFault } from "../../backend/startFailure.js";
import { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Session } from "../../session/session.js";
import { pathOfUri, uriOfPath, type WorkspaceFolder } from "../../uri.js";
import { detectLanguages } from "../files/detectLanguages.js";
import { BackendInstance, type InstancePlace } from "./backendInstance.js";
import { DocumentOwners } from "./documentOwners.js";
import type { InstanceProcess } from "./instanceProcess.js";
import {
  containsPath,
  folderAt,
  isInSameWorktree,
  type PlacedFolder,
  placedFolders,
  placeholderIn,
} from "./placedFolders.js";
import { buildErrorResponse } from "./responses.js";
import type { RoutingMode } from "./selection/routingMode.js";

/** What the instances need of their session. */
export interface InstancesHost {
  readonly mode: Pick<
    RoutingMode,
    | "serverFor"
    | "standInFor"
    | "exclude"
    | "include"
    | "searchAgain"
    | "servesLanguage"
    | "findRoot"
    | "indexBeside"
    | "isCurrent"
    | "hasManyBackends"
  >;
  /** Not read before the first message: the session is made with these instances. */
  readonly session: Pick<Session, "documents" | "unopenedFiles" | "client" | "servers">;
  setServers(servers: Servers): void;
  /** Returns the entry of a server with the environment of a root. */
  detect(entry: Server, root: WorkspaceFolder): Server;
  createInstance(key: string, selected: SelectedServer, place: InstancePlace): BackendInstance;
  /** Resolves when file events up to now have been sent, as in `Backends`. */
  flushFileEvents(): Promise<void>;
  /** A running instance may serve other languages than before. */
  onLanguagesChanged(instance: BackendInstance): void;
  /** Writes a message to the client's log. */
  logToClient(message: string): void;
  /** Shows a warning to the user. */
  warnClient(message: string): void;
}

export class BackendInstances implements Backends {
  readonly languages = undefined;
  readonly #host: InstancesHost;
  /** By server name, trust, root and folder of the environment. */
  readonly #instances = new Map<string, BackendInstance>();
  readonly #owners: DocumentOwners<BackendInstance>;
  readonly #environmentFolders = new EnvironmentFolders(() => this.#host.session.servers.languages);
  #count = 0;

  constructor(host: InstancesHost) {
    this.#host = host;
    this.#owners = new DocumentOwners((uri, languageId) => this.#select(uri, languageId));
  }

  of(document: NamedDocument): Backend {
    return this.instanceFor(document.uri, document.languageId).backend;
  }

  review({ uri }: NamedDocument): void {
    const path = pathOfUri(uri);
    const replaced = path === undefined ? [] : this.#environmentFolders.review(dirname(path));
    if (replaced.length === 0) return;
    this.#reassignDocuments(() =>
      this.allInstances().filter(({ environmentFolder, root }) => {
        return environmentFolder !== pathOfUri(root.uri) && replaced.includes(environmentFolder);
      }),
    );
  }

  find(document: NamedDocument): Backend | undefined {
    return this.#effectiveFor(document)?.backend;
  }

  standIn({ uri, languageId }: NamedDocument): Backend | undefined {
    const { mode, session } = this.#host;
    const selected = mode.standInFor(uri, this.#owners.languageOf(uri) ?? languageId, session.servers);
    return selected && this.#instanceAtRoot(selected, pathOfUri(uri)).effective.backend;
  }

  all(): readonly Backend[] {
    return this.running().map(({ backend }) => backend);
  }

  flushFileEvents(): Promise<void> {
    return this.#host.flushFileEvents();
  }

  running(): readonly BackendInstance[] {
    return this.allInstances().filter((instance) => instance.isRunning);
  }

  /** Returns the instances that are running or on their way to that. */
  active(): readonly BackendInstance[] {
    return this.allInstances().filter((instance) => instance.isActive);
  }

  allInstances(): readonly BackendInstance[] {
    return [...this.#instances.values()];
  }

  /** Returns the instance that serves in place of the one with this key. */
  byKey(key: string): BackendInstance | undefined {
    return this.allInstances().find((instance) => instance.key === key)?.effective;
  }

  /** Returns the running process with this tag; `undefined` if it has exited. */
  processByTag(tag: string): InstanceProcess | undefined {
    return this.allInstances().find(({ currentProcess }) => currentProcess?.tag === tag)?.currentProcess;
  }

  /** Returns the instance for a document, started or not. Errors: `no_backend`. */
  instanceFor(uri: string, languageId?: string): BackendInstance {
    const found = this.#owners.of(uri, languageId);
    if (found instanceof BackendInstance) return found.effective;
    throw found;
  }

  /** Returns the instance for a document, or `undefined` if there is no server for it. */
  findInstance(uri: string): BackendInstance | undefined {
    return this.#effectiveFor({ uri });
  }

  /** The client has opened a document in this language. */
  noteOpened(uri: string, languageId: string): void {
    this.#owners.open(uri, languageId);
  }

  noteClosed(uri: string): void {
    this.#owners.close(uri);
  }

  /** Returns the client's open documents that an instance serves. */
  documentsOf(instance: BackendInstance): readonly OpenDocument[] {
    return [...this.#host.session.documents.all()].filter((document) => this.serves(instance, document));
  }

  serves(instance: BackendInstance, document: NamedDocument): boolean {
    return this.#effectiveFor(document) === instance;
  }

  /**
   * Returns the languages that an instance serves: those of its server for which no other server
   * comes first, and the ids that the client has given to its documents.
   */
  languagesOf({ server, languageIds }: Pick<BackendInstance, "server" | "languageIds">): readonly string[] {
    const { mode, session } = this.#host;
    const { servers } = session;
    const ids = [...new Set([...server.languages, ...languageIds])];
    // An id that servers.json does not have is the client's own, of one of these documents.
    return ids.filter((id) => !servers.languages.has(id) || mode.servesLanguage(server, id, servers));
  }

  /**
   * Moves documents to where they belong by the new workspace folders, and retires instances of
   * removed folders.
   */
  updateFolders(): void {
    // The only backend of a session has all folders.
    if (!this.#host.mode.hasManyBackends) return;
    this.#reassignDocuments(() => {
      const folders = this.#folders().map(({ path }) => path);
      const isInside = ({ root }: { readonly root: Pick<WorkspaceFolder, "uri"> }) =>
        folders.some((folder) => containsPath(folder, pathOfUri(root.uri) ?? ""));
      const outside = this.allInstances().filter((instance) => !isInside(instance));
      for (const instance of outside.filter((each) => each.effective !== each)) this.#remove(instance);
      for (const instance of this.allInstances()) {
        const removed = instance.folders.filter(({ uri }) => !isInside({ root: { uri } }) && uri !== instance.root.uri);
        for (const folder of removed) instance.removeFolder(folder);
      }
      this.#owners.forget();
      return outside.filter((instance) => instance.effective === instance && this.documentsOf(instance).length === 0);
    });
  }

  /**
   * Moves documents to the servers that servers.json now has for them, and retires instances that
   * it no longer has.
   */
  updateServers(servers: Servers): void {
    const { mode, setServers, onLanguagesChanged } = this.#host;
    this.#reassignDocuments(() => {
      setServers(servers);
      // An instance without a language would go on responding for documents that it does not get.
      const hasLanguage = (instance: BackendInstance) => !mode.hasManyBackends || this.languagesOf(instance).length > 0;
      const hasLostTrust = ({ server, root }: BackendInstance) =>
        mode.hasManyBackends && server.restriction === undefined && isUntrusted(servers, pathOfUri(root.uri) ?? "");
      return this.allInstances().filter(
        (instance) => !mode.isCurrent(instance.entry, servers) || !hasLanguage(instance) || hasLostTrust(instance),
      );
    });
    for (const instance of this.allInstances()) {
      instance.retryIfStopped();
      if (instance.isRunning) onLanguagesChanged(instance);
    }
  }

  /**
   * Moves files of fallbacks to better servers that can be used since. What the client has open
   * stays, so that nothing changes under its user.
   */
  useBetterServers(): void {
    if (!this.#host.mode.searchAgain()) return;
    const ownersBefore = this.#currentOwners();
    this.#owners.forgetLookups();
    this.#moveDocuments(ownersBefore);
    for (const instance of this.running()) this.#host.onLanguagesChanged(instance);
  }

  /** Returns why a better server does not serve a document, where there is one. */
  fallback({ uri, languageId }: NamedDocument): ServerFallback {
    const { mode, session } = this.#host;
    const selected = mode.serverFor(uri, this.#owners.languageOf(uri) ?? languageId, session.servers);
    return selected instanceof LocateError ? {} : selected;
  }

  /**
   * Leaves the documents and requests of an instance that does not start to the next servers of its
   * languages, until servers.json or its program changes. Returns false if there is no other
   * server, or if this one runs elsewhere.
   */
  giveWay(instance: BackendInstance, error: LocateError): boolean {
    const { mode, session, warnClient } = this.#host;
    const { server } = instance;
    const isRunningElsewhere = this.running().some((other) => other !== instance && other.server.name === server.name);
    if (!mode.hasManyBackends || isRunningElsewhere) return false;
    const languageIds = this.languagesOf(instance);
    const fault = error.data["fault"];
    mode.exclude(server, explainFault(typeof fault === "string" ? fault : error.message), session.servers);
    const placeholder = uriOfPath(placeholderIn(this.#folders()[0]?.path), []);
    const selected = languageIds.map((languageId) => mode.serverFor(placeholder, languageId, session.servers));
    const successor = selected.find((each) => !(each instanceof LocateError));
    // A server without a successor stays selected, so that requests get the reason why it is down.
    const hasNone = successor === undefined || successor instanceof LocateError;
    if (hasNone || isSameServer(successor.server, server)) {
      mode.include(server, session.servers);
      return false;
    }
    const requests = instance.delivery.takeRequests();
    this.#reassignDocuments(() => [instance]);
    for (const { message, id, uri, respond } of requests) {
      const next = uri === undefined ? undefined : this.findInstance(uri);
      if (next) next.delivery.forwardRequest({ ...message, id }, uri, respond);
      else respond(buildErrorResponse(id, error));
    }
    if (successor.notice !== undefined) warnClient(successor.notice);
    return true;
  }

  /**
   * Returns the active instances. If there are none in the worktrees of the workspace folders,
   * starts those for the given languages and returns them, too.
   */
  startForLanguages(languageIds: () => readonly string[]): readonly BackendInstance[] {
    const active = this.active();
    const folders = this.#folders();
    const isOwn = ({ root }: BackendInstance) => folders.some((each) => isInSameWorktree(root, each.folder));
    if (active.some(isOwn)) return active;
    const [folder] = folders;
    const { mode, session } = this.#host;
    const path = placeholderIn(folder?.path);
    const found = languageIds().flatMap((languageId) => {
      const selected = mode.serverFor(uriOfPath(path, []), languageId, session.servers);
      return selected instanceof LocateError ? [] : [this.#instanceAtRoot(selected, path)];
    });
    for (const instance of new Set(found)) instance.startIfIdle();
    return [...new Set([...active, ...found])];
  }

  async startIndexed(): Promise<void> {
    const { mode, session } = this.#host;
    const { servers } = session;
    const folders = this.#folders().map(({ path }) => path);
    if (indexPaths(servers.languages.keys(), folders, servers).size === 0) return;
    const languageIds = detectLanguages(session);
    const found = folders.flatMap((root) => {
      const path = placeholderIn(root);
      return languageIds.flatMap((languageId) => {
        const selected = mode.serverFor(uriOfPath(path, []), languageId, servers);
        if (selected instanceof LocateError || selected.server.name !== EMBEDDED_SERVER_NAME) return [];
        return mode.indexBeside(selected.server, { root, folders }, servers)
          ? this.#instanceAtRoot(selected, path)
          : [];
      });
    });
    await Promise.allSettled([...new Set(found)].map((instance) => instance.ensureRunning()));
  }

  /**
   * Starts the only backend of a session that has one. Returns the body of its response to
   * `initialize`.
   */
  async startOnly(): Promise<Buffer> {
    const instance = this.instanceFor("untitled:");
    await instance.ensureRunning();
    return instance.initializeResponse;
  }

  /**
   * Finds a running instance of the same server, in the same worktree of git, that takes this one's
   * root as a further workspace folder.
   */
  async findHost(instance: BackendInstance): Promise<BackendInstance | undefined> {
    const all = this.allInstances();
    // Of two that start at once the later one waits for the earlier one. A removed instance (index
    // -1) waits for none.
    const earlier = all
      .slice(0, Math.max(0, all.indexOf(instance)))
      .filter(({ server, root }) => isSameServer(server, instance.server) && isInSameWorktree(root, instance.root))
      .filter(({ server }) => hasSameEnvironment(server, instance.server));
    for (const other of earlier.filter((each) => each.effective === each && each.isActive)) {
      const isRunning = await other.ensureRunning().then(
        () => true,
        () => false,
      );
      if (isRunning && other.addFolder(instance.root)) return other;
    }
    return undefined;
  }

  /**
   * Returns the roots that an instance may serve beside its own, as far as they are known: those of
   * other instances that have no process yet, and those of the workspace folders.
   */
  knownRoots(instance: BackendInstance): readonly WorkspaceFolder[] {
    const { mode, session } = this.#host;
    if (!mode.hasManyBackends) return [];
    const folders = this.#folders();
    const paths = folders.map(({ path }) => path);
    const ofFolders = folders.flatMap(({ path }) => {
      const { root, isMarked } = mode.findRoot(placeholderIn(path), instance.server, paths, session.servers);
      return isMarked ? [folderAt(root, this.#folders())] : [];
    });
    const others = this.allInstances().filter(
      (each) => each !== instance && isSameServer(each.server, instance.server) && each.effective === each,
    );
    const served = others.filter((each) => each.isRunning).flatMap((each) => each.folders);
    const idle = others.filter((each) => !each.isRunning).map(({ root }) => root);
    return [...ofFolders, ...idle].filter(
      (root, index, all) =>
        all.findIndex(({ uri }) => uri === root.uri) === index &&
        !served.some(({ uri }) => uri === root.uri) &&
        isInSameWorktree(root, instance.root) &&
        hasSameEnvironment(this.#host.detect(instance.entry, root), instance.server),
    );
  }

  /**
   * Applies a change to the assignment of documents; `change` returns the instances that are not
   * needed any more.
   */
  #reassignDocuments(change: () => readonly BackendInstance[]): void {
    const ownersBefore = this.#currentOwners();
    const retired = new Set(change());
    // An instance that delegates to a retired one goes, too: its documents get a new one.
    for (const instance of this.allInstances()) if (retired.has(instance.effective)) this.#remove(instance);
    this.#owners.forget();
    for (const { uri, languageId } of this.#host.session.documents.all()) this.#owners.assign(uri, languageId);
    this.#moveDocuments(ownersBefore);
    for (const instance of retired) void instance.end({ sendsShutdown: true });
  }

  #currentOwners(): ReadonlyMap<OpenDocument, BackendInstance | undefined> {
    const { documents, unopenedFiles } = this.#host.session;
    const all = [...documents.all(), ...unopenedFiles.openDocuments()];
    return new Map(all.map((document) => [document, this.#effectiveFor(document)]));
  }

  /** Closes each document that has moved at its old instance, and opens it at the new one. */
  #moveDocuments(ownersBefore: ReadonlyMap<OpenDocument, BackendInstance | undefined>): void {
    const { documents, unopenedFiles } = this.#host.session;
    const moved = new Set(
      [...ownersBefore].flatMap(([document, old]) => (old === this.#effectiveFor(document) ? [] : [document])),
    );
    for (const document of moved) ownersBefore.get(document)?.delivery.removeDocument(document);
    // Files that only the proxy has opened are opened again with the next request about them.
    unopenedFiles.markClosed((document) => moved.has(document));
    for (const document of documents.all())
      if (moved.has(document)) this.#effectiveFor(document)?.addDocument(document);
  }

  #remove(instance: BackendInstance): void {
    for (const [key, each] of this.#instances) if (each === instance) this.#instances.delete(key);
    this.#owners.forget();
  }

  #effectiveFor({ uri, languageId }: Partial<NamedDocument> & Pick<NamedDocument, "uri">): BackendInstance | undefined {
    const found = this.#owners.of(uri, languageId);
    return found instanceof LocateError ? undefined : found.effective;
  }

  #select(uri: string, languageId: string | undefined): BackendInstance | LocateError {
    const { mode, session } = this.#host;
    const selected = mode.serverFor(uri, languageId, session.servers);
    return selected instanceof LocateError ? selected : this.#instanceAtRoot(selected, pathOfUri(uri));
  }

  #instanceAtRoot(selected: SelectedServer, path: string | undefined): BackendInstance {
    const { server, notice } = selected;
    const paths = this.#folders().map((folder) => folder.path);
    // A document that is not a file belongs to the first folder.
    const file = path ?? placeholderIn(paths[0]);
    const { mode, session } = this.#host;
    const { root, isInside } = mode.findRoot(file, server, paths, session.servers);
    const existing = this.allInstances().find((instance) => isSameServer(instance.server, server));
    // A file outside of the workspace, say of a library, goes to an instance that there is already.
    const isVirtual = path === undefined && server.contents !== undefined;
    if ((!isInside || isVirtual) && existing) return existing;
    const environmentFolder = mode.hasManyBackends ? this.#environmentFolders.of(file, server, root) : root;
    const key = [server.name, server.restriction?.kind ?? "", root, environmentFolder].join("\0");
    const sameRoot = this.#instances.get(key);
    if (sameRoot) return sameRoot;
    const place = { root: folderAt(root, this.#folders()), environmentFolder };
    const instance = this.#host.createInstance(`${server.name}#${++this.#count}`, selected, place);
    this.#instances.set(key, instance);
    if (notice !== undefined) this.#host.logToClient(notice);
    return instance;
  }

  /** Returns the workspace folders; where the client has none, the folder that it gave instead. */
  #folders(): readonly PlacedFolder[] {
    return placedFolders(this.#host.session.client.roots);
  }
}
