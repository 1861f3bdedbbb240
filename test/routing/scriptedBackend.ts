/** One process of a scripted server, in memory: its messages, its responses, its exit. */

import { relative, sep } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import type { BackendProcess, Exit, StartBackendOptions } from "../../src/backend/process.js";
import type { LocateError } from "../../src/error.js";
import { frameOf } from "../../src/wire/frames.js";
import { ErrorReply, type Message, noReply } from "../session/pair.js";
import { type Inbox, inbox } from "./inbox.js";
import { lineOf } from "./transcript.js";

/** Responses by method: a result, an ErrorReply, or `noReply`. */
export type Handlers = Record<string, (params: never, backend: ScriptedBackend) => unknown>;

export interface ScriptedBackend extends Inbox {
  readonly name: string;
  /** The 1-based number of this process among those of its server. */
  readonly nth: number;
  /** The options of its start. */
  readonly how: StartBackendOptions;
  /** The process as the router has it. */
  readonly process: BackendProcess;
  readonly isGone: boolean;
  /** Resolves when it has exited. */
  readonly gone: Promise<unknown>;
  /** The end of its stderr. */
  lastWords: readonly string[];
  /** The messages that it got, a line each. */
  readonly story: readonly string[];
  /** The same without initialize and initialized. */
  readonly heard: readonly string[];
  /** The root that it got. */
  readonly folder: string;
  send(message: object | string): void;
  /** Writes any bytes to its stdout. */
  write(bytes: string | Buffer): void;
  /** Responds to a request that its handlers have not answered. */
  answer(request: Message, result: unknown): void;
  die(code?: number): void;
  /** Fails as if it could not be started. */
  fail(error: LocateError): void;
}

export interface ScriptedBackendOptions {
  readonly command: readonly string[];
  readonly nth: number;
  readonly how: StartBackendOptions;
  /** Read for each request. */
  readonly handlers: Handlers;
  /** The folder that paths in its lines are relative to. */
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
      kill: (error) => leave({ code: null, signal: "SIGKILL", error }),
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
