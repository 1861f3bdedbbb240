/** The streams of a shell, as the session process reads and prints at them. */

import { Readable, Writable } from "node:stream";
import type { MessageConnection } from "vscode-jsonrpc/node";
import type { CommandStreams, TerminalStream } from "../terminal.js";
import type { ShellCommand, ShellInput, ShellOutput, StreamInfo } from "./messages.js";

interface ClientStreams {
  readonly streams: CommandStreams;
  /** For the status line. */
  readonly statusStream: TerminalStream;
}

/** Opens the streams of the client that has sent a command. */
export function openClientStreams(
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
