/**
 * Measures resolving a Locate in an open document with cached symbols, compared with a hover
 * through the same proxy, and how the time grows with the document.
 */
import { startClient } from "./lib/client.mjs";
import { assertLine, waitForSymbols } from "./lib/locateRequests.mjs";
import { formatGoal, formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { proxied, server } from "./lib/subjects.mjs";
import { code, functionLines } from "./lib/texts.mjs";

export const title = "Locate";
export const rounds = 15;

const path = "/bench/large.ts";
const uri = `file://${path}`;
const hover = ["textDocument/hover", { textDocument: { uri }, position: { line: 1, character: 1 } }];
const sizes = [1_000, 10_000, 100_000, 500_000];
/** The size for the goal, and the maximum ratio to a hover. */
const goalSize = 10_000;
const goal = 5;

export async function run({ rounds, proxy }) {
  const bySize = new Map();
  for (const lines of sizes) bySize.set(lines, await measure(lines, rounds, proxy));
  const kinds = Object.keys(bySize.get(goalSize)).filter((name) => name !== "hover");
  const at = bySize.get(goalSize);
  const against = kinds.map((kind) => {
    const toHover = ratio(at[kind], at.hover);
    return [kind, formatTime(median(at[kind])), `**${formatRatio(toHover)}**`, formatGoal(toHover, goal)];
  });
  const growth = ["hover", ...kinds].map((kind) => {
    const base = median(bySize.get(sizes[0])[kind]);
    const cells = sizes.map((lines) => {
      const time = median(bySize.get(lines)[kind]);
      return `${formatTime(time)} · ${(time / base).toFixed(1)}`;
    });
    return [kind, ...cells];
  });
  const names = sizes.map((lines) => lines.toLocaleString("en"));
  return `\`locate/resolve\` in ${goalSize.toLocaleString("en")} lines (a hover takes ${formatTime(median(at.hover))}):

${table(["", "time", "**: hover**", "goal"], against)}

Growth with the lines of the document: time · ratio to ${names[0]}.

${table(["", ...names], growth)}`;
}

async function measure(lines, rounds, proxy) {
  const client = startClient(proxied(proxy, server("symbols")).command);
  await client.initialize();
  client.open(uri, code(lines));
  // In the middle of the document, to favour neither end.
  const n = lines / functionLines / 2;
  const locates = {
    "symbol path": { file_path: path, scope: { symbol_path: [`step${n}`] } },
    "symbol and find": { file_path: path, scope: { symbol_path: [`step${n}`] }, find: "return { <|>total" },
    "find alone": { file_path: path, find: `"only in step ${n}"` },
  };
  await waitForSymbols(client, locates["symbol path"]);
  const top = n * functionLines;
  await assertLine(client, locates["symbol path"], top + 1);
  await assertLine(client, locates["symbol and find"], top + 7);
  await assertLine(client, locates["find alone"], top + 7);

  const subjects = [
    { name: "hover", request: hover },
    ...Object.entries(locates).map(([name, locate]) => ({ name, request: ["locate/resolve", { locate }] })),
  ];
  // A sample is the median of several in a row; fewer for large documents.
  const count = lines > 100_000 ? 5 : 20;
  const measureOnce = async ({ request }) => median(await client.roundTrips(...request, count));
  await measureInterleaved(subjects, 10, measureOnce); // warms up the code
  const samples = await measureInterleaved(subjects, rounds, measureOnce);
  await client.close();
  return samples;
}
