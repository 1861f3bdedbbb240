/**
 * A model for agent harnesses that follows a script: a server on this machine that speaks the APIs
 * of four providers. The harness is real, and calls the tools as it would for a real model.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterTest } from "../jest.js";

export interface ToolCall {
  readonly name: string;
  /** Of tools that Codex lists below the name of their MCP server. */
  readonly namespace?: string;
  readonly input: object;
  /** The call is repeated until the conversation has this text, such as a late diagnostic. */
  readonly until?: string;
}

export interface ScriptedModel {
  readonly url: string;
  /** Returns the JSON text of the conversation: calls, results, and what the harness added. */
  readonly conversation: () => string;
}

/** A harness may offer a server's tools later than it sends the first request. */
const TOOL_INTERVAL_MS = 1_000;
const MAX_REPEATS = 30;

/** What a provider's request says, and how an answer to it is written. */
interface Api {
  readonly path: RegExp;
  readonly messages: (request: ApiRequest) => unknown;
  readonly toolNames: (request: ApiRequest) => readonly string[];
  /** Returns the events of a streamed answer: the call, or the end of the turn. */
  readonly events: (call: ToolCall | undefined, id: string) => readonly object[];
}

interface ApiRequest {
  readonly tools?: readonly {
    readonly name?: string;
    readonly function?: { readonly name: string };
    readonly functionDeclarations?: readonly { readonly name: string }[];
  }[];
  readonly messages?: unknown;
  readonly input?: unknown;
  readonly contents?: unknown;
}

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

const apis: readonly Api[] = [
  {
    path: /^\/v1\/messages(?:\?|$)/,
    messages: ({ messages }) => messages,
    toolNames: ({ tools = [] }) => tools.flatMap(({ name }) => name ?? []),
    events: (call, id) => {
      const message = { id, type: "message", role: "assistant", model: "scripted", content: [], usage };
      const block = call ? { type: "tool_use", id, name: call.name, input: {} } : { type: "text", text: "" };
      const delta = call
        ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
        : { type: "text_delta", text: "done" };
      return [
        { type: "message_start", message },
        { type: "content_block_start", index: 0, content_block: block },
        { type: "content_block_delta", index: 0, delta },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: call ? "tool_use" : "end_turn" }, usage },
        { type: "message_stop" },
      ];
    },
  },
  {
    path: /^\/v1\/responses$/,
    messages: ({ input }) => input,
    toolNames: ({ tools = [] }) => tools.flatMap(({ name }) => name ?? []),
    events: (call, id) => {
      const { input, until: _, ...names } = call ?? { input: {} };
      const item = call
        ? { type: "function_call", id, call_id: id, ...names, arguments: JSON.stringify(input) }
        : { type: "message", id, role: "assistant", content: [{ type: "output_text", text: "done" }] };
      return [
        { type: "response.created", response: { id } },
        { type: "response.output_item.done", output_index: 0, item },
        { type: "response.completed", response: { id, usage } },
      ];
    },
  },
  {
    path: /^\/v1\/chat\/completions$/,
    messages: ({ messages }) => messages,
    toolNames: ({ tools = [] }) => tools.flatMap((tool) => tool.function?.name ?? []),
    events: (call, id) => {
      const called = call && { name: call.name, arguments: JSON.stringify(call.input) };
      const delta = called
        ? { role: "assistant", tool_calls: [{ index: 0, id, type: "function", function: called }] }
        : { role: "assistant", content: "done" };
      const chunk = { id, object: "chat.completion.chunk", created: 1, model: "scripted" };
      return [
        { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: called ? "tool_calls" : "stop" }] },
      ];
    },
  },
  {
    path: /:streamGenerateContent/,
    messages: ({ contents }) => contents,
    toolNames: ({ tools = [] }) =>
      tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
    events: (call, id) => {
      const part = call ? { functionCall: { id, name: call.name, args: call.input } } : { text: "done" };
      return [{ candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }] }];
    },
  },
];

/** Starts one that makes these calls, one in each turn, until the end of the test. */
export async function startScriptedModel(calls: readonly ToolCall[]): Promise<ScriptedModel> {
  let conversation = "";
  let callCount = 0;
  let repeatCount = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const api = apis.find(({ path }) => path.test(request.url ?? ""));
    if (api === undefined) return response.writeHead(404).end();
    const body: ApiRequest = JSON.parse(Buffer.concat(chunks).toString());
    const names = api.toolNames(body);
    // Requests without tools ask for a title or a summary of the conversation.
    if (names.length > 0) conversation = JSON.stringify(api.messages(body));
    const next = names.length > 0 ? calls[callCount] : undefined;
    if (next !== undefined) {
      const isDone = next.until === undefined || conversation.includes(next.until) || repeatCount++ === MAX_REPEATS;
      if (isDone && names.includes(next.namespace ?? next.name)) callCount++;
      else await pause(TOOL_INTERVAL_MS);
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of api.events(next, `call_${callCount}`)) {
      const type = "type" in event ? `event: ${event.type}\n` : "";
      response.write(`${type}data: ${JSON.stringify(event)}\n\n`);
    }
    return response.end();
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    conversation: () => conversation,
  };
}
