/**
 * Renames declarations of public code by real servers, and compiles before and after.
 * `BENCH_RENAMES` names projects, `BENCH_SEED` chooses the declarations, `BENCH_VERBOSE` prints
 * each; `BENCH_FAMILIES=1` takes only members whose name several types declare. `BENCH_TIMES=1`
 * asks each twice, and then has the server rename and check the same files by itself.
 * `BENCH_SERVER` is another server than the project's, `embedded` ours.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatTime, quantile, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";
import { copyOf, declarationsOf, declaresMember, measureProjects, sourcesOf } from "./renames/projects.mjs";
import { startRenameSession } from "./renames/session.mjs";

export const title = "Renames";
/** Declarations per project: half of them are members. */
export const rounds = 10;
/** As many documents as a verdict looks at. */
const MAX_DOCUMENTS = 50;

export async function run({ rounds, proxy }) {
  const { rows, notes } = await measureProjects((project) => replay(project, { rounds, proxy }));
  const head = [
    "project",
    "renames",
    "whole",
    "completed",
    "refused rightly",
    "refused, would compile",
    "broken unsaid",
    "of several declarations",
    "tests run",
  ];
  const times = ["server refuses", "old name in code", "time p50", "max", "verdict : rename and settling p50"];
  return [table([...head, ...times], rows), ...notes].join("\n");
}

/** Renames some declarations of a project, each on the text as it was. */
async function replay(project, { rounds, proxy }) {
  const root = copyOf(project);
  // So that the server sees no change.
  const compiled = copyOf(project);
  try {
    const baseline = countByPath(project.findErrors(compiled));
    const failures = project.countFailures?.(compiled);
    const { session, end } = await startRenameSession(project, root, proxy);
    const counts = {
      done: 0,
      whole: 0,
      completed: 0,
      rightly: 0,
      wrongly: 0,
      broken: 0,
      none: 0,
      remaining: 0,
      tested: 0,
    };
    let families = 0;
    const broken = [];
    const times = { checked: [], ratios: [] };
    try {
      for (const target of pick(declarationsOf(root, project), rounds)) {
        const outcome = await renameOne(target, { root, compiled, session, project, baseline, failures, times });
        if (outcome.isTested) counts.tested++;
        if (outcome.kind === "whole" && outcome.declared > 1) families++;
        counts[outcome.kind]++;
        counts.done++;
        if (outcome.isCompleted) counts.completed++;
        if (outcome.remaining > 0) counts.remaining++;
        const line = `${project.name} ${target.path}:${target.line} ${target.name}: ${outcome.kind}${outcome.why}`;
        if (process.env.BENCH_VERBOSE) console.error(line);
        if (outcome.kind === "broken" || outcome.kind === "wrongly") broken.push(`- ${line}`);
      }
    } finally {
      await end();
    }
    const { done, whole, completed, rightly, wrongly, none, remaining } = counts;
    const time = (list, share) => (list.length === 0 ? "–" : formatTime(quantile(list, share)));
    const ratio = times.ratios.length === 0 ? "–" : quantile(times.ratios, 0.5).toFixed(2);
    const shown = [time(times.checked, 0.5), time(times.checked, 1), ratio];
    const row = [
      project.name,
      done,
      whole,
      completed,
      rightly,
      wrongly,
      counts.broken,
      families,
      counts.tested,
      none,
      remaining,
      ...shown,
    ];
    return { row, broken };
  } finally {
    rmSync(root, { recursive: true, force: true });
    rmSync(compiled, { recursive: true, force: true });
  }
}

/** Returns as many declarations, half of them members, or families alone, chosen by the seed. */
function pick(all, count) {
  const next = random(Number(process.env.BENCH_SEED ?? 1));
  const declarations = process.env.BENCH_FAMILIES ? pickFamilies(all, next) : all;
  const groups = [declarations.filter(({ isMember }) => !isMember), declarations.filter(({ isMember }) => isMember)];
  const picked = [];
  for (let n = 0; picked.length < count && groups.some((group) => group.length > 0); n++) {
    const group = groups[n % 2].length > 0 ? groups[n % 2] : groups[(n + 1) % 2];
    picked.push(group.splice(Math.floor(next() * group.length), 1)[0]);
  }
  return picked;
}

/** Returns one method of each name that several types declare: some may override others. */
function pickFamilies(all, next) {
  const byName = new Map();
  for (const each of all) if (each.isMethod) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const families = [...byName.values()].filter((members) => members.length > 1);
  return families.map((members) => members[Math.floor(next() * members.length)]);
}

async function renameOne({ path, line, character, name }, context) {
  const { root, compiled, session, project, baseline, failures, times } = context;
  const newName = /^[A-Z]/.test(name) ? `Renamed${name}` : name.includes("_") ? `renamed_${name}` : `renamed${name}`;
  const locate = { file_path: path, scope: { line, character } };
  const ask = async (list, extra) => {
    const from = performance.now();
    const answer = await session.request("locate/rename", { locate, newName, place: true, ...extra });
    list.push(performance.now() - from);
    return answer;
  };
  let answer;
  try {
    // The server knows the name and the texts as they are by then, as it does one who edits them.
    if (process.env.BENCH_TIMES) await ask([], {});
    answer = await ask(times.checked, {});
  } catch (error) {
    return { kind: "none", why: ` (${String(error.message).split("\n")[0]})`, isCompleted: false, remaining: 0 };
  }
  const { result, unconfirmed, completed, remaining } = answer;
  if (result === null) return { kind: "none", why: " (nothing)", isCompleted: false, remaining: 0 };
  const files = filesOf(result, session);
  const write = (side, folder = compiled) => {
    for (const file of files) writeFileSync(join(folder, file.path), file[side]);
  };
  if (process.env.BENCH_TIMES && answer.diagnostics?.checked === "all") await compareTimes();
  write("after");
  const about = { name, files: files.map(({ path }) => path) };
  const found = project.findErrors(compiled, about);
  const errors = [...countByPath(found)]
    .map(([path, count]) => Math.max(0, count - (baseline.get(path) ?? 0)))
    .reduce((sum, count) => sum + count, 0);
  const worse = found.find(({ path }) => countByPath(found).get(path) > (baseline.get(path) ?? 0));
  const isTested = errors === 0 && failures !== undefined;
  const countMore = () => Math.max(0, (project.countFailures(compiled) ?? failures) - failures);
  // A test that depends on time may fail by itself.
  const failing = isTested && countMore() > 0 ? countMore() : 0;
  write("before");
  const isRefused = unconfirmed?.certain > 0 || unconfirmed?.more === true;
  const isWrong = errors > 0 || failing > 0;
  const kind = isRefused ? (isWrong ? "rightly" : "wrongly") : isWrong ? "broken" : "whole";
  const [place] = unconfirmed?.places ?? [];
  const said = [unconfirmed?.why, place && `${place.file_path}:${place.line} ${place.message ?? place.text}`];
  const declared = files.flatMap(({ lines }) => lines).filter((text) => declaresMember(text, name, project)).length;
  const why = ` (${files.length} files, ${declared} declarations, ${errors} new errors${failing > 0 ? `, ${failing} tests fail` : ""}${worse ? ` as in ${worse.path}:${worse.line}` : ""}, checked ${answer.diagnostics?.checked} ${answer.diagnostics?.why ?? ""}; ${said.filter(Boolean).join("; ")})`;
  return { kind, why, isTested, isCompleted: completed !== undefined, remaining: remaining?.code ?? 0, declared };

  /**
   * Compares with the server's rename alone and its check of the same documents once they are
   * written: those of the rename and, up to as many as the verdict looks at, others with the name.
   */
  async function compareTimes() {
    const textDocument = { uri: session.uriOf(path) };
    const position = { line: line - 1, character: character - 1 };
    const touched = files.map((file) => file.path);
    const word = new RegExp(`\\b(?:${name}|${newName})\\b`);
    const hasWord = (each) => !touched.includes(each) && word.test(readFileSync(join(root, each), "utf8"));
    const documents = [...touched, ...sourcesOf(root, project).filter(hasWord)].slice(0, MAX_DOCUMENTS);
    const diagnose = () =>
      Promise.all(documents.map((file_path) => session.request("locate/diagnostic", { locate: { file_path } })));
    await diagnose();
    const from = performance.now();
    await session.request("textDocument/rename", { textDocument, position, newName });
    write("after", root);
    await diagnose();
    times.ratios.push(times.checked.at(-1) / (performance.now() - from));
    write("before", root);
    await diagnose();
  }

  /** Servers write one form or the other. A rename without a file would compile, whatever it is. */
  function filesOf({ documentChanges = [], changes = {} }) {
    const byPath = new Map();
    const all = [
      ...documentChanges.map(({ textDocument, edits }) => [textDocument.uri, edits]),
      ...Object.entries(changes),
    ];
    for (const [uri, edits] of all) {
      const own = session.pathOf(uri);
      byPath.set(own, [...(byPath.get(own) ?? []), ...edits]);
    }
    if (byPath.size === 0) throw new Error("the rename has no edits");
    return [...byPath].map(([own, edits]) => {
      const before = readFileSync(join(root, own), "utf8");
      const texts = before.split("\n");
      const lines = [...new Set(edits.map(({ range }) => range.start.line))].map((at) => texts[at]);
      return { path: own, before, after: applyEdits(before, edits), lines };
    });
  }
}

export function countByPath(errors) {
  const counts = new Map();
  for (const { path } of errors) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** Applies text edits with positions in UTF-16. */
export function applyEdits(text, edits) {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  const offset = ({ line, character }) => starts[line] + character;
  const sorted = edits.toSorted((one, other) => offset(other.range.start) - offset(one.range.start));
  return sorted.reduce(
    (done, { range, newText }) => done.slice(0, offset(range.start)) + newText + done.slice(offset(range.end)),
    text,
  );
}
