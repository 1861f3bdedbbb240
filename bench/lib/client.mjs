/**
 * An LSP client of raw frames around one spawned command: it costs next to nothing, so that what is
 * measured is the other side.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chunked, createFrameSplitter, frame } from "./frames.mjs";

/** Bytes kept of each answer: all of those that are looked at, the beginning of the large ones. */
const kept = 16 * 1024;
const patience = 60_000;

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
 * Starts `command` (program and arguments). Only one question, or one burst of them, may be under
 * way at a time: the next answers are its answers. Every method rejects when the command ends or
 * nothing comes for a minute.
 */
export function startClient(command) {
  const [program, ...words] = command;
  const startedAt = performance.now();
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  let nextId = 1;
  /** What waits for the answers to questions aside, by id. */
  const asides = new Map();
  let onAnswer = () => {};
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
      const isAnswer = !head.includes('"method"');
      if (aside !== undefined) asides.get(aside)?.(body);
      else if (isAnswer) onAnswer(body, length);
      else client.onNotification(body, length);
    }, kept),
  );

  /** Runs `begin`, which is to call its argument when what it waits for has come. */
  const waiting = (begin) =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      const timer = setTimeout(() => fail(`nothing came for ${patience / 1000} s`), patience);
      const settle = (act) => (value) => {
        clearTimeout(timer);
        onAnswer = onFailure = () => {};
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
      const question = frame({ id: nextId++, method, params });
      return waiting((done) => {
        const from = performance.now();
        onAnswer = (body, length) => done({ body, length, time: performance.now() - from });
        child.stdin.write(question);
      });
    },

    notify(method, params) {
      child.stdin.write(frame({ method, params }));
    },

    /** A question beside the one under way; resolves with its answer's body. */
    aside(method, params) {
      const id = `aside-${nextId++}`;
      const answered = new Promise((resolve) => asides.set(id, resolve));
      child.stdin.write(frame({ id, method, params }));
      return answered.finally(() => asides.delete(id));
    },

    /**
     * The result of a request; throws where it was refused. For questions whose answer is small.
     */
    async ask(method, params) {
      const { body, time } = await client.request(method, params);
      const { result, error } = JSON.parse(body.toString());
      if (error) throw new Error(`${method} was refused: ${error.message}`);
      return { result, time };
    },

    /** The same question one time after the other: milliseconds of each. */
    roundTrips(method, params, count) {
      const questions = Array.from({ length: count }, () => frame({ id: nextId++, method, params }));
      return waiting((done) => {
        const times = [];
        let from = 0;
        const next = () => {
          from = performance.now();
          child.stdin.write(questions[times.length]);
        };
        onAnswer = () => {
          times.push(performance.now() - from);
          if (times.length === count) done(times);
          else next();
        };
        next();
      });
    },

    /**
     * Writes `frames` as fast as they are taken; resolves with the milliseconds until `answers`
     * answers are here.
     */
    burst(frames, answers) {
      const chunks = chunked(frames);
      return waiting((done) => {
        const from = performance.now();
        let missing = answers;
        onAnswer = () => {
          if (--missing === 0) done(performance.now() - from);
        };
        void writeAll(chunks);
      });
    },

    /** Requests as frames, for a burst. */
    questions(method, params, count) {
      return Array.from({ length: count }, () => frame({ id: nextId++, method, params }));
    },

    /**
     * Resolves with the milliseconds from the start of the command to the answer to `initialize`.
     */
    async initialize(rootUri = null) {
      await client.request("initialize", { ...initializeParams, rootUri });
      const time = performance.now() - startedAt;
      client.notify("initialized", {});
      return time;
    },

    open(uri, text) {
      client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version: 1, text } });
    },

    /** shutdown, exit, end of input; what is still there after 3 s is killed. */
    async close() {
      if (!failure) await client.request("shutdown", null).catch(() => {});
      onFailure = () => {};
      failure ??= new Error("closed");
      child.stdin.end(frame({ method: "exit" }));
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
