/**
 * A small JSON-RPC conversation, for the client at a shell: vscode-jsonrpc would take longer to
 * load than a session takes to answer. The other end is known to be lsp-locate of the same version.
 */

import type { Duplex } from "node:stream";
import { codes } from "../error.js";
import { frameOf } from "./frames.js";

export interface Peer {
  /** Resolves with undefined if the stream ends before the result. Rejects with its error. */
  request<Result>(method: string, params: unknown): Promise<Result | undefined>;
  notify(method: string, params: unknown): void;
}

export interface PeerHandlers {
  notification(method: string, params: unknown): void;
  /** Rejections become error responses: with code, message and data where the error has them. */
  request(method: string, params: unknown): Promise<unknown>;
}

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export function openPeer(stream: Duplex, handlers: PeerHandlers): Peer {
  const pending = new Map<unknown, { resolve(result: unknown): void; reject(error: Error): void }>();
  let requestCount = 0;
  let isClosed = stream.destroyed;
  const send = (message: object) => {
    stream.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })));
  };
  const answer = async (id: Message["id"], method: string, params: unknown) => {
    try {
      send({ id, result: (await handlers.request(method, params)) ?? null });
    } catch (thrown) {
      const { code, message, data } = thrown as Error & { code?: unknown; data?: unknown };
      send({ id, error: { code: typeof code === "number" ? code : codes.requestFailed, message, data } });
    }
  };
  const receive = ({ id, method, params, result, error }: Message) => {
    if (method !== undefined) {
      if (id === undefined) handlers.notification(method, params);
      else void answer(id, method, params);
      return;
    }
    const request = pending.get(id);
    pending.delete(id);
    if (error) request?.reject(new Error(error.message));
    else request?.resolve(result);
  };
  stream.on("data", readPeerMessages(receive)).once("close", () => {
    isClosed = true;
    for (const { resolve } of pending.values()) resolve(undefined);
  });
  return {
    request: <Result>(method: string, params: unknown) =>
      new Promise<Result | undefined>((resolve, reject) => {
        if (isClosed) return resolve(undefined);
        const id = ++requestCount;
        pending.set(id, { resolve: (result) => resolve(result as Result | undefined), reject });
        send({ id, method, params });
      }),
    notify: (method, params) => {
      if (!isClosed) send({ method, params });
    },
  };
}

const headerEnd = "\r\n\r\n";

/** Returns a function that takes chunks of frames, and passes on the messages in them. */
function readPeerMessages(receive: (message: Message) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let size = 0;
  /** How many bytes the next frame takes at least. */
  let wanted = 0;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < wanted) return;
    let bytes = Buffer.concat(chunks);
    for (;;) {
      const end = bytes.indexOf(headerEnd);
      const [, length] = /Content-Length: (\d+)/i.exec(bytes.toString("latin1", 0, Math.max(end, 0))) ?? [];
      const bodyAt = end + headerEnd.length;
      wanted = length === undefined ? 0 : bodyAt + Number(length);
      if (length === undefined || bytes.length < wanted) break;
      receive(JSON.parse(bytes.toString("utf8", bodyAt, wanted)) as Message);
      bytes = bytes.subarray(wanted);
    }
    chunks = [bytes];
    size = bytes.length;
  };
}
