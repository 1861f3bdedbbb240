/** Measures shell commands from start to exit, compared with an empty Node process. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareToFirst, measureRun } from "./lib/processTime.mjs";
import { server } from "./lib/subjects.mjs";
import { code } from "./lib/texts.mjs";

export const title = "Command line";
export const rounds = 20;

/** Other files in the project; the embedded server indexes them in the background. */
const others = 50;

export async function run({ rounds, proxy }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-bench-")));
  try {
    writeProject(folder);
    // Outside the project. It is deleted before each run, so that no cached index is found.
    const caches = join(folder, "caches");
    const start = (words) => measureCold(words, { cwd: join(folder, "project"), caches });
    const request = (words, command) => () => start([proxy, ...words, "--", ...command]);
    const embedded = [process.execPath, proxy, "embedded"];
    const subjects = [
      { name: "`node -e 0`", measure: () => start(["-e", "0"]) },
      { name: "`lsp-locate --version`", measure: () => start([proxy, "--version"]) },
      { name: "`resolve` a line; an echo server", measure: request(["resolve", "a.ts:12"], server("echo")) },
      { name: "`resolve` a line; embedded", measure: request(["resolve", "a.ts:12"], embedded) },
      { name: "`resolve` a symbol; embedded", measure: request(["resolve", "a.ts:step7"], embedded) },
      { name: "`outline`; embedded", measure: request(["outline", "a.ts"], embedded) },
      { name: "`hover` of a symbol; embedded", measure: request(["hover", "a.ts:step7"], embedded) },
    ];
    return `A project of ${others + 1} TypeScript files, without a cached index.\n\n${await compareToFirst(subjects, rounds)}`;
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

/** Runs a command without a cached index, and returns its time. */
function measureCold(words, { cwd, caches }) {
  rmSync(caches, { recursive: true, force: true, maxRetries: 3 });
  return measureRun(words, { cwd, env: { ...process.env, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches } });
}
