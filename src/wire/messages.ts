/**
 * The bodies of JSON-RPC messages that this program makes itself. Ids are JSON text, as in
 * `Envelope`.
 */

/** The notification that cancels a request. */
export const CANCEL_METHOD = "$/cancelRequest";

/** The error member of a response. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Builds a notification; without `params` it has no such member. */
export function buildNotification(method: string, params?: unknown): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", method, params }));
}

/** Builds a request; without `params` it has no such member. */
export function buildRequest(id: string, method: string, params?: unknown): Buffer {
  const rest = JSON.stringify({ method, params }).slice(1);
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},${rest}`);
}

/** Builds the notification that cancels the request with this id. */
export function buildCancel(id: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","method":"${CANCEL_METHOD}","params":{"id":${id}}}`);
}

/**
 * Builds a successful response. `result` is JSON where it is a buffer, else a value; undefined
 * becomes null.
 */
export function buildResult(id: string, result: unknown): Buffer {
  const json = Buffer.isBuffer(result) ? result : Buffer.from(JSON.stringify(result ?? null));
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), json, Buffer.from("}")]);
}

/** Builds an error response from the code, the message and the data of `error`. */
export function buildError(id: string, { code, message, data }: ErrorObject): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`);
}
