/** `locate/status`: the backend of a document and its state, with one server and with several. */

import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { LocateError } from "../../../src/error.js";
import { type RoutedSession, routedSession } from "../../routing/routedSession.js";
import { type Pair, pair } from "../pair.js";

describe("With one server", () => {
  let session: Pair;
  afterEach(() => session.close());

  const statusOf = async (file?: string) =>
    (await session.request("locate/status", file === undefined ? {} : { textDocument: { uri: session.uri(file) } }))
      .result;

  test("a server without a readiness rule is ready, whatever the document", async () => {
    session = pair();
    await session.open();
    const name = "vscode-json-language-server";
    expect(await statusOf("a.json")).toEqual({
      backends: [{ name, state: "ready" }],
      markdown: `\`${name}\` is ready`,
    });
    expect(await statusOf()).toEqual({ backends: [{ name, state: "ready" }], markdown: `\`${name}\` is ready` });
  });

  test("the status of a loading server names the message that ends its loading", async () => {
    session = pair({ command: ["rust-analyzer"], servers: shippedServers(), serverInfo: { name: "rust-analyzer" } });
    await session.open();
    session.fromBackend({ method: "experimental/serverStatus", params: { quiescent: false, health: "ok" } });
    // the status has been read when this has its response
    await session.request("textDocument/hover", {});
    const { backends } = await statusOf("a.rs");
    expect(backends).toEqual([{ name: "rust-analyzer", state: "loading", waiting_for: expect.stringMatching(/\w/) }]);
  });

  test("invalid params are refused", async () => {
    session = pair();
    await session.open();
    const { error } = await session.request("locate/status", { textDocument: "a.json" });
    expect(error).toMatchObject({ code: -32602, data: { kind: "invalid_locate", field: "textDocument" } });
    expect(error.message).toContain('{ "uri": "file:///…" }');
  });
});

describe("With several servers", () => {
  let session: RoutedSession;
  afterEach(() => session.close());

  const statusOf = async (file: string) => {
    const { result } = await session.request("locate/status", { textDocument: { uri: session.uri(file) } });
    return result.backends.map(({ name, state, why }: Record<string, string>) =>
      [name, state, ...(why ? [why] : [])].join(" "),
    );
  };
  const languages = {
    one: { extensions: [".one"], servers: ["onels"] },
    two: { extensions: [".two"], servers: ["twols"] },
  };
  const servers = { onels: { command: ["onels"] }, twols: { command: ["twols"] } };

  test("status starts nothing; a server that runs is ready; one that is down says why", async () => {
    session = routedSession({
      servers,
      languages,
      starting: (name) => {
        if (name === "twols") throw new LocateError("backend_failed", "There is no twols.", { reason: "not_found" });
      },
    });
    await session.open();
    expect(await statusOf("a.one")).toEqual(["onels idle"]);
    expect(session.started).toEqual([]);
    session.didOpen("a.one");
    await session.hover("a.one");
    expect(await statusOf("a.one")).toEqual(["onels ready"]);
    session.didOpen("b.two");
    await session.hover("b.two");
    expect(await statusOf("b.two")).toEqual(["twols stopped There is no twols."]);
    expect(await statusOf("c.unheardof")).toEqual([]);
  });
});
