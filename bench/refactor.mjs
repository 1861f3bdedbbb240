/**
 * Code actions by title, moves, deletions and edits at many places in public code, each written at
 * the shell, judged by the build or the text, and taken back; and the context of symbols, judged by
 * its budget. BENCH_KIND chooses kinds. BENCH_REPOS has the folders, separated as in PATH, each a
 * work tree of git without changes; the number of rounds is that of each kind in each folder.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, delimiter, dirname, extname, join } from "node:path";
import { table } from "./lib/statistics.mjs";

export const title = "Code actions, moves, deletions, edits, contexts";
export const rounds = 20;

const seed = Number(process.env.BENCH_SEED ?? 1);

/** By the file that marks a project: its sources, and the command that says whether it builds. */
const projects = [
  { marker: "tsconfig.json", source: /\.tsx?$/, build: ["tsc", "--noEmit", "-p", "."] },
  { marker: "go.mod", source: /\.go$/, build: ["go", "vet", "./..."] },
  { marker: "Cargo.toml", source: /\.rs$/, build: ["cargo", "check", "--offline", "--quiet", "--all-targets"] },
  { marker: "pyproject.toml", source: /\.py$/, build: ["pyright"] },
];

export async function run({ rounds, proxy }) {
  const folders = (process.env.BENCH_REPOS ?? "").split(delimiter).filter((folder) => folder !== "");
  if (folders.length === 0) return "Set BENCH_REPOS to folders with public code.";
  const rows = [];
  const notes = [];
  for (const folder of folders) {
    const project = projects.find(({ marker }) => existsSync(join(folder, marker)));
    if (project === undefined) throw new Error(`${folder} is no project that can be built`);
    const repo = openRepository(folder, project, proxy);
    const kinds = Object.entries({ actions, moves, deletions, edits, contexts });
    for (const [kind, measure] of kinds.filter(([name]) => (process.env.BENCH_KIND ?? name).includes(name))) {
      const counts = new Map();
      for (const { outcome, note } of measure(repo, rounds)) {
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (note !== undefined) notes.push(`- ${basename(folder)}, ${kind}: ${note}`);
      }
      const said = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
      rows.push([basename(folder), kind, said]);
      // A server may make a file when it runs a command, though its edit is not written.
      repo.reset();
      console.error(`${basename(folder)} ${kind}: ${said}`);
    }
    repo.command("daemon", "stop");
  }
  return [table(["project", "kind", "outcomes"], rows), ...notes].join("\n");
}

function openRepository(folder, { source, build }, proxy) {
  const git = (...words) =>
    execFileSync("git", ["-c", "safe.directory=*", ...words], { cwd: folder, encoding: "utf8" });
  const files = git("ls-files")
    .split("\n")
    .filter((path) => source.test(path) && !/(?:^|\/)(?:docs|vendor)\//.test(path));
  const random = generator(seed);
  const command = (...words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [proxy, ...words], {
      cwd: folder,
      encoding: "utf8",
    });
    let answer;
    try {
      answer = JSON.parse(stdout);
    } catch {
      answer = undefined;
    }
    return { status, stdout, stderr, answer };
  };
  const problems = () => {
    const { status, stdout, stderr } = spawnSync(build[0], build.slice(1), { cwd: folder, encoding: "utf8" });
    // Of each message, what does not depend on its file and line.
    const errors = `${stdout}${stderr}`.split("\n").filter((line) => /error|cannot|undefined|undeclared/i.test(line));
    return status === 0 ? [] : errors;
  };
  const before = problems().length;
  const reset = () => {
    git("checkout", "-q", "--", ".");
    git("clean", "-fdq");
  };
  /** Judges what is written, and takes it back. */
  const judge = () => {
    const after = problems();
    const undone = command("undo");
    const changes = git("status", "--porcelain", "--untracked-files=all").trim();
    if (undone.status !== 0 || changes !== "") reset();
    return {
      builds: after.length <= before,
      undone: undone.status === 0 && changes === "",
      why: after.length <= before ? (changes.split("\n")[0] ?? "") : after[0],
    };
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  const read = (path) => readFileSync(join(folder, path), "utf8");
  return { files, pick, command, judge, random, read, reset };
}

function* actions({ files, pick, command, random }, rounds) {
  for (let tried = 0, done = 0; done < rounds && tried < 5 * rounds; tried++) {
    const file = pick(files);
    const { answer: outline } = command("outline", file, "--json", "--depth=2");
    const symbols = (outline?.symbols ?? []).flatMap(({ children = [], ...each }) => [each, ...children]);
    if (symbols.length === 0) continue;
    const { range } = pick(symbols);
    const line = range.start.line + Math.floor(random() * (range.end.line - range.start.line + 1));
    const { answer } = command("codeAction", `${file}:${line}`, "--json");
    const offered = (answer?.result ?? []).filter(
      ({ disabled, kind = "" }) => disabled === undefined && changesFiles(kind),
    );
    if (offered.length === 0) continue;
    done++;
    const action = pick(offered);
    const { answer: fixed } = command("fix", `${file}:${line}`, action.title, "--json");
    const kind = fixed?.error?.data?.kind;
    const place = `${file}:${line} ${JSON.stringify(action.title)}`;
    if (fixed?.edit && action.edit && JSON.stringify(textsOf(fixed.edit)) !== JSON.stringify(textsOf(action.edit)))
      yield { outcome: "another edit", note: `${place}: another edit than the server offers` };
    else if (fixed?.edit) yield { outcome: action.edit ? "the server's edit" : "an edit, resolved or by a command" };
    else if (kind === "unsupported") yield { outcome: "no edit, said why", note: fixed.error.message };
    else yield { outcome: kind ?? "failed", note: `${place}: ${fixed?.error?.message ?? "no answer"}` };
  }
}

/** Whether actions of a kind are edits: not gopls' pages of documentation and assembly. */
function changesFiles(kind) {
  return /^(?:quickfix|refactor|source\.(?:addTest|organizeImports|fixAll|removeUnused|addMissing))/.test(kind);
}

function textsOf({ changes = {}, documentChanges }) {
  const parts = documentChanges ?? Object.values(changes).map((edits) => ({ edits }));
  return parts.flatMap(({ edits = [] }) => edits.map(({ newText }) => newText));
}

function* moves({ files, pick, command, judge, random }, rounds) {
  for (let done = 0; done < rounds; done++) {
    // What a manifest names by its path is no matter of imports.
    const file = pick(files.filter((path) => !isNamedByManifest(path)));
    const [folder, extension] = [dirname(file), extname(file)];
    const stem = basename(file, extension);
    const isGo = extension === ".go";
    const isFolder = random() < 0.25 && dirname(folder) !== ".";
    const suffix = isGo && stem.endsWith("_test") ? "_test" : "";
    const renamed = `${stem.slice(0, stem.length - suffix.length)}_moved${suffix}${extension}`;
    const inside = isGo || extension === ".rs" ? renamed : join("moved", basename(file));
    const [from, to] = isFolder
      ? [folder, join(dirname(folder), `${basename(folder)}_moved`)]
      : [file, join(folder, random() < 0.5 ? renamed : inside)];
    const { answer, stderr } = command("move", from, to, "--write", "--json");
    if (answer?.error !== undefined || answer === undefined) {
      yield { outcome: "refused", note: `${from} to ${to}: ${answer?.error?.message ?? stderr}` };
      continue;
    }
    const { builds, undone, why } = judge();
    const who = (answer.servers ?? []).length > 0 ? "by the server" : "by syntax";
    const isSaid = (answer.left ?? []).length > 0;
    const outcome = builds ? `built, ${who}` : isSaid ? `not built, imports left and named` : `not built, ${who}`;
    yield { outcome, ...(!builds && { note: `${from} to ${to} (${who}): ${why}` }) };
    if (!undone) yield { outcome: "not undone", note: `${from} to ${to}: ${why}` };
  }
}

function isNamedByManifest(path) {
  return path.endsWith(".rs") && (!path.includes("src/") || /(?:^|\/)(?:lib|main|mod|build)\.rs$/.test(path));
}

/** Returns the Locate of a symbol of a file or of a type in it; undefined without any. */
function pickSymbol(file, pick, command) {
  const { answer: outline } = command("outline", file, "--json", "--depth=2");
  const symbols = (outline?.symbols ?? []).flatMap(({ children = [], ...each }) => [each, ...children]);
  const named = symbols.filter(({ symbol_path: path }) => path?.every((name) => /^\w+$/.test(name)));
  return named.length === 0 ? undefined : `${file}:${pick(named).symbol_path.join(".")}`;
}

function* deletions({ files, pick, command, judge }, rounds) {
  for (let tried = 0, done = 0; done < rounds && tried < 5 * rounds; tried++) {
    const locate = pickSymbol(pick(files), pick, command);
    if (locate === undefined) continue;
    done++;
    const { answer } = command("delete", locate, "--write", "--json");
    if (answer === undefined || answer.error !== undefined) {
      yield {
        outcome: `error ${answer?.error?.data?.kind ?? ""}`,
        note: `${locate}: ${answer?.error?.message ?? "no answer"}`,
      };
      continue;
    }
    if (answer.refusal !== undefined) {
      yield { outcome: answer.uses.count > 0 ? "used, as the server says" : "perhaps used, as the text says" };
      continue;
    }
    const { builds, undone, why } = judge();
    yield builds ? { outcome: "unused, built" } : { outcome: "unused, not built", note: `${locate}: ${why}` };
    if (!undone) yield { outcome: "not undone", note: `${locate}: ${why}` };
  }
}

/** Edits at all matches of a word in its file. A find that is a word means whole words. */
function* edits({ files, pick, command, read, reset }, rounds) {
  for (let tried = 0, done = 0; done < rounds && tried < 20 * rounds; tried++) {
    const file = pick(files);
    const text = read(file);
    const words = [...new Set(text.match(/\b[a-z][A-Za-z]{5,}\b/g))].filter(
      // Whether `$` is a part of a word depends on the language.
      (word) => text.split(word).length > 4 && !text.includes(`$${word}`),
    );
    if (words.length === 0) continue;
    done++;
    const word = pick(words);
    const whole = new RegExp(`(?<![\\w$])${word}(?![\\w$])`, "g");
    const count = text.match(whole)?.length;
    const { answer, stderr } = command("edit", `${file}@${word}`, "--all", `--replace=${word}X`, "--write", "--json");
    const place = `${file}@${word}, ${count} places`;
    if (answer === undefined || answer.error !== undefined) {
      yield {
        outcome: answer?.error?.data?.kind ?? "no answer",
        note: `${place}: ${answer?.error?.message ?? stderr}`,
      };
      continue;
    }
    const isRight = read(file) === text.replace(whole, `${word}X`) && answer.count === count;
    yield isRight ? { outcome: "all places" } : { outcome: "other text", note: place };
    if (command("undo").status !== 0 || read(file) !== text) yield { outcome: "not undone", note: place };
    reset();
  }
}

const CHARACTERS_PER_TOKEN = 4;

function* contexts({ files, pick, command, random }, rounds) {
  for (let tried = 0, done = 0; done < rounds && tried < 5 * rounds; tried++) {
    const locate = pickSymbol(pick(files), pick, command);
    if (locate === undefined) continue;
    done++;
    const budget = 200 + Math.floor(random() * 3000);
    const { answer, stderr } = command("context", locate, `--budget=${budget}`, "--json");
    const tokens = Math.ceil((answer?.markdown?.length ?? 0) / CHARACTERS_PER_TOKEN);
    if (answer?.markdown === undefined)
      yield {
        outcome: answer?.error?.data?.kind ?? "no answer",
        note: `${locate}: ${answer?.error?.message ?? stderr}`,
      };
    else if (tokens > budget) yield { outcome: "over budget", note: `${locate}: ${tokens} of ${budget} tokens` };
    else yield { outcome: Object.keys(answer.omitted ?? {}).length > 0 ? "within budget, the rest counted" : "whole" };
  }
}

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function generator(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
