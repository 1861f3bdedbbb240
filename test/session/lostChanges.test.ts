/** Changes whose server dies while it is asked: they are asked for again, or nothing is changed. */

import { afterTest } from "../jest.js";
import { routedSession } from "../routing/routedSession.js";
import type { ScriptedBackend } from "../routing/scriptedBackend.js";
import { noReply, pair } from "./pair.js";
import { passTimeUntil, useFakeTimers } from "./passTime.js";

const position = (character: number) => ({ line: 0, character });
const range = { start: position(0), end: position(3) };
const command = { title: "Run", command: "red.run" };

/** Opens a session whose server dies at a method as often as is said, and has an answer then. */
async function openDying(method: string, deaths: number, answer?: (uri: string) => unknown) {
  const die = (server: ScriptedBackend) => {
    server.die(9);
    return noReply;
  };
  const session = routedSession({
    files: { "a.red": "old\n" },
    can: {
      redls: {
        documentFormattingProvider: true,
        documentRangeFormattingProvider: true,
        referencesProvider: true,
        codeActionProvider: true,
        executeCommandProvider: { commands: [command.command] },
      },
    },
    handlers: {
      redls: {
        "textDocument/documentSymbol": () => [],
        "textDocument/codeAction": () => [command],
        [method]: (_params, server) => (server.nth <= deaths ? die(server) : (answer?.(session.uri("a.red")) ?? null)),
      },
    },
  });
  afterTest(() => session.close());
  await session.open();
  return session;
}

const renamed = (uri: string) => ({ changes: { [uri]: [{ range, newText: "now" }] } });

test.each([
  ["rename", "textDocument/rename", { newName: "now", place: true }, renamed],
  ["formatting", "textDocument/formatting", { place: true }, () => [{ range, newText: "now" }]],
  ["rangeFormatting", "textDocument/rangeFormatting", { place: true }, () => [{ range, newText: "now" }]],
])("A server that dies amid %s is asked again", async (name, method, params, answer) => {
  const session = await openDying(method, 1, answer);
  const locate = name === "formatting" ? "a.red" : "a.red@old";
  const { result } = await session.request(`locate/${name}`, { locate, ...params });
  expect(result.result).toEqual(answer(session.uri("a.red")));
});

test.each([
  ["rename", "textDocument/rename", { newName: "now" }],
  ["rename", "textDocument/rename", { newName: "now", apply: true }],
  ["rangeFormatting", "textDocument/rangeFormatting", {}],
  ["fix", "workspace/executeCommand", { title: "Run" }],
  ["fix", "textDocument/codeAction", { title: "Run" }],
])("Where the server dies each time amid %s, nothing was changed, and it is said", async (name, method, params) => {
  useFakeTimers();
  const session = await openDying(method, Number.POSITIVE_INFINITY);
  const { error } = await passTimeUntil(session.request(`locate/${name}`, { locate: "a.red@old", ...params }));
  expect(error.data).toMatchObject({ kind: "backend_failed", exit_code: 9 });
  expect(error.message).toMatch(/ Nothing was changed\. Try again: the server is started anew\.$/);
});

test("An answer that changes nothing does not say so", async () => {
  useFakeTimers();
  const session = await openDying("textDocument/hover", Number.POSITIVE_INFINITY);
  const { error } = await passTimeUntil(session.request("locate/hover", { locate: "a.red@old" }));
  expect(error.message).not.toContain("Nothing was changed");
});

test("A session that ends with its only server says that nothing was changed, and where to try again", async () => {
  const session = pair({
    files: { "a.ts": "old();\n" },
    handlers: { "textDocument/documentSymbol": () => [], "textDocument/rename": () => noReply },
  });
  afterTest(() => session.close());
  await session.open();
  const answer = session.request("locate/rename", { locate: "a.ts@old", newName: "now" });
  await session.backend.until(({ method }) => method === "textDocument/rename", "the rename");
  session.die(9);
  const { error } = await answer;
  expect(error.message).toMatch(
    / has ended, with exit code 9\. .* Nothing was changed\. Try again in a new session\.$/,
  );
});
