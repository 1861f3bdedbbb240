/** The one session behind all tools: begun when first needed, in whatever folders are asked for by then, and anew where it has ended by itself. */

import type { WorkspaceFolder } from "../../../uri.js";
import type { Client } from "../../client/inProcessClient.js";

export interface LocateSession {
  /** The session's client, once these are the workspace's folders. What is asked in turn finds the folders that it came with. */
  within(folders: readonly WorkspaceFolder[]): Promise<Client>;
  /** What is said under that token goes to the listener, until what is returned is called. */
  hear(token: string, listener: (words: string) => void): () => void;
  /** Work that must not meet another of its kind: one waits for the other. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends every server. */
  end(): Promise<void>;
}

/** What a session is begun in. */
export interface Surroundings {
  folders(): readonly WorkspaceFolder[];
  onProgress(words: string, token: unknown): void;
  /** The session is over, whoever has ended it. */
  onEnded(): void;
}

export function locateSession(start: (surroundings: Surroundings) => Promise<Client>): LocateSession {
  const listeners = new Map<unknown, (words: string) => void>();
  let folders: readonly WorkspaceFolder[] = [];
  let begun: Promise<Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const begin = () => {
    const forget = () => {
      if (begun === beginning) begun = undefined;
    };
    const beginning = start({
      folders: () => folders,
      onProgress: (words, token) => listeners.get(token)?.(words),
      onEnded: () => forget(),
    });
    // What could not begin is tried again by whoever asks next.
    beginning.catch(forget);
    begun = beginning;
    return beginning;
  };
  return {
    async within(wanted) {
      if (begun === undefined) {
        folders = wanted;
        return begin();
      }
      const client = await begun;
      // From here on nothing is awaited before the session is told: it hears of folders in the order in which they were asked for.
      const before = folders;
      folders = wanted;
      const [added, removed] = [without(wanted, before), without(before, wanted)];
      if (added.length + removed.length > 0)
        await client.notify("workspace/didChangeWorkspaceFolders", { event: { added, removed } });
      return client;
    },
    hear(token, listener) {
      listeners.set(token, listener);
      return () => void listeners.delete(token);
    },
    alone(work) {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
    async end() {
      await begun?.then(
        (client) => client.close(),
        () => {},
      );
    },
  };
}

function without(some: readonly WorkspaceFolder[], others: readonly WorkspaceFolder[]): readonly WorkspaceFolder[] {
  return some.filter(({ uri, name }) => !others.some((other) => other.uri === uri && other.name === name));
}
