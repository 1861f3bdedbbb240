/**
 * Asks what the marked tests ask that other tools ship with their sources: gopls' marker tests,
 * rust-analyzer's fixtures, jedi's and rope's tests. Measures correctness, not time.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, extname, join, resolve } from "node:path";
import { catalogue } from "../scripts/matrix/catalogue.mjs";
import { defaultCache, installed } from "../scripts/matrix/install.mjs";
import { searchPath } from "../scripts/methodTable/session.mjs";
import { loadSources } from "./lib/loadSources.mjs";
import { table } from "./lib/statistics.mjs";
import { gopls } from "./marks/gopls.mjs";
import { jedi } from "./marks/jedi.mjs";
import { rope } from "./marks/rope.mjs";
import { rustAnalyzer } from "./marks/rustAnalyzer.mjs";
import { startDirect, startProxied } from "./marks/sessions.mjs";
import { isAtName } from "./marks/texts.mjs";
import { rightPlaces, verdictOf, verdicts } from "./marks/verdicts.mjs";

export const title = "Marked tests of other tools";
/** A round is 5 marks of each kind in each suite; a hundred are all. */
export const rounds = 1;

const MARKS_OF_ROUND = 5;
/** Tests that run at the same time: most of the time is spent on waiting for servers. */
const LANES = 3;
const suites = [gopls, rustAnalyzer, jedi, rope];
const allSubjects = ["server", "proxy", "embedded"];

export async function run({ rounds, proxy }) {
  const { download } = await loadSources(["test/downloads.ts"]);
  const names = process.env.BENCH_SUITES?.split(",");
  const wanted = process.env.BENCH_SUBJECTS?.split(",") ?? allSubjects;
  const records = [];
  const notes = [];
  for (const suite of suites.filter(({ name }) => names === undefined || names.includes(name))) {
    try {
      const folders = [];
      for (const source of suite.sources) folders.push(await download(source));
      const tests = sample(withKinds(suite.read(folders)), rounds * MARKS_OF_ROUND);
      const { subjects, missing } = subjectsOf(suite, wanted, proxy);
      if (missing) notes.push(missing);
      const waiting = tests.entries();
      const found = [];
      const runWaiting = async () => {
        for (const [at, test] of waiting) found[at] = await runTest(test, { suite, subjects });
      };
      await Promise.all(Array.from({ length: LANES }, runWaiting));
      records.push(...found.flat());
    } catch (error) {
      notes.push(`${suite.name} is missing: ${error.message.split("\n")[0]}`);
    }
  }
  const file = resolve(process.env.BENCH_RECORDS ?? join(tmpdir(), "lsp-locate-marks.jsonl"));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return [
    ...wanted.map((subject) => `${subject}\n\n${tally(records, subject)}`),
    ...compareWithBefore(records),
    `Each answer is in ${file}, one JSON object per line.`,
    ...notes.map((note) => `- ${note}`),
  ].join("\n\n");
}

/** Returns tests with the marks of the kinds that `BENCH_KINDS` names, with all without one. */
function withKinds(tests) {
  const kinds = process.env.BENCH_KINDS?.split(",");
  return tests.map((test) => ({ ...test, marks: test.marks.filter(({ kind }) => kinds?.includes(kind) ?? true) }));
}

/** Returns tests with so many marks of each kind, spread over all of them. */
function sample(tests, count) {
  const all = tests.flatMap((test) => test.marks.map((mark) => ({ test, mark })));
  const taken = new Map();
  for (const kind of new Set(all.map(({ mark }) => mark.kind))) {
    const own = all.filter(({ mark }) => mark.kind === kind);
    const step = Math.max(1, own.length / count);
    for (let at = 0; at < own.length; at += step) {
      const { test, mark } = own[Math.floor(at)];
      taken.set(test, [...(taken.get(test) ?? []), mark]);
    }
  }
  return [...taken].map(([test, marks]) => ({ ...test, marks }));
}

/** Returns how to start each subject that is wanted and can be had. */
function subjectsOf({ name, language, server }, wanted, proxy) {
  const recipe = catalogue[server].install;
  const programs = installed(server, recipe, defaultCache)?.programs ?? [];
  const path = [...programs, searchPath].join(delimiter);
  const shipped = JSON.parse(readFileSync(new URL("../servers.json", import.meta.url), "utf8"));
  const [program, ...args] = shipped.servers[server].command;
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(existsSync);
  const starts = {
    server: (context) => startDirect({ command: [found, ...args], ...context }),
    proxy: (context) => startProxied({ proxy, language, server, path, ...context }),
    embedded: (context) => startProxied({ proxy, language, server: "embedded", path, ...context }),
  };
  const subjects = wanted.filter((subject) => found !== undefined || subject === "embedded");
  const missing = subjects.length < wanted.length ? `${name}: ${server} is not installed` : undefined;
  return { subjects: subjects.map((subject) => [subject, starts[subject]]), missing };
}

/** Asks each subject about the marks of a test, each in a folder and session of its own. */
async function runTest(test, { suite, subjects }) {
  const records = test.marks.map(({ kind, path, position, newName, want }) => ({
    suite: suite.name,
    test: test.name,
    kind,
    at: `${path}:${position.line + 1}:${position.character + 1}`,
    newName,
    want,
    isAtName: isAtName(test.files[path] ?? "", position, extname(path)),
    verdicts: {},
    answers: {},
  }));
  for (const [subject, start] of subjects) {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-marks-")));
    const folder = join(base, "project");
    for (const [path, text] of Object.entries(test.files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const caches = join(base, "caches");
    mkdirSync(caches);
    try {
      const session = await start({ test, folder, caches });
      try {
        for (const [at, mark] of test.marks.entries()) {
          const judge = (answer) => verdictOf(mark.want, answer, { files: test.files, folder });
          const answer = await session.ask(mark, (each) => judge(each) === "right");
          records[at].verdicts[subject] = judge(answer);
          records[at].answers[subject] = { ...answer, isRight: rightPlaces(mark.want, answer, { folder }) };
        }
      } finally {
        await session.end();
      }
    } finally {
      rmSync(base, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  return records;
}

function tally(records, subject) {
  const asked = records.filter((record) => record.verdicts[subject] !== undefined);
  const keys = [...new Set(asked.map(({ suite, kind }) => `${suite}: ${kind}`))];
  const rows = keys.map((key) => {
    const own = asked.filter(({ suite, kind }) => key === `${suite}: ${kind}`);
    const atNames = own.filter((each) => each.isAtName);
    const isRight = (each) => ["right", "alarm"].includes(each.verdicts[subject]);
    const answerOf = (each) => each.answers[subject];
    const right = atNames.filter(isRight);
    const certain = atNames.filter((each) => answerOf(each).places?.length > 0 && !answerOf(each).isByName);
    const byName = atNames.filter((each) => answerOf(each).isByName);
    const places = certain.flatMap((each) => answerOf(each).isRight);
    return [
      key,
      own.length,
      ...verdicts.map((verdict) => own.filter((each) => each.verdicts[subject] === verdict).length),
      shareOf(right.length, atNames.length),
      shareOf(certain.filter(isRight).length, certain.length),
      shareOf(places.filter(Boolean).length, places.length),
      shareOf(byName.length, atNames.length),
    ];
  });
  const columns = ["right at names", "certain ones right", "their places right", "by name only"];
  return table(["marks", "asked", ...verdicts, ...columns], rows);
}

const shareOf = (some, all) => `${some} of ${all}${all > 0 ? ` (${Math.round((100 * some) / all)} %)` : ""}`;

/** Lists the marks that `BENCH_BEFORE`, the records of another run, had a better verdict about. */
function compareWithBefore(records) {
  const file = process.env.BENCH_BEFORE;
  if (file === undefined) return [];
  const keyOf = ({ suite, test, kind, at, newName }) => JSON.stringify([suite, test, kind, at, newName]);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const before = new Map(lines.map((line) => JSON.parse(line)).map((record) => [keyOf(record), record.verdicts]));
  const changes = records.flatMap((record) =>
    Object.entries(record.verdicts).flatMap(([subject, verdict]) => {
      const old = before.get(keyOf(record))?.[subject];
      if (old === undefined || old === verdict) return [];
      const isWorse = verdicts.indexOf(verdict) > verdicts.indexOf(old);
      return [
        `- ${isWorse ? "worse" : "better"}: ${subject}, ${record.suite} ${record.test} ${record.kind} ${record.at}: ${old} → ${verdict}`,
      ];
    }),
  );
  return [`Compared with ${file}: ${changes.length} other verdicts.`, changes.sort().join("\n")];
}
