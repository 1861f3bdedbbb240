/** The one session behind all tools: begun when first needed, in whatever folders are asked for by then, and anew where it has ended by itself. */

import type { WorkspaceFolder } from "../../../uri.js";
import type { InProcessClient } from "../../client/inProcessClient.js";

export interface SharedSession {
  /** The session's client, once these are the workspace's folders. What is asked in turn finds the folders that it came with. */
  clientFor(folders: readonly WorkspaceFolder[]): Promise<InProcessClient>;
  /** What is said under that token goes to the listener, until what is returned is called. */
  onProgress(token: string, listener: (words: string) => void): () => void;
  /** Work that must not meet another of its kind: one waits for the other. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends every server. */
  end(): Promise<void>;
}

/** What a session is begun in. */
export interface SessionHost {
  folders(): readonly WorkspaceFolder[];
  onProgress(words: string, token: unknown): void;
  /** The session is over, whoever has ended it. */
  onEnded(): void;
}

export function createSharedSession(start: (surroundings: SessionHost) => Promise<InProcessClient>): SharedSession {
  const listeners = new Map<unknown, (words: string) => void>();
  let folders: readonly WorkspaceFolder[] = [];
  let current: Promise<InProcessClient> | undefined;
  let queueTail: Promise<unknown> = Promise.resolve();
  const startClient = () => {
    const forget = () => {
      if (current === starting) current = undefined;
    };
    const starting = start({
      folders: () => folders,
      onProgress: (words, token) => listeners.get(token)?.(words),
      onEnded: () => forget(),
    });
    // What could not begin is tried again by whoever asks next.
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
      // From here on nothing is awaited before the session is told: it hears of folders in the order in which they were asked for.
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
