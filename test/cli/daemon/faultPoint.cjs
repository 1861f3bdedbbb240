/**
 * Preloaded in the process of a session: counts its steps, which are its calls of the file system,
 * its writes to sockets and the processes that it starts. At one of them it kills the session, stops
 * it, or removes one of the files that it is found by.
 *
 * `fault.json` in the runtime folder says what to do: `phase` "start" counts from the start of the
 * process, "request" and "end" from the next connection; `at` is the step, from 1; `action` is
 * "kill", "stop", "remove" with `suffix`, the end of a file's name, or "count", which only adds a
 * byte to `steps` for each step. It is done once: another session finds no `fault.json`.
 */
const fs = require("node:fs");
const net = require("node:net");
const { join } = require("node:path");
const childProcess = require("node:child_process");
const { isMainThread } = require("node:worker_threads");

const runtime = process.env["XDG_RUNTIME_DIR"] ?? "";
const faultFile = join(runtime, "fault.json");
const { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } = fs;

/** What is to be done; undefined while no steps are counted. */
let fault;
let steps = 0;

function arm(phases) {
  if (fault !== undefined) return;
  try {
    const read = JSON.parse(readFileSync(faultFile, "utf8"));
    if (!phases.includes(read.phase)) return;
    if (read.action !== "count") rmSync(faultFile);
    fault = read;
    steps = 0;
  } catch {
    // There is none.
  }
}

/** What it calls itself are no steps. */
let isInside = false;

function step() {
  if (fault === undefined || isInside) return;
  isInside = true;
  try {
    takeStep();
  } finally {
    isInside = false;
  }
}

function takeStep() {
  steps++;
  if (fault.action === "count") return appendFileSync(join(runtime, "steps"), ".");
  if (steps < fault.at) return;
  const { action, suffix } = fault;
  fault = undefined;
  writeFileSync(join(runtime, "done"), String(steps));
  if (action === "remove") remove(suffix);
  else process.kill(process.pid, action === "kill" ? "SIGKILL" : "SIGSTOP");
}

function remove(suffix) {
  const folder = join(runtime, "lsp-locate");
  for (const name of readdirSync(folder)) {
    if (name.endsWith(suffix)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function count(object, names) {
  for (const name of names) {
    const original = object[name];
    object[name] = function (...words) {
      step();
      return original.apply(this, words);
    };
  }
}

if (process.argv.includes("serve") && isMainThread) {
  const calls = ["open", "close", "read", "write", "stat", "lstat", "readdir", "readFile", "rename", "link", "unlink"];
  count(fs, [...calls, ...calls.map((name) => `${name}Sync`)]);
  count(fs.promises, ["open", "stat", "lstat", "readdir", "readFile", "access", "realpath"]);
  count(net.Socket.prototype, ["write", "end"]);
  count(childProcess, ["spawn"]);
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (...words) {
    this.prependListener("connection", () => arm(["request", "end"]));
    return listen.apply(this, words);
  };
  arm(["start"]);
}
