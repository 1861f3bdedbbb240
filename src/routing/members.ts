/** Which backend a document belongs to: that of its language, at its root. Nothing is started here but what is asked for. */

import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Servers } from "../backend/servers.js";
import { LocateError } from "../error.js";
import { type Backend, notify } from "../session/backend.js";
import { inform } from "../session/lifecycle.js";
import type { Backends, NamedDocument } from "../session/session.js";
import { keyOf, pathInside, pathOfUri, uriOfPath, type WorkspaceFolder } from "../uri.js";
import { Member } from "./member.js";
import type { Routing } from "./routing.js";
import type { Selected } from "./selection.js";
import { opening, openTextOf } from "./synchronising.js";

/** So many spellings of URIs are kept in mind. */
const mostSpellings = 10_000;

export class Members implements Backends {
  readonly languages = undefined;
  readonly #routingOf: () => Routing;
  /** By server and root. */
  readonly #members = new Map<string, Member>();
  /** By key of the URI: the language that the client gave a document it has open. */
  readonly #languageIds = new Map<string, string>();
  /** By the URI as somebody spells it. Only a memory: cleared whenever something may have changed. */
  readonly #spelled = new Map<string, Member | LocateError>();
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
    const found = this.#seek(document.uri, document.languageId);
    return found instanceof Member ? found.actual.backend : undefined;
  }

  all(): readonly Backend[] {
    return this.running().map(({ backend }) => backend);
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
    return this.every().find((member) => member.key === key);
  }

  /** The one for a document. Errors: `no_backend`. */
  at(uri: string, languageId?: string): Member {
    const found = this.#seek(uri, languageId);
    if (found instanceof Member) return found.actual;
    throw found;
  }

  /** The same, where there is one. */
  seek(uri: string): Member | undefined {
    const found = this.#seek(uri, undefined);
    return found instanceof Member ? found.actual : undefined;
  }

  /** The client opens a document, and says which language it is in. */
  opened(uri: string, languageId: string): void {
    this.#languageIds.set(keyOf(uri), languageId);
    this.#spelled.delete(uri);
  }

  closed(uri: string): void {
    this.#languageIds.delete(keyOf(uri));
    this.#spelled.delete(uri);
  }

  has(member: Member, { uri, languageId }: NamedDocument): boolean {
    const found = this.#seek(uri, languageId);
    return found instanceof Member && found.actual === member;
  }

  /** What is known of where documents belong may have become wrong. */
  reconsider(): void {
    this.#spelled.clear();
  }

  /** The workspace has other folders: whoever was there for one that is gone, and has nothing open, is not needed any more. */
  foldersChanged(): void {
    this.reconsider();
    const folders = this.#folders().map(({ path }) => path);
    const documents = [...this.#routing.session.documents.all()];
    for (const member of this.every()) {
      const root = pathOfUri(member.root.uri) ?? "";
      const isInside = folders.some((folder) => pathInside(folder, root) !== undefined);
      if (isInside || documents.some((document) => this.has(member.actual, document))) continue;
      if (member.actual !== member) member.actual.release(member.root);
      this.#remove(member);
      void member.end();
    }
  }

  /** servers.json says something else now: who is not what it says any more is ended, and what is open moves to whom it names. */
  follow(servers: Servers): void {
    const { session } = this.#routing;
    const documents = [...session.documents.all()];
    const before = new Map(documents.map((document) => [document, this.#memberFor(document)]));
    session.servers = servers;
    this.reconsider();
    const outdated = this.every().filter(({ server }) => !isDeepStrictEqual(server, servers.servers.get(server.name)));
    for (const member of outdated) this.#remove(member);
    for (const document of documents) {
      const [old, now] = [before.get(document), this.#memberFor(document)];
      if (old === now) continue;
      if (old?.isRunning && !outdated.includes(old))
        notify(old.backend, "textDocument/didClose", { textDocument: { uri: document.uri } });
      if (now?.isRunning) now.backend.link.send(opening(openTextOf(document)));
      else now?.need();
    }
    session.unopened.closedAt(() => true);
    for (const member of this.every()) member.mind();
    for (const member of outdated) void member.end();
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
    this.reconsider();
  }

  #memberFor({ uri, languageId }: NamedDocument): Member | undefined {
    const found = this.#seek(uri, languageId);
    return found instanceof LocateError ? undefined : found.actual;
  }

  /** A running backend of the same server that takes the root of that one as a further folder. */
  async hostFor(member: Member): Promise<Member | undefined> {
    const all = this.every();
    // Of two that start at once the later one waits for the earlier.
    const earlier = all.slice(0, all.indexOf(member)).filter(({ server }) => server.name === member.server.name);
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
    return named.filter((languageId) => arrangement.serves(server, languageId, session));
  }

  #seek(uri: string, languageId: string | undefined): Member | LocateError {
    const known = this.#spelled.get(uri);
    if (known) return known;
    const found = this.#decide(uri, this.#languageIds.get(keyOf(uri)) ?? languageId);
    if (this.#spelled.size >= mostSpellings) this.#spelled.clear();
    this.#spelled.set(uri, found);
    return found;
  }

  #decide(uri: string, languageId: string | undefined): Member | LocateError {
    const { arrangement, session } = this.#routing;
    const found = arrangement.serverFor(uri, languageId, session);
    return found instanceof LocateError ? found : this.#memberOf(found, pathOfUri(uri));
  }

  #memberOf(selected: Selected, path: string | undefined): Member {
    const { server, notice } = selected;
    const folders = this.#folders();
    const { root, isInside } =
      path === undefined
        ? { root: folders[0]?.path ?? process.cwd(), isInside: true }
        : this.#routing.arrangement.rootOf(
            path,
            server,
            folders.map((folder) => folder.path),
          );
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
    if (notice !== undefined) inform(notice, this.#routing.session);
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
