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
import { pathOfUri } from "../../uri.js";
import { introductionAsGiven, introductionOf } from "../capabilities/initializeParams.js";
import { welcome } from "../capabilities/initializeResult.js";
import { type Root, rootOf } from "../documents/findRoot.js";
import { languagesFound } from "../files/detectLanguages.js";
import { withId } from "../idTags.js";
import type { Routing } from "../routing.js";
import type { Member } from "./backendInstance.js";

export interface Arrangement {
  /** Which server is the one for a document; errors are values here: `no_backend`. `languageId` is what the client calls it, if it does. */
  serverFor(uri: string, languageId: string | undefined, session: Session): SelectedServer | LocateError;
  /** Whether a server serves a language, whichever document is in it. */
  serves(server: Server, languageId: string, session: Session): boolean;
  /** The root of a document, among the workspace's folders (absolute paths). */
  rootOf(path: string, server: Server, folders: readonly string[]): Root;
  /** Whether what runs is what servers.json says it should be. */
  isCurrent(server: Server, servers: Servers): boolean;
  /** The body of the answer to the client's `initialize`, whose id (JSON text) is given. */
  welcome(id: string, routing: Routing): Buffer | Promise<Buffer>;
  /** The body of a backend's own `initialize`. */
  introduction(id: string, member: Member, client: Buffer): Buffer;
  /** Whether the client learns what backends can do by their being registered, and is answered for those that can't. */
  readonly isRegistering: boolean;
}

interface Selection {
  readonly found: SelectedServer | LocateError;
  readonly until: number;
}

/** That a server is missing holds for so long: somebody may be installing it. */
const makeshiftMs = 30_000;

/** A server for each language, from servers.json. */
export function byLanguage(embedding: (servers: Servers) => EmbeddedServer): Arrangement {
  const selections = new WeakMap<Servers, Map<string, Selection>>();
  const select = (languageId: string, { servers }: Session): SelectedServer | LocateError => {
    const known = selections.get(servers) ?? new Map<string, Selection>();
    selections.set(servers, known);
    const before = known.get(languageId);
    if (before && performance.now() < before.until) return before.found;
    const found = selectServer(servers, languageId, embedding(servers));
    const isFinal = !(found instanceof LocateError) && found.notice === undefined;
    known.set(languageId, { found, until: isFinal ? Number.POSITIVE_INFINITY : performance.now() + makeshiftMs });
    return found;
  };
  return {
    serverFor(uri, languageId, session) {
      const path = pathOfUri(uri);
      const byName = path === undefined ? undefined : languageOf(session.servers, path);
      // An id that nobody knows says less than the name.
      const known = languageId === undefined ? undefined : resolveLanguageId(session.servers, languageId);
      const language = known ?? byName ?? languageId;
      return language === undefined ? noLanguage(uri) : select(language, session);
    },
    serves(server, languageId, session) {
      const found = select(languageId, session);
      return !(found instanceof LocateError) && found.server.name === server.name;
    },
    rootOf: (path, { rootMarkers, wholeFolder }, folders) => rootOf(path, wholeFolder ? [] : rootMarkers, folders),
    isCurrent: (server, servers) => isDeepStrictEqual(server, servers.servers.get(server.name)),
    welcome(id, { session, version }) {
      const { servers } = session;
      const expected = languagesFound(session).flatMap((languageId) => {
        const server = selectLikelyServer(servers, languageId, embedding(servers));
        return server ? [server.methods] : [];
      });
      const experimental = { locate: { version: PROTOCOL_VERSION, methods: locateMethods } };
      const capabilities: ServerCapabilities = { ...welcome(session.client.capabilities, expected), experimental };
      const result = { capabilities, serverInfo: { name: "lsp-locate", version } };
      return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`);
    },
    introduction: (id, { server, root }, client) =>
      introductionOf(client, { id, server, root, processId: process.pid, needs: requiredCapabilities(server.ready) }),
    isRegistering: true,
  };
}

/** One server, given by its command, whatever a document is in. It is started with the client's own `initialize`, and its answer to that is the client's. */
export function single(command: readonly string[], servers: Servers): Arrangement {
  const known = recogniseServer(servers, command);
  const name = known?.name ?? command[0] ?? "the server";
  const unknown = {
    languages: [],
    rootMarkers: [],
    tested: false,
    remote: false,
    match: { words: [], serverInfo: [] },
  };
  const server: Server = { ...unknown, ...known, name, command };
  let first: string | undefined;
  return {
    serverFor: () => ({ server, command }),
    serves: () => true,
    rootOf(_path, _server, folders) {
      // Whatever folders come and go, there is one process.
      first ??= folders[0] ?? process.cwd();
      return { root: first, isInside: true };
    },
    isCurrent: () => true,
    async welcome(id, { members }) {
      const member = members.at("untitled:");
      await member.awake();
      const answer = withId(member.introduced, id);
      return addLocateCapability(answer) ?? answer;
    },
    introduction: (id, { server, backend }, client) =>
      introductionAsGiven(client, id, {
        needs: requiredCapabilities(server.ready),
        folders: backend.session.client.roots.folders,
      }),
    isRegistering: false,
  };
}

function noLanguage(uri: string): LocateError {
  return new LocateError(
    "no_backend",
    `Which language ${uri} is in can't be told from its name. Open it with a languageId, or give its extension to a language in servers.json.`,
    { uri, servers: [] },
  );
}
