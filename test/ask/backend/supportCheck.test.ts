/** Methods that a server registers only once it has loaded. */

import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { type Backend, openBackend } from "../../../src/ask/backend/backend.js";
import { isSupported, recordRegistrations } from "../../../src/ask/backend/supportCheck.js";
import type { Server } from "../../../src/backend/config/servers.js";
import { useFakeTimersFor } from "../../jest.js";

const entry = {
  name: "slow",
  command: ["slow"],
  methods: ["textDocument/hover"],
} as unknown as Server;

/** A backend that is loading while `loading` is pending. */
function backendThat(loading: { value: Promise<void> | undefined }): Backend {
  const link = { ensureRunning: () => Promise.resolve() } as unknown as Backend["link"];
  const backend = openBackend({ command: ["slow"], serverEntry: entry, link, idPrefix: '"x' });
  backend.readiness = {
    state: () => ({ kind: loading.value ? "loading" : "ready" }),
    wait: () => loading.value ?? Promise.resolve(),
  } as unknown as NonNullable<Backend["readiness"]>;
  return backend;
}

function register(backend: Backend, method: string): void {
  const body = Buffer.from(JSON.stringify({ params: { registrations: [{ id: "1", method }] } }));
  const verdict = recordRegistrations({ method: "client/registerCapability", id: "1" }, { backend });
  if (verdict?.kind === "see") verdict.see(body);
}

const { token } = new CancellationTokenSource();

beforeEach(() => {
  useFakeTimersFor("setTimeout", "clearTimeout", "performance");
});

test("A registration is waited for while a document that was opened meanwhile makes the server load", async () => {
  const loading: { value: Promise<void> | undefined } = { value: undefined };
  const backend = backendThat(loading);
  const supported = isSupported("hover", backend, token);
  await jest.advanceTimersByTimeAsync(500);
  let finish = () => {};
  loading.value = new Promise((resolve) => {
    finish = () => {
      loading.value = undefined;
      resolve();
    };
  });
  await jest.advanceTimersByTimeAsync(10_000);
  finish();
  await jest.advanceTimersByTimeAsync(1_000);
  register(backend, "textDocument/hover");
  expect(await supported).toBe(true);
});

test("A server that has loaded and registers nothing does not have the method", async () => {
  const supported = isSupported("hover", backendThat({ value: undefined }), token);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await supported).toBe(false);
});

test("A method that its entry does not name is not waited for", async () => {
  expect(await isSupported("rename", backendThat({ value: undefined }), token)).toBe(false);
});
