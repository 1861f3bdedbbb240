/**
 * The client of a shared session at a shell: sends the command line, prints what comes back, and
 * plans and writes the files of a change itself. It is most of what a warm command loads.
 */

import type { Duplex } from "node:stream";
import { workingFolder } from "../../files/workingFolder.js";
import { openPeer } from "../../wire/peer.js";
import { readOptions, splitAtCommand } from "../options.js";
import { exitCodes } from "../request/exitCodes.js";
import {
  colourVariables,
  FLUSH_METHOD,
  type ShellCommand,
  type ShellOutput,
  type ShellResult,
  type ShellWrite,
} from "./daemonMessages.js";

export type SharedOutcome =
  | { readonly kind: "done"; readonly code: number }
  /** No session: this process is to answer, with this text as its standard input. */
  | { readonly kind: "no session"; readonly input: Buffer | undefined };

/**
 * Sends a command to a session. `connect` connects to one, or starts one; it resolves with
 * undefined if there is none to be had.
 */
export async function runShared(
  argv: readonly string[],
  connect: () => Promise<Duplex | undefined>,
): Promise<SharedOutcome> {
  const effects: Effects = { input: undefined, hasPrinted: false, write: undefined };
  // If the session dies under the command, another one is asked, once.
  for (let attempt = 0; attempt < 2; attempt++) {
    const stream = await connect();
    if (stream === undefined) break;
    const result = await sendCommand(argv, stream, effects);
    if (result !== undefined) return { kind: "done", ...result };
    const written = await writtenEdit(effects);
    if (written !== undefined) return reportWritten(written, argv);
    if (effects.hasPrinted) return reportLoss();
  }
  return { kind: "no session", input: await effects.input };
}

/** What a command has done so far that can't be done twice. */
interface Effects {
  /** Standard input, once it is being read. */
  input: Promise<Buffer> | undefined;
  hasPrinted: boolean;
  /** The change, once it is being written. The session may end before it is done. */
  write: Promise<WrittenEdit> | undefined;
}

interface WrittenEdit {
  /** Absolute. */
  readonly paths: readonly string[];
  readonly messages: readonly string[];
}

/** Resolves with undefined if nothing was written, after waiting for what is being written. */
async function writtenEdit({ write }: Effects): Promise<WrittenEdit | undefined> {
  try {
    return await write;
  } catch {
    return undefined; // all files of a change are written, or none
  }
}

/** Output of more characters is not held back until the command is done. */
const MAX_HELD_CHARACTERS = 1024 * 1024;

/** Resolves with undefined if the session ends before its result. */
async function sendCommand(
  argv: readonly string[],
  stream: Duplex,
  effects: Effects,
): Promise<ShellResult | undefined> {
  const held: ShellOutput[] = [];
  let heldCharacters = 0;
  let hasStatus = false;
  let isReaderGone = false;
  // All is written in one turn, so that a later call can't overtake it.
  const flush = async () => {
    if (held.length > 0) effects.hasPrinted = true;
    await Promise.all(held.splice(0).map(write));
  };
  /** Ends with the reader of the output; without it the command would go on for nothing. */
  const endWithReader = () => {
    isReaderGone = true;
    stream.destroy();
  };
  const receive = (output: ShellOutput) => {
    if (output.stream === "status") {
      hasStatus = process.stderr.isTTY === true;
      void write(output);
      return;
    }
    held.push(output);
    heldCharacters += output.text.length;
    if (heldCharacters > MAX_HELD_CHARACTERS) void flush();
  };
  const peer = openPeer(stream, {
    notification(method, params) {
      if (method === "shell/print") receive(params as ShellOutput);
      if (method !== FLUSH_METHOD) return;
      process.stdout.off("error", endWithReader).on("error", endWithReader);
      void flush();
    },
    async request(method, params) {
      if (method === "shell/readInput") {
        effects.input ??= readInput();
        return { base64: (await effects.input).toString("base64") };
      }
      effects.write = writeEdit(params as ShellWrite);
      return (await effects.write).messages;
    },
  });
  const interrupt = (signal: NodeJS.Signals) => {
    stream.destroy();
    if (hasStatus) process.stderr.write("\r\x1b[K");
    process.kill(process.pid, signal);
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const result = await peer.request<ShellResult>("shell/run", describeCommand(argv));
    if (isReaderGone) return { code: exitCodes.success };
    if (result === undefined) return undefined;
    const shown = held.filter((output) => output.stream === "stdout").map(({ text }) => text);
    await flush();
    return outputError === undefined ? result : reportUnprinted(outputError, shown.join(""), effects);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    stream.destroy();
  }
}

function describeCommand(argv: readonly string[]): ShellCommand {
  const colours = colourVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const infoOf = ({ isTTY, columns }: NodeJS.WriteStream) => ({ isTTY: isTTY === true, columns });
  return {
    argv,
    workingDirectory: workingFolder(),
    env: Object.fromEntries(colours),
    stdout: infoOf(process.stdout),
    stderr: infoOf(process.stderr),
  };
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The first error of standard output, but that its reader has closed the pipe. */
let outputError: Error | undefined;

/** Resolves also if it fails. */
function write({ stream, text }: ShellOutput): Promise<void> {
  const target = stream === "stdout" ? process.stdout : process.stderr;
  if (target.listenerCount("error") === 0) target.on("error", () => {});
  return new Promise((resolve) =>
    target.write(text, (error) => {
      const isLost = error && stream === "stdout" && (error as NodeJS.ErrnoException).code !== "EPIPE";
      if (isLost) outputError ??= error;
      resolve();
    }),
  );
}

/** Says that standard output, as on a full device, has not taken the answer. */
async function reportUnprinted(error: Error, shown: string, effects: Effects): Promise<ShellResult> {
  const { describeOutputError } = await import("../terminal.js");
  const isWritten = (await writtenEdit(effects)) !== undefined;
  const message = `lsp-locate: ${describeOutputError(error)}${isWritten ? " The change is made." : ""}\n`;
  await write({ stream: "stderr", text: isWritten ? `${message}${shown}` : message });
  return { code: isWritten ? exitCodes.success : exitCodes.failure };
}

async function writeEdit({ planned, scope, origin }: ShellWrite): Promise<WrittenEdit> {
  const [{ planAgain }, { writeUndoable }] = await Promise.all([
    import("../edit/planAnswer.js"),
    import("../../files/undo/undo.js"),
  ]);
  const { contents, creations, moves } = planAgain(planned).files;
  const changes = { contents, creations, moves };
  const messages = await writeUndoable(changes, { ...scope, folders: scope.folders }, { origin });
  return { paths: [...contents, ...creations].map(({ path }) => path), messages };
}

/** Names the written files of a command whose session has not said the rest. */
async function reportWritten({ paths, messages }: WrittenEdit, argv: readonly string[]): Promise<SharedOutcome> {
  const [{ print }, { escapeName }] = await Promise.all([import("../terminal.js"), import("../../text/printable.js")]);
  const { options } = readOptions(splitAtCommand(argv).own);
  const lines = paths.map((path) => `wrote ${escapeName(path)}`);
  await print(options.json ? JSON.stringify({ written: paths }, null, 2) : lines.join("\n"));
  const note = "the change is made; the shared session ended before it sent the rest of the answer, such as notes.";
  for (const message of [...messages, note]) await print(`lsp-locate: ${message}`, process.stderr);
  return { kind: "done", code: exitCodes.success };
}

/** Says that the output of a command, whose session ended, is not complete. */
async function reportLoss(): Promise<SharedOutcome> {
  const text = "lsp-locate: the shared session has ended before the command was done. Run it again.\n";
  await write({ stream: "stderr", text });
  return { kind: "done", code: exitCodes.notAnswered };
}
