/** A client of the router in a shared session, for `lsp-locate mcp`. */

import type { Duplex } from "node:stream";
import {
  ConnectionError,
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { LocateError, type Logger } from "../../../error.js";
import { pathOfUri } from "../../../uri.js";
import { createEndSignal, type EndSignal } from "../../client/endSignal.js";
import { type InProcessClient, toCancellationToken } from "../../client/inProcessClient.js";
import type { SessionHost } from "../../client/routerClient.js";
import type { SessionProgress, SessionRequest } from "../../daemon/daemonMessages.js";
import type { Options } from "../../options.js";
import { connectWorkspaceDaemon } from "../../serve/connectWorkspaceDaemon.js";

/** The connection to a session process. */
interface SessionStream {
  readonly connection: MessageConnection;
  readonly endSignal: EndSignal;
  /** Closes the connection; the next request opens another one. */
  end(): void;
}

/** The session process has ended, or closed the connection. */
class StreamEnded extends Error {}

/**
 * Connects to the session of the first folder's workspace, or starts one. Resolves with undefined
 * if there is none to be had. When the session dies under a request, another one is asked, once.
 */
export async function connectSharedRouter(
  options: Options,
  log: Logger,
  host: SessionHost,
): Promise<InProcessClient | undefined> {
  let current: Promise<SessionStream | undefined> | undefined;
  const open = async (): Promise<SessionStream | undefined> => {
    const stream = await connectStream(options, log, host);
    if (stream === undefined) return undefined;
    return openStream(stream, log, host, () => {
      current = undefined;
    });
  };
  const connect = () => {
    current ??= open();
    return current;
  };
  if ((await connect()) === undefined) return undefined;
  const send = async <Result>(request: SessionRequest, signal: AbortSignal | undefined): Promise<Result> => {
    const session = await connect();
    if (session === undefined) throw new StreamEnded();
    const { token, release } = toCancellationToken(signal);
    try {
      return await session.endSignal.race(session.connection.sendRequest<Result>("session/request", request, token));
    } catch (error) {
      if (!isStreamError(error)) throw error;
      session.end();
      throw new StreamEnded();
    } finally {
      release();
    }
  };
  return {
    encoding: "utf-16",
    agreedEncoding: "utf-16",
    shownErrors: [],
    async request<Result>(method: string, params: object, signal?: AbortSignal): Promise<Result> {
      const request: SessionRequest = { folders: host.folders(), method, params: { ...params } };
      try {
        return await send<Result>(request, signal);
      } catch (error) {
        if (!(error instanceof StreamEnded)) throw error;
      }
      try {
        return await send<Result>(request, signal);
      } catch (error) {
        if (!(error instanceof StreamEnded)) throw error;
        host.onEnded(); // the next call may do without a shared session
        throw endedError();
      }
    },
    // Each request says its folders.
    notify: async () => {},
    async close() {
      const session = await current;
      session?.connection.end();
    },
  };
}

/** Whether a request has failed because the other end is gone, which a write notices first. */
function isStreamError(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ResponseError && error.code === ErrorCodes.MessageWriteError;
}

function endedError(): LocateError {
  return new LocateError("backend_failed", "The shared session has ended twice during this request. Try again.");
}

async function connectStream(options: Options, log: Logger, host: SessionHost): Promise<Duplex | undefined> {
  const [folder] = host.folders();
  const workingDirectory = folder && pathOfUri(folder.uri);
  if (workingDirectory === undefined) return undefined;
  return connectWorkspaceDaemon(options, workingDirectory, { purpose: "client", log });
}

function openStream(stream: Duplex, log: Logger, host: SessionHost, onClosed: () => void): SessionStream {
  const endSignal = createEndSignal();
  const connection = createMessageConnection(new StreamMessageReader(stream), new StreamMessageWriter(stream));
  connection.onNotification("session/progress", ({ token, text }: SessionProgress) => host.onProgress(text, token));
  connection.onError(([error]) => log(`the connection to the shared session failed: ${error.message}`));
  let isEnded = false;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    onClosed();
    endSignal.end(new StreamEnded());
    connection.dispose();
    stream.destroy();
  };
  connection.onClose(end);
  stream.once("close", end);
  connection.listen();
  return { connection, endSignal, end };
}
