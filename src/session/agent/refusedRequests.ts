/**
 * Requests of servers that the client refuses although it has declared to support them. Some
 * servers end at such an error; they get the result of a client that has nothing to say.
 */

import { isObject } from "../../backend/json.js";
import { findValue } from "../../wire/json.js";

/** More requests are not pending at a client that answers. The oldest are forgotten. */
const MAX_REQUESTS = 1_000;

/** The results, as JSON text. */
const defaultResults: Readonly<Record<string, string>> = {
  "client/registerCapability": "null",
  "client/unregisterCapability": "null",
  "window/workDoneProgress/create": "null",
  "window/showMessageRequest": "null",
  "window/showDocument": '{"success":false}',
  "workspace/applyEdit": '{"applied":false,"failureReason":"the client does not apply edits"}',
  "workspace/workspaceFolders": "null",
};
const CONFIGURATION = "workspace/configuration";
const REFRESH = /^workspace\/\w+\/refresh$/;

export class RefusedRequests {
  /** The result for each pending request, by its id (JSON text). */
  readonly #results = new Map<string, string>();

  /** Whether the refusal of such a request is replaced. */
  covers(method: string): boolean {
    return method === CONFIGURATION || Object.hasOwn(defaultResults, method) || REFRESH.test(method);
  }

  /** Notes a request on its way to the client, if its method is covered. */
  note(id: string, method: string, body: Buffer): void {
    if (!this.covers(method)) return;
    this.#results.set(id, method === CONFIGURATION ? missingSettings(body) : (defaultResults[method] ?? "null"));
    for (const oldest of this.#results.keys()) {
      if (this.#results.size <= MAX_REQUESTS) break;
      this.#results.delete(oldest);
    }
  }

  /**
   * Takes a response of the client. Returns the body that the server gets in its place; undefined
   * if it gets the client's.
   */
  takeResponse(id: string, body: Buffer): Buffer | undefined {
    const result = this.#results.get(id);
    this.#results.delete(id);
    if (result === undefined || !findValue(body, ["error"])) return undefined;
    return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
  }
}

/** The client's response if it had no setting; those of servers.json then take their places. */
function missingSettings(body: Buffer): string {
  const { params } = JSON.parse(body.toString("utf8")) as { params?: unknown };
  const items = isObject(params) && Array.isArray(params["items"]) ? params["items"] : [];
  return JSON.stringify(items.map(() => null));
}
