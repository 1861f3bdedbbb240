/** What starting costs, against Node starting with nothing to do. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startClient } from "./lib/client.mjs";
import { formatRatio, formatTime, inTurn, median, ratio, table } from "./lib/figures.mjs";
import { direct, framed, proxied, server } from "./lib/subjects.mjs";

export const title = "Start";
export const rounds = 25;

export async function run({ rounds, proxy }) {
  const echo = server("echo");
  const subjects = [
    { name: "`node -e 0`", measure: () => running(["-e", "0"]) },
    { name: "`lsp-locate --version`", measure: () => running([proxy, "--version"]) },
    { name: "start → initialize, direct", measure: () => initializing(direct(echo)) },
    { name: "start → initialize, frame", measure: () => initializing(framed(echo)) },
    { name: "start → initialize, ours", measure: () => initializing(proxied(proxy, echo)) },
  ];
  const samples = await inTurn(subjects, rounds, ({ measure }) => measure());
  const base = samples[subjects[0].name];
  const rows = subjects.map(({ name }) => [
    name,
    formatTime(median(samples[name])),
    formatRatio(ratio(samples[name], base)),
  ]);
  return table(["", "time", "× `node -e 0`"], rows);
}

async function running(words) {
  const from = performance.now();
  const child = spawn(process.execPath, words, { stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`node ${words.join(" ")} ended with ${code}`);
  return performance.now() - from;
}

async function initializing({ command }) {
  const client = startClient(command);
  const time = await client.initialize();
  await client.close();
  return time;
}
