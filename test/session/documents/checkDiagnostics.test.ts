/**
 * `locate/diagnostic` with servers that push some diagnostics and answer requests with others, as
 * rust-analyzer does: it answers with its own, and pushes those of `cargo check`.
 */

import { type Message, type Pair, pair } from "../pair.js";

const token = "rust-analyzer/flycheck/0";
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } };
const own = { range, severity: 4, code: "unused_mut", source: "rust-analyzer", message: "own" };
const rustc = { range, severity: 1, code: "E0308", source: "rustc", message: "mismatched types" };

let session: Pair;
afterEach(() => session?.close());

const progress = (kind: "begin" | "end") =>
  session.fromBackend({ method: "$/progress", params: { token, value: { kind, title: "cargo check" } } });
const publish = (file: string, diagnostics: readonly object[], version: number) =>
  session.fromBackend({
    method: "textDocument/publishDiagnostics",
    params: { uri: session.uri(file), version, diagnostics },
  });
const seen = (method: string, nth = 1) =>
  session.backend.until(
    () => session.backend.messages.filter((message) => message.method === method).length >= nth,
    `${method} ${nth}`,
  );
const requestDiagnostics = (file: string) => session.request("locate/diagnostic", { locate: file });
const messagesIn = ({ result, error }: Message) =>
  error ?? result.items.map(({ message }: { message: string }) => message).join(", ");

async function begin(serverCapabilities: object = {}) {
  const items = [own];
  session = pair({
    files: { "src/lib.rs": "fn f() {}\n", "src/other.rs": "fn g() {}\n", "Cargo.toml": "" },
    command: ["rust-analyzer"],
    serverCapabilities: {
      textDocumentSync: { openClose: true, change: 2, save: {} },
      diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
      ...serverCapabilities,
    },
    handlers: { "textDocument/diagnostic": () => ({ kind: "full", items }) },
  });
  await session.open();
}

/** Runs cargo's check as rust-analyzer does: old diagnostics go, new ones come, then its end. */
function check(found: readonly object[], version = 0) {
  progress("begin");
  publish("src/lib.rs", [], version);
  if (found.length > 0) publish("src/lib.rs", found, version);
  progress("end");
}
const loaded = () =>
  session.fromBackend({ method: "experimental/serverStatus", params: { health: "ok", quiescent: true } });

test("Diagnostics of rust-analyzer are its own and those of cargo check, which is awaited", async () => {
  await begin();
  const response = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  loaded();
  progress("begin");
  publish("src/lib.rs", [], 0);
  publish("src/lib.rs", [rustc], 0);
  progress("end");
  expect(messagesIn(await response)).toBe("own, mismatched types");
  expect(session.client.messages.filter(({ method }) => method === "textDocument/publishDiagnostics")).toEqual([]);
});

test("Diagnostics that come right after the end of the check are in the answer", async () => {
  await begin();
  const response = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  loaded();
  progress("begin");
  progress("end");
  publish("src/lib.rs", [rustc], 0);
  expect(messagesIn(await response)).toBe("own, mismatched types");
});

test("A file that was written after the check is reported as saved, and checked again", async () => {
  await begin();
  const first = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  loaded();
  check([rustc]);
  await first;
  session.write("src/lib.rs", "fn f() { }\n");
  const second = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didSave");
  check([], 1);
  expect(messagesIn(await second)).toBe("own");
  expect(messagesIn(await requestDiagnostics("src/lib.rs"))).toBe("own");
  expect(session.backend.messages.filter(({ method }) => method === "textDocument/didSave")).toHaveLength(1);
});

test("A file that is opened after the check is reported as saved, as it may have changed since", async () => {
  await begin();
  const first = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  loaded();
  check([]);
  await first;
  const second = requestDiagnostics("src/other.rs");
  const save = await seen("textDocument/didSave");
  expect(save.method).toBeDefined();
  progress("begin");
  publish("src/other.rs", [rustc], 0);
  progress("end");
  expect(messagesIn(await second)).toBe("own, mismatched types");
});

test("The client's own document is not reported as saved", async () => {
  await begin();
  session.didOpen("src/lib.rs", "fn f() {}\n", "rust");
  loaded();
  await seen("textDocument/didOpen");
  check([rustc], 1);
  const { messages } = session.backend;
  session.didChange("src/lib.rs", [{ text: "fn h() {}\n" }]);
  expect(messagesIn(await requestDiagnostics("src/lib.rs"))).toBe("own");
  expect(messages.map(({ method }) => method)).not.toContain("textDocument/didSave");
});

test("A server that pushes what it also answers with has it once in the answer", async () => {
  await begin();
  const response = requestDiagnostics("src/lib.rs");
  await seen("textDocument/didOpen");
  loaded();
  check([own, rustc]);
  expect(messagesIn(await response)).toBe("own, mismatched types");
});

test("A server without a rule that pushes other diagnostics than it answers with has both in the answer", async () => {
  const items = [own];
  session = pair({
    files: { "a.xyz": "one\n" },
    command: ["some-server"],
    serverCapabilities: { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } },
    handlers: {
      "textDocument/diagnostic": () => {
        publish("a.xyz", [rustc], 1);
        return { kind: "full", items };
      },
    },
  });
  await session.open();
  session.didOpen("a.xyz", "one\n", "xyz");
  expect(messagesIn(await requestDiagnostics("a.xyz"))).toBe("own, mismatched types");
});
