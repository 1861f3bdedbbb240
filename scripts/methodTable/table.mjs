/** Writes the table of docs/servers/measured.md, and reads it back. */
import { readRegion } from "../markdownRegion.mjs";

/**
 * Returns the table with a column per server, numbered where there is a note, and the notes below
 * it.
 */
export function tableOf(columns, servers, methods) {
  const notes = [];
  const noteNumber = (text) => {
    if (!notes.includes(text)) notes.push(text);
    return String(notes.indexOf(text) + 1);
  };
  const cell = (method, { server, notes: own = {} }) => {
    const mark = columns[server]?.[method] ?? "";
    const note = own[method];
    if (note === undefined) return mark;
    return `${mark === "✓" ? "✓" : ""}<sup>${noteNumber(note)}</sup>`;
  };
  const rows = methods.map((method) => [`\`${method}\``, ...servers.map((one) => cell(method, one))]);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const head = ["", ...servers.map(({ heading }) => heading)];
  const table = [head, head.map((_, n) => (n === 0 ? "---" : ":-:")), ...rows].map(line).join("\n");
  const below = notes.map((text, n) => `<sup>${n + 1}</sup> ${text}`).join("<br>\n");
  return [legend(servers), table, below].join("\n\n");
}

function legend(servers) {
  const short = servers.filter(({ server, heading }) => server !== heading).map(({ server }) => server);
  return [
    "✓: the right answer with a server that had just been started, at the first or second request; what it lacks, the embedded server may answer. Empty: not supported.",
    `The short names mean ${short.slice(0, -1).join(", ")} and ${short.at(-1)}; \`embedded\` is lsp-locate's own server.`,
  ].join("\n");
}

/** Returns the marks of the page by server and method: `✓` or empty. */
export function readTable(page, servers) {
  const rows = (readRegion(page, "servers") ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const marks = (n) => rows.map((cells) => [cells[0].replaceAll("`", ""), cells[n + 1]?.startsWith("✓") ? "✓" : ""]);
  return Object.fromEntries(servers.map(({ server }, n) => [server, Object.fromEntries(marks(n))]));
}
