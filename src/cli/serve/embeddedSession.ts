/**
 * The embedded server between two streams: those of a process of its own, or streams in memory for
 * a session in the same process.
 */

import { PassThrough, type Readable, type Writable } from "node:stream";
import { StreamMessageWriter } from "vscode-jsonrpc/node";
import type { Servers } from "../../backend/config/servers.js";
import type { BackendProcess, Exit } from "../../backend/process.js";
import { type EmbeddedServerOptions, serveEmbedded } from "../../embedded/server.js";
import type { LanguageServerHandle, ServerStreams } from "../../embedded/session/serveLanguage.js";
import type { Logger } from "../../error.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import type { Syntax } from "../../syntax/syntax.js";
import { ConversationReader, type ConversationReaderOptions } from "../../wire/conversationReader.js";
import { describeOversized } from "../../wire/frames.js";
import { quoteBytes } from "../../wire/steps.js";
import { createIndexLoader } from "../setup/indexLoader.js";
import { VERSION } from "../setup/program.js";

/** The streams of a session with one of our servers, and its client. */
export interface OwnSessionOptions
  extends Pick<ConversationReaderOptions, "maxFrameBytes">,
    Pick<ServerStreams, "watchClient" | "flushLog" | "log"> {
  readonly input: Readable;
  readonly output: Writable;
  readonly servers: Servers;
}

export interface EmbeddedSessionOptions extends OwnSessionOptions, Pick<EmbeddedServerOptions, "syntax" | "endsSoon"> {}

export interface OwnSession extends Omit<LanguageServerHandle, "exited"> {
  /** Resolves at the client's `exit`, or at the end of the input. */
  readonly ended: Promise<void>;
}

export function openEmbeddedSession(options: EmbeddedSessionOptions): OwnSession {
  const { log, endsSoon } = options;
  return openOwnSession(options, (streams, servers) => {
    const startIndex = (roots: readonly string[]) =>
      createIndexLoader(servers(), log, { endsSoon: endsSoon === true })(roots);
    return serveEmbedded({ ...options, ...streams, startIndex });
  });
}

/** Opens a session with the server that `serve` starts; `servers` is as its client reads files. */
export function openOwnSession(
  options: OwnSessionOptions,
  serve: (streams: ServerStreams, servers: () => Servers) => LanguageServerHandle,
): OwnSession {
  const { input, output, log, ...rest } = options;
  let { servers } = options;
  const reader = new ConversationReader({
    ...rest,
    from: input,
    onStray: (bytes) => log(`the client sent bytes that are not a message: ${quoteBytes(bytes)}`),
    onOversized: (frame) => log(`the client announces ${describeOversized(frame)}; the session ends`),
  });
  const streams: ServerStreams = {
    ...rest,
    reader,
    writer: new StreamMessageWriter(output),
    languageOf: (file) => languageOfFile(file, servers),
    onClient: ({ notebookScripts }) => {
      servers = { ...servers, readsNotebooks: notebookScripts };
    },
    version: VERSION,
    log,
  };
  const { exited, ...server } = serve(streams, () => servers);
  return { ...server, ended: Promise.race([exited, reader.ended]) };
}

/**
 * Starts the embedded server in this process, in the form of a process. It parses with the
 * session's `syntax`: both have the same texts, and each is parsed once.
 */
export function embeddedInProcess(
  command: readonly string[],
  options: { readonly servers: Servers; readonly syntax: Syntax; readonly log: Logger },
): BackendProcess {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const { ended, end, hasShutDown } = openEmbeddedSession({
    ...options,
    input: stdin,
    output: stdout,
    endsSoon: true,
  });
  let killed: Exit | undefined;
  const finish = async (): Promise<Exit> => {
    await ended;
    await end();
    // The output stays open: vscode-jsonrpc may still write a response.
    return killed ?? { code: hasShutDown() ? 0 : 1, signal: null };
  };
  const exited = finish();
  return {
    command,
    pid: undefined,
    stdin,
    stdout,
    stderrTail: () => [],
    exited,
    stop() {
      stdin.end();
      return exited;
    },
    kill(error) {
      killed = { code: null, signal: "SIGKILL", error };
      stdin.end();
    },
  };
}
