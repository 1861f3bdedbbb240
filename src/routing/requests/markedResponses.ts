/**
 * The responses of backends as the client gets them: with marks of their origin, which commands and
 * items need to return there, and in forms that it can read.
 */

import type { ClientCapabilities, SemanticTokensOptions } from "vscode-languageserver-protocol";
import { valueAt } from "../../backend/capabilities/features.js";
import { plainCompletions, SNIPPET_SUPPORT } from "../../session/client/plainCompletions.js";
import type { CommandOrigins } from "./commandOrigins.js";
import type { ItemOrigins } from "./itemOrigins.js";
import { encodeTokens, hasEncodedTokens } from "./semanticTokens.js";

export interface MarkedResponsesHost {
  readonly itemOrigins: ItemOrigins;
  readonly commandOrigins: CommandOrigins;
  clientCapabilities(): ClientCapabilities;
  /** Returns the options of a method that a backend has announced or registered. */
  optionsOf(key: string, method: string): unknown;
  /** Whether a backend is told of snippets, although the client may not take them. */
  needsSnippets(key: string): boolean;
}

export class MarkedResponses {
  readonly #host: MarkedResponsesHost;

  constructor(host: MarkedResponsesHost) {
    this.#host = host;
  }

  /** Whether a response is to be looked at: one that is not passes as it is. */
  mayMark(method: string, key: string): boolean {
    const { itemOrigins, commandOrigins, clientCapabilities } = this.#host;
    if (this.#hidesSnippets(key) || hasEncodedTokens(method, clientCapabilities())) return true;
    return itemOrigins.mayMark(method, key) || commandOrigins.mayNote(method);
  }

  /** Marks the items in the body of a response. Returns the same buffer if nothing changes. */
  mark(method: string, body: Buffer, key: string): Buffer {
    const { itemOrigins, commandOrigins, optionsOf } = this.#host;
    commandOrigins.noteResponse(method, key, body);
    const legendOf = () => (optionsOf(key, "textDocument/semanticTokens") as SemanticTokensOptions)?.legend;
    const readable = encodeTokens(method, body, this.#host.clientCapabilities(), legendOf);
    const own = this.#hidesSnippets(key) ? plainCompletions(method, readable) : readable;
    return itemOrigins.markResponse(method, key, own);
  }

  /** Does the same for a result alone. */
  markResult(method: string, result: Buffer, key: string): Buffer {
    const body = Buffer.concat([resultPrefix, result, resultSuffix]);
    const marked = this.mark(method, body, key);
    return marked === body ? result : marked.subarray(resultPrefix.length, marked.length - resultSuffix.length);
  }

  /** Returns an item as its backend sent it. */
  originalItem(method: string, item: object): object {
    const { body } = this.#host.itemOrigins.resolve(method, Buffer.from(JSON.stringify({ params: { item } })));
    return (JSON.parse(body.toString("utf8")) as { params: { item: object } }).params.item;
  }

  #hidesSnippets(key: string): boolean {
    return this.#host.needsSnippets(key) && valueAt(this.#host.clientCapabilities(), SNIPPET_SUPPORT) !== true;
  }
}

const resultPrefix = Buffer.from('{"result":');
const resultSuffix = Buffer.from("}");
