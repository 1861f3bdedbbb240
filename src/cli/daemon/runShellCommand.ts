/**
 * Answers a command of a shell in the session process, with the servers of the shared session and
 * at the streams of the command, which it reads and prints at through the connection.
 */

import { Readable, Writable } from "node:stream";
import type { MessageConnection } from "vscode-jsonrpc/node";
import type { Servers } from "../../backend/config/servers.js";
import type { WriteScope } from "../../files/write/resolveChanges.js";
import type { WriteOrigin } from "../../files/write/transaction/history.js";
import type { AnswerPlan } from "../edit/planAnswer.js";
import { readOptions, timeoutMsOf, UsageError } from "../options.js";
import { reportUsage } from "../request/reportUsage.js";
import { runRequest } from "../request/runRequest.js";
import { type CommandStreams, createStatusLine, type TerminalStream } from "../terminal.js";
import {
  FLUSH_METHOD,
  type ShellCommand,
  type ShellInput,
  type ShellOutput,
  type ShellResult,
  type ShellWrite,
  type StreamInfo,
} from "./daemonMessages.js";
import { connectFolderClient } from "./folderClient.js";
import type { FolderSessions } from "./folderSessions.js";

export interface ShellHost {
  readonly connection: MessageConnection;
  readonly sessions: Pick<FolderSessions, "get">;
  loadServers(): Promise<Servers>;
  /** Aborted when the client cancels the command or is gone. */
  readonly signal: AbortSignal;
}

export async function runShellCommand(command: ShellCommand, host: ShellHost): Promise<ShellResult> {
  const { connection, sessions, signal, loadServers } = host;
  const { argv, workingDirectory } = command;
  const { streams, statusStream } = openClientStreams(connection, command);
  const { show } = createStatusLine(statusStream, { env: streams.env });
  try {
    const given = readOptions(argv);
    const timeoutMs = timeoutMsOf(given.options);
    const code = await runRequest(given, {
      workingDirectory,
      // A client in a deleted folder answers in its own process.
      workingFolderProblem: undefined,
      streams,
      signal,
      show,
      loadServers,
      // The client has recovered what was interrupted, and paths are absolute.
      prepare: async () => {},
      connect: (folder, file, servers) =>
        connectFolderClient(folder, file, { sessions, servers, signal, timeoutMs, show }),
      writePlan: (plan, scope, origin) => writeAtClient(plan, { scope, origin }, connection),
      onPause: () => void connection.sendNotification(FLUSH_METHOD).catch(() => {}),
    });
    return { code };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: await reportUsage(error, argv, streams.stderr) };
  } finally {
    show("");
  }
}

function writeAtClient(
  { planned }: AnswerPlan,
  { scope: { folders, ...scope }, origin }: { readonly scope: WriteScope; readonly origin: WriteOrigin },
  connection: MessageConnection,
): Promise<readonly string[]> {
  const params: ShellWrite = { planned, scope: { ...scope, ...(folders && { folders }) }, origin };
  return connection.sendRequest<readonly string[]>("shell/writeEdit", params);
}

interface ClientStreams {
  readonly streams: CommandStreams;
  /** For the status line. */
  readonly statusStream: TerminalStream;
}

/** Opens the streams of the client that has sent a command. */
function openClientStreams(
  connection: MessageConnection,
  { stdout, stderr, env }: Pick<ShellCommand, "stdout" | "stderr" | "env">,
): ClientStreams {
  const send = (output: ShellOutput) => connection.sendNotification("shell/print", output);
  const streams = {
    stdin: () => lazyInput(connection),
    stdout: outputStream("stdout", stdout, send),
    stderr: outputStream("stderr", stderr, send),
    env,
  };
  return { streams, statusStream: outputStream("status", stderr, send) };
}

function outputStream(
  name: ShellOutput["stream"],
  { isTTY, columns }: StreamInfo,
  print: (output: ShellOutput) => Promise<void>,
): TerminalStream {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      print({ stream: name, text: String(chunk) }).then(
        () => done(),
        () => done(), // the client is gone: its request is being cancelled
      );
    },
  });
  return Object.assign(stream, { isTTY, columns });
}

/** Standard input of the client, requested when it is read. */
function lazyInput(connection: MessageConnection): Readable {
  return new Readable({
    read() {
      connection.sendRequest<ShellInput>("shell/readInput").then(
        ({ base64 }) => {
          this.push(Buffer.from(base64, "base64"));
          this.push(null);
        },
        (error: Error) => this.destroy(error),
      );
    },
  });
}
