/**
 * Counts the files of public packages that the shipped grammars read without an error. Measures
 * grammars, not time.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { loadSources } from "./lib/loadSources.mjs";
import { table } from "./lib/statistics.mjs";

export const title = "Files that the grammars read";
/** The packages of each language. */
export const rounds = 20;

const wanted = process.env.BENCH_LANGUAGES?.split(",");
const MAX_LENGTH = 1_000_000;
/** Texts that tests break on purpose, templates of code, and what is minified. */
const LEFT_OUT = /(?:^|\/)(?:testdata|fixtures?|node_modules|templates?)\/|\.min\.|\.template\.|\.tmpl$/;

export async function run({ rounds }) {
  const parts = await loadSources([
    "src/backend/config/loadServers.ts",
    "src/files/languageOfFile.ts",
    "src/languages/languages.ts",
    "test/downloads.ts",
    "test/syntax/packagedGrammars.ts",
  ]);
  const servers = parts.shippedServers();
  const grammars = new parts.PackagedGrammars();
  const packages = JSON.parse(readFileSync(new URL("grammars/packages.json", import.meta.url), "utf8"));
  const counts = new Map();
  const missing = [];
  for (const { languages, ...row } of packages) {
    const own = languages.filter(
      (language) => (wanted?.includes(language) ?? true) && (counts.get(language)?.packages ?? 0) < rounds,
    );
    if (own.length === 0) continue;
    let folder;
    try {
      folder = await parts.download(row);
    } catch (error) {
      missing.push(`- ${row.name} is missing: ${String(error?.message ?? error).split("\n", 1)[0]}`);
      continue;
    }
    if (row.client === "cargo") folder = join(folder, "vendored", row.name);
    for (const { path, language } of filesOf(folder, own, (path) => parts.languageOfFile(path, servers))) {
      const text = readFileSync(join(folder, path), "utf8");
      if (/[\uFFFD\0]/.test(text) || text.length > MAX_LENGTH) continue;
      if (!counts.has(language)) counts.set(language, { packages: 0, names: new Set(), files: 0, failed: [] });
      const count = counts.get(language);
      count.names.add(row.name);
      count.packages = count.names.size;
      count.files += 1;
      const errors = await errorsOf(parts.theEngine(), grammars.of(language), text);
      if (errors.length > 0) count.failed.push(failureOf(row.name, path, text, errors));
    }
  }
  const rows = [...counts].map(([language, { packages, files, failed }]) => {
    const isComplete = parts.factsOf(language).grammar?.isComplete === true;
    return [
      language,
      packages,
      files,
      files - failed.length,
      share(files - failed.length, files),
      isComplete ? "yes" : "",
    ];
  });
  const columns = ["language", "packages", "files", "read", "share", "listed as complete"];
  const failures = [...counts].flatMap(([language, { failed }]) => failed.map((each) => ({ language, ...each })));
  const report = process.env.BENCH_FAILURES;
  if (report !== undefined) writeFileSync(report, failures.map((each) => `${JSON.stringify(each)}\n`).join(""));
  return [table(columns, rows), missing.join("\n")].filter((part) => part !== "").join("\n\n");
}

async function errorsOf(engine, grammar, text) {
  engine.open(0, grammar, text);
  try {
    return await engine.syntaxErrors(0);
  } catch (error) {
    return [{ from: 0, error }];
  } finally {
    engine.close(0);
  }
}

function filesOf(folder, languages, languageOf) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !LEFT_OUT.test(path))
    .sort()
    .flatMap((path) => {
      const language = languageOf(path);
      return languages.includes(language) ? [{ path, language }] : [];
    });
}

function failureOf(name, path, text, errors) {
  const [{ from, missing, error }] = errors;
  const line = text.slice(0, from).split("\n").length;
  const code = text.split("\n")[line - 1]?.trim().slice(0, 160);
  return { package: name, path, line, code, errors: errors.length, missing, failed: error?.message };
}

function share(part, whole) {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`;
}
