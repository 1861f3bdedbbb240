/**
 * The two modes of a routed session: many backends chosen by language, or one given by its command.
 */

import { isDeepStrictEqual } from "node:util";
import type { ServerCapabilities } from "vscode-languageserver-protocol";
import { locateMethods } from "../../../ask/methodTable.js";
import { featureOf } from "../../../backend/capabilities/features.js";
import { recogniseServer } from "../../../backend/config/recogniseServer.js";
import {
  type Companion,
  resolveLanguageId,
  rootRuleOf,
  type Server,
  type Servers,
} from "../../../backend/config/servers.js";
import { serversAt } from "../../../backend/config/trust.js";
import { withCompanions } from "../../../backend/installation/companions.js";
import { type IndexPlace, indexCompanion } from "../../../backend/installation/indexCompanion.js";
import { restrictCommand } from "../../../backend/installation/restrictCommand.js";
import {
  type EmbeddedServer,
  isSameServer,
  prepareServer,
  type SelectedServer,
  selectEmbedded,
  selectLikelyServer,
} from "../../../backend/installation/selectServer.js";
import { requiredCapabilities } from "../../../backend/readiness/readyRule.js";
import { LocateError } from "../../../error.js";
import { languageOfFile } from "../../../files/languageOfFile.js";
import { workingFolder } from "../../../files/workingFolder.js";
import { syntaxCapabilitiesFor } from "../../../session/agent/syntaxMethods.js";
import { locateCommands } from "../../../session/client/locateCommands.js";
import type { Session } from "../../../session/session.js";
import { announceLocate, PROTOCOL_VERSION, untrustedRootError } from "../../../session/sessionLifecycle.js";
import { pathOfUri, type WorkspaceFolder } from "../../../uri.js";
import { type DocumentRoot, findServerRoot } from "../../../workspace/roots/serverRoot.js";
import { buildInitialize, buildSingleInitialize } from "../../capabilities/initializeParams.js";
import { buildServerCapabilities } from "../../capabilities/initializeResult.js";
import { detectLanguages } from "../../files/detectLanguages.js";
import { withId } from "../../idTags.js";
import { likeServer, ServerSelection } from "./serverSelection.js";

export interface RoutingMode {
  /**
   * Selects the server for a document. `languageId` is the client's, where it gave one. A failure
   * (`no_backend`) is returned, not thrown.
   */
  serverFor(uri: string, languageId: string | undefined, servers: Servers): SelectedServer | LocateError;
  /** Returns the embedded server, which answers what a document's own server lacks; if it may. */
  standInFor(uri: string, languageId: string, servers: Servers): SelectedServer | undefined;
  /** Excludes a server that does not start from selection; `reason` is for people. */
  exclude(server: Server, reason: string, servers: Servers): void;
  /** Undoes that. */
  include(server: Server, servers: Servers): void;
  /** Whether there is a better server now than one that was selected as a fallback. */
  searchAgain(): boolean;
  /** Whether documents in this language go to this server. */
  servesLanguage(server: Server, languageId: string, servers: Servers): boolean;
  /** Finds the root of a document among the workspace folders. All paths are absolute. */
  findRoot(path: string, server: Server, folders: readonly string[], servers: Servers): DocumentRoot;
  /** Returns the server over indexes that runs beside a server, if there is one. */
  indexBeside(server: Server, place: IndexPlace, servers: Servers): Companion | undefined;
  /** Whether servers.json still has this entry for the server. */
  isCurrent(server: Server, servers: Servers): boolean;
  /** Builds the body of the response to the client's `initialize`. `id` is JSON text. */
  buildInitializeResponse(id: string, context: InitializeContext): Buffer | Promise<Buffer>;
  /**
   * Builds the body of a backend's own `initialize` from the body of the client's. `id` is JSON
   * text.
   */
  buildInitializeRequest(id: string, target: InitializeTarget, clientInitialize: Buffer): Buffer;
  /**
   * Whether the session has several backends: each then has its own folders, registers its
   * capabilities at the client through us, and gets an empty response in its place for what it
   * cannot do.
   */
  readonly hasManyBackends: boolean;
}

/** What the response to the client's `initialize` is made of. */
export interface InitializeContext extends Pick<Session, "client" | "servers" | "agent"> {
  /** The version of this program. */
  readonly version: string;
  /** Starts the only backend and returns the body of its own response to `initialize`. */
  startOnly(): Promise<Buffer>;
}

/** The backend that an `initialize` is for. */
export interface InitializeTarget {
  readonly server: Server;
  readonly root: WorkspaceFolder;
  /** Its workspace folders, its root among them. */
  readonly folders: readonly WorkspaceFolder[];
  /** The client's workspace folders at present. */
  readonly clientFolders: readonly WorkspaceFolder[];
}

/** What a user has said about the servers of all documents. */
export interface ServerWish {
  /** The command of the only server. */
  readonly command?: readonly string[] | undefined;
  /** The language of all documents, whatever their names say. */
  readonly languageId?: string | undefined;
}

/**
 * Chooses the server for each language from servers.json, unless the user has said which one.
 * Without `readsCapabilities` the client does not read what the servers can do, and no files are
 * listed to find that out.
 */
export function createMultiBackendMode(
  embedding: (servers: Servers) => EmbeddedServer,
  wish: ServerWish = {},
  { readsCapabilities = true } = {},
): RoutingMode {
  const selection = new ServerSelection(embedding);
  const { command } = wish;
  return {
    serverFor(uri, languageId, servers) {
      const path = pathOfUri(uri);
      if (command) return serverOfCommand(command, serversAt(servers, path));
      if (wish.languageId) return selection.select(wish.languageId, serversAt(servers, path));
      const byName = path === undefined ? undefined : languageOfFile(path, servers);
      // The file name says more than an unknown languageId.
      const byId = languageId === undefined ? undefined : resolveLanguageId(servers, languageId);
      const language = byId ?? byName ?? languageId;
      return language === undefined ? unknownLanguageError(uri) : selection.select(language, serversAt(servers, path));
    },
    standInFor(uri, languageId, servers) {
      const own = serversAt(servers, pathOfUri(uri));
      return command ? undefined : selectEmbedded(own, languageId, embedding(servers));
    },
    exclude: (server, reason, servers) => selection.exclude(server, reason, servers),
    include: (server, servers) => selection.include(server, servers),
    searchAgain: () => selection.searchAgain(),
    servesLanguage(server, languageId, servers) {
      if (command) return true;
      const selected = selection.select(languageId, likeServer(server, servers));
      return !(selected instanceof LocateError) && isSameServer(selected.server, server);
    },
    findRoot: (path, server, folders, servers) => findServerRoot(path, rootRuleOf(server, servers), folders),
    indexBeside: (server, place, servers) => indexCompanion(server, place, servers, embedding(servers)),
    isCurrent(server, servers) {
      if (command) return true;
      const own = likeServer(server, servers);
      const found = own.servers.get(server.name);
      const entry = found && withCompanions(found, own);
      return (
        entry !== undefined && isDeepStrictEqual(server, prepareServer(entry, embedding(servers))?.server ?? entry)
      );
    },
    buildInitializeResponse(id, { client, servers, agent, version }) {
      const [folder] = client.roots.folders;
      const workspace = folder && pathOfUri(folder.uri);
      const languages = readsCapabilities ? detectLanguages({ client, servers }) : [];
      const expected = languages.flatMap((languageId) => {
        const server = selectLikelyServer(serversAt(servers, workspace), languageId, embedding(servers));
        return server ? [agent ? withSyntaxMethods(server, servers) : server.methods] : [];
      });
      const experimental = { locate: { version: PROTOCOL_VERSION, methods: locateMethods } };
      const capabilities: ServerCapabilities = {
        ...buildServerCapabilities(client.capabilities, expected),
        ...(agent && { executeCommandProvider: { commands: [...locateCommands] } }),
        experimental,
      };
      const result = { capabilities, serverInfo: { name: "lsp-locate", version } };
      return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`);
    },
    buildInitializeRequest: (id, { server, root, folders }, clientInitialize) =>
      buildInitialize(clientInitialize, {
        id,
        server,
        root,
        folders,
        processId: process.pid,
        needs: requiredCapabilities(server.ready),
      }),
    hasManyBackends: true,
  };
}

/** Returns the methods of a server with those that agent mode answers from syntax. */
function withSyntaxMethods(server: Server, servers: Servers): readonly string[] | undefined {
  const { methods, languages } = server;
  if (methods === undefined) return undefined;
  const has = (provider: string) => methods.some((method) => featureOf(method)?.provider === provider);
  const added = syntaxCapabilitiesFor(has, { languages }, servers);
  return [...methods, ...added.map(({ method }) => method)];
}

/**
 * Uses one server, given by its command, for all documents. It gets the client's own `initialize`,
 * and the client gets its response.
 */
export function createSingleBackendMode(command: readonly string[], servers: Servers): RoutingMode {
  const selected = serverOfCommand(command, servers);
  const { isUntrusted } = servers;
  let root: string | undefined;
  return {
    serverFor: () => selected,
    standInFor: () => undefined,
    exclude() {},
    include() {},
    searchAgain: () => false,
    servesLanguage: () => true,
    findRoot(_path, _server, folders) {
      // The root stays when the workspace folders change, so that there is one process.
      root ??= folders[0] ?? workingFolder();
      return { root, isInside: true, isMarked: true };
    },
    indexBeside: () => undefined,
    isCurrent: () => true,
    async buildInitializeResponse(id, { client, servers, agent, startOnly }) {
      const error = isUntrusted ? undefined : untrustedRootError({ client, servers });
      if (error !== undefined) throw error;
      const entry = selected instanceof LocateError ? undefined : selected.server;
      return announceLocate(withId(await startOnly(), id), agent && { server: entry, servers });
    },
    buildInitializeRequest: (id, { server, clientFolders }, clientInitialize) =>
      buildSingleInitialize(clientInitialize, id, {
        server,
        needs: requiredCapabilities(server.ready),
        folders: clientFolders,
      }),
    hasManyBackends: false,
  };
}

/**
 * Returns the server of a command of the user: its entry in servers.json, where it has one. In an
 * untrusted workspace it is restricted, or the error `backend_failed`.
 */
function serverOfCommand(command: readonly string[], servers: Servers): SelectedServer | LocateError {
  const restricted = servers.isUntrusted ? restrictCommand(servers, command) : undefined;
  if (restricted instanceof LocateError) return restricted;
  const recognised = restricted?.server ?? recogniseServer(servers, command);
  const defaults = {
    languages: [],
    rootMarkers: [],
    tested: false,
    remote: false,
    match: { words: [], serverInfo: [] },
  };
  const ownCommand = restricted?.command ?? command;
  const name = recognised?.name ?? command[0] ?? "the server";
  const { commandPaths: paths } = servers;
  // The folders of an entry belong to the command of that entry.
  const mapped = { paths: paths ?? [], remote: paths !== undefined || recognised?.remote === true };
  return { server: { ...defaults, ...recognised, ...mapped, name, command: ownCommand }, command: ownCommand };
}

function unknownLanguageError(uri: string): LocateError {
  return new LocateError(
    "no_backend",
    `The language of ${uri} is unknown. Open it with a languageId, or give its extension to a language in servers.json.`,
    { uri, servers: [] },
  );
}
