/**
 * Counts wrong claims: of texts that are broken and mended, of commands that all run at once, and
 * of questions across the packages of a repository. `BENCH_LOAD` is the number of processes that
 * each keep a core busy meanwhile; `BENCH_SERVERS` names servers, and `BENCH_CLAIMS` chooses among
 * `texts`, `commands` and `packages`.
 */
import { loadavg } from "node:os";
import { countCommands } from "./claims/commands.mjs";
import { countPackages } from "./claims/packages.mjs";
import { countTexts } from "./claims/texts.mjs";
import { withLoad } from "./lib/load.mjs";

export const title = "Claims";
export const rounds = 4;

const kinds = { texts: countTexts, commands: countCommands, packages: countPackages };

export async function run({ rounds, proxy }) {
  const busy = Number(process.env.BENCH_LOAD ?? 0);
  const wanted = process.env.BENCH_CLAIMS?.split(",") ?? Object.keys(kinds);
  const servers = process.env.BENCH_SERVERS?.split(",");
  return withLoad(busy, async () => {
    const reports = [];
    for (const kind of wanted) reports.push(await kinds[kind]({ rounds, proxy, servers }));
    const load = `${busy} busy processes beside it; load average at the end ${loadavg()[0].toFixed(1)}.`;
    return [...reports, load].join("\n\n");
  });
}
