/** Loaded before the command: something of its process hangs, as LSP_LOCATE_HANG says. */
const { execFileSync } = require("node:child_process");
const { readFile, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { isMainThread, threadId, Worker } = require("node:worker_threads");

const hang = process.env.LSP_LOCATE_HANG;
const isOurs = isMainThread && threadId === 0 && /command.main\.js$/.test(process.argv[1] ?? "");
const sleepForever = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

if (isOurs && hang === "the main thread") {
  // The end of the session has begun when this happens.
  process.stdin.once("end", () => setTimeout(sleepForever, 100));
} else if (isOurs && hang) {
  // Nothing is ever written to this pipe, so that a read from it does not return.
  const pipe = join(tmpdir(), `hang-${process.pid}`);
  execFileSync("mkfifo", [pipe]);
  const read = `const { openSync, readSync, constants } = require("node:fs");
    const file = openSync(${JSON.stringify(pipe)}, constants.O_RDWR);
    require("node:worker_threads").parentPort.postMessage("hangs");
    readSync(file, Buffer.alloc(1));`;
  if (hang === "a thread") {
    const worker = new Worker(read, { eval: true, env: {}, execArgv: [] });
    worker.unref();
    worker.once("message", () => {
      rmSync(pipe);
      process.stderr.write("hangs\n");
    });
  } else {
    readFile(pipe, () => {});
  }
}
