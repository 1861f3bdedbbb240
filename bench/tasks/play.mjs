/**
 * Plays a task by hand, and records it in plays.json: `node bench/tasks/play.mjs show <task>`, then
 * `run <task> <side> <command>` for each command, and `end <task> <side> [<path>:<line> …]`. The
 * sides are "tools" (lsp-locate at the shell) and "shell" (grep, sed, a compiler, without it). A
 * player knows the prompt, the README and `--help`, and what the play's own commands have printed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "../lib/loadSources.mjs";
import { judge } from "./judge.mjs";
import { facts, packagesOf } from "./releases.mjs";

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const playsFile = fileURLToPath(new URL("plays.json", import.meta.url));
const main = fileURLToPath(new URL("../../dist/command/main.js", import.meta.url));

export const drawn = read("drawn.json");
export const readPlays = () => (existsSync(playsFile) ? read("plays.json") : []);

/** Of the output of one command, as harnesses cut it. */
const MAX_OUTPUT_LENGTH = 30_000;

/**
 * Lays the release that a task begins with into a folder, as a repository: once for all plays of a
 * package, with the errors that it has, and as it was for each of them.
 */
export async function openTask(task, root) {
  const folder = join(root, task.package.replaceAll(/[^\w.-]/g, "-"));
  const known = `${folder}.json`;
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@localhost", ...words], {
      cwd: folder,
      stdio: "ignore",
    });
  if (!existsSync(known)) {
    const { download } = await loadSources(["test/downloads.ts"]);
    const release = packagesOf(task.language, download).find(({ name }) => name === task.package);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await release.fill(folder, task.version);
    writeFileSync(join(folder, ".gitignore"), "target/\n");
    git("init");
    git("add", "-A");
    git("commit", "-m", "as it is");
    writeFileSync(known, JSON.stringify(facts[task.language].findErrors(folder)));
  }
  git("checkout", "-q", "--", ".");
  git("clean", "-fdq");
  return { folder, baseline: JSON.parse(readFileSync(known, "utf8")) };
}

/** Runs a command of a play, with `lsp-locate` on the path for the tools' side alone. */
export function runCommand(folder, side, command) {
  const bin = mkdtempSync(join(tmpdir(), "bench-tasks-bin-"));
  if (side === "tools") {
    writeFileSync(join(bin, "lsp-locate"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
    chmodSync(join(bin, "lsp-locate"), 0o755);
  }
  const from = performance.now();
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  delete env.CI;
  const { stdout, stderr } = spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8", env, maxBuffer: 1e9 });
  const seconds = (performance.now() - from) / 1000;
  rmSync(bin, { recursive: true });
  const output = `${stdout}${stderr}`.slice(0, MAX_OUTPUT_LENGTH);
  return { output, seconds, characters: command.length + output.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, id, side, ...words] = process.argv.slice(2);
  const task = drawn.find((each) => each.id === id);
  if (task === undefined) throw new Error(`Tasks: ${drawn.map((each) => each.id).join(", ")}.`);
  if (action === "show") console.log(`${task.package}@${task.version}\n${task.prompt}`);
  else {
    const state = join(realpathSync(tmpdir()), "bench-tasks-plays", `${id}-${side}.json`);
    const play = existsSync(state) ? JSON.parse(readFileSync(state, "utf8")) : await begin(state);
    if (action === "run") {
      const { output, seconds, characters } = runCommand(play.folder, side, words[0]);
      play.calls.push({ command: words[0], characters, seconds: Math.round(seconds * 10) / 10 });
      writeFileSync(state, JSON.stringify(play));
      console.log(output);
    } else if (action === "end") {
      const wrong = judge(task, { ...play, answer: words });
      console.log(wrong ?? "right");
      const { calls } = play;
      const round = readPlays().filter((each) => each.task === id && each.side === side).length + 1;
      const record = {
        task: id,
        side,
        round,
        calls,
        ...(words.length > 0 ? { answer: words } : {}),
        ...(wrong ? { wrong } : {}),
      };
      writeFileSync(playsFile, `${JSON.stringify([...readPlays(), record], null, 2)}\n`);
      rmSync(state);
    }
  }

  async function begin(file) {
    mkdirSync(join(file, ".."), { recursive: true });
    const play = { ...(await openTask(task, join(homedir(), ".cache/bench-tasks", side))), calls: [] };
    writeFileSync(file, JSON.stringify(play));
    return play;
  }
}
