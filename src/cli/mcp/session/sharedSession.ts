/**
 * The session that all tools share: started when first needed, and again after it has ended by
 * itself.
 */

import type { WorkspaceFolder } from "../../../uri.js";
import type { InProcessClient } from "../../client/inProcessClient.js";
import type { SessionHost } from "../../client/routerClient.js";

export interface SharedSession {
  /** Makes these the workspace folders and resolves with the client. Calls take effect in order. */
  clientFor(folders: readonly WorkspaceFolder[]): Promise<InProcessClient>;
  /** Passes progress reports with that token to a listener. Returns a function that removes it. */
  onProgress(token: string, listener: (text: string) => void): () => void;
  /** Runs work after all earlier work that was passed here. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends every server. */
  end(): Promise<void>;
}

export function createSharedSession(start: (host: SessionHost) => Promise<InProcessClient>): SharedSession {
  const listeners = new Map<unknown, (text: string) => void>();
  let folders: readonly WorkspaceFolder[] = [];
  let current: Promise<InProcessClient> | undefined;
  let queueTail: Promise<unknown> = Promise.resolve();
  const startClient = () => {
    const forget = () => {
      if (current === starting) current = undefined;
    };
    const starting = start({
      folders: () => folders,
      onProgress: (text, token) => listeners.get(token)?.(text),
      onEnded: () => forget(),
    });
    // The next call tries again after a failed start.
    starting.catch(forget);
    current = starting;
    return starting;
  };
  return {
    async clientFor(nextFolders) {
      if (current === undefined) {
        folders = nextFolders;
        return startClient();
      }
      const client = await current;
      // Nothing is awaited before the notification, so that the session receives folders in the
      // order of the calls.
      const before = folders;
      folders = nextFolders;
      const [added, removed] = [withoutFolders(nextFolders, before), withoutFolders(before, nextFolders)];
      if (added.length + removed.length > 0)
        await client.notify("workspace/didChangeWorkspaceFolders", { event: { added, removed } });
      return client;
    },
    onProgress(token, listener) {
      listeners.set(token, listener);
      return () => void listeners.delete(token);
    },
    runExclusive(work) {
      const done = queueTail.then(work);
      queueTail = done.catch(() => {});
      return done;
    },
    async end() {
      await current?.then(
        (client) => client.close(),
        () => {},
      );
    },
  };
}

function withoutFolders(
  some: readonly WorkspaceFolder[],
  others: readonly WorkspaceFolder[],
): readonly WorkspaceFolder[] {
  return some.filter(({ uri, name }) => !others.some((other) => other.uri === uri && other.name === name));
}
