/**
 * Measures the memory of the proxy's process: idle, with a client that doesn't read, and with files
 * opened for Locates.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startClient } from "./lib/client.mjs";
import { memoryOf } from "./lib/processUsage.mjs";
import { formatGoal, formatRatio, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { framed, proxied, server } from "./lib/subjects.mjs";
import { code } from "./lib/texts.mjs";

export const title = "Memory";
export const rounds = 3;

const flooded = 200 * 1024 * 1024;
const stall = 2_000;
const files = 100;

export async function run({ rounds, proxy }) {
  if (memoryOf(process.pid, "now") === undefined) return "Skipped: only Linux reports the memory of a process.";
  const echo = server("echo");
  const relays = [framed(echo), proxied(proxy, echo)];
  const idle = await measureInterleaved(relays, rounds, measureIdle);
  const stalled = await measureInterleaved(relays, rounds, measureStalledClient);
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-bench-"));
  const located = [];
  try {
    for (let n = 0; n < files; n++) writeFileSync(join(folder, `part${n}.ts`), code(1_000));
    for (let round = 0; round < rounds; round++) located.push(await measureLocates(folder, proxy));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const megabytes = (values) => `${Math.round(median(values))} MB`;
  const row = (name, { frame, ours }, goal) => {
    const toFrame = ratio(ours, frame);
    return [name, megabytes(ours), megabytes(frame), `**${formatRatio(toFrame)}**`, goal(toFrame, median(ours))];
  };
  const underHundred = (_, value) => `< 100 MB ${value < 100 ? "✓" : "✗"}`;
  return table(
    ["", "ours", "frame", "**ours : frame**", "goal"],
    [
      row("after initialize", idle, (toFrame) => formatGoal(toFrame, 1.3)),
      row("peak, the server sends 200 MB to a client that doesn't read", stalled, underHundred),
      row(`after ${files} unopened files of 1,000 lines located`, { frame: idle.frame, ours: located }, () => "–"),
    ],
  );
}

async function measureIdle({ command }) {
  const client = startClient(command);
  await client.initialize();
  await pause(500);
  const now = memoryOf(client.pid, "now");
  await client.close();
  return now;
}

/**
 * The client stops reading for a while and then reads everything, to check that nothing held back
 * is lost.
 */
async function measureStalledClient({ command }) {
  const client = startClient(command);
  await client.initialize();
  let received = 0;
  client.onNotification = (_body, length) => {
    received += length;
  };
  const answered = client.request("bench/flood", { bytes: flooded });
  client.stdout.pause();
  await pause(stall);
  const peak = memoryOf(client.pid, "peak");
  client.stdout.resume();
  await answered;
  await client.close();
  if (received < 0.99 * flooded) throw new Error(`only ${received} of ${flooded} bytes arrived`);
  return peak;
}

async function measureLocates(folder, proxy) {
  const client = startClient(proxied(proxy, server("symbols")).command);
  await client.initialize(pathToFileURL(folder).href);
  for (let n = 0; n < files; n++) {
    await client.sendRequest("locate/resolve", {
      locate: { file_path: join(folder, `part${n}.ts`), scope: { symbol_path: ["step7"] } },
    });
  }
  const now = memoryOf(client.pid, "now");
  await client.close();
  return now;
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
