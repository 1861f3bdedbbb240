/** The embedded server in the process of a session. */

import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { hangError } from "../../../src/backend/guard/unresponsive.js";
import { embeddedInProcess } from "../../../src/cli/serve/embeddedSession.js";
import { isOwnEmbedded } from "../../../src/cli/setup/embeddedServer.js";
import { frameOf } from "../../../src/wire/frames.js";
import { waitFor } from "../../jest.js";
import { createInProcessSyntax } from "../../syntax/inProcessSyntax.js";

const servers = shippedServers();
const command = ["lsp-locate", "embedded"];
const start = () => {
  const syntax = createInProcessSyntax();
  const backend = embeddedInProcess(command, { servers, syntax, log: () => {} });
  const send = (message: object) =>
    backend.stdin.write(frameOf(Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }))));
  let output = "";
  backend.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const receive = (text: string) => waitFor(() => expect(output).toContain(text), 10_000);
  return { ...backend, syntax, send, receive };
};
const initialize = { id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } };

test("It ends with 0 after shutdown and exit, and neither the process nor the parser with it", async () => {
  const { send, receive, exited, syntax } = start();
  send(initialize);
  await receive('"lsp-locate embedded"');
  send({ id: 2, method: "shutdown" });
  await receive('"id":2');
  send({ method: "exit" });
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(await syntax.outline({ uri: "file:///a.ts", languageId: "typescript", text: "let a = 1" })).toHaveLength(1);
  syntax.close();
});

test("It ends with 1 if its input ends before", async () => {
  const { send, stop, syntax } = start();
  send(initialize);
  expect(await stop()).toEqual({ code: 1, signal: null });
  syntax.close();
});

test("Its exit has the error that it was killed for", async () => {
  const { kill, exited, syntax } = start();
  const error = hangError("embedded");
  kill(error);
  expect(await exited).toEqual({ code: null, signal: "SIGKILL", error });
  syntax.close();
});

describe("A command that runs it", () => {
  const own = (words: readonly string[], file?: string) =>
    isOwnEmbedded(words, file === undefined ? servers : { ...servers, file });
  test("is its name and subcommand", () => expect(own(command)).toBe(true));
  test("may name the same servers.json", () => expect(own([...command, "--servers", "/a.json"], "/a.json")).toBe(true));
  test("may not name another one", () => expect(own([...command, "--servers", "/b.json"], "/a.json")).toBe(false));
  test("may not have other options", () => expect(own([...command, "--log", "/tmp/log"])).toBe(false));
  test("is not another subcommand", () => expect(own(["lsp-locate", "proxy"])).toBe(false));
  test("is not Node with another program", () => expect(own([process.execPath, "main.js", "embedded"])).toBe(false));
  test("is not another program", () => expect(own(["gopls", "embedded"])).toBe(false));
});
