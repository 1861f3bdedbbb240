/**
 * Measures which methods work with which server: sends every installed server each method through
 * the built command, all at once right after the start, for files that are not open. `--write` puts
 * the table into docs/servers/measured.md, `--check` prints the differences as JSON,
 * `--only pyright,gopls` restricts the servers, `--why` prints the reason for each mark.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { readRegion, replaceRegion } from "./markdownRegion.mjs";
import { isInstalled, measure } from "./methodTable/measure.mjs";
import { methods, servers } from "./methodTable/requests.mjs";
import { readTable, tableOf } from "./methodTable/table.mjs";

const page = new URL("../docs/servers/measured.md", import.meta.url);
const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    write: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    why: { type: "boolean", default: false },
  },
});

const only = options.only?.split(",");
const wanted = servers.filter(({ server, heading }) => !only || only.includes(server) || only.includes(heading));
const unknown = only?.filter((name) => !servers.some(({ server, heading }) => [server, heading].includes(name))) ?? [];
if (unknown.length > 0) {
  console.error(
    `Unknown server: ${unknown.join(", ")}. Known servers: ${servers.map(({ server }) => server).join(", ")}.`,
  );
  process.exit(2);
}

await build({ types: false });
const text = readFileSync(page, "utf8");
/** The page's columns by server name; they are kept for servers that are not installed here. */
const columns = readTable(text, servers);
const measured = {};
/** The maximum number of servers that run at the same time. */
const maxConcurrent = Math.min(4, availableParallelism());
const queue = wanted.filter(({ server }) => isInstalled(server));
for (const { server } of wanted) {
  if (!isInstalled(server)) console.error(`${server} is not installed: its column is unchanged.`);
}
await Promise.all(
  Array.from({ length: maxConcurrent }, async () => {
    for (let server = queue.shift(); server; server = queue.shift())
      measured[server.server] = reportMarks(server, await measure(server));
  }),
);
if (options.check) console.log(JSON.stringify({ compared: Object.keys(measured), differences: differences() }));
else {
  const table = tableOf({ ...columns, ...measured }, servers, methods);
  console.log(table);
  if (options.write) writeFileSync(page, replaceRegion(text, "servers", table));
}

/**
 * Returns the differences between docs/servers/measured.md and the measured marks, and whether its
 * table is formatted differently.
 */
function differences() {
  const found = [];
  if (readRegion(text, "servers") !== tableOf(columns, servers, methods)) {
    found.push(
      "The table in docs/servers/measured.md is formatted differently. Run: node scripts/methodTable.mjs --write",
    );
  }
  for (const { server, varies = [] } of servers) {
    for (const [method, mark] of Object.entries(measured[server] ?? {})) {
      const written = columns[server][method] ?? "";
      if (written !== mark.replace("✗", "") && !varies.includes(method)) {
        found.push(`${server} ${method}: docs/servers/measured.md has "${written}", measured "${mark}"`);
      }
    }
  }
  return found;
}

/** Returns the marks by method, and prints unexpected results to stderr. */
function reportMarks({ server, notes = {} }, cells) {
  for (const method of methods) {
    const { mark, why, first } = cells[method];
    if (options.why || (mark === "✗" && notes[method] === undefined))
      console.error(`${server} ${method}: ${mark} ${why}`);
    if (mark === "✓" && first) console.error(`${server} ${method}: ✓ at the second request only; the first: ${first}`);
  }
  return Object.fromEntries(methods.map((method) => [method, cells[method].mark]));
}
