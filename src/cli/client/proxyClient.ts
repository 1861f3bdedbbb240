/** A client of the proxy in front of one server, both in this very process. */

import type { Server, Servers } from "../../backend/config/servers.js";
import { type BackendProcess, backendFailed } from "../../backend/process.js";
import { LocateError } from "../../error.js";
import { proxy } from "../../proxy.js";
import { indexFor } from "../setup/indexLoader.js";
import type { Log } from "../setup/openLog.js";
import { syntaxFor } from "../setup/syntaxLoader.js";
import { type Client, folderAt, join } from "./inProcessClient.js";

export type { Client } from "./inProcessClient.js";

export interface ClientOptions {
  readonly backend: BackendProcess;
  readonly servers: Servers;
  readonly server: Server | undefined;
  readonly root: string;
  /** Milliseconds for `initialize`. */
  readonly timeout: number;
  readonly log: Log;
  /** What the server is busy with, in words. */
  readonly onProgress: (words: string) => void;
}

/** Starts the conversation. Whatever fails, the server is gone when this rejects. `signal` ends it at any time. */
export function connect(options: ClientOptions, signal: AbortSignal): Promise<Client> {
  const { backend, servers, server, root, timeout, log, onProgress } = options;
  const [syntax, startIndex] = [syntaxFor(servers, log), indexFor(servers, log)];
  return join(
    {
      serve: (input, output) => proxy({ input, output, backend, servers, syntax, startIndex, log }),
      folders: () => [folderAt(root)],
      server,
      timeout,
      log,
      onProgress,
      whyEnded: async () => backendFailed(backend, await backend.exited),
      noAnswer: () => noAnswer(backend, timeout),
    },
    signal,
  );
}

function noAnswer({ command, lastWords }: BackendProcess, timeout: number): LocateError {
  const seconds = timeout / 1000;
  const said = lastWords().slice(-5);
  const words = said.length === 0 ? "" : ` Last on its stderr: ${said.join(" ⏎ ")}`;
  const message = `\`${command.join(" ")}\` has started, but did not answer initialize within ${seconds} s. Give it more with --timeout <seconds>.${words}`;
  return new LocateError("backend_timeout", message, { command, seconds_waited: seconds, stderr: said });
}
