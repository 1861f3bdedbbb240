/**
 * Questions across the packages of a repository: an answer has every use of the shared symbol, or
 * says which it may lack.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { table } from "../lib/statistics.mjs";
import { layouts } from "./layouts.mjs";
import { commandOf } from "./projects.mjs";

export async function countPackages({ proxy, servers }) {
  const rows = [];
  for (const [name, layout] of Object.entries(layouts)) {
    if (servers && !servers.includes(layout.server)) continue;
    if (layout.server !== "embedded" && commandOf(layout.server) === undefined)
      rows.push([name, layout.server, "not installed"]);
    else rows.push([name, layout.server, ...countLayout(layout, proxy)]);
    console.error(rows.at(-1).join(" | "));
  }
  const head = ["layout", "server", "questions", "complete", "said to be not", "wrong", "what"];
  return `Questions across packages\n\n${table(head, rows)}`;
}

/** Asks for references and a rename of each symbol, at its declaration and at each use. */
function countLayout({ files, links = {}, symbols, from = ".", home }, proxy) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-packages-")));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const [path, target] of Object.entries(links)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(target, join(folder, path));
    }
    const counts = { asked: 0, complete: 0, said: 0 };
    const wrong = [];
    for (const { declaration, uses } of symbols) {
      for (const locate of [declaration, ...uses.map(({ locate }) => locate)]) {
        for (const method of ["references", "rename"]) {
          counts.asked++;
          const words = [proxy, method, locate, ...(method === "rename" ? ["renamed"] : []), "--json", "--no-daemon"];
          const env = { ...process.env, ...(home ? { HOME: folder } : {}) };
          const options = { cwd: join(folder, from), env, encoding: "utf8" };
          const { status, stdout, stderr } = spawnSync(process.execPath, words, options);
          const missing = uses.filter(({ path }) => !stdout.includes(path));
          if (status === 0 && missing.length === 0 && !/"unconfirmed":\s*\[\s*\{/.test(stdout)) counts.complete++;
          else if (method === "rename" && status === 1 && stderr.includes("refused")) counts.said++;
          else if (uses.every(({ path }) => stdout.includes(path) || stderr.includes(path))) counts.said++;
          else wrong.push(`${method} ${locate}: exit ${status}, without ${missing.map(({ path }) => path).join(", ")}`);
        }
      }
    }
    return [counts.asked, counts.complete, counts.said, wrong.length, wrong.slice(0, 3).join("; ")];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
