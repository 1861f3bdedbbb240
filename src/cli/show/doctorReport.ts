/**
 * The doctor's report as people like to read it: first the languages that a server is installed for, as a table; then those that the embedded
 * server has, and those that nothing has, in as little space as will do; last, what it comes to.
 */

import type { Colors } from "picocolors/types.js";
import { EMBEDDED_SERVER_NAME } from "../../backend/config/servers.js";
import type { DoctorReport, LanguageReport, ServerReport } from "../../backend/doctor/doctor.js";
import { abilitiesLine, everyMethod } from "./abilities.js";
import { columnsOf, visible } from "./cells.js";
import { type Row, table } from "./table.js";

interface Paper {
  readonly colours: Colors;
  /** Columns. */
  readonly width: number;
  /** The user's home, which is written `~`. */
  readonly home?: string;
  /** All there is to say of few languages, instead of something of each. */
  readonly isDetailed?: boolean;
}

export function diagnosis(report: DoctorReport, paper: Paper): string {
  const byName = new Map(report.servers.map((server) => [server.name, server]));
  const groups = grouped(report.languages);
  const isThere = (name: string) => {
    const { state = "absent", own = false } = byName.get(name) ?? {};
    return state !== "absent" || own;
  };
  const shown = groups.filter(({ candidates }) => paper.isDetailed || candidates.some(isThere));
  const rest = groups.filter((group) => !shown.includes(group));
  const listed = new Set(report.languages.flatMap(({ candidates }) => candidates));
  const idle = report.servers.filter(({ name, own }) => own && !listed.has(name) && name !== EMBEDDED_SERVER_NAME);
  const parts = [
    ...shown.map((group) => groupPart(group, byName, paper)),
    ...(idle.length === 0 ? [] : [{ heading: "Serving no language", about: "", servers: idle, absent: [] }]),
  ];
  return [
    ...fileSection(report, paper),
    ...tableSections(parts, paper),
    ...syntaxSection(
      rest.filter(({ serving }) => serving === EMBEDDED_SERVER_NAME),
      byName,
      paper,
    ),
    ...listSection(
      "No server for these is installed",
      rest.filter(({ serving }) => serving === null),
      paper,
    ),
    ...(paper.isDetailed ? [] : [summary(report, paper)]),
  ].join("\n\n");
}

/** Languages that the same servers serve. */
interface Group {
  readonly names: readonly string[];
  readonly files: readonly string[];
  readonly candidates: readonly string[];
  readonly serving: string | null;
}

function grouped(languages: readonly LanguageReport[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { language, extensions, filenames, candidates, serving } of languages) {
    // Languages without any server have nothing else in common.
    const key = candidates.length === 0 ? language : `${candidates.join(" ")} ${serving}`;
    const group = groups.get(key);
    // What is known by its name is told by that; a language with both, by its extensions.
    const files = extensions.length === 0 ? filenames : extensions;
    groups.set(key, {
      names: [...(group?.names ?? []), language],
      files: [...(group?.files ?? []), ...files],
      candidates,
      serving,
    });
  }
  return [...groups.values()];
}

function fileSection({ file, problems }: DoctorReport, { colours, home }: Paper): readonly string[] {
  if (file === null) return [];
  const lines = problems.map((problem) => `  ${colours.red("✗")} ${visible(problem)}`);
  return [[`Your servers: ${atHome(visible(file), home)}`, ...lines].join("\n")];
}

/** One entry of the table: a heading, and what there is under it. */
interface Part {
  readonly heading: string;
  readonly about: string;
  readonly servers: readonly ServerReport[];
  readonly absent: readonly ServerReport[];
  readonly serving?: string | null;
}

function groupPart(
  { names, files, candidates, serving }: Group,
  byName: ReadonlyMap<string, ServerReport>,
  { isDetailed }: Paper,
): Part {
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
    servers: [...found.filter(isRow), ...(embedded === undefined ? [] : [embedded])],
    absent: found.filter((server) => !isRow(server)),
    serving,
  };
}

/** Aligned over all of them, as an eye runs down them all. */
function tableSections(parts: readonly Part[], paper: Paper): readonly string[] {
  const rows = parts.flatMap(({ servers, serving = null }) => servers.map((server) => rowOf(server, serving, paper)));
  const lines = table(rows, paper.colours);
  let next = 0;
  return parts.map(({ heading, about, servers, absent }) => {
    const { colours, width } = paper;
    const room = Math.max(20, width - columnsOf(heading) - 2);
    const beside = about === "" ? "" : `  ${colours.dim(shortened(visible(about), room))}`;
    const first = `${colours.bold(visible(heading))}${beside}`;
    const found = servers.flatMap((server) => [lines[next++] ?? "", ...detailsOf(server, paper)]);
    return [first, ...found, ...absentLines(absent, paper)].join("\n");
  });
}

const marks = { works: "✓", fails: "✗", absent: "·" } as const;

function rowOf({ name, state, own, path, version }: ServerReport, serving: string | null, paper: Paper): Row {
  const { colours, home } = paper;
  const colour = { works: colours.green, fails: colours.red, absent: colours.dim }[state];
  const isEmbedded = name === EMBEDDED_SERVER_NAME;
  const role = [
    ...(own ? ["yours"] : []),
    ...(isEmbedded ? ["by syntax alone"] : []),
    ...(state === "works" && serving !== null && serving !== name ? ["spare"] : []),
  ].join(", ");
  const where = isEmbedded
    ? "part of lsp-locate"
    : path === null || state === "absent"
      ? "not installed"
      : atHome(visible(path), home);
  return {
    cells: [visible(name), version === null ? "" : visible(version), where],
    mark: colour(marks[state]),
    note: role === "" ? "" : `(${role})`,
  };
}

/** What stands under a server's row. */
function detailsOf(server: ServerReport, { colours, width, isDetailed }: Paper): readonly string[] {
  const { state, error, remedy, methods = [], encoding, languages, own, stderr = [] } = server;
  const indent = " ".repeat(6);
  const room = width - indent.length;
  const colour = state === "fails" ? colours.red : colours.dim;
  if (state !== "works") {
    return [
      ...(error === undefined ? [] : [`${indent}${colour(shortened(visible(error), isDetailed ? Infinity : room))}`]),
      ...(remedy === undefined ? [] : [`${indent}→ ${visible(remedy)}`]),
      // One line has been said already.
      ...(isDetailed && stderr.length > 1 ? stderr.map((line) => `${indent}  ${colours.dim(visible(line))}`) : []),
    ];
  }
  const units = encoding === undefined || encoding === "utf-16" ? [] : [`positions in ${encoding}`];
  const idle = own && languages.length === 0 ? ["serves no language: name some in its `languages`"] : [];
  const lines = isDetailed ? [...wrapped(everyMethod(methods), room), ...units] : [];
  return [...idle, abilitiesLine(methods), ...lines].map((line) => `${indent}${colours.dim(line)}`);
}

function absentLines(absent: readonly ServerReport[], paper: Paper): readonly string[] {
  const { colours, isDetailed } = paper;
  if (absent.length === 0) return [];
  if (!isDetailed) return [colours.dim(`  · not installed: ${absent.map(({ name }) => name).join(", ")}`)];
  const rows = absent.map(({ name, install }) => ({ cells: [name, install ?? ""], mark: "·", note: "" }));
  return ["  Not installed", ...table(rows, colours).map((line) => `  ${colours.dim(line.trimStart())}`)];
}

/** Languages that only the embedded server has. */
function syntaxSection(
  groups: readonly Group[],
  byName: ReadonlyMap<string, ServerReport>,
  paper: Paper,
): readonly string[] {
  const embedded = byName.get(EMBEDDED_SERVER_NAME);
  if (groups.length === 0 || embedded === undefined) return [];
  const [list = ""] = listSection("By syntax alone, as no server for them is installed", groups, paper);
  const [heading = "", ...rest] = list.split("\n");
  return [
    [
      heading,
      ...table([rowOf(embedded, EMBEDDED_SERVER_NAME, paper)], paper.colours),
      ...detailsOf(embedded, paper),
      ...rest,
    ].join("\n"),
  ];
}

function listSection(title: string, groups: readonly Group[], { colours, width }: Paper): readonly string[] {
  if (groups.length === 0) return [];
  const items = groups.map(({ names, candidates }) =>
    candidates.length === 0 ? names.join("/") : `${names.join("/")} (${candidates.join(", ")})`,
  );
  return [[colours.bold(title), ...wrapped(items, width - 2).map((line) => `  ${line}`)].join("\n")];
}

function summary({ servers, languages }: DoctorReport, { colours }: Paper): string {
  const works = servers.filter(({ state, name }) => state === "works" && name !== EMBEDDED_SERVER_NAME);
  const fails = servers.filter(({ state }) => state === "fails");
  const served = languages.filter(({ serving }) => works.some(({ name }) => name === serving));
  const few = `${works.length} ${works.length === 1 ? "server works" : "servers work"}, for ${served.length} of ${languages.length} languages`;
  const names = fails.map(({ name }) => name).join(", ");
  const broken = fails.length === 0 ? "" : `; ${colours.red(`${names} ${fails.length === 1 ? "fails" : "fail"}`)}`;
  return `${few}${broken}. \`lsp-locate doctor <language>\` says more of one, and how to install what is missing.`;
}

/** Items in lines of at most `width` columns, none of them broken. */
function wrapped(items: readonly string[], width: number): readonly string[] {
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

function shortened(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const end = text.lastIndexOf(" ", columns - 2);
  return `${text.slice(0, Math.max(0, end))} …`;
}

function atHome(path: string, home: string | undefined): string {
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
