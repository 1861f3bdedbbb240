/**
 * Plays the client's side of a trace against a command and compares its responses with those of the
 * trace (docs/trace.md). Exit code 0: all responses are the same. 1: one differs or is missing. 2:
 * wrong usage.
 */
import { parseArgs } from "node:util";
import { loadSources } from "../bench/lib/loadSources.mjs";
import { compare } from "./replay/compare.mjs";
import { createPathRewriter } from "./replay/pathRewriter.mjs";
import { planOf } from "./replay/plan.mjs";
import { play } from "./replay/play.mjs";
import { readTrace, TraceError } from "./replay/trace.mjs";

const usage = `node scripts/replay.mjs <trace> [options] -- <command> [args…]

  --root <old>=<new>     rewrites an absolute path, and URIs below it; may be given several times
  --timeout <seconds>    timeout of a response (60); that of anything else is a twelfth of it`;

class UsageError extends Error {}

async function main(argv) {
  const { path, roots, timeoutMs, command } = readArguments(argv);
  const wire = await loadSources(["src/wire/frames.ts", "src/wire/json.ts"]);
  const trace = readTrace(path, createPathRewriter(roots), wire);
  const plan = planOf(trace.messages, wire);
  const played = await play({ plan, command, timeoutMs, wire });
  const { lines, same } = compare(plan.requests, played);
  print(trace, played, lines);
  return same ? 0 : 1;
}

function print({ header, leftOut, unreadable }, { missing, ended }, lines) {
  console.log(`A trace of lsp-locate ${header.lsp_locate}, ${header.started}, on ${header.platform}.`);
  if (leftOut > 0)
    console.log(`The trace lacks ${leftOut} messages between client and proxy, so the replay is not exact.`);
  if (unreadable > 0) console.log(`${unreadable} lines of the trace are not JSON and were skipped.`);
  for (const what of missing)
    console.log(`The trace has ${what}, the replay has not: the next messages were sent without it.`);
  if (ended !== undefined) console.log(`The command ended (${ended}) before everything was sent.`);
  console.log(`\n${lines.join("\n")}`);
}

function readArguments(argv) {
  const split = argv.indexOf("--");
  const command = split < 0 ? [] : argv.slice(split + 1);
  const { values, positionals } = parsed(split < 0 ? argv : argv.slice(0, split));
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0)
    throw new UsageError(`Give one trace, and the command after \`--\`:\n${usage}`);
  if (command.length === 0) throw new UsageError(`Against which command? Write it after \`--\`:\n${usage}`);
  const roots = values.root.map((root) => {
    const [old, ...rest] = root.split("=");
    if (old === "" || rest.join("=") === "") throw new UsageError(`--root ${root}: write --root <old>=<new>.`);
    return { old, new: rest.join("=") };
  });
  const timeoutMs = Number(values.timeout) * 1000;
  if (!(timeoutMs > 0)) throw new UsageError(`--timeout ${values.timeout}: write a number of seconds.`);
  return { path, roots, timeoutMs, command };
}

function parsed(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        root: { type: "string", multiple: true, default: [] },
        timeout: { type: "string", default: "60" },
      },
    });
  } catch (error) {
    throw new UsageError(`${error.message}\n${usage}`);
  }
}

function isExpected(error) {
  return error instanceof UsageError || error instanceof TraceError || error.code === "ENOENT";
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(isExpected(error) ? error.message : error.stack);
    process.exitCode = 2;
  },
);
