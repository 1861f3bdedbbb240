/** The process of a server that several sessions share: its messages, and its end. */

import { stoppedError, watchForStop } from "../../backend/guard/stoppedServer.js";
import type { BackendProcess, Exit } from "../../backend/process.js";
import { LocateError } from "../../error.js";
import { frameOf } from "../../wire/frames.js";
import { FrameWriter } from "../../wire/frameWriter.js";
import { buildNotification, buildRequest } from "../../wire/messages.js";
import { type Message, readWholeMessages } from "../../wire/wholeMessages.js";

const SHUTDOWN_ID = '"lsp-locate:shutdown"';
/** How long the server may take to respond to `shutdown`. */
const SHUTDOWN_TIMEOUT_MS = 500;
/** How long output may follow the exit. */
const DRAIN_MS = 200;

interface SharedProcessHost {
  /** The server's name in servers.json. */
  readonly name: string;
  onMessage(message: Message): void;
  /** Called after the last message. */
  onExit(exit: Exit): void;
}

export class SharedProcess {
  readonly #process: BackendProcess;
  readonly #writer: FrameWriter;
  #onShutdown: (() => void) | undefined;

  constructor(started: BackendProcess, { name, onMessage, onExit }: SharedProcessHost) {
    this.#process = started;
    this.#writer = new FrameWriter(started.stdin);
    const reading = readWholeMessages({
      from: started.stdout,
      onMessage: (message) => {
        if (message.method === undefined && message.id === SHUTDOWN_ID) this.#onShutdown?.();
        else onMessage(message);
      },
      onStray: () => {},
      onOversized: () => started.kill(new LocateError("backend_failed", `${name} has sent too long a message.`)),
      maxFrameBytes: undefined,
      beforeChunk: () => {},
      afterChunk: () => true,
      onDrain: () => {},
    });
    const endStopWatch =
      started.pid === undefined ? () => {} : watchForStop(started.pid, () => started.kill(stoppedError(name)));
    void started.exited.then(async (exit) => {
      endStopWatch();
      await Promise.race([reading.ended, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
      onExit(exit);
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Returns the last lines of its stderr. */
  stderrTail(): readonly string[] {
    return this.#process.stderrTail();
  }

  send(frame: Buffer): void {
    this.#writer.send(frame);
  }

  kill(error: LocateError): void {
    this.#process.kill(error);
  }

  /** Ends it: with `shutdown` first, if it is initialized. */
  async end({ isInitialized }: { readonly isInitialized: boolean }): Promise<void> {
    if (isInitialized)
      await new Promise<void>((resolve) => {
        this.#onShutdown = resolve;
        setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref();
        void this.#process.exited.then(() => resolve());
        this.send(frameOf(buildRequest(SHUTDOWN_ID, "shutdown")));
      });
    this.send(frameOf(buildNotification("exit")));
    await this.#process.stop();
  }
}
