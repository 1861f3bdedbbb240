/**
 * Breaks public code by small edits and compares the verdict on each with what a compiler says of
 * the same text, then the diagnostics of the server with those of before. Every other edit comes
 * right after another one was written to disk. `BENCH_RENAMES` names projects, `BENCH_SEED` chooses
 * the edits, `BENCH_VERBOSE` prints each.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatTime, quantile, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";
import { findMutations, mutationKinds } from "./renames/mutations.mjs";
import { copyOf, projects } from "./renames/projects.mjs";
import { startRenameSession } from "./renames/session.mjs";

export const title = "Verdicts";
/** A call that lacks an argument is reported at its begin or at its end, in lines. */
const MAX_DISTANCE = 5;
/** Edits per project. */
export const rounds = 10;

export async function run({ rounds, proxy }) {
  const only = process.env.BENCH_RENAMES?.split(",");
  const rows = [];
  const notes = [];
  for (const project of projects.filter(({ canJudge }) => canJudge)) {
    if (only && !only.some((each) => project.name.includes(each))) continue;
    try {
      const { row, faults } = await replay(project, { rounds, proxy });
      rows.push(row);
      notes.push(...faults);
    } catch (error) {
      rows.push([project.name, `not measured: ${error instanceof Error ? error.message : error}`]);
    }
    console.error(rows.at(-1).join(" | "));
  }
  const head = [
    "project",
    "edits",
    "checked all",
    "touched",
    "some",
    "none",
    "refused (syntax)",
    "errors of the compiler",
    "said",
    "said, no error",
    "broken elsewhere alone",
    "clean, and broken",
  ];
  return [table([...head, "diagnostics as before", "time p50", "max"], rows), ...notes].join("\n");
}

async function replay(project, { rounds, proxy }) {
  const root = copyOf(project);
  // So that the server sees no change.
  const compiled = copyOf(project);
  const errorsOfNow = project.findErrors(compiled);
  const { session, end } = await startRenameSession(project, root, proxy);
  const counts = {
    all: 0,
    touched: 0,
    some: 0,
    none: 0,
    refused: 0,
    errors: 0,
    said: 0,
    false: 0,
    back: 0,
    done: 0,
    distant: 0,
    missed: 0,
  };
  const times = [];
  const faults = [];
  const diagnosticsOf = async (path) => {
    const { items } = await session.request("locate/diagnostic", { locate: { file_path: path } });
    // Hints come later than what the verdict compares.
    return items.filter(({ severity }) => severity <= 2).map((each) => JSON.stringify(each));
  };
  try {
    const mutations = pick(findMutations(root, project), 2 * rounds);
    for (const [n, mutation] of mutations.slice(0, rounds).entries()) {
      const { path, line, text, newText, kind } = mutation;
      const other =
        n % 2 === 1 ? mutations.slice(rounds).find((each) => each.path !== path && isPlain(each)) : undefined;
      if (other) mutations.splice(mutations.indexOf(other), 1);
      // A question between would have the server see what has changed on disk.
      const before = other ? undefined : await diagnosticsOf(path);
      const undo = other && [root, compiled].map((folder) => writeMutation(folder, other));
      const baseline = new Set((other ? project.findErrors(compiled) : errorsOfNow).map(keyOf));
      const edit = { operation: "replace", new_text: newText, unit: "text", check: true };
      const from = performance.now();
      const locate = { file_path: path, scope: { line }, find: text };
      const answer = await session.request("locate/edit", { locate, ...edit }).catch((error) => ({ error }));
      times.push(performance.now() - from);
      const after = before && (await diagnosticsOf(path));
      const isRefused = answer.error?.data?.kind === "edit_breaks_syntax";
      if (answer.error && !isRefused) {
        faults.push(`- ${project.name} ${path}:${line} ${kind}: ${String(answer.error.message).split("\n")[0]}`);
        for (const each of undo ?? []) each();
        continue;
      }
      const all = compile(project, compiled, mutation);
      for (const each of undo ?? []) each();
      const truth = all.filter((each) => !baseline.has(keyOf(each)));
      const { added = [], checked = "all", why } = answer.diagnostics ?? {};
      const isOwn = (each) => each.path === path;
      const isLooked = !isRefused && checked !== "none";
      const wanted = isLooked ? truth.filter((each) => checked === "all" || isOwn(each)) : [];
      const placesOf = (findings) => findings.map((each) => ({ path: each.file_path, line: each.line }));
      // What vet reports, gopls warns of.
      const said = placesOf(added);
      const errors = placesOf(added.filter(({ severity }) => severity === "error"));
      // What an edit breaks in its syntax, a server and a compiler name in different lines.
      const isNamed = (one, list) => list.some((each) => each.path === one.path && isNear(each, one, kind));
      const missing = wanted.filter((each) => !isNamed(each, said));
      const unnamed = errors.filter((each) => !isNamed(each, all));
      const isUncompiled = unnamed.length > 0 ? project.findUncompiled?.(compiled, all) : undefined;
      const wrong = unnamed.filter((each) => !isUncompiled?.(each.path));
      counts.done++;
      if (isRefused) counts.refused++;
      if (isRefused && truth.length === 0)
        faults.push(`- ${project.name} ${path}:${line} ${kind}: refused, would compile`);
      if (!isRefused) counts[checked]++;
      counts.errors += wanted.length;
      counts.said += wanted.length - missing.length;
      counts.false += wrong.length;
      const changed = [
        ...(before ?? []).filter((each) => !after.includes(each)),
        ...(after ?? []).filter((each) => !before.includes(each)),
      ];
      const isClean = !isRefused && errors.length === 0 && (checked === "all" || checked === "touched");
      if (truth.length > 0 && !truth.some(isOwn)) counts.distant++;
      if (isClean && truth.length > 0) {
        counts.missed++;
        faults.push(
          `- ${project.name} ${path}:${line} ${kind}: checked ${checked}, clean; broken: ${truth.slice(0, 3).map(keyOf).join(" ")}`,
        );
      }
      if (changed.length === 0) counts.back++;
      const show = (list) => list.slice(0, 3).map(keyOf).join(" ");
      const result = `${wanted.length} errors, ${missing.length} unsaid ${show(missing)}, ${wrong.length} wrong ${show(wrong)}`;
      const note = `${project.name} ${path}:${line} ${kind}: ${JSON.stringify(newText.trim())}: checked ${checked} ${why ?? ""}; ${result}${changed.length === 0 ? "" : `; other diagnostics afterwards: ${changed.slice(0, 2)}`}`;
      if (process.env.BENCH_VERBOSE) console.error(note);
      if (missing.length + wrong.length > 0 || changed.length > 0) faults.push(`- ${note}`);
    }
  } finally {
    await end();
    rmSync(root, { recursive: true, force: true });
    rmSync(compiled, { recursive: true, force: true });
  }
  const { done, all, touched, some, none, refused, errors, said, back, distant, missed } = counts;
  const shown = [formatTime(quantile(times, 0.5)), formatTime(quantile(times, 1))];
  return {
    row: [
      ...[project.name, done, all, touched, some, none, refused, errors, said, counts.false, distant, missed],
      ...[back, ...shown],
    ],
    faults,
  };
}

const keyOf = ({ path, line }) => `${path}:${line}`;

function isNear(one, other, kind) {
  return kind === "syntax" || Math.abs(one.line - other.line) <= MAX_DISTANCE;
}

/** Whether the server can be asked about other files with an edit: it breaks no syntax. */
function isPlain({ kind }) {
  return kind !== "syntax" && kind !== "name";
}

/** Returns the errors of a compiler in the text with an edit. */
function compile(project, folder, mutation) {
  const undo = writeMutation(folder, mutation);
  try {
    return project.findErrors(folder, { files: [mutation.path] });
  } finally {
    undo();
  }
}

/** Writes an edit. Returns a function that writes the text of before. */
function writeMutation(folder, { path, line, newText }) {
  const file = join(folder, path);
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  lines[line - 1] = lines[line - 1].replace(lines[line - 1].trim(), () => newText);
  writeFileSync(file, lines.join("\n"));
  return () => writeFileSync(file, text);
}

/** Returns as many mutations, of all kinds in turn, chosen by the seed. */
function pick(mutations, count) {
  const next = random(Number(process.env.BENCH_SEED ?? 1));
  const groups = mutationKinds.map((kind) => mutations.filter((each) => each.kind === kind));
  const picked = [];
  for (let n = 0; picked.length < count && groups.some((group) => group.length > 0); n++) {
    const group = groups[n % groups.length];
    if (group.length > 0) picked.push(group.splice(Math.floor(next() * group.length), 1)[0]);
  }
  return picked;
}
