/**
 * The matrix: installs language servers into a cache of its own, and asks each the same questions
 * about a small project in its language.
 *
 * `--only pyright,gopls` restricts the servers (one that cargo compiles is installed only so),
 * `--cache <folder>` names another cache, `--offline` installs nothing, `--here` takes the servers
 * of node_modules and PATH, `--delayed` asks only for diagnostics that come late, `--delay` says by
 * how many seconds, `--write` records the results and writes the tables, `--check` prints what
 * differs from the record as JSON.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { replaceRegion } from "./markdownRegion.mjs";
import { catalogue, entryNameOf, helpers } from "./matrix/catalogue.mjs";
import { defaultCache, install, installed } from "./matrix/install.mjs";
import { measure } from "./matrix/measure.mjs";
import { tables } from "./matrix/record.mjs";
import { searchPath } from "./methodTable/session.mjs";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    cache: { type: "string", default: defaultCache },
    offline: { type: "boolean", default: false },
    here: { type: "boolean", default: false },
    delayed: { type: "boolean", default: false },
    // Longer than any wait for a server of which nothing is known.
    delay: { type: "string", default: "12" },
    write: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
/** Installing loads the network and the machine, measuring the machine. */
const MAX_INSTALLS = 2;
const MAX_MEASURED = 2;

const names = options.only?.split(",") ?? Object.keys(catalogue);
const unknown = names.filter((name) => !(name in catalogue));
if (unknown.length > 0) {
  console.error(`Unknown server: ${unknown.join(", ")}. Known servers: ${Object.keys(catalogue).join(", ")}.`);
  process.exit(2);
}

await build({ types: false });
const recordFile = new URL("matrix/results.json", import.meta.url);
const record = JSON.parse(readFileSync(recordFile, "utf8"));
const installations = new Map();
if (!options.here) await inParallel([...names], MAX_INSTALLS, installServer);
const measured = {};
await inParallel([...names], MAX_MEASURED, async (name) => {
  const installation = options.here ? { programs: [], folder: "", version: "" } : installations.get(name);
  if (installation) measured[name] = await measureServer(name, installation);
});
if (options.check) console.log(JSON.stringify({ compared: Object.keys(measured), differences: differences() }));
else if (options.write) writeAll({ ...record, ...(options.delayed ? withDelayed() : measured) });
process.exit(0);

async function installServer(name) {
  const needed = [name, ...(catalogue[name].with ?? [])];
  try {
    const found = [];
    for (const each of needed) {
      const recipe = catalogue[each]?.install ?? helpers[each];
      const present = installed(each, recipe, options.cache);
      if (!present && options.offline) return console.error(`${each} is not installed.`);
      if (!present && recipe.from === "cargo" && !options.only) {
        return console.error(`${each} is not installed: compiling it takes long, and is done with --only ${each}.`);
      }
      found.push(present ?? (await install(each, recipe, options.cache)));
    }
    installations.set(name, { ...found[0], programs: found.flatMap(({ programs }) => programs) });
  } catch (error) {
    console.error(`${name} can't be installed: ${error.message}`);
  }
}

async function measureServer(name, installation) {
  const results = await measure(entryNameOf(name), catalogue[name], {
    ...installation,
    programs: [...installation.programs, searchPath],
    onlyDelayed: options.delayed,
    delayMs: Number(options.delay) * 1000,
  });
  const line = Object.entries(results).map(([method, { result }]) => `${method} ${result}`);
  console.error(`${name} ${installation.version}: ${line.join(", ")}`);
  for (const [method, { why }] of Object.entries(results)) if (why) console.error(`  ${method}: ${why}`);
  return { version: installation.version, day: new Date().toISOString().slice(0, 10), results };
}

/** Returns the recorded rows with the answers that were measured alone, of the same version. */
function withDelayed() {
  const known = Object.entries(measured).filter(([name, { version }]) => {
    const recorded = record[name]?.version;
    if (version === recorded || options.here) return true;
    console.error(`${name} ${version} is not recorded, as all else was measured with ${recorded ?? "none"}.`);
    return false;
  });
  return Object.fromEntries(
    known.map(([name, { results }]) => [name, { ...record[name], results: { ...record[name].results, ...results } }]),
  );
}

/** Returns the answers that are right in the record and were not now. */
function differences() {
  return Object.entries(measured).flatMap(([name, { results }]) =>
    Object.entries(record[name]?.results ?? {}).flatMap(([method, { result }]) => {
      if (options.delayed && method !== "delayed") return [];
      const now = results[method];
      return result === "right" && now?.result !== "right" ? [`${name} ${method}: ${now?.why ?? now?.result}`] : [];
    }),
  );
}

function writeAll(rows) {
  const sorted = Object.fromEntries(Object.entries(rows).sort(([one], [other]) => one.localeCompare(other)));
  writeFileSync(recordFile, `${JSON.stringify(sorted, null, 2)}\n`);
  for (const { file, content } of tables(sorted))
    writeFileSync(file, content(readFileSync(file, "utf8"), replaceRegion));
}

/** Does `work` for each item, at most `limit` at a time. */
async function inParallel(queue, limit, work) {
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
