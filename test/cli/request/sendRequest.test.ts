/** One request of the command line at a fake server: which failures of the first answer end it. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Options } from "../../../src/cli/options.js";
import { type CommandClient, type SentRequest, sendRequest } from "../../../src/cli/request/sendRequest.js";
import { LocateError } from "../../../src/error.js";
import { afterTest } from "../../jest.js";

const NOT_READY = new LocateError("not_ready", "The server is still loading.");
const NO_FILE = new LocateError("file_not_found", "There is no such file.");

interface Sent {
  readonly sent: Promise<SentRequest>;
  /** Whether the client was closed. */
  isClosed(): boolean;
}

/** Asks for the diagnostics of a file. The server fails once, and then finds no problem. */
function send(failure: LocateError, options: Options): Sent {
  const workingDirectory = realpathSync(mkdtempSync(join(tmpdir(), "locate-send-")));
  afterTest(() => rmSync(workingDirectory, { recursive: true }));
  writeFileSync(join(workingDirectory, "a.py"), "a = 1\n");
  const failures = [failure];
  let isClosed = false;
  const client: CommandClient = {
    encoding: "utf-16",
    agreedEncoding: "utf-16",
    shownErrors: [],
    async request<Result>() {
      const error = failures.pop();
      if (error) throw error;
      const place = { target: { textDocument: { uri: "file:///a.py" } } };
      return { place, result: { kind: "full", items: [] } } as Result;
    },
    async close() {
      isClosed = true;
    },
  };
  const call = { options, words: ["diagnostic", "a.py"], command: ["server"] };
  const sent = sendRequest(call, {
    workingDirectory,
    workingFolderProblem: undefined,
    streams: { stdin: () => new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} },
    signal: new AbortController().signal,
    loadServers: async () => shippedServers(),
    prepare: async () => {},
    connect: async () => client,
    show() {},
  });
  return { sent, isClosed: () => isClosed };
}

test("With --watch, a server that is not ready is the first result, and can be asked again", async () => {
  const { sent, isClosed } = send(NOT_READY, { watch: true });
  const { first, repeat } = await sent;
  expect(first).toEqual({ error: NOT_READY });
  expect((await repeat()).answer.result).toMatchObject({ result: { items: [] } });
  expect(isClosed()).toBe(false);
});

test("Without --watch, a server that is not ready ends the request", async () => {
  const { sent, isClosed } = send(NOT_READY, {});
  await expect(sent).rejects.toBe(NOT_READY);
  expect(isClosed()).toBe(true);
});

test("Any other failure of the first answer ends the request, also with --watch", async () => {
  const { sent, isClosed } = send(NO_FILE, { watch: true });
  await expect(sent).rejects.toBe(NO_FILE);
  expect(isClosed()).toBe(true);
});
