/** Writes the results of the matrix as tables, and into servers.json. */
import { applyEdits, modify } from "jsonc-parser";

/** The columns, with their headings. */
const columns = {
  outline: "outline",
  definition: "definition",
  references: "references",
  hover: "hover",
  rename: "rename",
  diagnostic: "diagnostics",
  delayed: "late diagnostics",
};
/** Methods that only linters and their like are asked for; the last column has their marks. */
const otherMethods = ["codeAction", "completion", "formatting"];

const marks = { right: "✓", none: "–", unchecked: "not checked", server: "✗", wrong: "✗" };

/**
 * Whether a server answers every question right, and has what it is asked for. "Not checked" claims
 * nothing, and so is right of diagnostics that come late.
 */
export function isRightThroughout({ results }) {
  const all = Object.values(results).map(({ result }) => result);
  return all.includes("right") && all.every((result) => ["right", "none", "unchecked"].includes(result));
}

/**
 * Returns the table by language: a row per server, and notes on what is not right. `languageOf`
 * returns the language of a server's project, `notesOf` its notes by method.
 */
export function tableOf(rows, { languageOf, notesOf }) {
  const notes = [];
  const noteNumber = (text) => {
    if (!notes.includes(text)) notes.push(text);
    return notes.indexOf(text) + 1;
  };
  const cell = (server, method, results) => {
    const { result, why = "" } = results[method] ?? {};
    if (result === undefined) return "";
    if (result !== "server" && result !== "wrong") return marks[result];
    const text = notesOf(server)[method] ?? `${result === "server" ? "The server itself answers" : "Wrong"}: ${why}`;
    return `${marks[result]}<sup>${noteNumber(text)}</sup>`;
  };
  const others = (server, results) => {
    const right = otherMethods.filter((method) => results[method]?.result === "right");
    const texts = [...(right.length > 0 ? [`${right.join(", ")} ✓`] : [])];
    for (const method of [...otherMethods, "shell", "cold"]) {
      const { result, why } = results[method] ?? {};
      if (result === "wrong" || result === "server")
        texts.push(`${method} ✗<sup>${noteNumber(notesOf(server)[method] ?? why)}</sup>`);
    }
    return texts.join(", ");
  };
  const sorted = Object.entries(rows)
    .map(([server, row]) => ({ server, row, language: languageOf(server) }))
    .sort((one, other) => one.language.localeCompare(other.language) || one.server.localeCompare(other.server));
  const body = sorted.map(({ server, row: { version, results }, language }, n) => [
    sorted[n - 1]?.language === language ? "" : language,
    server,
    version,
    ...Object.keys(columns).map((method) => cell(server, method, results)),
    others(server, results),
  ]);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const head = ["language", "server", "version", ...Object.values(columns), "more"];
  const rule = ["---", "---", "---", ...Object.keys(columns).map(() => ":-:"), "---"];
  const below = notes.map((text, n) => `<sup>${n + 1}</sup> ${text.replaceAll("|", "\\|")}`).join("<br>\n");
  return [[head, rule, ...body].map(line).join("\n"), ...(notes.length > 0 ? [below] : [])].join("\n\n");
}

/** Returns the number of servers that answer every question right, as text. */
export function countRightThroughout(rows, entryNameOf) {
  const right = Object.keys(rows).filter((server) => isRightThroughout(rows[server]));
  return String(new Set(right.map(entryNameOf)).size);
}

/**
 * Returns the text of servers.json with `tested` of each server by the results: the version and the
 * day, for a server with a right answer; nothing for others.
 */
export function withTested(text, rows) {
  const formattingOptions = { tabSize: 2, insertSpaces: true };
  let result = text;
  for (const [server, entry] of Object.entries(JSON.parse(text).servers)) {
    if (entry.tested === true) continue; // the embedded server
    const row = rows[server];
    const isTested = row !== undefined && Object.values(row.results).some(({ result }) => result === "right");
    const tested = isTested ? { version: row.version, day: row.day } : undefined;
    if (JSON.stringify(entry.tested) === JSON.stringify(tested)) continue;
    // Without formatting, the value is put on one line.
    result = applyEdits(result, modify(result, ["servers", server, "tested"], undefined, { formattingOptions }));
    if (tested) {
      const getInsertionIndex = (keys) => (keys.includes("install") ? keys.indexOf("install") + 1 : keys.length);
      const edits = modify(result, ["servers", server, "tested"], tested, { formattingOptions, getInsertionIndex });
      result = applyEdits(result, edits);
    }
  }
  return result;
}
