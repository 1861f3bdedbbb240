/**
 * Rounds of: break a text, ask for references, ask for diagnostics, mend the text, ask again. The
 * references make lsp-locate open and close files at the server, whose silence is no answer then.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSession } from "../completeness/session.mjs";
import { table } from "../lib/statistics.mjs";
import { commandOf, projects } from "./projects.mjs";

export async function countTexts({ rounds, proxy, servers = Object.keys(projects) }) {
  const rows = [];
  for (const name of servers) {
    const command = commandOf(name);
    if (command === undefined) rows.push([name, "not installed"]);
    else rows.push([name, ...(await countServer(projects[name], [process.execPath, proxy, "--", ...command], rounds))]);
    console.error(rows.at(-1).join(" | "));
  }
  const head = ["server", "answers", "wrong", "not checked", "other errors", "seconds", "wrong answers"];
  return `Texts broken and mended\n\n${table(head, rows)}`;
}

async function countServer({ files, file, text, symbol }, command, rounds) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-claims-")));
  const write = (name) => writeFileSync(join(folder, file), text(name));
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  write();
  const wrong = [];
  const failed = [];
  let notChecked = 0;
  const from = performance.now();
  const session = await startSession(command, folder);
  const fail = (error) => {
    if (error.data?.kind === "not_checked") notChecked++;
    else failed.push(error.message);
  };
  const ask = async (name) => {
    try {
      const { items } = await session.request("locate/diagnostic", { locate: { file_path: file } });
      const errors = items.filter(({ severity = 1 }) => severity === 1).map(({ message }) => message);
      const isRight = name === undefined ? errors.length === 0 : errors.some((message) => message.includes(name));
      if (!isRight) wrong.push(`${name ?? "mended"}: ${errors.join(", ") || "none"}`);
    } catch (error) {
      fail(error);
    }
  };
  try {
    for (let round = 0; round < rounds; round++) {
      const name = `missing${round}`;
      write(name);
      try {
        const { length } = await session.request("locate/references", { locate: symbol });
        if (length === 0) wrong.push("no references");
      } catch (error) {
        fail(error);
      }
      await ask(name);
      write();
      await ask();
    }
  } finally {
    await session.end().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = Math.round((performance.now() - from) / 1000);
  const details = [...wrong, ...failed].slice(0, 3).join("; ");
  return [3 * rounds, wrong.length, notChecked, failed.length, seconds, details];
}
