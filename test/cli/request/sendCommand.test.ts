/** One request of the command line at a fake server: which failures of the first answer end it. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Options } from "../../../src/cli/options.js";
import { type CommandClient, type SentRequest, sendCommand } from "../../../src/cli/request/sendCommand.js";
import { LocateError } from "../../../src/error.js";
import { afterTest } from "../../jest.js";

const NOT_READY = new LocateError("not_ready", "The server is still loading.");
const NO_FILE = new LocateError("file_not_found", "There is no such file.");

/** Asks for the diagnostics of a file. The server fails once, and then finds no problem. */
function send(failure: LocateError, options: Options): Promise<SentRequest> {
  const workingDirectory = realpathSync(mkdtempSync(join(tmpdir(), "locate-send-")));
  afterTest(() => rmSync(workingDirectory, { recursive: true }));
  writeFileSync(join(workingDirectory, "a.py"), "a = 1\n");
  const failures = [failure];
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
    notice: () => undefined,
  };
  const call = { options, words: ["diagnostic", "a.py"], optionWords: [] };
  return sendCommand(call, {
    workingDirectory,
    workingFolderProblem: undefined,
    streams: { stdin: () => new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} },
    signal: new AbortController().signal,
    loadServers: async () => shippedServers(),
    prepare: async () => {},
    connect: async () => client,
    show() {},
  });
}

test("With --watch, a server that is not ready is the first result, and can be asked again", async () => {
  const { first, repeat } = await send(NOT_READY, { watch: true });
  expect(first).toEqual({ error: NOT_READY });
  expect((await repeat()).answer.result).toMatchObject({ result: { items: [] } });
});

test("Without --watch, a server that is not ready ends the request", async () => {
  await expect(send(NOT_READY, {})).rejects.toBe(NOT_READY);
});

test("Any other failure of the first answer ends the request, also with --watch", async () => {
  await expect(send(NO_FILE, { watch: true })).rejects.toBe(NO_FILE);
});
