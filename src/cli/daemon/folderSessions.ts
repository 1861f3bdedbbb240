/**
 * The router sessions of a session process: one for each list of workspace folders, started when it
 * is first needed. All clients with these folders share its documents, servers and index.
 */

import type { Writable } from "node:stream";
import { ResponseError } from "vscode-jsonrpc/node";
import { homeFolder } from "../../backend/config/userFolder.js";
import { LocateError, type Logger } from "../../error.js";
import type { Router } from "../../router.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { findRepository } from "../../workspace/roots/repository.js";
import type { InProcessClient } from "../client/inProcessClient.js";
import { connectRouter, type RouterClientOptions } from "../client/routerClient.js";
import type { SharedServers } from "../serve/routerSession.js";
import { findLinkedFolders, type LinkedFolders } from "./linkedFolders.js";

export interface FolderSession {
  readonly folders: readonly WorkspaceFolder[];
  /** Whether the folders are reached through links: its router knows others. */
  readonly isLinked: boolean;
  readonly client: InProcessClient;
  readonly router: Router;
  /**
   * Sends a request with a progress token of its own, if it has one. Rejects as
   * `InProcessClient.request` does.
   */
  request<Result>(method: string, params: Params, options: RequestOptions): Promise<Result>;
}

type Params = Readonly<Record<string, unknown>>;

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** The maximum of sessions; the one that was not used for the longest time is ended. */
const MAX_SESSIONS = 16;

/** How long after a request the index is started, which would slow the server down. */
const INDEX_DELAY_MS = 1000;

interface Entry {
  readonly session: Promise<FolderSession>;
  started: FolderSession | undefined;
  pending: number;
  usedAt: number;
  /** Starts the index. */
  indexTimer: NodeJS.Timeout | undefined;
}

export interface FolderSessionsOptions extends RouterClientOptions {
  /** Whether the index starts before it is needed, for sessions that live long. */
  readonly startsIndexEarly?: boolean;
  /** Receives what servers write to stderr, if not that of this process. */
  readonly serverLog?: Writable;
  /** Where the servers of these sessions come from. */
  readonly shared?: SharedServers;
  /** Whether the sessions end soon: the embedded server then runs in this process. */
  readonly endsSoon?: boolean;
}

export class FolderSessions {
  readonly #options: FolderSessionsOptions;
  readonly #log: Logger;
  /** By the URIs of the folders. */
  readonly #entries = new Map<string, Entry>();
  #tokenCount = 0;
  #isClosed = false;

  constructor(options: FolderSessionsOptions, log: Logger) {
    this.#options = options;
    this.#log = log;
  }

  /** Returns the sessions that have started, and how many requests are pending in each. */
  all(): readonly { readonly session: FolderSession; readonly pending: number }[] {
    return [...this.#entries.values()].flatMap(({ started, pending }) =>
      started === undefined ? [] : [{ session: started, pending }],
    );
  }

  /**
   * Returns the session of these folders; the first is the root. Folders that are reached through
   * links share the session of those that they lead to.
   */
  async get(folders: readonly WorkspaceFolder[]): Promise<FolderSession> {
    const linked = findLinkedFolders(folders);
    if (linked === undefined) return this.#get(folders);
    const session = await this.#get(linked.folders);
    return { ...session, folders, isLinked: true, request: translateRequests(session, linked) };
  }

  #get(folders: readonly WorkspaceFolder[]): Promise<FolderSession> {
    if (this.#isClosed) return Promise.reject(new LocateError("backend_failed", "The session is ending.", {}));
    const key = JSON.stringify(folders.map(({ uri, name }) => [uri, name]));
    const existing = this.#entries.get(key);
    if (existing !== undefined) {
      existing.usedAt = performance.now();
      return existing.session;
    }
    const session = this.#start(key, folders, () => entry);
    const entry: Entry = {
      session,
      started: undefined,
      pending: 0,
      usedAt: performance.now(),
      indexTimer: undefined,
    };
    this.#entries.set(key, entry);
    session.then(
      (started) => {
        entry.started = started;
      },
      // The next request tries again.
      () => this.#forget(key, entry),
    );
    this.#endOldest();
    return entry.session;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.allSettled(entries.map(async ({ session }) => (await session).client.close()));
  }

  async #start(key: string, folders: readonly WorkspaceFolder[], own: () => Entry): Promise<FolderSession> {
    const listeners = new Map<unknown, (text: string) => void>();
    const { serverLog, shared, endsSoon } = this.#options;
    const { client, router } = await connectRouter(this.#options, this.#log, {
      folders: () => folders,
      serverLog,
      shared,
      endsSoon,
      onProgress: (text, token) => listeners.get(token)?.(text),
      onEnded: () => this.#forget(key, own()),
    });
    return {
      folders,
      isLinked: false,
      client,
      router,
      request: async (method, params, { signal, onProgress }) => {
        const entry = own();
        const workDoneToken = `shared-${++this.#tokenCount}`;
        const sent = "workDoneToken" in params ? { ...params, workDoneToken } : params;
        if (onProgress) listeners.set(workDoneToken, onProgress);
        entry.pending++;
        try {
          return await client.request(method, sent, signal);
        } finally {
          listeners.delete(workDoneToken);
          entry.pending--;
          entry.usedAt = performance.now();
          if (this.#options.startsIndexEarly) this.#startIndexSoon(key, entry);
        }
      },
    };
  }

  /**
   * Starts the index after the first request, so that the first search finds it complete. A folder
   * outside of repositories may be anything: its index starts with the first search.
   */
  #startIndexSoon(key: string, entry: Entry): void {
    const [folder] = entry.started?.folders ?? [];
    const path = folder && pathOfUri(folder.uri);
    if (entry.indexTimer !== undefined || path === undefined || findRepository(path, homeFolder()) === undefined)
      return;
    const start = () => {
      if (this.#entries.get(key) !== entry) return;
      if (entry.pending === 0) entry.started?.router.startIndex();
      else entry.indexTimer = setTimeout(start, INDEX_DELAY_MS).unref();
    };
    entry.indexTimer = setTimeout(start, INDEX_DELAY_MS).unref();
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  #endOldest(): void {
    if (this.#entries.size <= MAX_SESSIONS) return;
    const idle = [...this.#entries].filter(([, { pending }]) => pending === 0);
    const [oldest] = idle.sort(([, left], [, right]) => left.usedAt - right.usedAt);
    if (oldest === undefined) return;
    const [key, entry] = oldest;
    this.#forget(key, entry);
    void entry.session.then(({ client }) => client.close()).catch(() => {});
  }
}

function translateRequests(
  { request }: Pick<FolderSession, "request">,
  { toSession, toClient, describeToClient }: LinkedFolders,
): FolderSession["request"] {
  return async <Result>(method: string, params: Params, options: RequestOptions) => {
    try {
      return toClient(await request<Result>(method, toSession(params), options));
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
      throw new ResponseError(error.code, describeToClient(error.message), toClient(error.data));
    }
  };
}
