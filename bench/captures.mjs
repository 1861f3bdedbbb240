/**
 * Renames that compile and change what a name means, in small files: each is to be refused with a
 * place that has the new name. `BENCH_LANGUAGES` restricts the languages, `BENCH_VERBOSE` prints
 * each.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { table } from "./lib/statistics.mjs";
import { captureLanguages, capturesOf } from "./renames/captures.mjs";
import { projects } from "./renames/projects.mjs";
import { startRenameSession } from "./renames/session.mjs";

export const title = "Captures";
/** Each case is asked once. */
export const rounds = 1;

export async function run({ proxy }) {
  const only = process.env.BENCH_LANGUAGES?.split(",") ?? captureLanguages;
  const rows = [];
  const notes = [];
  for (const language of captureLanguages.filter((each) => only.includes(each))) {
    try {
      const { row, faults } = await replay(language, proxy);
      rows.push(row);
      notes.push(...faults);
    } catch (error) {
      rows.push([language, `not measured: ${error instanceof Error ? error.message : error}`]);
    }
    console.error(rows.at(-1).join(" | "));
  }
  const head = [
    "language",
    "renames",
    "refused with the place",
    "refused otherwise",
    "refused by the server",
    "let through",
  ];
  return [table(head, rows), ...notes].join("\n");
}

async function replay(language, proxy) {
  const { texts, cases } = capturesOf(language);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bench-captures-")));
  mkdirSync(join(root, ".git"));
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { server } = projects.find((each) => each.language === language);
  const { session, end } = await startRenameSession({ language, server }, root, proxy);
  const counts = { right: 0, other: 0, server: 0, through: 0 };
  const faults = [];
  try {
    for (const { what, path, name, newName, line, character } of cases) {
      const locate = { file_path: path, scope: { line, character } };
      const { kind, why } = await session
        .request("locate/rename", { locate, newName })
        .then((edit) => ({ kind: edit === null ? "server" : "through", why: "" }))
        .catch((error) => classify(error, path, newName));
      counts[kind]++;
      const note = `${language} ${path} (${what}) ${name} → ${newName}: ${kind} ${why}`;
      if (process.env.BENCH_VERBOSE) console.error(note);
      if (kind !== "right") faults.push(`- ${note}`);
    }
  } finally {
    await end();
    rmSync(root, { recursive: true, force: true });
  }
  const { right, other, server: byServer, through } = counts;
  return { row: [language, cases.length, right, other, byServer, through], faults };
}

/** Kinds of errors that are no refusal: nobody was asked. */
const failures = ["no_backend", "backend_failed", "backend_timeout", "not_ready"];

/** A server's own error has no kind. */
function classify({ message, data }, path, newName) {
  const why = String(message).split("\n")[0];
  if (failures.includes(data?.kind)) throw new Error(why);
  if (data?.kind === undefined) return { kind: "server", why };
  if (data.kind !== "rename_incomplete") return { kind: "other", why };
  const isNamed = data.places.some((each) => each.file_path === path && each.text.includes(newName));
  return { kind: isNamed && data.conflicts > 0 ? "right" : "other", why };
}
