/**
 * Draws tasks from what changed between adjacent releases, a release's difference standing for the
 * commits in it. The rule, for each language and kind, over all hunks of all packages in an order
 * that the seed decides, tests and generated files left out:
 *
 * - fix: a hunk of one to five lines in the body of a function. The release's lines are the truth.
 * - add: a hunk that only inserts one whole function. The release's lines are the truth.
 * - rename, move: what the release renamed or moved to another file, where there is such; else the
 *   first function that a hunk touches gets a name with the language's suffix, or goes to another
 *   file beside it that the release changed.
 * - signature: the first touched function gets a further parameter, which all calls pass.
 * - uses: the first touched function; all lines that use it have to be said.
 *
 * Of the kinds in turn, another package comes first. A function of the last four is declared once
 * under its name in the package, and has 2 to 25 lines of uses by the compiler, in two files or
 * more.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { structuredPatch } from "diff";
import { random } from "../lib/texts.mjs";
import { sourcesOf } from "../renames/projects.mjs";
import { facts, languages, packagesOf } from "./releases.mjs";

export const kinds = ["fix", "add", "rename", "signature", "move", "uses"];

const MAX_USES = 25;

/** Returns the tasks of each language and kind, by a seed; `download` fetches packages. */
export async function drawTasks({ seed, download, only = languages }) {
  const tasks = [];
  for (const language of only) {
    const releases = [];
    for (const each of packagesOf(language, download)) releases.push(await readReleases(each));
    try {
      const next = random(seed);
      for (const [at, kind] of kinds.entries()) {
        // Another package comes first for each kind.
        const inTurn = [...releases.slice(at % releases.length), ...releases.slice(0, at % releases.length)];
        const hunks = inTurn.flatMap((each) => shuffled(hunksOf(each), next));
        const task = firstOf(hunks, draw[kind], inTurn, kind, next);
        if (task === undefined) throw new Error(`No ${kind} for ${language}.`);
        tasks.push({ id: `${language}-${kind}`, language, kind, ...task });
      }
    } finally {
      for (const { folder } of releases) rmSync(folder, { recursive: true, force: true });
    }
  }
  return tasks;
}

function firstOf(hunks, drawOne, releases, kind, next) {
  const known = kind === "rename" || kind === "move" ? shuffled(releases.flatMap(released[kind]), next) : [];
  for (const each of known) {
    const task = each();
    if (task !== undefined) return task;
  }
  for (const hunk of hunks) {
    const task = drawOne(hunk);
    if (task !== undefined) return task;
  }
  return undefined;
}

async function readReleases({ name, versions, language, fill }) {
  const [folder, newer] = versions.map(() => realpathSync(mkdtempSync(join(tmpdir(), "bench-tasks-"))));
  await fill(folder, versions[0]);
  await fill(newer, versions[1]);
  const release = {
    ...{ name, versions, language, folder },
    before: read(folder, language),
    after: read(newer, language),
    texts: sourcesOf(folder, facts[language]).map((path) => [
      path,
      readFileSync(join(folder, path), "utf8").split("\n"),
    ]),
  };
  rmSync(newer, { recursive: true, force: true });
  return release;
}

function read(folder, language) {
  const paths = sourcesOf(folder, facts[language]).filter((path) => !isTest(path));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

function isTest(path) {
  return /(?:^|\/)_?tests?[/_]|_test\.\w+$|(?:^|\/)(?:test_|conftest)|\.(?:test|spec)\.|(?:^|\/)examples?\/|zz_generated|\.d\.ts$/.test(
    path,
  );
}

function hunksOf(release) {
  return [...release.before].flatMap(([path, before]) => {
    const after = release.after.get(path);
    if (after === undefined || after === before) return [];
    const { hunks } = structuredPatch(path, path, before, after, "", "", { context: 0 });
    return hunks.map(({ oldStart, lines }) => ({
      ...{ release, path, before: before.split("\n") },
      // Of a hunk without old lines, the line that it comes before.
      from: oldStart - 1,
      removed: lines.filter((each) => each.startsWith("-")).map((each) => each.slice(1)),
      added: lines.filter((each) => each.startsWith("+")).map((each) => each.slice(1)),
    }));
  });
}

const draw = {
  fix({ release, path, before, from, removed, added }) {
    const owner = ownerOf(before, from, release.language);
    const isSmall = removed.length >= 1 && removed.length <= 5 && added.length >= 1 && added.length <= 8;
    const isCode = [removed, added].every((lines) => lines.some((each) => !/^\s*(?:\/\/|\/?\*|#(?!\[)|$)/.test(each)));
    const isBody =
      owner && from > owner.line && [...removed, ...added].every((each) => !nameIn(each, facts[release.language]));
    if (!isSmall || !isCode || !isBody || !endsAfter(before, owner, from + removed.length)) return undefined;
    return {
      ...about(release),
      prompt: `In ${shownOwner(release, owner, path)}, change\n${fenced(removed)}to\n${fenced(added)}`,
      check: { hunk: { path, from, removed, added } },
    };
  },

  add({ release, path, before, from, removed, added }) {
    const { language } = release;
    const code = trimmed(added);
    const head = code.findIndex((each) => nameIn(each, facts[language]));
    const owner = ownerOf(before, from - 1, language);
    const isWhole =
      head >= 0 &&
      !/^\s*(?:\*|\/\/)/.test(code.at(-1)) &&
      isBalanced(code) &&
      code.slice(0, head).every((each) => /^\s*(?:\/\/|\/?\*|@|#|$)/.test(each));
    if (removed.length > 0 || !isWhole || code.length > 40 || code.length < 3 || owner === undefined) return undefined;
    if (code.slice(head + 1).some((each) => indentOf(each) <= indentOf(code[head]) && nameIn(each, facts[language])))
      return undefined;
    // The function before it ends where the new one begins.
    if (indentOf(before[owner.line]) !== indentOf(code[head])) return undefined;
    const rest = before.slice(from).find((each) => each.trim() !== "");
    if (rest !== undefined && indentOf(rest) > indentOf(code[head])) return undefined;
    return {
      ...about(release),
      prompt: `After ${shownOwner(release, owner, path)}, add\n${fenced(code)}`,
      check: { hunk: { path, from, removed, added } },
    };
  },

  rename(hunk) {
    const subject = subjectOf(hunk);
    return subject && renameTask(hunk.release, subject, subject.name + facts[hunk.release.language].suffix);
  },

  signature(hunk) {
    const { language } = hunk.release;
    const { parameter, argument } = facts[language];
    const subject = subjectOf(
      hunk,
      (line) => /\([^()]*\)/.test(line) && !/\*|\.\.\./.test(line.replace(/\/\*.*?\*\//g, "")),
    );
    if (subject === undefined || !isCalledAlone(hunk.release, subject)) return undefined;
    const [, list] = /\(([^()]*)\)/.exec(subject.text.replace(/^func \([^)]*\)/, ""));
    const isFirst = /[=?]/.test(list);
    const where = isFirst
      ? language === "python" && /^(?:self|cls)\b/.test(list)
        ? "after self"
        : "as the first one"
      : "as the last one";
    return {
      ...about(hunk.release),
      prompt: `Give \`${subject.label}\` a further parameter \`${parameter}\` ${where}; each call passes \`${argument}\` for it.`,
      check: {
        compiles: true,
        declares: { ...placeOf(subject), has: parameter },
        calls: callsOf(hunk.release, subject),
        argument,
      },
    };
  },

  move(hunk) {
    const { before, after, language } = hunk.release;
    const subject = subjectOf(hunk, (line) => facts[language].movable.test(line), language === "java");
    if (subject === undefined) return undefined;
    const isChanged = (path) => before.get(path) !== after.get(path);
    const others = [...before.keys()].filter((each) => each !== hunk.path && isChanged(each));
    const beside = others.filter((each) => dirname(each) === dirname(hunk.path));
    if (language !== "java") return beside.length > 0 ? moveTask(hunk.release, subject, beside[0]) : undefined;
    const folder = others.map((each) => dirname(each)).find((each) => each !== dirname(hunk.path));
    return folder && moveTask(hunk.release, subject, join(folder, basename(hunk.path)));
  },

  uses(hunk) {
    const subject = subjectOf(hunk);
    return (
      subject && {
        ...about(hunk.release),
        prompt: `List each line that uses \`${subject.label}\`, as path:line. Lines that import it count; its declaration does not.`,
        check: { uses: subject.uses.map(({ path, line }) => `${path}:${line}`) },
      }
    );
  },
};

/** What releases did themselves, as tasks that are made when they are wanted. */
const released = {
  rename(release) {
    return hunksOf(release).flatMap((hunk) => {
      const { removed, added } = hunk;
      if (removed.length !== added.length) return [];
      return removed.flatMap((each, at) => {
        const [name, other] = [each, added[at]].map((line) => nameIn(line, facts[release.language]));
        if (!name || !other || name === other || each.replace(name, other) !== added[at]) return [];
        return [
          () => {
            const subject = subjectAt(hunk, hunk.from + at);
            return subject && renameTask(release, subject, other);
          },
        ];
      });
    });
  },

  move(release) {
    const { before, after, language } = release;
    const { movable } = facts[language];
    const declared = (files) =>
      [...files].flatMap(([path, text]) =>
        text
          .split("\n")
          .flatMap((line, at) => (movable.test(line) ? [{ name: movable.exec(line)[1], path, line: at }] : [])),
      );
    const [old, now] = [declared(before), declared(after)];
    return old.flatMap((each) => {
      const isOnce = (list) => list.filter(({ name }) => name === each.name).length === 1;
      const target = now.find(({ name }) => name === each.name);
      if (!isOnce(old) || !isOnce(now) || target.path === each.path || !before.has(target.path)) return [];
      return [
        () => {
          const hunk = { release, path: each.path, before: before.get(each.path).split("\n") };
          const subject = subjectAt(hunk, each.line);
          return subject && moveTask(release, subject, target.path);
        },
      ];
    });
  },
};

function renameTask(release, subject, newName) {
  if ([...release.before.values()].some((text) => wordOf(newName).test(text))) return undefined;
  return {
    ...about(release),
    prompt: `Rename \`${subject.label}\` to \`${newName}\`.`,
    check: { compiles: true, renamed: { name: subject.name, newName, places: [placeOf(subject), ...subject.uses] } },
  };
}

function moveTask(release, subject, to) {
  return {
    ...about(release),
    prompt: `Move \`${subject.label}\` to ${to}.`,
    check: { compiles: true, moved: { from: subject.path, to, text: subject.text.trim() } },
  };
}

/** Returns the function that a hunk touches, if it can be the subject of a task. */
function subjectOf(hunk, fits = () => true, isType = false) {
  const owner = isType
    ? ownerOf(
        hunk.before,
        hunk.before.findIndex((each) => facts.java.types[0].test(each)),
        hunk.release.language,
        true,
      )
    : ownerOf(hunk.before, hunk.from, hunk.release.language);
  return owner && fits(hunk.before[owner.line]) ? subjectAt(hunk, owner.line, isType) : undefined;
}

function subjectAt({ release, path, before }, line, isType = false) {
  const { language, folder, texts } = release;
  const owner = ownerOf(before, line, language, isType);
  if (
    owner === undefined ||
    owner.line !== line ||
    owner.name.length < 4 ||
    /^(?:main|init|new|__|test|Test)/.test(owner.name)
  )
    return undefined;
  const row = facts[language];
  const heads = texts.flatMap(([, lines]) => lines.filter((each) => nameIn(each, row, isType) === owner.name));
  if (heads.length !== 1) return undefined;
  const subject = { path, line: line + 1, name: owner.name, label: owner.label, text: before[line] };
  if (
    language === "go" &&
    texts.some(([each, lines]) => dirname(each) !== dirname(path) && wordOf(owner.name).test(lines.join("\n")))
  )
    return undefined;
  const named = texts.flatMap(([each, lines]) => lines.filter((text) => wordOf(owner.name).test(text)).map(() => each));
  if (named.length < 3 || named.length > 3 * MAX_USES || new Set(named).size < 2) return undefined;
  const found = row.usesOf(folder, subject);
  const isUse = (use) => wordOf(owner.name).test(texts.find(([each]) => each === use.path)?.[1][use.line - 1] ?? "");
  const uses = [...new Map(found.map((use) => [`${use.path}:${use.line}`, use])).values()]
    .filter((use) => isUse(use) && !(use.path === path && use.line === line + 1))
    .map((use) => ({ path: use.path, line: use.line }));
  const files = new Set(uses.map((use) => use.path).concat(path));
  if (uses.length < 2 || uses.length > MAX_USES || files.size < 2) return undefined;
  return { ...subject, uses };
}

/** Returns the function around a line, 0-based, with the type that it is in. */
function ownerOf(lines, at, language, isType = false) {
  const { functions, types } = facts[language];
  const find = (from, patterns, max) => {
    for (let line = from; line >= 0; line--) {
      const name = patterns.map((each) => each.exec(lines[line] ?? "")?.[1]).find(Boolean);
      if (name !== undefined && indentOf(lines[line]) <= max) return { line, name };
    }
    return undefined;
  };
  if (at < 0 || at >= lines.length) return undefined;
  const own = find(at, isType ? types : functions, Number.POSITIVE_INFINITY);
  if (own === undefined) return undefined;
  const receiver = language === "go" ? /^func\s+\((?:\w+\s+)?\*?(\w+)/.exec(lines[own.line])?.[1] : undefined;
  const outer = indentOf(lines[own.line]) > 0 ? find(own.line - 1, types, indentOf(lines[own.line]) - 1) : undefined;
  const around = receiver ?? outer?.name;
  return { ...own, label: around === undefined ? own.name : `${around}.${own.name}` };
}

/** Returns the name of a function, with its file where several have the name. */
function shownOwner({ before, language }, { name, label }, path) {
  const lines = [...before.values()].flatMap((text) => text.split("\n"));
  const isOnce = lines.filter((each) => nameIn(each, facts[language]) === name).length === 1;
  return isOnce ? `\`${label}\`` : `\`${label}\` of ${path}`;
}

/** Whether the function goes on at a line: nothing before it is indented as its head is or less. */
function endsAfter(lines, { line }, at) {
  const indent = indentOf(lines[line]);
  const body = lines.slice(line + 1, at).filter((each) => each.trim() !== "");
  const isHead = (each) => /^\s*(?:\)|where\b|[\]}] ?[):=])/.test(each);
  return body.every((each) => indentOf(each) > indent || isHead(each));
}

function nameIn(line, { functions, types }, isType = false) {
  const patterns = isType ? types : functions;
  return patterns.map((each) => each.exec(line)?.[1]).find(Boolean);
}

/** A line of a call has the name before a bracket, on it. */
function callsOf({ texts }, { name, uses }) {
  const textOf = ({ path, line }) => texts.find(([each]) => each === path)[1][line - 1];
  return uses.filter((use) => new RegExp(`\\b${name}(?:<.*>|::<.*>)?\\(`).test(textOf(use))).length;
}

/** Whether each use is a call or an import, so that a further parameter breaks nothing else. */
function isCalledAlone(release, subject) {
  const { texts } = release;
  const isImport = ({ path, line }) => {
    const lines = texts.find(([each]) => each === path)[1];
    const text = lines[line - 1];
    return /^\s*(?:import|from|use|pub use|export)\b/.test(text) || /^\s*\w+,?$/.test(text);
  };
  const imports = subject.uses.filter(isImport).length;
  return callsOf(release, subject) === subject.uses.length - imports;
}

function about({ name, versions }) {
  return { package: name, version: versions[0] };
}

function placeOf({ path, line }) {
  return { path, line };
}

function fenced(lines) {
  return `${lines.join("\n")}\n`;
}

function trimmed(lines) {
  const isText = (each) => each.trim() !== "";
  return lines.slice(lines.findIndex(isText), lines.findLastIndex(isText) + 1);
}

function isBalanced(lines) {
  const text = lines.join("\n");
  const count = (sign) => text.split(sign).length;
  return count("{") === count("}") && count("(") === count(")");
}

function indentOf(line) {
  return /^\s*/.exec(line)[0].length;
}

function wordOf(name) {
  return new RegExp(`(?<![\\w$])${name}(?![\\w$])`);
}

function shuffled(list, next) {
  return list
    .map((each) => [next(), each])
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);
}
