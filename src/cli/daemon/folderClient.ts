/** The client of one command in the session of its workspace. */

import type { Servers } from "../../backend/config/servers.js";
import { withoutMarks } from "../../routing/requests/itemOrigins.js";
import type { BackendStatus, SessionStatus } from "../../session/methods/status.js";
import { uriOfPath } from "../../uri.js";
import { isFolderLost } from "../client/folderGuard.js";
import { folderAt } from "../client/inProcessClient.js";
import type { CommandClient } from "../request/sendCommand.js";
import type { FolderSession, FolderSessions } from "./folderSessions.js";

interface FolderClientHost {
  readonly sessions: Pick<FolderSessions, "get">;
  readonly servers: Servers;
  readonly signal: AbortSignal;
  /** How long an answer may take; undefined for as long as it takes. */
  readonly timeoutMs: number | undefined;
  /** Sets the status line. */
  show(text: string): void;
}

/** Connects to the session of a folder, for a request about a file or none; both are absolute. */
export async function connectFolderClient(
  folder: string,
  file: string | undefined,
  { sessions, servers, signal, timeoutMs, show }: FolderClientHost,
): Promise<CommandClient> {
  show("working …");
  const onProgress = (text: string) => show(progressLine(text));
  const folders = [folderAt(folder)];
  let session = await sessions.get(folders);
  const { client } = session;
  const shownBefore = client.shownErrors.length;
  const fileUri = file === undefined ? undefined : uriOfPath(file, []);
  let readUri: string | undefined;
  let backend: BackendStatus | undefined;
  /** Whether the last answer is that of another server than the document's. */
  let hasOtherServer = false;
  /** Reads which server serves a document. */
  const readBackend = async (uri: string | undefined) => {
    if (uri === undefined || uri === readUri) return;
    readUri = uri;
    const params = { textDocument: { uri } };
    [backend] = (await session.request<SessionStatus>("locate/status", params, { signal })).backends;
  };
  const send = async (method: string, params: object): Promise<unknown> => {
    const limited = timeoutMs === undefined ? params : { ...params, timeout_ms: timeoutMs };
    const request = ({ request }: FolderSession) => request(method, { ...limited }, { signal, onProgress });
    try {
      return await request(session);
    } catch (error) {
      if (!isFolderLost(error)) throw error;
      // The folder may be there again, with the same content.
      session = await sessions.get(folders);
      return request(session);
    }
  };
  return {
    get encoding() {
      return servers.servers.get(backend?.name ?? "")?.encoding ?? client.encoding;
    },
    agreedEncoding: client.agreedEncoding,
    get shownErrors() {
      return client.shownErrors.slice(shownBefore);
    },
    async request<Result>(method: string, params: object): Promise<Result> {
      // The declarations that the text has are the same whichever servers run.
      const sent = method === "locate/search" ? { ...params, servers: false } : params;
      try {
        const result = withoutMarks(await send(method, sent));
        hasOtherServer = typeof (result as { readonly server?: unknown } | null)?.server === "string";
        await readBackend(documentOf(result) ?? fileUri);
        return result as Result;
      } catch (error) {
        await readBackend(fileUri).catch(() => {});
        throw error;
      }
    },
    notice: () => (hasOtherServer ? undefined : backend?.notice),
  };
}

/** Returns the URI of the document that a result is about, where it says it. */
function documentOf(result: unknown): string | undefined {
  type Placed = { readonly place?: { readonly target: { readonly textDocument: { readonly uri: string } } } };
  return (result as Placed | null)?.place?.target.textDocument.uri;
}

/** Returns it for a message of progress, which may name the server, and end with its own dots. */
export function progressLine(message: string): string {
  const doing = message
    .replace(/^(\S+) is loading · (?:\1 is loading · )*/, "$1: ")
    .replace(/(?:…|\.{3})$/, "")
    .trimEnd();
  return `${doing || "working"} …`;
}
