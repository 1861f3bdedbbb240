/** The doctor's report as people like to read it: what works first, what could be installed last. */

import type { Colors } from "picocolors/types.js";
import type { DoctorReport, LanguageReport, ServerReport } from "../../backend/doctor.js";
import { embeddedName } from "../../backend/servers.js";
import { methods } from "../../session/methods.js";
import { visible } from "./cells.js";

interface Paper {
  readonly colours: Colors;
}

export function diagnosis({ file, problems, languages, servers }: DoctorReport, { colours }: Paper): string {
  const byName = new Map(servers.map((server) => [server.name, server]));
  const groups = grouped(languages);
  const served = groups.filter(({ serving }) => serving !== null && serving !== embeddedName);
  const embedded = groups.filter(({ serving }) => serving === embeddedName);
  const unserved = groups.filter(({ serving }) => serving === null);
  const sections = [
    ...(file === null ? [] : [`Your servers: ${file}`]),
    ...problems.map((problem) => `${colours.red("✗")} ${visible(problem)}`),
    ...served.map((group) => groupLines(group, byName, colours)),
    ...listOf("By syntax alone, with the embedded server", embedded, byName, colours),
    ...listOf("Without a server", unserved, byName, colours),
  ];
  return sections.join("\n\n");
}

/** Languages that the same servers serve. */
interface Group {
  readonly names: readonly string[];
  readonly extensions: readonly string[];
  readonly candidates: readonly string[];
  readonly serving: string | null;
}

function grouped(languages: readonly LanguageReport[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { language, extensions, candidates, serving } of languages) {
    // Languages without any server have nothing else in common.
    const key = candidates.length === 0 ? `${serving}` : candidates.join(" ");
    const group = groups.get(key);
    groups.set(key, {
      names: [...(group?.names ?? []), language],
      extensions: [...(group?.extensions ?? []), ...extensions],
      candidates,
      serving,
    });
  }
  return [...groups.values()];
}

function groupLines(
  { names, extensions, candidates, serving }: Group,
  byName: ReadonlyMap<string, ServerReport>,
  colours: Colors,
): string {
  const heading = `${colours.bold(names.join(", "))}  ${colours.dim(extensions.join(" "))}`;
  const found = candidates.flatMap((name) => byName.get(name) ?? []);
  const width = Math.max(...found.map(({ name }) => name.length));
  return [heading, ...found.flatMap((server) => serverLines(server, width, server.name === serving, colours))].join(
    "\n",
  );
}

function serverLines(server: ServerReport, width: number, serves: boolean, colours: Colors): readonly string[] {
  const { name, state, version, path, install, error } = server;
  const label = name.padEnd(width);
  if (state === "absent") return [colours.dim(`  · ${label}  not installed${install === null ? "" : `: ${install}`}`)];
  const about = [version ?? "", colours.dim(path ?? "")].filter((part) => part !== "").join("  ");
  if (state === "fails")
    return [`  ${colours.red("✗")} ${label}  ${about}`, `      ${colours.red(visible(error ?? "does not start"))}`];
  const role = serves ? "" : colours.dim("  (not used: one before it is installed)");
  return [
    `  ${colours.green("✓")} ${label}  ${about}${role}`,
    ...abilities(server).map((line) => `      ${colours.dim(line)}`),
  ];
}

/** Which `locate/` methods it can answer, whichever list is shorter. */
function abilities({ methods: able = [], encoding }: ServerReport): readonly string[] {
  const can = new Set(able);
  const names = Object.entries(methods);
  const missing = names.filter(([name, row]) => !can.has(`textDocument/${row.asks ?? name}`)).map(([name]) => name);
  const units = encoding === undefined || encoding === "utf-16" ? [] : [`positions in ${encoding}`];
  if (missing.length === 0) return ["every method", ...units];
  if (missing.length > names.length / 2) {
    const present = names.map(([name]) => name).filter((name) => !missing.includes(name));
    return [present.length === 0 ? "no method at all" : `only ${present.join(", ")}`, ...units];
  }
  return [`all but ${missing.join(", ")}`, ...units];
}

/** Languages that no installed server serves, and how to get one. */
function listOf(
  title: string,
  groups: readonly Group[],
  byName: ReadonlyMap<string, ServerReport>,
  colours: Colors,
): readonly string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(({ names, candidates }) => {
    const installs = candidates.flatMap((name) => byName.get(name)?.install ?? []);
    const how = candidates.length === 0 ? "no other server is known" : (installs[0] ?? candidates.join(" or "));
    return `  ${names.join(", ")}  ${colours.dim(how)}`;
  });
  return [[colours.bold(title), ...lines].join("\n")];
}
