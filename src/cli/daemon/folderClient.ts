/** The client of one command in a session for a list of folders. */

import { fallbackNotice } from "../../backend/installation/selectServer.js";
import { withoutMarks } from "../../routing/requests/itemOrigins.js";
import type { SessionStatus } from "../../session/methods/status.js";
import { pathInside, uriOfPath } from "../../uri.js";
import { folderAt } from "../client/inProcessClient.js";
import { progressLine } from "../request/progressLine.js";
import type { CommandClient } from "../request/sendRequest.js";
import type { ServerChoice } from "../setup/chooseServer.js";
import type { FolderSessions } from "./folderSessions.js";

interface FolderClientHost {
  readonly sessions: Pick<FolderSessions, "get">;
  readonly signal: AbortSignal;
  /** Sets the status line. */
  show(text: string): void;
}

/**
 * Returns the client of the session for the workspace of the command; undefined where the session
 * would choose another server or root.
 */
export async function connectFolderClient(
  { workspace, server }: ServerChoice,
  file: string | undefined,
  { sessions, signal, show }: FolderClientHost,
): Promise<CommandClient | undefined> {
  if (server === undefined) return undefined;
  if (file !== undefined && pathInside(workspace, file) === undefined) return undefined;
  show(`${server.name}: working …`);
  const onProgress = (text: string) => show(progressLine(server.name, text));
  const session = await sessions.get([folderAt(workspace)]);
  const { client } = session;
  const shownBefore = client.shownErrors.length;
  return {
    encoding: server.encoding ?? client.encoding,
    agreedEncoding: client.agreedEncoding,
    get shownErrors() {
      return client.shownErrors.slice(shownBefore);
    },
    async request<Result>(method: string, params: object): Promise<Result> {
      // A process of its own has only the embedded server for it.
      const sent = method === "locate/search" ? { ...params, servers: false } : { ...params };
      const result = await session.request(method, sent, { signal, onProgress });
      return withoutMarks(result) as Result;
    },
    async notice() {
      if (file === undefined) return undefined;
      const textDocument = { uri: uriOfPath(file, []) };
      const status = await session.request<SessionStatus>("locate/status", { textDocument }, { signal });
      const [backend] = status.backends;
      return backend?.instead_of === undefined ? undefined : fallbackNotice(backend.instead_of, backend.name);
    },
    close: async () => {},
  };
}
