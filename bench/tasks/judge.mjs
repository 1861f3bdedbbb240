/** Whether a task was done, by the compiler and by the text of the files. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countByPath } from "../renames.mjs";
import { facts } from "./releases.mjs";

/**
 * Returns what is wrong; undefined for a task that was done. `answer` are the places that a player
 * has named, `baseline` the errors before. The folder is a repository whose commit is the start.
 */
export function judge({ check, language }, { folder, answer, baseline }) {
  const git = (...words) => execFileSync("git", words, { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
  const before = (path) => git("show", `HEAD:${path}`);
  const after = (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : "");
  const changed = git("status", "--porcelain", "-uall", "--no-renames")
    .split("\n")
    .filter((each) => each !== "" && !/\.gitignore$|Cargo\.lock$|(?:^|\/)target\//.test(each))
    .map((each) => each.slice(3));
  if (check.uses !== undefined) return judgeUses(check.uses, answer ?? [], changed);
  if (check.hunk !== undefined) return judgeHunk(check.hunk, { before, after, changed });
  const wrong =
    (check.renamed && judgeRename(check.renamed, { before, after, changed })) ??
    (check.moved && judgeMove(check.moved, { before, after })) ??
    (check.declares && judgeSignature(check, { before, after, changed }));
  return wrong ?? judgeBuild(facts[language].findErrors(folder), baseline, changed);
}

function judgeUses(uses, answer, changed) {
  if (changed.length > 0) return `changed ${changed[0]}`;
  const missing = uses.filter((each) => !answer.includes(each));
  const others = answer.filter((each) => !uses.includes(each));
  if (missing.length > 0) return `lacks ${missing.join(", ")}`;
  return others.length > 0 ? `names ${others.join(", ")}` : undefined;
}

/** Empty lines and white space at the ends of lines are left to the player. */
function judgeHunk({ path, from, removed, added }, { before, after, changed }) {
  const other = changed.find((each) => each !== path);
  if (other !== undefined) return `changed ${other}`;
  const lines = before(path).split("\n");
  const wanted = [...lines.slice(0, from), ...added, ...lines.slice(from + removed.length)];
  const plain = (list) => list.map((each) => each.trimEnd()).filter((each) => each !== "");
  const [want, got] = [plain(wanted), plain(after(path).split("\n"))];
  const at = want.findIndex((each, index) => each !== got[index]);
  if (at >= 0) return `${path} has ${got[at]}, not ${want[at]}`;
  return got.length > want.length ? `${path} has further lines` : undefined;
}

/** All uses have the new name, and nothing else that is code has changed. */
function judgeRename({ name, newName, places }, { before, after, changed }) {
  const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g");
  const plain = (text) => text.replace(word, newName);
  for (const { path, line } of places) {
    const [old, now] = [before(path), after(path)].map((text) => text.split("\n")[line - 1] ?? "");
    if (!now.includes(newName) || now.replaceAll(newName, name) !== old.replaceAll(newName, name))
      return `${path}:${line} is ${now.trim()}`;
  }
  for (const path of changed) {
    const [old, now] = [before(path), after(path)].map((text) => text.split("\n"));
    const at = old.findIndex((each, line) => plain(each) !== plain(now[line] ?? ""));
    if (at >= 0) return `${path}:${at + 1} has changed`;
  }
  return undefined;
}

function judgeMove({ from, to, text }, { before, after }) {
  const bare = text.replace(/^(?:export|pub(?:\([^)]*\))?|public)\s+/, "");
  if (before(from).split(bare).length <= after(from).split(bare).length) return `${from} still has it`;
  return after(to).includes(bare) ? undefined : `${to} lacks it`;
}

function judgeSignature({ declares: { path, has }, calls, argument }, { before, after, changed }) {
  if (!after(path).includes(has)) return `${path} lacks ${has}`;
  const count = (text) => text.split(argument).length - 1;
  const passed = changed.reduce((sum, each) => sum + count(after(each)) - count(before(each)), 0);
  return passed < calls ? `${passed} of ${calls} calls pass ${argument}` : undefined;
}

/** What was moved takes its errors along, so that changed files are counted as one. */
function judgeBuild(found, baseline, changed) {
  const placed = (errors) => countByPath(errors.map((each) => (changed.includes(each.path) ? { path: "" } : each)));
  const known = placed(baseline);
  const worse = [...placed(found)].find(([path, count]) => count > (known.get(path) ?? 0));
  if (worse === undefined) return undefined;
  const { path, line } = found.find((each) => each.path === worse[0] || changed.includes(each.path));
  return `it does not build: ${path}:${line}`;
}
