/**
 * An LSP client of raw frames around one spawned command. It has little overhead, so that the
 * measurement covers the other side.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createFrameSplitter, encodeFrame, joinIntoChunks } from "./frames.mjs";

/** Bytes kept of each response: all of the small ones, the beginning of large ones. */
const MAX_KEPT_BYTES = 16 * 1024;
const TIMEOUT_MS = 60_000;

const initializeParams = {
  processId: process.pid,
  rootUri: null,
  capabilities: {
    general: { positionEncodings: ["utf-16"] },
    workspace: { configuration: true, workspaceFolders: true },
    window: { workDoneProgress: true },
    textDocument: {
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      hover: { contentFormat: ["markdown"] },
      synchronization: { didSave: true },
    },
  },
};

/**
 * Starts `command` (program and arguments). Only one request, or one burst of them, may be pending
 * at a time: the next responses belong to it. Every method rejects when the command ends or no
 * response arrives within a minute.
 */
export function startClient(command) {
  const [program, ...words] = command;
  const startedAt = performance.now();
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  let nextId = 1;
  /** Callbacks for requests beside the current one, by id. */
  const pendingAsides = new Map();
  let onResponse = () => {};
  let onFailure = () => {};
  let failure;

  const fail = (why) => {
    failure ??= new Error(`${command.join(" ")}: ${why}`);
    onFailure(failure);
  };
  const exited = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(`ended with ${signal ?? code}`));
  });
  void exited.then(fail);
  child.stdin.on("error", (error) => fail(error.message));
  child.stdout.on(
    "data",
    createFrameSplitter((body, length) => {
      const head = body.toString("latin1", 0, 64);
      const aside = /"id":"(aside-\d+)"/.exec(head)?.[1];
      // A string id is that of a request of the other side: it may be longer than the head.
      const isResponse = !head.includes('"method"') && !head.includes('"id":"');
      if (aside !== undefined) pendingAsides.get(aside)?.(body);
      else if (isResponse) onResponse(body, length);
      else client.onNotification(body, length);
    }, MAX_KEPT_BYTES),
  );

  /** Runs `begin`, which must call its argument with the result; rejects on failure or timeout. */
  const withTimeout = (begin) =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      const timer = setTimeout(() => fail(`no response for ${TIMEOUT_MS / 1000} s`), TIMEOUT_MS);
      const settle = (act) => (value) => {
        clearTimeout(timer);
        onResponse = onFailure = () => {};
        act(value);
      };
      onFailure = settle(reject);
      begin(settle(resolve));
    });

  const client = {
    pid: child.pid,
    stdout: child.stdout,
    onNotification: (_body, _length) => {},

    request(method, params) {
      const frame = encodeFrame({ id: nextId++, method, params });
      return withTimeout((done) => {
        const from = performance.now();
        onResponse = (body, length) => done({ body, length, time: performance.now() - from });
        child.stdin.write(frame);
      });
    },

    notify(method, params) {
      child.stdin.write(encodeFrame({ method, params }));
    },

    /** Answers a request of the command; `id` is that of the request. */
    respond(id, result) {
      child.stdin.write(encodeFrame({ id, result }));
    },

    /** Sends a request beside the current one; resolves with the body of its response. */
    requestAside(method, params) {
      const id = `aside-${nextId++}`;
      const response = new Promise((resolve) => pendingAsides.set(id, resolve));
      child.stdin.write(encodeFrame({ id, method, params }));
      return response.finally(() => pendingAsides.delete(id));
    },

    /** Returns the result of a request; throws if it is rejected. Only for small responses. */
    async sendRequest(method, params) {
      const { body, time } = await client.request(method, params);
      const { result, error } = JSON.parse(body.toString());
      if (error) throw new Error(`${method} was rejected: ${error.message}`);
      return { result, time };
    },

    /**
     * Sends the same request repeatedly, each after the response to the last, or requests with the
     * params of an array in turn. Resolves with the milliseconds of each.
     */
    roundTrips(method, params, count) {
      const all = Array.isArray(params) ? params : [params];
      const paramsAt = (n) => all[n % all.length];
      const requests = Array.from({ length: count }, (_, n) =>
        encodeFrame({ id: nextId++, method, params: paramsAt(n) }),
      );
      return withTimeout((done) => {
        const times = [];
        let from = 0;
        const next = () => {
          from = performance.now();
          child.stdin.write(requests[times.length]);
        };
        onResponse = () => {
          times.push(performance.now() - from);
          if (times.length === count) done(times);
          else next();
        };
        next();
      });
    },

    /**
     * Writes `frames` as fast as the pipe accepts them. Resolves with the milliseconds until
     * `responses` responses have been received.
     */
    burst(frames, responses) {
      const chunks = joinIntoChunks(frames);
      return withTimeout((done) => {
        const from = performance.now();
        let missing = responses;
        onResponse = () => {
          if (--missing === 0) done(performance.now() - from);
        };
        void writeAll(chunks);
      });
    },

    /** Returns requests as frames, for a burst. */
    frames(method, params, count) {
      return Array.from({ length: count }, () => encodeFrame({ id: nextId++, method, params }));
    },

    /**
     * Resolves with the milliseconds from the start of the command to the response to `initialize`.
     */
    async initialize(rootUri = null) {
      const workspaceFolders = rootUri === null ? null : [{ uri: rootUri, name: "bench" }];
      await client.request("initialize", { ...initializeParams, rootUri, workspaceFolders });
      const time = performance.now() - startedAt;
      client.notify("initialized", {});
      return time;
    },

    open(uri, text) {
      client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version: 1, text } });
    },

    kill() {
      child.kill("SIGKILL");
    },

    /** Sends shutdown and exit and ends the input. Kills the process if it still runs after 3 s. */
    async close() {
      if (!failure) await client.request("shutdown", null).catch(() => {});
      onFailure = () => {};
      failure ??= new Error("closed");
      child.stdin.end(encodeFrame({ method: "exit" }));
      const late = setTimeout(() => child.kill("SIGKILL"), 3000);
      await exited;
      clearTimeout(late);
    },
  };

  async function writeAll(chunks) {
    for (const chunk of chunks) {
      if (failure) return;
      if (!child.stdin.write(chunk)) await once(child.stdin, "drain").catch(() => {});
    }
  }

  return client;
}
