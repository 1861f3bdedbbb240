/**
 * Writes the figures of docs/evidence.md, and their short form in the README, from runs of the
 * bench: `npm run evidence`. `--only edits,relay` measures some parts anew; `--render` measures
 * none, and writes the short form from the page.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, homedir, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readRegion, replaceRegion } from "../scripts/markdownRegion.mjs";
import { measurements, sentences } from "./evidence/measurements.mjs";
import { tablesIn } from "./evidence/reports.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs/evidence.md");
const readme = join(root, "README.md");

/** Returns the sentences of the README, a line each, from the text of the page. */
export function shortForm(text) {
  const tablesOf = (part) => tablesIn(readRegion(text, part));
  return sentences.map((sentence) => `- ${sentence(tablesOf)}`).join("\n");
}

/** Returns the command of a measurement, as it is on the page. */
export function commandOf({ part, rounds, env }) {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value} `);
  return `${variables.join("")}npm run bench -- --only ${part} --rounds ${rounds}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { only: { type: "string" }, render: { type: "boolean", default: false } } });
  const parts = measurements.map(({ part }) => part);
  const wanted = values.only?.split(",") ?? parts;
  const unknown = wanted.filter((part) => !parts.includes(part));
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(", ")}. Parts of the page: ${parts.join(", ")}.`);
    process.exit(2);
  }
  for (const each of values.render ? [] : measurements.filter(({ part }) => wanted.includes(part)))
    update(page, each.part, measure(each));
  update(readme, "evidence", shortForm(readFileSync(page, "utf8")));
}

/** Runs a part, and returns its text: the command, the report and the versions. */
function measure(measurement) {
  const { part, rounds, env, servers } = measurement;
  console.error(`${part} …`);
  const from = performance.now();
  const [load] = loadavg();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const { stdout, status } = spawnSync(
    process.execPath,
    ["bench/run.mjs", "--only", part, "--rounds", String(rounds)],
    {
      ...{ cwd: root, encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore", "pipe", "inherit"] },
      env: { ...process.env, ...env },
    },
  );
  if (status !== 0) throw new Error(`${part} failed:\n${stdout}`);
  const seconds = Math.round((performance.now() - from) / 1000);
  const beside = load > cpus().length ? `, beside other work (load ${Math.round(load)})` : "";
  const head = `Measured ${today()} in ${seconds} s${beside}; ${circumstances(commit, servers)}.`;
  return [`\`${commandOf(measurement)}\``, head, reportIn(stdout)].join("\n\n");
}

/**
 * Returns the tables of a report with the lines before them. The single cases below a table are of
 * one run; the command prints them.
 */
function reportIn(stdout) {
  const [, report = ""] = /\n## [^\n]*\n([\s\S]*)\n\d+ rounds in \d+ s\.\n$/.exec(stdout) ?? [];
  const isOfMachine = (text) => [tmpdir(), homedir()].some((folder) => text.includes(`${folder}/`));
  return report
    .trim()
    .split("\n\n")
    .map((each) => each.replace(/^- .*\n?/gm, "").trimEnd())
    .filter((each) => each !== "" && !isOfMachine(each))
    .join("\n\n");
}

function circumstances(commit, servers) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const machine = `Node ${process.version}, ${cpus().length} cores, ${process.platform}`;
  return [`lsp-locate ${version} (${commit})`, machine, ...versionsOf(servers)].join(", ");
}

/** Returns names and versions of the installed ones of some servers. */
function versionsOf(names) {
  if (names.length === 0) return [];
  const { stdout } = spawnSync(process.execPath, [join(root, "dist/command/main.js"), "doctor", "--json"], {
    ...{ cwd: root, encoding: "utf8", maxBuffer: 1e9 },
  });
  const { servers } = JSON.parse(stdout);
  return servers
    .filter(({ name, state }) => names.includes(name) && state === "works")
    .map(({ name, version }) => `${name} ${version ?? "of unknown version"}`);
}

function today() {
  return new Date().toISOString().slice(0, 10);
}

function update(path, name, content) {
  writeFileSync(path, replaceRegion(readFileSync(path, "utf8"), name, content));
}
