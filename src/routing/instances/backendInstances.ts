/** Which backend a document belongs to: that of its language, at its root. Nothing is started here but what is asked for. */

import { basename, join } from "node:path";
import type { Servers } from "../../backend/config/servers.js";
import type { SelectedServer } from "../../backend/installation/selectServer.js";
import { LocateError } from "../../error.js";
import type { Backend, Backends, NamedDocument } from "../../session/backend/backend.js";
import type { OpenDocument } from "../../session/documents/openDocument.js";
import { logToClient } from "../../session/lifecycle.js";
import { keyOfUri, pathInside, pathOfUri, uriOfPath, type WorkspaceFolder } from "../../uri.js";
import type { Routing } from "../routing.js";
import { BackendInstance } from "./backendInstance.js";

/** So many spellings of URIs are kept in mind. */
const MAX_SPELLINGS = 10_000;

export class BackendInstances implements Backends {
  readonly languages = undefined;
  readonly #getRouting: () => Routing;
  /** By server and root. */
  readonly #instances = new Map<string, BackendInstance>();
  /** By key of the URI: the language that the client gave a document it has open. */
  readonly #languageIds = new Map<string, string>();
  /** By the same, whose it is. Invariant: while a document is open, it changes hands only where both hear of it. */
  readonly #owners = new Map<string, BackendInstance>();
  /** By the URI as somebody spells it. Only a memory. */
  readonly #bySpelling = new Map<string, BackendInstance>();
  #count = 0;

  /** `routing` is asked for when there is a message, and not before. */
  constructor(routing: () => Routing) {
    this.#getRouting = routing;
  }

  get #routing(): Routing {
    return this.#getRouting();
  }

  of(document: NamedDocument): Backend {
    return this.instanceFor(document.uri, document.languageId).backend;
  }

  find(document: NamedDocument): Backend | undefined {
    return this.#effectiveFor(document)?.backend;
  }

  all(): readonly Backend[] {
    return this.running().map(({ backend }) => backend);
  }

  flushFileEvents(): Promise<void> {
    return this.#routing.flushFileEvents();
  }

  running(): readonly BackendInstance[] {
    return [...this.#instances.values()].filter((instance) => instance.isRunning);
  }

  /** Those that are meant to run: started, starting, or started again. */
  active(): readonly BackendInstance[] {
    return [...this.#instances.values()].filter((instance) => instance.isActive);
  }

  allInstances(): readonly BackendInstance[] {
    return [...this.#instances.values()];
  }

  byKey(key: string): BackendInstance | undefined {
    return this.allInstances().find((instance) => instance.key === key)?.effective;
  }

  /** The one for a document. Errors: `no_backend`. */
  instanceFor(uri: string, languageId?: string): BackendInstance {
    const found = this.#lookUp(uri, languageId);
    if (found instanceof BackendInstance) return found.effective;
    throw found;
  }

  /** The same, where there is one. */
  findInstance(uri: string): BackendInstance | undefined {
    return this.#effectiveFor({ uri });
  }

  /** The client opens a document, and says which language it is in. */
  noteOpened(uri: string, languageId: string): void {
    const key = keyOfUri(uri);
    this.#languageIds.set(key, languageId);
    this.#owners.delete(key);
    this.#bySpelling.clear();
    const owner = this.#lookUp(uri, languageId);
    if (owner instanceof BackendInstance) this.#owners.set(key, owner);
  }

  noteClosed(uri: string): void {
    this.#languageIds.delete(keyOfUri(uri));
    this.#owners.delete(keyOfUri(uri));
    this.#bySpelling.clear();
  }

  /** What the client has open and a backend serves. */
  documentsOf(instance: BackendInstance): readonly OpenDocument[] {
    return [...this.#routing.session.documents.all()].filter((document) => this.serves(instance, document));
  }

  serves(instance: BackendInstance, document: NamedDocument): boolean {
    return this.#effectiveFor(document) === instance;
  }

  /** What is known of where documents belong may have become wrong. */
  #forgetAssignments(): void {
    this.#bySpelling.clear();
    this.#owners.clear();
  }

  /** The workspace has other folders: documents go where they belong by them, and whoever was there for one that is gone is not needed any more. */
  updateFolders(): void {
    // One that is alone is there for all of them.
    if (!this.#routing.arrangement.hasManyBackends) return;
    this.#reassignDocuments(() => {
      const folders = this.#folders().map(({ path }) => path);
      const isInside = ({ root }: BackendInstance) =>
        folders.some((folder) => containsPath(folder, pathOfUri(root.uri) ?? ""));
      const outside = this.allInstances().filter((instance) => !isInside(instance));
      for (const instance of outside.filter((each) => each.effective !== each)) {
        instance.effective.removeFolder(instance.root);
        this.#remove(instance);
      }
      this.#forgetAssignments();
      return outside.filter((instance) => instance.effective === instance && this.documentsOf(instance).length === 0);
    });
  }

  /** servers.json says something else now: who is not what it says any more is ended, and what is open moves to whom it names. */
  updateServers(servers: Servers): void {
    this.#reassignDocuments(() => {
      const { session, arrangement } = this.#routing;
      session.servers = servers;
      // One that no language leads to any more would answer for what it does not hear of.
      const isNamed = (instance: BackendInstance) =>
        !arrangement.hasManyBackends || this.languagesOf(instance).length > 0;
      return this.allInstances().filter(
        (instance) => !arrangement.isCurrent(instance.server, servers) || !isNamed(instance),
      );
    });
    for (const instance of this.allInstances()) {
      instance.retryIfStopped();
      if (instance.isRunning) this.#routing.updateRegistrations(instance);
    }
  }

  /** `change` makes something otherwise, and says who is not needed any more. Then each document is closed where it was, and opened where it is. */
  #reassignDocuments(change: () => readonly BackendInstance[]): void {
    const { session } = this.#routing;
    const opened = [...session.documents.all()];
    const unopened = session.unopenedFiles.openDocuments();
    const ownerBefore = new Map([...opened, ...unopened].map((document) => [document, this.#effectiveFor(document)]));
    const retired = new Set(change());
    // Whoever was a guest of one that leaves has to find a place of its own.
    for (const instance of this.allInstances()) if (retired.has(instance.effective)) this.#remove(instance);
    this.#forgetAssignments();
    for (const { uri, languageId } of opened) {
      const owner = this.#lookUp(uri, languageId);
      if (owner instanceof BackendInstance) this.#owners.set(keyOfUri(uri), owner);
    }
    const moved = new Set(
      [...ownerBefore].flatMap(([document, old]) => (old === this.#effectiveFor(document) ? [] : [document])),
    );
    for (const document of moved) ownerBefore.get(document)?.removeDocument(document);
    // What only we had opened is opened again when somebody asks about it.
    session.unopenedFiles.markClosed((document) => moved.has(document));
    for (const document of opened) if (moved.has(document)) this.#effectiveFor(document)?.addDocument(document);
    for (const instance of retired) void instance.retire();
  }

  /** Those who are up; where nobody is, those for the languages of the workspace are started. */
  startForLanguages(languageIds: () => readonly string[]): readonly BackendInstance[] {
    const up = this.active();
    if (up.length > 0) return up;
    const [folder] = this.#folders();
    const { arrangement, session } = this.#routing;
    // A name of no file asks for the root that such a file would have.
    const path = join(folder?.path ?? process.cwd(), "?");
    const found = languageIds().flatMap((languageId) => {
      const selected = arrangement.serverFor(uriOfPath(path, []), languageId, session);
      return selected instanceof LocateError ? [] : [this.#instanceAtRoot(selected, path)];
    });
    const instances = [...new Set(found)];
    for (const instance of instances) instance.startIfIdle();
    return instances;
  }

  #remove(instance: BackendInstance): void {
    for (const [key, each] of this.#instances) if (each === instance) this.#instances.delete(key);
    this.#forgetAssignments();
  }

  #effectiveFor({ uri, languageId }: Partial<NamedDocument> & Pick<NamedDocument, "uri">): BackendInstance | undefined {
    const found = this.#lookUp(uri, languageId);
    return found instanceof LocateError ? undefined : found.effective;
  }

  /** A running backend of the same server that takes the root of that one as a further folder. */
  async findHost(instance: BackendInstance): Promise<BackendInstance | undefined> {
    const all = this.allInstances();
    // Of two that start at once the later one waits for the earlier. One that has been removed waits for nobody.
    const earlier = all
      .slice(0, Math.max(0, all.indexOf(instance)))
      .filter(({ server }) => server.name === instance.server.name);
    for (const other of earlier.filter((each) => each.effective === each && each.isActive)) {
      const isUp = await other.ensureRunning().then(
        () => true,
        () => false,
      );
      if (isUp && other.addFolder(instance.root)) return other;
    }
    return undefined;
  }

  /** The languages that a backend serves: those of its server that no other one goes before, and whatever its documents were called. */
  languagesOf({ server, languageIds }: BackendInstance): readonly string[] {
    const { session, arrangement } = this.#routing;
    const named = [...new Set([...server.languages, ...languageIds])];
    // A name that only the client has is that of one of its documents.
    const isServed = (id: string) =>
      !session.servers.languages.has(id) || arrangement.servesLanguage(server, id, session);
    return named.filter(isServed);
  }

  #lookUp(uri: string, languageId: string | undefined): BackendInstance | LocateError {
    const cached = this.#bySpelling.get(uri);
    if (cached) return cached;
    const key = keyOfUri(uri);
    const instance = this.#owners.get(key) ?? this.#select(uri, this.#languageIds.get(key) ?? languageId);
    // Who has installed a server since is served.
    if (instance instanceof LocateError) return instance;
    if (this.#bySpelling.size >= MAX_SPELLINGS) this.#bySpelling.clear();
    this.#bySpelling.set(uri, instance);
    return instance;
  }

  #select(uri: string, languageId: string | undefined): BackendInstance | LocateError {
    const { arrangement, session } = this.#routing;
    const selected = arrangement.serverFor(uri, languageId, session);
    return selected instanceof LocateError ? selected : this.#instanceAtRoot(selected, pathOfUri(uri));
  }

  #instanceAtRoot(selected: SelectedServer, path: string | undefined): BackendInstance {
    const { server, notice } = selected;
    const folders = this.#folders();
    const paths = folders.map((folder) => folder.path);
    // What is no file is where one without a folder of its own would be.
    const file = path ?? join(paths[0] ?? process.cwd(), "?");
    const { root, isInside } = this.#routing.arrangement.findRoot(file, server, paths);
    const same = [...this.#instances.values()].filter((instance) => instance.server.name === server.name);
    // A library's file, or somebody's notes: whoever is there already reads it as well.
    if (!isInside && same[0]) return same[0];
    const key = `${server.name}\0${root}`;
    const existing = this.#instances.get(key);
    if (existing) return existing;
    const folder = folders.find((each) => each.path === root)?.folder;
    const own = folder ?? {
      uri: uriOfPath(
        root,
        folders.map((each) => each.folder),
      ),
      name: basename(root) || root,
    };
    const instance = new BackendInstance(`${server.name}#${++this.#count}`, selected, own, this.#routing);
    this.#instances.set(key, instance);
    if (notice !== undefined) logToClient(notice, this.#routing.session);
    return instance;
  }

  /** The workspace folders, or what stands for one where the client has named none. */
  #folders(): readonly { readonly path: string; readonly folder: WorkspaceFolder }[] {
    const { folders, others } = this.#routing.session.client.roots;
    const named = folders.flatMap((folder) => {
      const path = pathOfUri(folder.uri);
      return path === undefined ? [] : [{ path, folder }];
    });
    if (named.length > 0) return named;
    return others.slice(0, 1).map((path) => ({ path, folder: { uri: uriOfPath(path, []), name: basename(path) } }));
  }
}

function containsPath(folder: string, path: string): boolean {
  return path === folder || pathInside(folder, path) !== undefined;
}
