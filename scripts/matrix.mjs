/**
 * What works with which server, measured: every installed one is asked each method through the
 * built command, all at once and at the start, about files that nobody opened. `--write` puts the
 * table into README.md, `--check` says as JSON where the two differ, `--only pyright,gopls` asks
 * these.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { readRegion, replaceRegion } from "./markdownRegion.mjs";
import { isInstalled, measure } from "./matrix/measure.mjs";
import { methods, servers } from "./matrix/requests.mjs";
import { readTable, tableOf } from "./matrix/table.mjs";

const readme = new URL("../README.md", import.meta.url);
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
    `There is no ${unknown.join(", ")} to ask. There are: ${servers.map(({ server }) => server).join(", ")}.`,
  );
  process.exit(2);
}

await build({ types: false });
const text = readFileSync(readme, "utf8");
/**
 * Column by column, by the server's name; what is not installed here keeps what the README says.
 */
const columns = readTable(text, servers);
const measured = {};
/** So many servers at once. */
const lanes = Math.min(4, availableParallelism());
const queue = wanted.filter(({ server }) => isInstalled(server));
for (const { server } of wanted) {
  if (!isInstalled(server)) console.error(`${server} is not installed: its column stays as it is.`);
}
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let one = queue.shift(); one; one = queue.shift()) measured[one.server] = marksOf(one, await measure(one));
  }),
);
if (options.check) console.log(JSON.stringify({ compared: Object.keys(measured), differences: differences() }));
else {
  const table = tableOf({ ...columns, ...measured }, servers, methods);
  console.log(table);
  if (options.write) writeFileSync(readme, replaceRegion(text, "servers", table));
}

/** Where README.md says other than what was measured, or its table is not as it is written here. */
function differences() {
  const found = [];
  if (readRegion(text, "servers") !== tableOf(columns, servers, methods)) {
    found.push("The table in README.md is not as it is written here: node scripts/matrix.mjs --write");
  }
  for (const { server, varies = [] } of servers) {
    for (const [method, mark] of Object.entries(measured[server] ?? {})) {
      const said = columns[server][method] ?? "";
      if (said !== mark.replace("✗", "") && !varies.includes(method)) {
        found.push(`${server} ${method}: README.md says "${said}", measured is "${mark}"`);
      }
    }
  }
  return found;
}

/** The marks alone, by method; what is worth knowing of them is said on stderr. */
function marksOf({ server, notes = {} }, cells) {
  for (const method of methods) {
    const { mark, why, first } = cells[method];
    if (options.why || (mark === "✗" && notes[method] === undefined))
      console.error(`${server} ${method}: ${mark} ${why}`);
    if (mark === "✓" && first) console.error(`${server} ${method}: ✓ the second time only; first ${first}`);
  }
  return Object.fromEntries(methods.map((method) => [method, cells[method].mark]));
}
