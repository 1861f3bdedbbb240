/** Which backend a document belongs to: that of its language, at its root. Nothing is started here but what is asked for. */

import { basename, join } from "node:path";
import type { Servers } from "../../backend/config/servers.js";
import type { SelectedServer } from "../../backend/installation/selectServer.js";
import { LocateError } from "../../error.js";
import type { Backend } from "../../session/backend/backend.js";
import type { OpenDocument } from "../../session/documents/openDocuments.js";
import { logToClient } from "../../session/lifecycle.js";
import type { Backends, NamedDocument } from "../../session/session.js";
import { keyOfUri, pathInside, pathOfUri, uriOfPath, type WorkspaceFolder } from "../../uri.js";
import type { Routing } from "../routing.js";
import { Member } from "./backendInstance.js";

/** So many spellings of URIs are kept in mind. */
const mostSpellings = 10_000;

export class Members implements Backends {
  readonly languages = undefined;
  readonly #routingOf: () => Routing;
  /** By server and root. */
  readonly #members = new Map<string, Member>();
  /** By key of the URI: the language that the client gave a document it has open. */
  readonly #languageIds = new Map<string, string>();
  /** By the same, whose it is. Invariant: while a document is open, it changes hands only where both hear of it. */
  readonly #owners = new Map<string, Member>();
  /** By the URI as somebody spells it. Only a memory. */
  readonly #spelled = new Map<string, Member>();
  #count = 0;

  /** `routing` is asked for when there is a message, and not before. */
  constructor(routing: () => Routing) {
    this.#routingOf = routing;
  }

  get #routing(): Routing {
    return this.#routingOf();
  }

  of(document: NamedDocument): Backend {
    return this.at(document.uri, document.languageId).backend;
  }

  find(document: NamedDocument): Backend | undefined {
    return this.#memberFor(document)?.backend;
  }

  all(): readonly Backend[] {
    return this.running().map(({ backend }) => backend);
  }

  flushFileEvents(): Promise<void> {
    return this.#routing.caughtUp();
  }

  running(): readonly Member[] {
    return [...this.#members.values()].filter((member) => member.isRunning);
  }

  /** Those that are meant to run: started, starting, or started again. */
  up(): readonly Member[] {
    return [...this.#members.values()].filter((member) => member.isUp);
  }

  every(): readonly Member[] {
    return [...this.#members.values()];
  }

  byKey(key: string): Member | undefined {
    return this.every().find((member) => member.key === key)?.actual;
  }

  /** The one for a document. Errors: `no_backend`. */
  at(uri: string, languageId?: string): Member {
    const found = this.#seek(uri, languageId);
    if (found instanceof Member) return found.actual;
    throw found;
  }

  /** The same, where there is one. */
  seek(uri: string): Member | undefined {
    return this.#memberFor({ uri });
  }

  /** The client opens a document, and says which language it is in. */
  opened(uri: string, languageId: string): void {
    const key = keyOfUri(uri);
    this.#languageIds.set(key, languageId);
    this.#owners.delete(key);
    this.#spelled.clear();
    const owner = this.#seek(uri, languageId);
    if (owner instanceof Member) this.#owners.set(key, owner);
  }

  closed(uri: string): void {
    this.#languageIds.delete(keyOfUri(uri));
    this.#owners.delete(keyOfUri(uri));
    this.#spelled.clear();
  }

  /** What the client has open and a backend serves. */
  documentsOf(member: Member): readonly OpenDocument[] {
    return [...this.#routing.session.documents.all()].filter((document) => this.has(member, document));
  }

  has(member: Member, document: NamedDocument): boolean {
    return this.#memberFor(document) === member;
  }

  /** What is known of where documents belong may have become wrong. */
  #reconsider(): void {
    this.#spelled.clear();
    this.#owners.clear();
  }

  /** The workspace has other folders: documents go where they belong by them, and whoever was there for one that is gone is not needed any more. */
  foldersChanged(): void {
    // One that is alone is there for all of them.
    if (!this.#routing.arrangement.isRegistering) return;
    this.#rearranged(() => {
      const folders = this.#folders().map(({ path }) => path);
      const isInside = ({ root }: Member) => folders.some((folder) => holds(folder, pathOfUri(root.uri) ?? ""));
      const outside = this.every().filter((member) => !isInside(member));
      for (const member of outside.filter((each) => each.actual !== each)) {
        member.actual.release(member.root);
        this.#remove(member);
      }
      this.#reconsider();
      return outside.filter((member) => member.actual === member && this.documentsOf(member).length === 0);
    });
  }

  /** servers.json says something else now: who is not what it says any more is ended, and what is open moves to whom it names. */
  follow(servers: Servers): void {
    this.#rearranged(() => {
      const { session, arrangement } = this.#routing;
      session.servers = servers;
      // One that no language leads to any more would answer for what it does not hear of.
      const isNamed = (member: Member) => !arrangement.isRegistering || this.languagesOf(member).length > 0;
      return this.every().filter((member) => !arrangement.isCurrent(member.server, servers) || !isNamed(member));
    });
    for (const member of this.every()) {
      member.mind();
      if (member.isRunning) this.#routing.renamed(member);
    }
  }

  /** `change` makes something otherwise, and says who is not needed any more. Then each document is closed where it was, and opened where it is. */
  #rearranged(change: () => readonly Member[]): void {
    const { session } = this.#routing;
    const opened = [...session.documents.all()];
    const unopened = session.unopenedFiles.openDocuments();
    const before = new Map([...opened, ...unopened].map((document) => [document, this.#memberFor(document)]));
    const left = new Set(change());
    // Whoever was a guest of one that leaves has to find a place of its own.
    for (const member of this.every()) if (left.has(member.actual)) this.#remove(member);
    this.#reconsider();
    for (const { uri, languageId } of opened) {
      const owner = this.#seek(uri, languageId);
      if (owner instanceof Member) this.#owners.set(keyOfUri(uri), owner);
    }
    const moved = new Set(
      [...before].flatMap(([document, old]) => (old === this.#memberFor(document) ? [] : [document])),
    );
    for (const document of moved) before.get(document)?.lose(document);
    // What only we had opened is opened again when somebody asks about it.
    session.unopenedFiles.markClosed((document) => moved.has(document));
    for (const document of opened) if (moved.has(document)) this.#memberFor(document)?.gain(document);
    for (const member of left) void member.retire();
  }

  /** Those who are up; where nobody is, those for the languages of the workspace are started. */
  awakened(languageIds: () => readonly string[]): readonly Member[] {
    const up = this.up();
    if (up.length > 0) return up;
    const [folder] = this.#folders();
    const { arrangement, session } = this.#routing;
    // A name of no file asks for the root that such a file would have.
    const path = join(folder?.path ?? process.cwd(), "?");
    const found = languageIds().flatMap((languageId) => {
      const selected = arrangement.serverFor(uriOfPath(path, []), languageId, session);
      return selected instanceof LocateError ? [] : [this.#memberOf(selected, path)];
    });
    const members = [...new Set(found)];
    for (const member of members) member.need();
    return members;
  }

  #remove(member: Member): void {
    for (const [key, each] of this.#members) if (each === member) this.#members.delete(key);
    this.#reconsider();
  }

  #memberFor({ uri, languageId }: Partial<NamedDocument> & Pick<NamedDocument, "uri">): Member | undefined {
    const found = this.#seek(uri, languageId);
    return found instanceof LocateError ? undefined : found.actual;
  }

  /** A running backend of the same server that takes the root of that one as a further folder. */
  async hostFor(member: Member): Promise<Member | undefined> {
    const all = this.every();
    // Of two that start at once the later one waits for the earlier. One that has been removed waits for nobody.
    const earlier = all
      .slice(0, Math.max(0, all.indexOf(member)))
      .filter(({ server }) => server.name === member.server.name);
    for (const other of earlier.filter((each) => each.actual === each && each.isUp)) {
      const isUp = await other.awake().then(
        () => true,
        () => false,
      );
      if (isUp && other.adopt(member.root)) return other;
    }
    return undefined;
  }

  /** The languages that a backend serves: those of its server that no other one goes before, and whatever its documents were called. */
  languagesOf({ server, spoken }: Member): readonly string[] {
    const { session, arrangement } = this.#routing;
    const named = [...new Set([...server.languages, ...spoken])];
    // A name that only the client has is that of one of its documents.
    const isServed = (id: string) => !session.servers.languages.has(id) || arrangement.serves(server, id, session);
    return named.filter(isServed);
  }

  #seek(uri: string, languageId: string | undefined): Member | LocateError {
    const known = this.#spelled.get(uri);
    if (known) return known;
    const key = keyOfUri(uri);
    const found = this.#owners.get(key) ?? this.#decide(uri, this.#languageIds.get(key) ?? languageId);
    // Who has installed a server since is served.
    if (found instanceof LocateError) return found;
    if (this.#spelled.size >= mostSpellings) this.#spelled.clear();
    this.#spelled.set(uri, found);
    return found;
  }

  #decide(uri: string, languageId: string | undefined): Member | LocateError {
    const { arrangement, session } = this.#routing;
    const found = arrangement.serverFor(uri, languageId, session);
    return found instanceof LocateError ? found : this.#memberOf(found, pathOfUri(uri));
  }

  #memberOf(selected: SelectedServer, path: string | undefined): Member {
    const { server, notice } = selected;
    const folders = this.#folders();
    const paths = folders.map((folder) => folder.path);
    // What is no file is where one without a folder of its own would be.
    const file = path ?? join(paths[0] ?? process.cwd(), "?");
    const { root, isInside } = this.#routing.arrangement.rootOf(file, server, paths);
    const same = [...this.#members.values()].filter((member) => member.server.name === server.name);
    // A library's file, or somebody's notes: whoever is there already reads it as well.
    if (!isInside && same[0]) return same[0];
    const key = `${server.name}\0${root}`;
    const before = this.#members.get(key);
    if (before) return before;
    const folder = folders.find((each) => each.path === root)?.folder;
    const own = folder ?? {
      uri: uriOfPath(
        root,
        folders.map((each) => each.folder),
      ),
      name: basename(root) || root,
    };
    const member = new Member(`${server.name}#${++this.#count}`, selected, own, this.#routing);
    this.#members.set(key, member);
    if (notice !== undefined) logToClient(notice, this.#routing.session);
    return member;
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

function holds(folder: string, path: string): boolean {
  return path === folder || pathInside(folder, path) !== undefined;
}
