/**
 * Moves symbols of public code to other files, new and old, and compiles before and after.
 * `BENCH_RENAMES` names projects, `BENCH_SEED` chooses the symbols and files, `BENCH_VERBOSE`
 * prints each; `BENCH_SERVER` is another server than the project's, `embedded` ours.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { formatTime, quantile, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";
import { copyOf, declarationsOf, measureProjects, sourcesOf } from "./renames/projects.mjs";
import { startRenameSession } from "./renames/session.mjs";
import { applyEdits, countByPath } from "./renames.mjs";

export const title = "Moves of symbols";
/** Symbols per project. */
export const rounds = 10;

export async function run({ rounds, proxy }) {
  const { rows, notes } = await measureProjects(
    (project) => replay(project, { rounds, proxy }),
    ({ language }) => LANGUAGES.has(language),
  );
  const head = [
    "project",
    "moves",
    "whole",
    "left places, breaks",
    "left places, compiles",
    "broken unsaid",
    "refused",
  ];
  return [table([...head, "time p50", "max"], rows), ...notes].join("\n");
}

const LANGUAGES = new Set(["typescript", "python", "go", "rust", "java"]);

/** Moves some symbols of a project, each on the text as it was. */
async function replay(project, { rounds, proxy }) {
  const root = copyOf(project);
  const compiled = copyOf(project);
  try {
    const baseline = errorsOf(project, compiled);
    const { session, end } = await startRenameSession(project, root, proxy);
    const counts = { whole: 0, rightly: 0, wrongly: 0, broken: 0, refused: 0 };
    const broken = [];
    const times = [];
    try {
      for (const move of pick(root, project, rounds)) {
        const outcome = await moveOne(move, { compiled, session, project, baseline, times });
        counts[outcome.kind]++;
        const line = `${project.name} ${move.path}:${move.name} → ${move.to}: ${outcome.kind}${outcome.why}`;
        if (process.env.BENCH_VERBOSE) console.error(line);
        if (outcome.kind !== "whole") broken.push(`- ${line}`);
      }
    } finally {
      await end();
    }
    const { whole, rightly, wrongly, refused } = counts;
    const done = whole + rightly + wrongly + counts.broken + refused;
    const shown = [quantile(times, 0.5), quantile(times, 1)].map(formatTime);
    return { row: [project.name, done, whole, rightly, wrongly, counts.broken, refused, ...shown], broken };
  } finally {
    rmSync(root, { recursive: true, force: true });
    rmSync(compiled, { recursive: true, force: true });
  }
}

/** Returns symbols with files to move them to, chosen by the seed; every third is a new one. */
function pick(root, project, count) {
  const next = random(Number(process.env.BENCH_SEED ?? 1));
  const all = declarationsOf(root, project).filter(({ isMember }) => !isMember);
  const files = sourcesOf(root, project);
  const isTest = (path) => /(?:^|[\\/])tests?[\\/]|_test\.go$|(?:^|[\\/])test_/.test(path);
  const picked = [];
  while (picked.length < count && all.length > 0) {
    const [{ path, name }] = all.splice(Math.floor(next() * all.length), 1);
    if (isTest(path)) continue;
    const isBeside = (each) => dirname(each) === dirname(path) && each !== path && !isTest(each);
    const beside = files.filter(isBeside);
    const others = project.language === "go" ? beside : files.filter((each) => each !== path && !isTest(each));
    const pool = picked.length % 3 === 1 ? others : beside;
    const isNew = picked.length % 3 === 2 || pool.length === 0;
    const to = isNew ? join(dirname(path), `moved_symbol${extname(path)}`) : pool[Math.floor(next() * pool.length)];
    if (basename(to) !== basename(path) || dirname(to) !== dirname(path)) picked.push({ path, name, to });
  }
  return picked;
}

async function moveOne({ path, name, to }, { compiled, session, project, baseline, times }) {
  const from = performance.now();
  let answer;
  try {
    answer = await session.request("locate/move", { from: `${path}:${name}`, to });
  } catch (error) {
    return { kind: "refused", why: ` (${String(error.message).split("\n")[0]})` };
  } finally {
    times.push(performance.now() - from);
  }
  const files = filesOf(answer.edit, compiled, session);
  for (const file of files) {
    mkdirSync(dirname(join(compiled, file.path)), { recursive: true });
    writeFileSync(join(compiled, file.path), file.after);
  }
  const found = errorsOf(project, compiled, { name, files: files.map((file) => file.path) });
  if (process.env.BENCH_SHOW === name) console.error(files.map((file) => `=== ${file.path}\n${file.after}`).join("\n"));
  for (const file of files) {
    if (file.before === undefined) rmSync(join(compiled, file.path));
    else writeFileSync(join(compiled, file.path), file.before);
  }
  // An error of what is moved goes with it: the changed files are counted as one.
  const changed = files.map((file) => file.path);
  const placed = (errors) => countByPath(errors.map((each) => (changed.includes(each.path) ? { path: to } : each)));
  const known = placed(baseline);
  const bad = [...placed(found)].filter(([path, count]) => count > (known.get(path) ?? 0)).map(([path]) => path);
  const worse = bad.flatMap((path) => (path === to ? changed : [path]));
  const isLeft = answer.left !== undefined;
  const kind = worse.length > 0 ? (isLeft ? "rightly" : "broken") : isLeft ? "wrongly" : "whole";
  const errors = found.filter((each) => worse.includes(each.path)).slice(0, 3);
  const [place] = answer.left ?? [];
  const said = place && `${place.file_path}:${place.line} ${place.why}`;
  const shown = errors.map((each) => `${each.path}:${each.line} ${each.text ?? ""}`).join(", ");
  return { kind, why: ` (${files.length} files${shown ? `; errors ${shown}` : ""}${said ? `; left ${said}` : ""})` };
}

/** Errors of the compiler; of Python, of loading its modules, too. */
function errorsOf(project, folder, about) {
  const errors = project.findErrors(folder, about);
  if (project.language !== "python") return errors;
  const script = `
import importlib, json, pathlib, sys
sys.path.insert(0, "src")
failed = []
for path in sorted(pathlib.Path("src").rglob("*.py")):
    parts = path.relative_to("src").with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    if name.endswith("__main__"): continue
    before = set(sys.modules)
    try: importlib.import_module(name)
    except BaseException as error: failed.append({"path": str(path), "line": 0, "text": repr(error)})
    for each in set(sys.modules) - before:
        if each.split(".")[0] == parts[0]: del sys.modules[each]
print(json.dumps(failed))
`;
  const { stdout, stderr } = spawnSync("python3", ["-c", script], { cwd: folder, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return [...errors, ...JSON.parse(stdout.trim().split("\n").at(-1))];
}

function filesOf({ documentChanges }, folder, session) {
  const byPath = new Map();
  for (const part of documentChanges) {
    const path = session.pathOf(part.kind ? part.uri : part.textDocument.uri);
    const full = join(folder, path);
    const known = byPath.get(path);
    const before = known ? known.before : existsSync(full) ? readFileSync(full, "utf8") : undefined;
    const text = known?.after ?? before ?? "";
    byPath.set(path, { path, before, after: part.kind ? text : applyEdits(text, part.edits) });
  }
  return [...byPath.values()];
}
