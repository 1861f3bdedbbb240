/**
 * A client that reads everything, responds to servers, and records messages that no client should
 * get.
 */
import type { RawPeer } from "../peer.js";

/** The response to a request. */
export interface Answer<Result = unknown> {
  readonly result?: Result;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
}

export interface CountingClient {
  /** All messages but responses, oldest first. */
  readonly messages: readonly Message[];
  /** Errors: a second response, a response to no request, an unknown progress token. */
  readonly oddities: readonly string[];
  /** Tokens of progress that has begun and not ended. */
  readonly working: ReadonlySet<unknown>;
  /** The present registrations: method and options as JSON, by id. */
  readonly registered: ReadonlyMap<string, string>;
  /** Resolves with the result or error. Rejects if the session ends before. */
  request<Result>(method: string, params?: unknown): Promise<Answer<Result>>;
  /** Does the same and returns the id, for a cancellation. */
  ask<Result>(method: string, params?: unknown): { readonly id: number; readonly answer: Promise<Answer<Result>> };
  notify(method: string, params?: unknown): void;
  /** Resolves with the first matching message that is no response. */
  message(fits: (message: Message) => boolean): Promise<Message>;
}

/** Starts to read. `pace` is the time in milliseconds for each message. */
export function countingClient(raw: RawPeer, pace: number): CountingClient {
  const messages: Message[] = [];
  const oddities: string[] = [];
  const working = new Set<unknown>();
  const created = new Set<unknown>();
  const registered = new Map<string, string>();
  const pending = new Map<unknown, Waiting<Answer>>();
  const waiting = new Set<Waiting<Message> & { fits(message: Message): boolean }>();
  let failure: unknown;
  let asked = 0;

  const receive = (message: Message & Answer) => {
    if (message.method !== undefined) {
      messages.push(message);
      if (message.id === undefined) take(message.method, message.params);
      else raw.send({ jsonrpc: "2.0", id: message.id, result: answerTo(message.method, message.params) });
      for (const one of waiting) {
        if (!one.fits(message)) continue;
        waiting.delete(one);
        one.resolve(message);
      }
      return;
    }
    const question = pending.get(message.id);
    if (!question) oddities.push(`answered twice, or not asked: ${JSON.stringify(message)}`);
    pending.delete(message.id);
    question?.resolve(message);
  };

  const take = (method: string, params: unknown) => {
    if (method !== "$/progress") return;
    const { token, value } = params as { token: unknown; value: { kind: string } };
    if (!created.has(token)) oddities.push(`progress under ${JSON.stringify(token)}, which was not created`);
    if (value.kind === "begin") working.add(token);
    else if (value.kind === "end") working.delete(token);
  };

  const answerTo = (method: string, params: unknown): unknown => {
    const { token, registrations, unregisterations, actions } = params as {
      token?: unknown;
      registrations?: { id: string; method: string; registerOptions?: unknown }[];
      unregisterations?: { id: string }[];
      actions?: unknown[];
    };
    switch (method) {
      case "window/workDoneProgress/create":
        if (created.has(token)) oddities.push(`the token ${JSON.stringify(token)} twice`);
        created.add(token);
        return null;
      case "client/registerCapability":
        for (const { id, method, registerOptions } of registrations ?? []) {
          if (registered.has(id)) oddities.push(`registered twice: ${id}`);
          registered.set(id, `${method} ${JSON.stringify(registerOptions)}`);
        }
        return null;
      case "client/unregisterCapability":
        for (const { id } of unregisterations ?? []) {
          if (!registered.delete(id)) oddities.push(`unregistered and not registered: ${id}`);
        }
        return null;
      case "window/showMessageRequest":
        return actions?.[0];
      default:
        oddities.push(`asked for ${method}`);
        return null;
    }
  };

  const pump = async () => {
    for (;;) {
      receive((await raw.message()) as Message & Answer);
      if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace));
    }
  };
  pump().catch((error: unknown) => {
    failure = error;
    for (const { reject } of [...pending.values(), ...waiting]) reject(error);
  });

  const ask = <Result>(method: string, params?: unknown) => {
    const id = ++asked;
    const answer = new Promise<Answer<Result>>((resolve, reject) => {
      if (failure) reject(failure);
      else pending.set(id, { resolve: (answer) => resolve(answer as Answer<Result>), reject });
    });
    raw.send({ jsonrpc: "2.0", id, method, params });
    return { id, answer };
  };
  return {
    messages,
    oddities,
    working,
    registered,
    ask,
    request: <Result>(method: string, params?: unknown) => ask<Result>(method, params).answer,
    notify: (method, params) => raw.send({ jsonrpc: "2.0", method, params }),
    message: (fits) =>
      new Promise((resolve, reject) => {
        const already = messages.find(fits);
        if (already) resolve(already);
        else if (failure) reject(failure);
        else waiting.add({ fits, resolve, reject });
      }),
  };
}

interface Waiting<Value> {
  resolve(value: Value): void;
  reject(error: unknown): void;
}
