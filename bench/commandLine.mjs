/** Measures shell commands from start to exit, compared with an empty Node process. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
    // Outside the project. An index that was kept is deleted before each run.
    const caches = join(folder, "caches");
    const options = { cwd: join(folder, "project"), caches };
    const start = (words) => measureCold(words, options);
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
      {
        name: "`outline`; embedded; the first command after an installation",
        measure: () => measureCold([proxy, "outline", "a.ts", "--", ...embedded], { ...options, isFirst: true }),
      },
    ];
    // Each command keeps its compiled code.
    for (const { measure } of subjects) await measure();
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

/**
 * Runs a command without a cached index, and returns its time. The compiled code is kept, but for
 * the first command after an installation.
 */
function measureCold(words, { cwd, caches, isFirst = false }) {
  const own = join(isFirst ? join(caches, "first") : caches, "lsp-locate");
  mkdirSync(own, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(own))
    if (isFirst || name !== "code") rmSync(join(own, name), { recursive: true, maxRetries: 3 });
  const folder = dirname(own);
  return measureRun(words, { cwd, env: { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder } });
}
