/** One process of a made-up server: what it was sent, what it answers, and how it dies. */

import { relative, sep } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import type { BackendProcess, Exit, StartBackendOptions } from "../../src/backend/process.js";
import type { LocateError } from "../../src/error.js";
import { frameOf } from "../../src/wire/frames.js";
import { ErrorReply, type Message, noReply } from "../session/pair.js";
import { type Inbox, inbox } from "./inbox.js";
import { lineOf } from "./transcript.js";

/** What it answers to requests, by method: a result, `{ error }` in a Reply, or `silence`. */
export type Handlers = Record<string, (params: never, backend: ScriptedBackend) => unknown>;

export interface ScriptedBackend extends Inbox {
  readonly name: string;
  /** The how manieth process of its server it is, from 1. */
  readonly nth: number;
  /** How it was to be started. */
  readonly how: StartBackendOptions;
  /** As the router knows it. */
  readonly process: BackendProcess;
  readonly isGone: boolean;
  /** Resolves when it is. */
  readonly gone: Promise<unknown>;
  /** What it wrote last to stderr. */
  lastWords: readonly string[];
  /** What it was sent, a line each. */
  readonly story: readonly string[];
  /** The same without the handshake. */
  readonly heard: readonly string[];
  /** The folder that it was told is its root. */
  readonly folder: string;
  send(message: object | string): void;
  /** Bytes, whatever they are. */
  write(bytes: string | Buffer): void;
  /** Answers a request that its handlers have left alone. */
  answer(request: Message, result: unknown): void;
  die(code?: number): void;
  /** It could not be started at all. */
  fail(error: LocateError): void;
}

export interface ScriptedBackendOptions {
  readonly command: readonly string[];
  readonly nth: number;
  readonly how: StartBackendOptions;
  /** Looked at for each request. */
  readonly handlers: Handlers;
  /** What its lines are seen from. */
  readonly root: string;
}

export function scriptedBackend({ command, nth, how, handlers, root }: ScriptedBackendOptions): ScriptedBackend {
  const [name = ""] = command;
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let isGone = false;
  let exit: (how: Exit) => void = () => {};
  const exited = new Promise<Exit>((resolve) => {
    exit = resolve;
  });

  const received = inbox(({ id, method, params }) => {
    if (method === "exit") backend.die(0);
    if (method === undefined || id === undefined || id === null) return;
    const handler = handlers[method];
    const result = handler
      ? handler(params as never, backend)
      : new ErrorReply({ code: -32601, message: `${name} knows no ${method}` });
    Promise.resolve(result).then((said) => {
      if (said === noReply) return;
      backend.send(said instanceof ErrorReply ? { id, error: said.error } : { id, result: said ?? null });
    });
  });
  stdin.on("data", received.take);

  const leave = (how: Exit) => {
    if (isGone) return;
    isGone = true;
    stdout.end();
    exit(how);
  };
  const backend: ScriptedBackend = {
    ...received,
    name,
    nth,
    how,
    process: {
      command,
      pid: undefined,
      stdin,
      stdout,
      stderrTail: () => backend.lastWords,
      exited,
      stop: () => {
        stdin.end();
        leave({ code: 0, signal: null });
        return exited;
      },
    },
    gone: exited,
    lastWords: ["last words"],
    get isGone() {
      return isGone;
    },
    get story() {
      return received.messages.map((message) => lineOf(message, root));
    },
    get heard() {
      return backend.story.filter((line) => !/^(?:initialized?|shutdown|exit)$/.test(line));
    },
    get folder() {
      const { params } = received.messages.find(({ method }) => method === "initialize") ?? {};
      return relative(root, fileURLToPath(params.rootUri)).split(sep).join("/");
    },
    send(message) {
      if (isGone) return;
      stdout.write(frameOf(typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message })));
    },
    write(bytes) {
      stdout.write(bytes);
    },
    answer: ({ id }, result) => backend.send({ id, result }),
    die: (code = 1) => leave({ code, signal: null }),
    fail: (error) => leave({ code: null, signal: null, error }),
  };
  return backend;
}
