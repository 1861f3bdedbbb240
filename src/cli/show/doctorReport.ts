/**
 * Renders the doctor's report: a table of the languages with an installed server, short lists of
 * those with the embedded server only and of those without any, and a summary.
 */

import type { Colors } from "picocolors/types.js";
import { EMBEDDED_SERVER_NAME } from "../../backend/config/servers.js";
import type { DoctorReport, LanguageReport, ServerReport } from "../../backend/doctor/doctor.js";
import { escapeLine } from "../../text/printable.js";
import { columnsOf } from "./text/cells.js";

interface ReportStyle {
  readonly colours: Colors;
  /** Columns. */
  readonly width: number;
  /** The user's home folder, which is written `~`. */
  readonly home?: string;
  /** Whether to print every fact, for a report on few languages. */
  readonly isDetailed?: boolean;
}

export function renderDoctorReport(unsafeReport: DoctorReport, style: ReportStyle): string {
  const report = escapeStrings(unsafeReport) as DoctorReport;
  const byName = new Map(report.servers.map((server) => [server.name, server]));
  const groups = groupLanguages(report.languages);
  const isInstalled = (name: string) => {
    const { state = "absent", own = false } = byName.get(name) ?? {};
    return state !== "absent" || own;
  };
  const shown = groups.filter(({ candidates }) => style.isDetailed || candidates.some(isInstalled));
  const rest = groups.filter((group) => !shown.includes(group));
  const listed = new Set(report.languages.flatMap(({ candidates }) => candidates));
  const idle = report.servers.filter(({ name, own }) => own && !listed.has(name) && name !== EMBEDDED_SERVER_NAME);
  const sections = [
    ...shown.map((group) => languageSection(group, byName, style)),
    ...(idle.length === 0 ? [] : [{ heading: "Serving no language", about: "", servers: idle, absent: [] }]),
  ];
  return [
    ...fileSection(report, style),
    ...tableSections(sections, style),
    ...syntaxSection(
      rest.filter(({ serving }) => serving === EMBEDDED_SERVER_NAME),
      byName,
      style,
    ),
    ...listSection(
      "No server for these is installed",
      rest.filter(({ serving }) => serving === null),
      style,
    ),
    ...devContainerSection(report, style),
    ...(style.isDetailed ? [] : [summary(report, style)]),
  ].join("\n\n");
}

function devContainerSection({ devContainer }: DoctorReport, { home }: ReportStyle): readonly string[] {
  if (devContainer === undefined) return [];
  const { file, entry, note } = devContainer;
  const lines = [...(entry === null ? [] : [entry]), note].map((line) => `  ${line}`);
  return [[`A server in the dev container of ${abbreviateHome(file, home)}`, ...lines].join("\n")];
}

/** Returns a copy of a report in which each text is one line that is harmless to a terminal. */
function escapeStrings(value: unknown): unknown {
  if (typeof value === "string") return escapeLine(value);
  if (Array.isArray(value)) return value.map(escapeStrings);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, escapeStrings(each)]));
}

/** Languages with the same servers. */
interface LanguageGroup {
  readonly names: readonly string[];
  readonly files: readonly string[];
  readonly candidates: readonly string[];
  readonly serving: string | null;
  readonly companions: readonly string[];
}

function groupLanguages(languages: readonly LanguageReport[]): readonly LanguageGroup[] {
  const groups = new Map<string, LanguageGroup>();
  for (const { language, extensions, filenames, candidates, serving, companions } of languages) {
    // Languages without any server are not grouped.
    const key = candidates.length === 0 ? language : [...candidates, serving, ...companions].join(" ");
    const group = groups.get(key);
    // File names are shown only for languages without extensions.
    const files = extensions.length === 0 ? filenames : extensions;
    groups.set(key, {
      names: [...(group?.names ?? []), language],
      files: [...(group?.files ?? []), ...files],
      candidates,
      serving,
      companions,
    });
  }
  return [...groups.values()];
}

function fileSection({ file, problems }: DoctorReport, { colours, home }: ReportStyle): readonly string[] {
  if (file === null) return [];
  const lines = problems.map((problem) => `  ${colours.red("✗")} ${problem}`);
  return [[`Your servers: ${abbreviateHome(file, home)}`, ...lines].join("\n")];
}

/** One entry of the table: a heading, and the servers below it. */
interface ReportSection {
  readonly heading: string;
  readonly about: string;
  readonly servers: readonly ServerReport[];
  readonly absent: readonly ServerReport[];
  readonly serving?: string | null;
  readonly companions?: readonly string[];
}

function languageSection(
  { names, files, candidates, serving, companions }: LanguageGroup,
  byName: ReadonlyMap<string, ServerReport>,
  { isDetailed }: ReportStyle,
): ReportSection {
  const found = candidates.flatMap((name) => byName.get(name) ?? []);
  const embedded =
    serving === EMBEDDED_SERVER_NAME && !candidates.includes(EMBEDDED_SERVER_NAME)
      ? byName.get(EMBEDDED_SERVER_NAME)
      : undefined;
  const isRow = ({ state, own, error }: ServerReport) =>
    state !== "absent" || own || (isDetailed === true && error !== undefined);
  return {
    heading: names.join(", "),
    about: files.join(" "),
    servers: [
      ...found.filter((each) => isRow(each) && !companions.includes(each.name)),
      ...(embedded === undefined ? [] : [embedded]),
      ...companions.flatMap((name) => byName.get(name) ?? []),
    ],
    absent: found.filter((server) => !isRow(server)),
    serving,
    companions,
  };
}

/** Renders the sections as one table, aligned over all sections. */
function tableSections(parts: readonly ReportSection[], style: ReportStyle): readonly string[] {
  const rows = parts.flatMap(({ servers, serving = null, companions = [] }) =>
    servers.map((server) => serverRow(server, { serving, companions }, style)),
  );
  const lines = renderTable(rows, style.colours);
  let next = 0;
  return parts.map(({ heading, about, servers, absent }) => {
    const { colours, width } = style;
    const room = Math.max(20, width - columnsOf(heading) - 2);
    const files = about === "" ? "" : `  ${colours.dim(shortenToWidth(about, room))}`;
    const first = `${colours.bold(heading)}${files}`;
    const found = servers.flatMap((server) => [lines[next++] ?? "", ...serverDetails(server, style)]);
    return [first, ...found, ...absentLines(absent, style)].join("\n");
  });
}

const stateMarks = { works: "✓", fails: "✗", absent: "·", refused: "·" } as const;

function serverRow(
  { name, state, own, path, version }: ServerReport,
  { serving, companions }: Pick<LanguageGroup, "serving" | "companions">,
  style: ReportStyle,
): TableRow {
  const { colours, home } = style;
  const colour = { works: colours.green, fails: colours.red, absent: colours.dim, refused: colours.dim }[state];
  const isEmbedded = name === EMBEDDED_SERVER_NAME;
  const isBeside = companions.includes(name);
  const role = [
    ...(own ? ["yours"] : []),
    ...(isEmbedded ? ["by syntax alone"] : []),
    ...(state === "works" && serving !== null && serving !== name ? [isBeside ? "beside it" : "spare"] : []),
  ].join(", ");
  const where = isEmbedded
    ? "part of lsp-locate"
    : path === null || state === "absent"
      ? "not installed"
      : abbreviateHome(path, home);
  return {
    cells: [name, version ?? "", where],
    mark: colour(stateMarks[state]),
    note: role === "" ? "" : `(${role})`,
  };
}

/** Renders the lines below a server's row. */
function serverDetails(server: ServerReport, { colours, width, isDetailed }: ReportStyle): readonly string[] {
  const {
    state,
    error,
    remedy,
    methods = [],
    encoding,
    languages,
    own,
    stderr = [],
    environment = [],
    connection = [],
  } = server;
  const indent = " ".repeat(6);
  const room = width - indent.length;
  const colour = state === "fails" ? colours.red : colours.dim;
  if (state !== "works") {
    return [
      ...(error === undefined ? [] : [`${indent}${colour(shortenToWidth(error, isDetailed ? Infinity : room))}`]),
      ...(remedy === undefined ? [] : [`${indent}→ ${remedy}`]),
      // A single line is part of the error.
      ...(isDetailed && stderr.length > 1 ? stderr.map((line) => `${indent}  ${colours.dim(line)}`) : []),
    ];
  }
  const units = encoding === undefined || encoding === "utf-16" ? [] : [`positions in ${encoding}`];
  const idle = own && languages.length === 0 ? ["serves no language: add some to its `languages`"] : [];
  const lines = isDetailed ? [...wrapItems(shortMethodNames(methods), room), ...units] : [];
  const { symbolsError } = server;
  const symbols =
    symbolsError === undefined ? [] : [`answers the outline of an empty file with an error: ${symbolsError}`];
  return [...idle, ...symbols, renderCapabilityLine(methods), ...lines, ...connection, ...environment].map(
    (line) => `${indent}${colours.dim(line)}`,
  );
}

function absentLines(absent: readonly ServerReport[], style: ReportStyle): readonly string[] {
  const { colours, isDetailed } = style;
  if (absent.length === 0) return [];
  if (!isDetailed) return [colours.dim(`  · not installed: ${absent.map(({ name }) => name).join(", ")}`)];
  const rows = absent.map(({ name, install }) => ({ cells: [name, install ?? ""], mark: "·", note: "" }));
  return ["  Not installed", ...renderTable(rows, colours).map((line) => `  ${colours.dim(line.trimStart())}`)];
}

/** Renders the languages that only the embedded server serves. */
function syntaxSection(
  groups: readonly LanguageGroup[],
  byName: ReadonlyMap<string, ServerReport>,
  style: ReportStyle,
): readonly string[] {
  const embedded = byName.get(EMBEDDED_SERVER_NAME);
  if (groups.length === 0 || embedded === undefined) return [];
  const [list = ""] = listSection("By syntax alone, since no server for them is installed", groups, style);
  const [heading = "", ...rest] = list.split("\n");
  return [
    [
      heading,
      ...renderTable([serverRow(embedded, { serving: EMBEDDED_SERVER_NAME, companions: [] }, style)], style.colours),
      ...serverDetails(embedded, style),
      ...rest,
    ].join("\n"),
  ];
}

function listSection(
  title: string,
  groups: readonly LanguageGroup[],
  { colours, width }: ReportStyle,
): readonly string[] {
  if (groups.length === 0) return [];
  const items = groups.map(({ names, candidates }) =>
    candidates.length === 0 ? names.join("/") : `${names.join("/")} (${candidates.join(", ")})`,
  );
  return [[colours.bold(title), ...wrapItems(items, width - 2).map((line) => `  ${line}`)].join("\n")];
}

function summary({ servers, languages }: DoctorReport, { colours }: ReportStyle): string {
  const works = servers.filter(({ state, name }) => state === "works" && name !== EMBEDDED_SERVER_NAME);
  const fails = servers.filter(({ state }) => state === "fails");
  const served = languages.filter(({ serving }) => works.some(({ name }) => name === serving));
  const counts = `${works.length} ${works.length === 1 ? "server works" : "servers work"}, for ${served.length} of ${languages.length} languages`;
  const names = fails.map(({ name }) => name).join(", ");
  const broken = fails.length === 0 ? "" : `; ${colours.red(`${names} ${fails.length === 1 ? "fails" : "fail"}`)}`;
  return `${counts}${broken}. \`lsp-locate doctor <language>\` shows the details of one, and how to install missing servers.`;
}

/** Joins items with commas to lines of at most `width` columns, without breaking an item. */
function wrapItems(items: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  items.forEach((item, index) => {
    const text = index === items.length - 1 ? item : `${item},`;
    const longer = line === "" ? text : `${line} ${text}`;
    if (line !== "" && columnsOf(longer) > width) {
      lines.push(line);
      line = text;
    } else line = longer;
  });
  return line === "" ? lines : [...lines, line];
}

function shortenToWidth(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const end = text.lastIndexOf(" ", columns - 2);
  return `${text.slice(0, Math.max(0, end))} …`;
}

function abbreviateHome(path: string, home: string | undefined): string {
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** A row of a table whose cells are aligned in columns. */
interface TableRow {
  /** One column wide; may be coloured. */
  readonly mark: string;
  /** Plain text; the last one is not padded. */
  readonly cells: readonly string[];
  /** Text after the last cell; may be empty. */
  readonly note: string;
}

/** Renders a line for each row: the mark, the first cell plain, the others dim. */
function renderTable(rows: readonly TableRow[], colours: Colors): readonly string[] {
  const widths: number[] = [];
  for (const { cells } of rows) {
    cells.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
    });
  }
  return rows.map(({ mark, cells, note }) => {
    const [first = "", ...others] = cells.map((cell, index) => {
      const isLast = index === cells.length - 1;
      return isLast ? cell : cell + " ".repeat((widths[index] ?? 0) - columnsOf(cell));
    });
    // A column that is empty in every row takes no space.
    const filled = others.filter((_, index) => widths[index + 1] !== 0);
    const details = [...filled, note].filter((text) => text !== "").join("  ");
    return `  ${mark} ${first}  ${colours.dim(details)}`.trimEnd();
  });
}

/** A column for each capability, the same for every server, so that a missing one shows. */
const capabilityColumns = {
  hover: "textDocument/hover",
  def: "textDocument/definition",
  refs: "textDocument/references",
  impl: "textDocument/implementation",
  calls: "textDocument/prepareCallHierarchy",
  types: "textDocument/prepareTypeHierarchy",
  outline: "textDocument/documentSymbol",
  search: "workspace/symbol",
  rename: "textDocument/rename",
  format: "textDocument/formatting",
  fix: "textDocument/codeAction",
  complete: "textDocument/completion",
} as const;

/**
 * `hover def refs ·    calls …`: at most 73 columns wide, to fit a terminal of 80 with its
 * indentation.
 */
export function renderCapabilityLine(methods: readonly string[]): string {
  const can = new Set(methods);
  const words = Object.entries(capabilityColumns).map(([word, method]) =>
    (can.has(method) ? word : "·").padEnd(word.length),
  );
  return words.join(" ").trimEnd();
}

/** The methods without the prefix that most of them share. */
function shortMethodNames(methods: readonly string[]): readonly string[] {
  return methods.map((method) => method.replace("textDocument/", ""));
}
