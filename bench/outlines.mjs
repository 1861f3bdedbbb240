/**
 * Compares our outlines with the documentSymbol results of real servers for the same files.
 * Measures completeness, not time.
 */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "./lib/loadSources.mjs";
import { realFiles } from "./lib/realFiles.mjs";
import { table } from "./lib/statistics.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

export const title = "Outlines against servers";
/** Files for each language. */
export const rounds = 24;

const smallestFile = 500;
const largestFile = 200_000;
/** The languages to compare, all by default. If they are given, the differences are listed too. */
const wanted = process.env.BENCH_LANGUAGES?.split(",");

export async function run({ rounds }) {
  const parts = await loadSources([
    "src/backend/config/loadServers.ts",
    "test/servers/compareOutlines.ts",
    "test/servers/outlineServers.ts",
  ]);
  const servers = parts.shippedServers();
  const rows = [];
  const absent = [];
  const details = [];
  for (const server of parts.outlineServers) {
    const languages = server.languages.filter((language) => wanted?.includes(language) ?? true);
    if (languages.length === 0) continue;
    if (!isInstalled(server.command[0])) {
      absent.push(server.name);
      continue;
    }
    for (const language of languages) {
      const files = realFiles(language, { max: rounds, smallest: smallestFile, largest: largestFile, servers });
      if (files.length === 0) continue;
      const total = await compareFiles(parts, server, language, files);
      rows.push(rowOf(server, language, total));
      if (wanted) details.push(detailsOf(language, server, total));
    }
  }
  const columns = [
    ...["language", "server", "files", "symbols", "recall", "precision", "name range equal"],
    ...["paths in both", "to another name"],
  ];
  const without = absent.length > 0 ? `\n\nNot installed: ${absent.join(", ")}.` : "";
  return [`${table(columns, rows)}${without}`, ...details].join("\n\n");
}

async function compareFiles({ compareOutlines, startListing }, server, language, files) {
  const total = {
    files: 0,
    listed: 0,
    ours: 0,
    both: 0,
    sameNameRange: 0,
    paths: 0,
    missed: [],
    extra: [],
    elsewhere: [],
    silent: [],
  };
  const listing = await startListing(server, language);
  try {
    for (const { path, text } of files) {
      const answer = await listing.symbols(path, text);
      // A file for which the server has no symbols is not compared.
      if (!Array.isArray(answer) || answer.length === 0) {
        total.silent.push(path);
        continue;
      }
      const found = await compareOutlines(language, text, answer, server.quirks);
      total.files++;
      for (const count of ["listed", "ours", "both", "sameNameRange", "paths"]) total[count] += found[count];
      const placed = (difference) => ({ ...difference, path, line: lineAt(text, difference.at) });
      total.missed.push(...found.missed.map(placed));
      total.extra.push(...found.extra.map(placed));
      total.elsewhere.push(...found.elsewhere.map(placed));
    }
  } finally {
    await listing.close().catch(() => {});
  }
  return total;
}

function rowOf(server, language, { files, listed, ours, both, sameNameRange, paths, missed, extra, elsewhere }) {
  const share = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);
  return [
    language,
    server.name,
    files,
    listed,
    share(listed - missed.length, listed),
    share(ours - extra.length, ours),
    server.hasNameRanges ? share(sameNameRange, both) : "–",
    paths,
    elsewhere.length,
  ];
}

/** Lists the symbols that only one side has, grouped by context, with an example each. */
function detailsOf(language, server, { missed, extra, elsewhere, silent }) {
  const kinds = (what, differences) => {
    const byContext = new Map();
    for (const difference of differences) {
      if (!byContext.has(difference.context)) byContext.set(difference.context, []);
      byContext.get(difference.context).push(difference);
    }
    return [...byContext.values()]
      .sort((a, b) => b.length - a.length)
      .slice(0, 14)
      .map((those) => {
        const { context, name, path, line } = those[those.length >> 1];
        return [what, those.length, context, name.slice(0, 30), `${path.slice(-60)}:${line.number}`, line.code];
      });
  };
  const rows = [...kinds("missed", missed), ...kinds("extra", extra), ...kinds("elsewhere", elsewhere)].map((row) =>
    row.map((cell) => String(cell).replaceAll("|", "\\|")),
  );
  const silentFiles = silent.length > 0 ? `\n\nNo symbols from the server in ${silent.length} files.` : "";
  const columns = ["", "count", "context", "name", "where", "line"];
  return `### ${language}, ${server.name}\n\n${table(columns, rows)}${silentFiles}`;
}

function lineAt(text, offset) {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const code = text.slice(from, text.indexOf("\n", offset) + 1 || undefined).trim();
  return { number: text.slice(0, offset).split("\n").length, code: `\`${code.slice(0, 90).replaceAll("`", "'")}\`` };
}

function isInstalled(command) {
  const folders = [join(root, "node_modules", ".bin"), ...(process.env.PATH ?? "").split(delimiter)];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
