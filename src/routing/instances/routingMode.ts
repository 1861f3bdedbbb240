/** How a session is made up: of many backends, each for its languages; or of a single one that is started again when it dies. All that differs between the two is here. */

import { isDeepStrictEqual } from "node:util";
import type { ServerCapabilities } from "vscode-languageserver-protocol";
import { recogniseServer } from "../../backend/config/recogniseServer.js";
import { languageOf, resolveLanguageId, type Server, type Servers } from "../../backend/config/servers.js";
import {
  type EmbeddedServer,
  type SelectedServer,
  selectLikelyServer,
  selectServer,
} from "../../backend/installation/selectServer.js";
import { requiredCapabilities } from "../../backend/readiness.js";
import { LocateError } from "../../error.js";
import { locateMethods } from "../../session/backend/locateMethods.js";
import { addLocateCapability, PROTOCOL_VERSION } from "../../session/lifecycle.js";
import type { Session } from "../../session/session.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { buildInitialize, buildSingleInitialize } from "../capabilities/initializeParams.js";
import { buildServerCapabilities } from "../capabilities/initializeResult.js";
import { type DocumentRoot, findRoot } from "../documents/findRoot.js";
import { detectLanguages } from "../files/detectLanguages.js";
import { withId } from "../idTags.js";
import type { Routing } from "../routing.js";
import type { BackendInstance } from "./backendInstance.js";

export interface RoutingMode {
  /** Which server is the one for a document; errors are values here: `no_backend`. `languageId` is what the client calls it, if it does. */
  serverFor(uri: string, languageId: string | undefined, session: Session): SelectedServer | LocateError;
  /** Whether a server serves a language, whichever document is in it. */
  servesLanguage(server: Server, languageId: string, session: Session): boolean;
  /** The root of a document, among the workspace's folders (absolute paths). */
  findRoot(path: string, server: Server, folders: readonly string[]): DocumentRoot;
  /** Whether what runs is what servers.json says it should be. */
  isCurrent(server: Server, servers: Servers): boolean;
  /** The body of the answer to the client's `initialize`, whose id (JSON text) is given. */
  buildInitializeResponse(id: string, routing: Routing): Buffer | Promise<Buffer>;
  /** The body of a backend's own `initialize`. */
  buildInitializeRequest(
    id: string,
    instance: BackendInstance,
    client: Buffer,
    clientFolders: readonly WorkspaceFolder[],
  ): Buffer;
  /** Whether the client learns what backends can do by their being registered, and is answered for those that can't. */
  readonly hasManyBackends: boolean;
}

interface Selection {
  readonly selected: SelectedServer | LocateError;
  readonly expiresAt: number;
}

/** That a server is missing holds for so long: somebody may be installing it. */
const FALLBACK_RETRY_MS = 30_000;

/** A server for each language, from servers.json. */
export function createMultiBackendMode(embedding: (servers: Servers) => EmbeddedServer): RoutingMode {
  const selections = new WeakMap<Servers, Map<string, Selection>>();
  const select = (languageId: string, { servers }: Session): SelectedServer | LocateError => {
    const cache = selections.get(servers) ?? new Map<string, Selection>();
    selections.set(servers, cache);
    const cached = cache.get(languageId);
    if (cached && performance.now() < cached.expiresAt) return cached.selected;
    const selected = selectServer(servers, languageId, embedding(servers));
    const isFinal = !(selected instanceof LocateError) && selected.notice === undefined;
    cache.set(languageId, {
      selected,
      expiresAt: isFinal ? Number.POSITIVE_INFINITY : performance.now() + FALLBACK_RETRY_MS,
    });
    return selected;
  };
  return {
    serverFor(uri, languageId, session) {
      const path = pathOfUri(uri);
      const byName = path === undefined ? undefined : languageOf(session.servers, path);
      // An id that nobody knows says less than the name.
      const byId = languageId === undefined ? undefined : resolveLanguageId(session.servers, languageId);
      const language = byId ?? byName ?? languageId;
      return language === undefined ? unknownLanguageError(uri) : select(language, session);
    },
    servesLanguage(server, languageId, session) {
      const selected = select(languageId, session);
      return !(selected instanceof LocateError) && selected.server.name === server.name;
    },
    findRoot: (path, { rootMarkers, wholeFolder }, folders) => findRoot(path, wholeFolder ? [] : rootMarkers, folders),
    isCurrent: (server, servers) => isDeepStrictEqual(server, servers.servers.get(server.name)),
    buildInitializeResponse(id, { session, version }) {
      const { servers } = session;
      const expected = detectLanguages(session).flatMap((languageId) => {
        const server = selectLikelyServer(servers, languageId, embedding(servers));
        return server ? [server.methods] : [];
      });
      const experimental = { locate: { version: PROTOCOL_VERSION, methods: locateMethods } };
      const capabilities: ServerCapabilities = {
        ...buildServerCapabilities(session.client.capabilities, expected),
        experimental,
      };
      const result = { capabilities, serverInfo: { name: "lsp-locate", version } };
      return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`);
    },
    buildInitializeRequest: (id, { server, root }, client) =>
      buildInitialize(client, { id, server, root, processId: process.pid, needs: requiredCapabilities(server.ready) }),
    hasManyBackends: true,
  };
}

/** One server, given by its command, whatever a document is in. It is started with the client's own `initialize`, and its answer to that is the client's. */
export function createSingleBackendMode(command: readonly string[], servers: Servers): RoutingMode {
  const recognised = recogniseServer(servers, command);
  const name = recognised?.name ?? command[0] ?? "the server";
  const defaults = {
    languages: [],
    rootMarkers: [],
    tested: false,
    remote: false,
    match: { words: [], serverInfo: [] },
  };
  const server: Server = { ...defaults, ...recognised, name, command };
  let root: string | undefined;
  return {
    serverFor: () => ({ server, command }),
    servesLanguage: () => true,
    findRoot(_path, _server, folders) {
      // Whatever folders come and go, there is one process.
      root ??= folders[0] ?? process.cwd();
      return { root: root, isInside: true };
    },
    isCurrent: () => true,
    async buildInitializeResponse(id, { instances }) {
      const instance = instances.instanceFor("untitled:");
      await instance.ensureRunning();
      const answer = withId(instance.initializeResponse, id);
      return addLocateCapability(answer) ?? answer;
    },
    buildInitializeRequest: (id, { server }, client, folders) =>
      buildSingleInitialize(client, id, {
        needs: requiredCapabilities(server.ready),
        folders,
      }),
    hasManyBackends: false,
  };
}

function unknownLanguageError(uri: string): LocateError {
  return new LocateError(
    "no_backend",
    `Which language ${uri} is in can't be told from its name. Open it with a languageId, or give its extension to a language in servers.json.`,
    { uri, servers: [] },
  );
}
