/**
 * Measures planning an edit in a large document, compared with resolving its Locate, and the writer
 * of edits and renames, compared with writing the files plainly.
 */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClient } from "./lib/client.mjs";
import { loadSources } from "./lib/loadSources.mjs";
import { waitForSymbols } from "./lib/locateRequests.mjs";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { proxied, server } from "./lib/subjects.mjs";
import { code, functionLines } from "./lib/texts.mjs";

export const title = "Edits of files";
export const rounds = 7;

const fileCounts = [1, 10, 500];
const documentLines = 10_000;

export async function run({ rounds, proxy }) {
  return `${await measurePlans(proxy, rounds)}\n\n${await measureWriter(rounds)}`;
}

/** Measures `locate/edit`, which answers with the edit and writes nothing. */
async function measurePlans(proxy, rounds) {
  const client = startClient(proxied(proxy, server("symbols")).command);
  await client.initialize();
  const path = "/bench/large.ts";
  client.open(`file://${path}`, code(documentLines));
  const n = documentLines / functionLines / 2;
  const symbol = { file_path: path, scope: { symbol_path: [`step${n}`] } };
  const line = { file_path: path, find: `  return { total, label: "only in step ${n}" };` };
  await waitForSymbols(client, symbol);
  const newFunction = `export function other(a: number) {\n  return a;\n}\n`;
  const edit = (locate, operation, new_text) => ["locate/edit", { locate, operation, new_text }];
  const subjects = [
    { name: "resolve the symbol", request: ["locate/resolve", { locate: symbol }] },
    { name: "replace the symbol", request: edit(symbol, "replace", newFunction) },
    { name: "insert after the symbol", request: edit(symbol, "insert_after", newFunction) },
    { name: "delete the symbol", request: edit(symbol, "delete") },
    { name: "insert before a found line", request: edit(line, "insert_before", "  console.log(total);\n") },
  ];
  for (const { name, request } of subjects)
    if ((await client.sendRequest(...request)).error) throw new Error(`"${name}" is answered with an error`);
  const measureOnce = async ({ request }) => median(await client.roundTrips(...request, 10));
  await measureInterleaved(subjects, 5, measureOnce); // warms up the code
  const samples = await measureInterleaved(subjects, rounds, measureOnce);
  await client.close();
  const rows = subjects.map(({ name }) => [
    name,
    formatTime(median(samples[name])),
    formatRatio(ratio(samples[name], samples["resolve the symbol"])),
  ]);
  const size = documentLines.toLocaleString("en");
  return `A request in an open document of ${size} lines.\n\n${table(["", "time", "× resolve"], rows)}`;
}

async function measureWriter(rounds) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  try {
    const writer = await loadSources([
      "src/cli/edit/planAnswer.ts",
      "src/files/write/writeFiles.ts",
      "src/files/write/fileOperations.ts",
      "src/files/write/processIdentity.ts",
    ]);
    const rows = [];
    for (const count of fileCounts) rows.push(...(await compare(count, folder, writer, rounds)));
    const columns = ["files", "", "time", "× plain", "× plain, synced"];
    return `A rename of one name in each file (an edit, for one file), files of 10 KB.\n\n${table(columns, rows)}`;
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 3 });
  }
}

async function compare(count, folder, { planAnswer, writeFiles, diskOperations, systemProcesses }, rounds) {
  const workspace = join(folder, `workspace${count}`);
  mkdirSync(workspace, { recursive: true });
  const paths = Array.from({ length: count }, (_, index) => join(workspace, `file${index}.ts`));
  const rest = code(300).slice(0, 10_000);
  const text = (name) => `const ${name} = 1;\n${rest}`;
  let name = "begin";
  for (const path of paths) writeFileSync(path, text(name));
  // Each measurement changes every file.
  let changes = 0;
  const nextName = () => `name${changes++}`;

  const writePlainly = (isSynced) => () => {
    name = nextName();
    for (const path of paths) {
      const fd = openSync(path, "w");
      writeFileSync(fd, text(name));
      if (isSynced) fsyncSync(fd);
      closeSync(fd);
    }
  };
  const writeWith = (operations) => async () => {
    const newText = nextName();
    const range = { start: { line: 0, character: 6 }, end: { line: 0, character: 6 + name.length } };
    const edit = { changes: Object.fromEntries(paths.map((path) => [`file://${path}`, [{ range, newText }]])) };
    const sha256 = createHash("sha256").update(text(name)).digest("hex");
    const plan = planAnswer({ edit, encoding: "utf-16", located: { uri: `file://${paths[0]}`, sha256 } }, newText);
    const context = { operations, processes: systemProcesses, stateFolder: join(folder, "state") };
    await writeFiles(plan.files, { folders: [workspace] }, { context });
    name = newText;
  };
  const subjects = [
    { name: "plain", work: writePlainly(false) },
    { name: "plain, synced", work: writePlainly(true) },
    { name: "the writer without syncing", work: writeWith({ ...diskOperations, fsyncSync: () => {} }) },
    { name: "the writer", work: writeWith(diskOperations) },
  ];
  const samples = await measureInterleaved(subjects, rounds, async ({ work }) => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  });
  return subjects.map(({ name: subject }) => [
    count,
    subject,
    formatTime(median(samples[subject])),
    formatRatio(ratio(samples[subject], samples["plain"])),
    formatRatio(ratio(samples[subject], samples["plain, synced"])),
  ]);
}
