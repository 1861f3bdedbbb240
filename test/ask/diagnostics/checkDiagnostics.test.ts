/**
 * `locate/diagnostic` with servers that push some diagnostics and answer requests with others, as
 * rust-analyzer does: it answers with its own, and pushes those of `cargo check`.
 */

import { closePairs, type Message, type PairOptions, pair } from "../../session/pair.js";

afterAll(closePairs);

const token = "rust-analyzer/flycheck/0";
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } };
const own = { range, severity: 4, code: "unused_mut", source: "rust-analyzer", message: "own" };
const rustc = { range, severity: 1, code: "E0308", source: "rustc", message: "mismatched types" };

const messagesIn = ({ result, error }: Message) =>
  error ?? result.items.map(({ message }: { message: string }) => message).join(", ");

/** The session of one test; the tests run at the same time, as they wait for most of theirs. */
async function start(options: PairOptions) {
  const session = pair(options);
  await session.open();
  const { backend, fromBackend, request, uri } = session;
  const progress = (kind: "begin" | "end") =>
    fromBackend({ method: "$/progress", params: { token, value: { kind, title: "cargo check" } } });
  const publish = (file: string, diagnostics: readonly object[], version: number) =>
    fromBackend({ method: "textDocument/publishDiagnostics", params: { uri: uri(file), version, diagnostics } });
  return {
    ...session,
    progress,
    publish,
    seen: (method: string) => backend.until((message) => message.method === method, method),
    requestDiagnostics: (file: string) => request("locate/diagnostic", { locate: file }),
    load: (quiescent = true) =>
      fromBackend({ method: "experimental/serverStatus", params: { health: "ok", quiescent } }),
    /** Runs cargo's check as rust-analyzer does: old diagnostics go, new ones come, it ends. */
    check(found: readonly object[], version = 1) {
      progress("begin");
      publish("src/lib.rs", [], version);
      if (found.length > 0) publish("src/lib.rs", found, version);
      progress("end");
    },
  };
}

/** Starts a session in front of rust-analyzer, which answers with diagnostics of its own. */
const startRust = () =>
  start({
    files: { "src/lib.rs": "fn f() {}\n", "src/other.rs": "fn g() {}\n", "Cargo.toml": "" },
    command: ["rust-analyzer"],
    serverCapabilities: {
      textDocumentSync: { openClose: true, change: 2, save: {} },
      diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
    },
    handlers: { "textDocument/diagnostic": () => ({ kind: "full", items: [own] }) },
  });

test("Diagnostics of rust-analyzer are its own and those of cargo check, which is awaited", async () => {
  const { requestDiagnostics, seen, load, progress, publish, client } = await startRust();
  const response = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  load();
  progress("begin");
  publish("src/lib.rs", [], 1);
  publish("src/lib.rs", [rustc], 1);
  progress("end");
  expect(messagesIn(await response)).toBe("own, mismatched types");
  expect(client.messages.filter(({ method }) => method === "textDocument/publishDiagnostics")).toEqual([]);
});

test("Diagnostics that come right after the end of the check are in the answer", async () => {
  const { requestDiagnostics, seen, load, progress, publish } = await startRust();
  const response = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  load();
  progress("begin");
  progress("end");
  publish("src/lib.rs", [rustc], 1);
  expect(messagesIn(await response)).toBe("own, mismatched types");
});

test("The check after the project is loaded again is awaited, as cargo writes Cargo.lock", async () => {
  const { request, seen, load, check, publish, client } = await startRust();
  const begins = () =>
    client.messages.filter(
      ({ method, params }) => method === "$/progress" && params.token === "wait" && params.value.kind === "begin",
    );
  const response = request("locate/diagnostic", { locate: "src/lib.rs", workDoneToken: "wait" });
  await seen("textDocument/didOpen");
  check([rustc]);
  load();
  load(false);
  publish("src/lib.rs", [], 1);
  await client.until(() => begins().length === 2, "waiting for the project, again");
  load();
  check([rustc]);
  expect(messagesIn(await response)).toBe("own, mismatched types");
});

test("A file that was written after the check is reported as saved, and checked again", async () => {
  const { requestDiagnostics, seen, load, check, write, backend } = await startRust();
  const first = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  load();
  check([rustc]);
  await first;
  write("src/lib.rs", "fn f() { }\n");
  const second = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didSave");
  check([], 2);
  expect(messagesIn(await second)).toBe("own");
  expect(messagesIn(await requestDiagnostics("src/lib.rs"))).toBe("own");
  expect(backend.messages.filter(({ method }) => method === "textDocument/didSave")).toHaveLength(1);
});

test("A file that is opened after the check is reported as saved, as it may have changed since", async () => {
  const { requestDiagnostics, seen, load, check, progress, publish } = await startRust();
  const first = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  load();
  check([]);
  await first;
  const second = requestDiagnostics("src/other.rs");
  await seen("textDocument/didSave");
  progress("begin");
  publish("src/other.rs", [rustc], 1);
  progress("end");
  expect(messagesIn(await second)).toBe("own, mismatched types");
});

test("The client's own document is not reported as saved", async () => {
  const { requestDiagnostics, seen, load, check, didOpen, didChange, backend } = await startRust();
  didOpen("src/lib.rs", "fn f() {}\n", "rust");
  load();
  await seen("textDocument/didOpen");
  check([rustc], 2);
  didChange("src/lib.rs", [{ text: "fn h() {}\n" }]);
  expect(messagesIn(await requestDiagnostics("src/lib.rs"))).toBe("own");
  expect(backend.messages.map(({ method }) => method)).not.toContain("textDocument/didSave");
});

test("A server that pushes what it also answers with has it once in the answer", async () => {
  const { requestDiagnostics, seen, load, check } = await startRust();
  const response = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  load();
  check([own, rustc]);
  expect(messagesIn(await response)).toBe("own, mismatched types");
});

test("A server without a rule that pushes other diagnostics than it answers with has both in the answer", async () => {
  const { requestDiagnostics, progress, publish, didOpen } = await start({
    files: { "a.xyz": "one\n" },
    command: ["some-server"],
    serverCapabilities: { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } },
    handlers: {
      "textDocument/diagnostic": () => {
        publish("a.xyz", [rustc], 1);
        return { kind: "full", items: [own] };
      },
    },
  });
  didOpen("a.xyz", "one\n", "xyz");
  progress("begin");
  progress("end");
  expect(messagesIn(await requestDiagnostics("a.xyz"))).toBe("own, mismatched types");
});
