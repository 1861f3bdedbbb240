/**
 * Recorded tasks of an agent, replayed: as calls of MCP tools, and as commands with grep, sed and a
 * compiler. Each is judged by what its answers hold, or by the files afterwards. Characters are
 * those of calls and answers. `BENCH_PROJECT` chooses projects by a part of their names, and
 * `BENCH_VERBOSE=1` prints what was wrong.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMcpClient } from "./lib/mcpClient.mjs";
import { median, table } from "./lib/statistics.mjs";
import { copyOf, projects } from "./renames/projects.mjs";
import { tasks } from "./tasks/recorded.mjs";

export const title = "Recorded tasks";
export const rounds = 1;

/** Of the output of one command, as harnesses cut it. */
const MAX_OUTPUT_LENGTH = 30_000;

export async function run({ proxy }) {
  const chosen = tasks.filter(({ project }) => project.includes(process.env.BENCH_PROJECT ?? ""));
  const rows = [];
  const notes = [];
  const sums = { tools: newSum(), shell: newSum() };
  for (const name of new Set(chosen.map(({ project }) => project))) {
    const project = projects.find((each) => each.name === name);
    const folder = copyOf(project);
    const repo = openRepository(folder, project);
    const agent = await startMcpClient(proxy, { cwd: folder });
    try {
      for (const task of chosen.filter((each) => each.project === name)) {
        const row = { title: `${name.replace(/^.*\/|[@=].*$/g, "")}: ${task.title}` };
        for (const [kind, act] of Object.entries({
          tools: (each) => callTools(agent, each),
          shell: (each) => runCommands(folder, each),
        })) {
          repo.prepare(task);
          const done = await act(task);
          const wrong = judge(task, done.text, repo);
          const { sum } = { sum: sums[kind] };
          sum.right += Number(wrong === undefined);
          sum.calls += done.calls;
          sum.length += done.length;
          row[kind] = `${done.calls} / ${done.length}${wrong === undefined ? "" : " wrong"}`;
          if (wrong !== undefined) notes.push(`- ${row.title}, ${kind}: ${wrong}`);
          if (wrong !== undefined && process.env.BENCH_VERBOSE)
            console.error(`${row.title}, ${kind}: ${wrong}\n${done.text}\n`);
        }
        rows.push([row.title, row.tools, row.shell]);
        console.error(rows.at(-1).join(" | "));
      }
    } finally {
      await agent.end();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const total = ({ right, calls, length }) => `${calls} / ${length}, ${right} of ${rows.length} right`;
  rows.push(["all", total(sums.tools), total(sums.shell)]);
  const recorded = [table(["task", "tools: calls / characters", "grep, sed: calls / characters"], rows), ...notes];
  return [recorded.join("\n"), tableOfPlays()].join("\n\n");
}

/**
 * Returns what plays of tasks took that a rule has drawn from public releases, where both sides
 * were played: the median of each.
 */
function tableOfPlays() {
  const plays = readData("plays.json");
  const rowsOfPlays = readData("drawn.json").flatMap(({ id }) => {
    const sides = ["tools", "shell"].map((side) => plays.filter((each) => each.task === id && each.side === side));
    if (sides.some(({ length }) => length === 0)) return [];
    const sumOf = ({ calls }, key) => calls.reduce((sum, each) => sum + each[key], 0);
    const shown = sides.map((own) => {
      const medianOf = (numberOf) => median(own.map(numberOf));
      const right = own.filter(({ wrong }) => wrong === undefined).length;
      const numbers = [({ calls }) => calls.length, (each) => sumOf(each, "characters")].map(medianOf);
      return { text: `${numbers.join(" / ")}${right === own.length ? "" : ` ${own.length - right} wrong`}`, numbers };
    });
    return [[id, ...shown]];
  });
  const total = (side) =>
    [0, 1].map((at) => rowsOfPlays.reduce((sum, each) => sum + each[side].numbers[at], 0)).join(" / ");
  return table(
    ["drawn task, as played", "tools at the shell: calls / characters", "grep, sed: calls / characters"],
    [...rowsOfPlays.map(([id, ...sides]) => [id, ...sides.map(({ text }) => text)]), ["all", total(1), total(2)]],
  );
}

function readData(name) {
  return JSON.parse(readFileSync(new URL(`tasks/${name}`, import.meta.url), "utf8"));
}

function newSum() {
  return { right: 0, calls: 0, length: 0 };
}

function openRepository(folder, project) {
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@localhost", ...words], {
      cwd: folder,
      stdio: "ignore",
    });
  rmSync(join(folder, ".git"), { recursive: true, force: true });
  git("init");
  git("add", "-A");
  git("commit", "-m", "as it is");
  const errors = project.findErrors(folder).length;
  return {
    read: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : ""),
    builds: () => project.findErrors(folder).length <= errors,
    /** Makes the project as it is before a task. */
    prepare({ before }) {
      git("checkout", "-q", "--", ".");
      git("clean", "-fdq");
      if (before === undefined) return;
      const [path, old, text] = before;
      writeFileSync(join(folder, path), readFileSync(join(folder, path), "utf8").replace(old, text));
    },
  };
}

async function callTools(agent, { tools }) {
  let text = "";
  let length = 0;
  for (const [name, args] of tools) {
    const answer = await agent.call(name, args).catch((error) => error.message);
    text += `${answer}\n`;
    length += JSON.stringify(args).length + answer.length;
  }
  return { text, length, calls: tools.length };
}

function runCommands(folder, { shell }) {
  let text = "";
  let length = 0;
  for (const command of shell) {
    const { stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
    const output = `${stdout}${stderr}`.slice(0, MAX_OUTPUT_LENGTH);
    text += `${output}\n`;
    length += command.length + output.length;
  }
  return { text, length, calls: shell.length };
}

/** Says what is wrong; undefined for what is right. */
function judge({ places, declaration, says = [], has = [], lacks = [] }, text, { read, builds }) {
  if (places !== undefined) {
    const listed = placesIn(text);
    const missing = places.filter((place) => !listed.has(place));
    const others = [...listed].filter((place) => place !== declaration && !places.includes(place));
    if (missing.length > 0) return `lacks ${missing.join(", ")}`;
    if (others.length > 0) return `lists ${others.length} other places, such as ${others[0]}`;
  }
  const unsaid = says.find((pattern) => !pattern.test(text));
  if (unsaid !== undefined) return `does not say ${unsaid}`;
  for (const [path, ...patterns] of has)
    for (const pattern of patterns) if (!pattern.test(read(path))) return `${path} does not have ${pattern}`;
  for (const [path, pattern] of lacks) if (pattern.test(read(path))) return `${path} still has ${pattern}`;
  const isChange = has.length + lacks.length > 0;
  return isChange && !builds() ? "it does not build" : undefined;
}

/** Returns the places of a list: `a.ts:12: code`, or `12: code` below a file or a Locate in it. */
function placesIn(text) {
  const places = new Set();
  let file;
  for (const line of text.split("\n")) {
    const whole = /^(?:\.\/)?([\w./-]+\.\w+):(\d+):/.exec(line);
    const below = /^\s+(\d+): /.exec(line);
    if (whole && below === null) places.add(`${whole[1]}:${whole[2]}`);
    else if (below && file !== undefined) places.add(`${file}:${below[1]}`);
    else file = /^([\w./-]+\.\w+)(?::\S+)?$/.exec(line.trim())?.[1] ?? file;
  }
  return places;
}
