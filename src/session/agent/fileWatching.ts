/**
 * File watching in front of one server, in agent mode: registrations for
 * `workspace/didChangeWatchedFiles` are handled here, whatever the client claims. A session with
 * many servers does so for every client that can't watch.
 */

import type { Backend, Backends } from "../../ask/backend/backend.js";
import { type DiskChangeTracker, notifyFileEvents } from "../../ask/documents/diskChanges.js";
import { outsideFoldersTest } from "../../ask/documents/worktreeFilter.js";
import type { Server } from "../../backend/config/servers.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { setValue } from "../../wire/json.js";
import { buildResult } from "../../wire/messages.js";
import type { ServerRequests } from "../client/unansweredRequests.js";

const FILE_WATCHING = "workspace/didChangeWatchedFiles";

/** Watches files for a backend. */
interface Watchers {
  watch(backendKey: string, id: string, watchers: unknown): void;
  unwatch(backendKey: string, id: string): void;
  flush(): Promise<void>;
  end(): void;
}

/** Loads and opens the watchers of a session. */
export type OpenWatchers = (host: {
  readonly sessionStart: number;
  roots(): readonly string[];
  notify(backendKey: string, changes: readonly { readonly uri: string; readonly type: number }[]): void;
  log(line: string): void;
}) => Promise<Watchers>;

interface SingleBackendFilesHost {
  readonly diskChanges: Pick<DiskChangeTracker, "notifiedAt" | "sessionStart">;
  readonly backends: Pick<Backends, "all">;
  readonly client: { readonly roots: { readonly folders: readonly Pick<WorkspaceFolder, "uri">[] } };
  log(line: string): void;
}

/** The one backend has this key. */
const KEY = "backend";

/** The watched files of the only backend of a session. */
export class SingleBackendFiles {
  readonly #open: OpenWatchers;
  readonly #host: SingleBackendFilesHost;
  #watchers: Promise<Watchers> | undefined;

  constructor(open: OpenWatchers, host: SingleBackendFilesHost) {
    this.#open = open;
    this.#host = host;
  }

  watch(id: string, watchers: unknown): void {
    this.#watchers ??= this.#open({
      sessionStart: this.#host.diskChanges.sessionStart,
      roots: () => this.#host.client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []),
      notify: (_key, changes) => {
        const isWrongFile = outsideFoldersTest(this.#host.client.roots.folders);
        const own = changes.filter(({ uri }) => !isWrongFile(pathOfUri(uri) ?? ""));
        if (own.length === 0) return;
        this.#host.diskChanges.notifiedAt = performance.now();
        for (const backend of this.#host.backends.all()) notifyFileEvents(backend, own);
      },
      log: (line) => this.#host.log(line),
    });
    void this.#watchers.then((opened) => opened.watch(KEY, id, watchers));
  }

  /** Watches the files that a server depends on, and for which it does not register. */
  watchFor({ serverEntry }: Pick<Backend, "serverEntry">): void {
    const watchers = unregisteredWatchers(serverEntry);
    if (watchers.length > 0) this.watch(UNREGISTERED_ID, watchers);
  }

  unwatch(id: string): void {
    void this.#watchers?.then((opened) => opened.unwatch(KEY, id));
  }

  /** Resolves when the backend has been notified of all changes up to now. */
  async flush(): Promise<void> {
    await (await this.#watchers)?.flush();
  }

  end(): void {
    void this.#watchers?.then((opened) => opened.end());
  }
}

/** The id of the watchers of servers.json. */
export const UNREGISTERED_ID = "lsp-locate:files";

/** Returns LSP's watchers for the files that servers.json names for a server. */
export function unregisteredWatchers(
  entry: Pick<Server, "fileEvents"> | undefined,
): readonly { globPattern: string }[] {
  return (entry?.fileEvents?.watch ?? []).map((globPattern) => ({ globPattern }));
}

interface Registrations {
  readonly registrations?: readonly Registration[];
  /** Sic: the spelling of the protocol. */
  readonly unregisterations?: readonly Registration[];
}

interface Registration {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: { readonly watchers?: unknown };
}

/** Step for backend messages: takes registrations of file watchers; others pass to the client. */
export function takeFileWatchers(
  { method, id }: Envelope,
  {
    backend,
    session: { agent, serverRequests },
  }: {
    readonly backend: Backend;
    readonly session: {
      readonly agent: { readonly watchedFiles: SingleBackendFiles | undefined } | undefined;
      readonly serverRequests: Pick<ServerRequests, "forget">;
    };
  },
): Decision | undefined {
  const watchedFiles = agent?.watchedFiles;
  if (!watchedFiles || (method !== "client/registerCapability" && method !== "client/unregisterCapability"))
    return undefined;
  const list = method === "client/registerCapability" ? "registrations" : "unregisterations";
  return {
    kind: "take",
    take({ bytes, body }) {
      const { params } = JSON.parse(body.toString("utf8")) as { params?: Registrations };
      const all = params?.[list] ?? [];
      const watching = all.filter((each) => each.method === FILE_WATCHING);
      if (watching.length === 0) return bytes;
      for (const each of watching) {
        if (list === "registrations") watchedFiles.watch(each.id, each.registerOptions?.watchers);
        else watchedFiles.unwatch(each.id);
      }
      const others = all.filter((each) => each.method !== FILE_WATCHING);
      if (others.length > 0) return frameOf(setValue(body, ["params", list], others) ?? body);
      const requestId = id ?? findTrailingId(body);
      if (requestId === undefined) return undefined;
      serverRequests.forget(backend.link.clientIdOf(requestId));
      backend.link.respond(frameOf(buildResult(requestId, null)));
      return undefined;
    },
  };
}
