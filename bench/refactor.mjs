/**
 * Code actions by title, moves, deletions and edits at many places in public code, each written at
 * the shell, judged by the build or the text, and taken back; and the context of symbols, judged by
 * its budget. `BENCH_RENAMES` names projects; `BENCH_KIND` kinds, each with its number of cases
 * (else the number of rounds), as in `moves:20,actions`; `BENCH_SEED` chooses the places;
 * `BENCH_SERVER` is another server than the project's. No case begins after `BENCH_SECONDS`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";
import { copyOf, declarationsOf, projects, sourcesOf } from "./renames/projects.mjs";
import { chooseServer } from "./renames/session.mjs";

export const title = "Code actions, moves, deletions, edits, contexts";
export const rounds = 20;

export async function run({ rounds, proxy }) {
  const only = process.env.BENCH_RENAMES?.split(",");
  const kinds = chosenKinds(rounds);
  const endsAt = performance.now() + Number(process.env.BENCH_SECONDS ?? Number.POSITIVE_INFINITY) * 1000;
  const isOver = () => performance.now() > endsAt;
  const rows = [];
  const notes = [];
  for (const each of projects) {
    if (isOver() || (only && !only.some((name) => each.name.includes(name)))) continue;
    const project = { ...each, server: process.env.BENCH_SERVER ?? each.server };
    const repo = openRepository(project, proxy);
    try {
      for (const [kind, count] of kinds) {
        const counts = new Map();
        for (const { outcome, note } of measures[kind](repo, count)) {
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
          if (note !== undefined) notes.push(`- ${project.name}, ${kind}: ${note}`);
          if (process.env.BENCH_VERBOSE) console.error(`${kind}: ${outcome}${note === undefined ? "" : ` ${note}`}`);
          if (isOver()) break;
        }
        const said = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
        rows.push([project.name, project.server, kind, said]);
        console.error(rows.at(-1).join(" | "));
      }
    } finally {
      repo.end();
    }
  }
  return [table(["project", "server", "kind", "outcomes"], rows), ...notes].join("\n");
}

const measures = { actions, moves, deletions, edits, contexts };

/** Returns the chosen kinds, each with its number of cases. */
function chosenKinds(rounds) {
  const chosen = process.env.BENCH_KIND?.split(",") ?? Object.keys(measures);
  return chosen.map((each) => {
    const [kind, count = rounds] = each.split(":");
    return [kind, Number(count)];
  });
}

/** Makes a work tree of git with a project, and a session of its own in which it is asked about. */
function openRepository(project, proxy) {
  const folder = copyOf(project);
  const runtime = mkdtempSync(join(tmpdir(), "bench-refactor-"));
  const { settings, servers } = chooseServer(project);
  const git = (...words) => execFileSync("git", words, { cwd: folder, encoding: "utf8" });
  rmSync(join(folder, ".git"), { recursive: true });
  git("init", "-q");
  // What a build or an index of clangd leaves is no change.
  writeFileSync(join(folder, ".git/info/exclude"), "target\nCargo.lock\n.cache\n");
  git("add", "-A");
  git("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "As it is");
  const env = { ...process.env, XDG_RUNTIME_DIR: runtime };
  const run = (...words) => {
    const options = { cwd: folder, encoding: "utf8", env, maxBuffer: 1e9 };
    return spawnSync(process.execPath, [proxy, ...words], options);
  };
  const command = (...words) => {
    const { status, stdout, stderr } = run(...words, "--servers", servers);
    let answer;
    try {
      answer = JSON.parse(stdout);
    } catch {
      answer = undefined;
    }
    return { status, stdout, stderr, answer };
  };
  const undo = () => run("undo").status === 0;
  const changes = () => git("status", "--porcelain", "--untracked-files=all").trim();
  const reset = () => {
    git("checkout", "-q", "--", ".");
    git("clean", "-fdq");
  };
  let before;
  /** Takes back what was written. Returns whether nothing of it is left. */
  const takeBack = () => {
    const isUndone = undo() && changes() === "";
    if (!isUndone) reset();
    return isUndone;
  };
  /** Judges what is written, and takes it back. */
  const judge = () => {
    const errors = project.findErrors(folder);
    const [first] = errors;
    const builds = errors.length <= before;
    return { builds, undone: takeBack(), why: builds ? "" : `${first?.path}:${first?.line}` };
  };
  const end = () => {
    run("daemon", "stop");
    for (const each of [folder, runtime, settings]) rmSync(each, { recursive: true, force: true });
  };
  const next = random(Number(process.env.BENCH_SEED ?? 1));
  const read = (path) => readFileSync(join(folder, path), "utf8");
  return {
    /** To be called before anything changes, by what judges by the build. */
    build: () => {
      before ??= project.findErrors(folder).length;
    },
    ...{ project, folder, command, judge, takeBack, changes, reset, read, end, random: next },
    files: sourcesOf(folder, project),
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

function* actions({ files, pick, command, random, changes, takeBack }, rounds) {
  for (let tried = 0, done = 0; done < rounds && tried < 10 * rounds; tried++) {
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
    const place = `${file}:${line} ${JSON.stringify(action.title)}`;
    const { answer: fixed } = command("fix", `${file}:${line}`, action.title, "--json");
    const kind = fixed?.error?.data?.kind;
    if (changes() !== "") {
      yield { outcome: "written when shown", note: `${place}: ${changes()}` };
      takeBack();
      continue;
    }
    if (!fixed?.edit) {
      const isSaid = kind === "unsupported" || kind === "action_ambiguous";
      yield {
        outcome: isSaid ? "no edit, said why" : (kind ?? "refused by the server"),
        note: `${place}: ${fixed?.error?.message}`,
      };
      continue;
    }
    if (action.edit && JSON.stringify(textsOf(fixed.edit)) !== JSON.stringify(textsOf(action.edit))) {
      yield { outcome: "another edit", note: `${place}: another edit than the server offers` };
      continue;
    }
    const { answer: written, stderr } = command("fix", `${file}:${line}`, action.title, "--write", "--json");
    const isWritten = written?.error === undefined && changes() !== "";
    if (!isWritten) yield { outcome: "not written", note: `${place}: ${written?.error?.message ?? stderr}` };
    else if (!takeBack()) yield { outcome: "not undone", note: place };
    else
      yield { outcome: action.edit ? "the server's edit" : commandOf(action) ? `by ${commandOf(action)}` : "resolved" };
  }
}

/** Returns the name of the command whose `applyEdit` is the action's edit. */
function commandOf({ command }) {
  return typeof command === "string" ? command : command?.command;
}

/** Whether actions of a kind are edits: not gopls' pages of documentation and assembly. */
function changesFiles(kind) {
  return /^(?:quickfix|refactor|source\.(?:addTest|organizeImports|fixAll|removeUnused|addMissing))/.test(kind);
}

function textsOf({ changes = {}, documentChanges }) {
  const parts = documentChanges ?? Object.values(changes).map((edits) => ({ edits }));
  return parts.flatMap(({ edits = [] }) => edits.map(({ newText }) => newText));
}

function* moves({ files, pick, command, build, judge, random }, rounds) {
  build();
  for (let done = 0; done < rounds; done++) {
    // What a manifest names by its path is no matter of imports.
    const file = pick(files.filter((path) => !isNamedByManifest(path)));
    const [folder, extension] = [dirname(file), extname(file)];
    const stem = basename(file, extension);
    const isGo = extension === ".go";
    const isFolder = random() < 0.25 && folder.includes("/");
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

/** Half of the symbols have a name that is no other word of the project: nothing uses them. */
function* deletions({ project, folder, files, pick, command, build, judge, read }, rounds) {
  build();
  const counts = new Map();
  for (const word of files.flatMap((path) => read(path).match(/\w+/g) ?? []))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const single = declarationsOf(folder, project).filter(({ name }) => counts.get(name) === 1);
  for (let tried = 0, done = 0; done < rounds && tried < 5 * rounds; tried++) {
    const { path, line, name } = (done % 2 === 0 && pick(single)) || {};
    const locate = path ? symbolAt({ path, line, name }, command) : pickSymbol(pick(files), pick, command);
    if (locate === undefined) continue;
    done++;
    const word = locate.replace(/.*[:.]/, "");
    const { answer, stderr } = command("delete", locate, "--write", "--json");
    if (answer === undefined || answer.error !== undefined) {
      const { data, message = stderr } = answer?.error ?? {};
      yield { outcome: `error ${data?.kind ?? ""}`, note: `${locate}: ${message}` };
      continue;
    }
    if (answer.refusal !== undefined) {
      const outcome = answer.uses.count > 0 ? "used, as the server says" : "perhaps used, as the text says";
      yield { outcome, ...(path && { note: `${locate}: ${answer.refusal}` }) };
      continue;
    }
    const left = counts.get(word) > 1 ? ` (${counts.get(word) - 1} words of that name)` : "";
    const { builds, undone, why } = judge();
    yield builds
      ? {
          outcome: left ? "unused, others have its name, built" : "unused, built",
          ...(left && { note: locate + left }),
        }
      : { outcome: "unused, not built", note: `${locate}${left}: ${why}` };
    if (!undone) yield { outcome: "not undone", note: `${locate}: ${why}` };
  }
}

/** Returns the Locate of the symbol that a line declares; undefined without any. */
function symbolAt({ path, line, name }, command) {
  const { answer: outline } = command("outline", path, "--json");
  const find = (symbols) =>
    symbols
      .flatMap((each) => [each, ...find(each.children ?? [])])
      .filter(({ symbol_path: at }) => at?.at(-1) === name);
  const found = find(outline?.symbols ?? []).find(({ range }) => range.start.line <= line && line <= range.end.line);
  return found && `${path}:${found.symbol_path.join(".")}`;
}

/** Edits at all matches of a word in its file. A find that is a word means whole words. */
function* edits({ files, pick, command, read, takeBack }, rounds) {
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
    if (!takeBack()) yield { outcome: "not undone", note: place };
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
