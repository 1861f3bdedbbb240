/** Measures the writer of edits and renames, compared with writing the files plainly. */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSources } from "./lib/loadSources.mjs";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { code } from "./lib/texts.mjs";

export const title = "Edits of files";
export const rounds = 7;

const fileCounts = [1, 10, 500];

export async function run({ rounds }) {
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
