/**
 * What a question at a shell costs, from nothing to the end of the process, against Node starting
 * with nothing to do.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareToFirst, measureRun } from "./lib/processTime.mjs";
import { server } from "./lib/subjects.mjs";
import { code } from "./lib/texts.mjs";

export const title = "Command line";
export const rounds = 20;

/**
 * Files in the project beside the one that is asked about: the embedded server indexes them
 * meanwhile.
 */
const others = 50;

export async function run({ rounds, proxy }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  try {
    writeProject(folder);
    // Beside the project, so that no index of an earlier run is found: what is measured is cold.
    const caches = join(folder, "caches");
    const start = (words) => cold(words, { cwd: join(folder, "project"), caches });
    const ask = (words, command) => () => start([proxy, ...words, "--", ...command]);
    const embedded = [process.execPath, proxy, "embedded"];
    const subjects = [
      { name: "`node -e 0`", measure: () => start(["-e", "0"]) },
      { name: "`lsp-locate --version`", measure: () => start([proxy, "--version"]) },
      { name: "`resolve` a line; a server that does nothing", measure: ask(["resolve", "a.ts:12"], server("echo")) },
      { name: "`resolve` a line; embedded", measure: ask(["resolve", "a.ts:12"], embedded) },
      { name: "`resolve` a symbol; embedded", measure: ask(["resolve", "a.ts:step7"], embedded) },
      { name: "`outline`; embedded", measure: ask(["outline", "a.ts"], embedded) },
      { name: "`hover` of a symbol; embedded", measure: ask(["hover", "a.ts:step7"], embedded) },
    ];
    return `A project of ${others + 1} TypeScript files, with no index kept of it.\n\n${await compareToFirst(subjects, rounds)}`;
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 3 });
  }
}

function writeProject(folder) {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "bench" }\n');
  writeFileSync(join(project, "a.ts"), code(200));
  for (let n = 0; n < others; n++) writeFileSync(join(project, `other${n}.ts`), code(200));
}

/** The same with no index of an earlier run to be found. */
function cold(words, { cwd, caches }) {
  rmSync(caches, { recursive: true, force: true, maxRetries: 3 });
  return measureRun(words, { cwd, env: { ...process.env, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches } });
}
