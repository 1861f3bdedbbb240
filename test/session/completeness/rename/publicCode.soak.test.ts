/**
 * Renames in public code by real servers, applied: the project compiles as before, or the rename is
 * refused with the places that would break.
 */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { readRenameEdits } from "../../../../src/session/completeness/rename/renameEdits.js";
import { applyTextEdits } from "../../../../src/text/edits/textEdits.js";
import { pathOfUri } from "../../../../src/uri.js";
import { skip } from "../../../jest.js";
import { type Peer, startPeer } from "../../../peer.js";
import { pick, type Random, randomFrom } from "../../../text/random.js";
import { copyOf, type PublicProject, publicProjects, sourcesOf } from "./publicCode.js";

const isFull = process.env["TEST_SOAK"] === "full";
/** Random in the full form alone, so that the short form is the same in every run. */
const seed = Number(process.env["FUZZ_SEED"] ?? (isFull ? Math.floor(Math.random() * 1e9) : 1));
const only = process.env["ONLY"];
const countOf = ({ share }: PublicProject) =>
  process.env["FUZZ_COUNT"] ? Number(process.env["FUZZ_COUNT"]) : isFull ? share : 1;
/** The files whose symbols are renamed. The short form takes few, of the smaller projects only. */
const MAX_FILES = isFull ? 120 : 20;

jest.setTimeout(3_600_000);

interface OutlineSymbol {
  /** Null where several have the same path. */
  readonly symbol_path: readonly string[] | null;
  readonly kind: string;
  readonly range: { readonly start: { readonly line: number } };
  readonly children?: readonly OutlineSymbol[];
}

/** A symbol to rename. */
interface Target {
  readonly file_path: string;
  readonly symbol_path: readonly string[];
  readonly name: string;
}

interface RenameAnswer {
  readonly result: WorkspaceEdit | null;
  readonly unconfirmed?: {
    readonly count: number;
    readonly certain?: number;
    readonly more?: true;
    readonly why?: string;
    readonly places: readonly object[];
  };
}

/** The kinds of names of which as many are renamed each, by what the text shows. */
const groups: Readonly<Record<string, (line: string, name: string, all: string) => boolean>> = {
  exported: (line) => /^export (?!default)|^(?:def|class|func) [A-Z]|^def [a-z]/.test(line),
  "re-exported": (_line, name, all) => new RegExp(`export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from`).test(all),
  aliased: (_line, name, all) =>
    new RegExp(`\\b${name} as \\w|\\w as ${name}\\b|export \\{[^}]*\\b${name}\\b`).test(all),
  default: (line) => /\bexport default\b/.test(line),
  member: (line) => /^\s+(?:public |static |readonly |async |abstract )*\w+\??(?:\(|:|<)|^\s+def |^func \(/.test(line),
  private: (line) => /^\s+(?:private|protected|#)|\b_\w+/.test(line),
  "top private": (line) => /^(?:func|var|type|const|function|class) [a-z_]/.test(line),
  shorthand: (_line, name, all) => new RegExp(`[{,]\\s*${name}\\s*[,}]`).test(all),
};

/** The groups of C++, where namespaces are around all names. */
const cppGroups: typeof groups = {
  "in a namespace": (line) => /^(?:template|class|struct|enum|inline|constexpr|static|auto|void)\b/.test(line),
  member: (line) => /^\s+(?:[\w:<>&*,]+\s+)+[&*]?\w+(?:\(|;|\s*=)/.test(line),
  private: (line, name) => /_$/.test(name) || /\bm_\w+/.test(line),
};
const groupsOf = ({ extension }: Pick<PublicProject, "extension">) => (/^\.h/.test(extension) ? cppGroups : groups);

/** The groups of names at the top of a file; those of the others are inside of something. */
const topGroups: ReadonlySet<string> = new Set(["exported", "re-exported", "aliased", "default", "top private"]);

describe.each(publicProjects.filter(({ name, isQuick }) => (only ? name.startsWith(only) : isFull || isQuick)))(
  "$name",
  (project) => {
    test(`Renames compile, or are refused with the places (seed ${seed})`, async () => {
      const copy = copyOf(project);
      if ("missing" in copy) return skip(`${project.name} can't be had here: ${copy.missing}`);
      const { root } = copy;
      const peer = await startPeer(project.server, { root, timeoutMs: 600_000 });
      try {
        const random = randomFrom(seed);
        const countErrors = project.compiler(root);
        const baseline = countErrors();
        const targets = await findTargets(project, root, peer, random);
        const report: Record<string, Record<string, number>> = {};
        const broken: string[] = [];
        let done = 0;
        for (const { group, target } of inTurn(targets, random)) {
          if (done >= countOf(project)) break;
          const outcome = await renameOne(target, { root, peer, countErrors, baseline });
          if (outcome.kind === "none") continue;
          done++;
          const counts = (report[group] ??= {});
          counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
          if (outcome.kind === "broken")
            broken.push(`${group}: ${target.file_path}:${target.symbol_path.join(".")}: ${outcome.why}`);
          if (process.env["VERBOSE"])
            console.log(group, outcome.kind, target.file_path, target.symbol_path.join("."), outcome.why);
        }
        console.log(project.name, JSON.stringify({ seed, done, baseline, report }));
        expect(broken).toEqual([]);
        expect(done).toBeGreaterThan(0);
      } finally {
        await peer.close().catch(() => {});
        rmSync(root, { recursive: true, force: true });
      }
    });
  },
);

async function findTargets(
  project: PublicProject,
  root: string,
  peer: Peer,
  random: Random,
): Promise<ReadonlyMap<string, readonly Target[]>> {
  const sources = [...sourcesOf(root, project)];
  const all = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  const found = new Map<string, Target[]>(Object.keys(groupsOf(project)).map((group) => [group, []]));
  while (sources.length > MAX_FILES) sources.splice(random(sources.length), 1);
  for (const file_path of sources) {
    const lines = readFileSync(join(root, file_path), "utf8").split(/\r?\n/);
    const { symbols } = await peer.request<{ symbols: readonly OutlineSymbol[] }>("locate/outline", {
      file_path,
      depth: DEPTHS[project.extension] ?? 2,
    });
    for (const { symbol_path, range } of symbols.flatMap(flatten)) {
      if (symbol_path === null) continue;
      const name = symbol_path.at(-1) ?? "";
      // Names that a language asks for can't be renamed: members of templates of std, __init__ …
      if (symbol_path.includes("std")) continue;
      if (!/^[A-Za-z_]\w{2,}$/.test(name) || /^__\w+__$|^constructor$|^test|^Test|^init$|^main$/.test(name)) continue;
      const line = lines.slice(range.start.line - 1, range.start.line + 9).find((each) => each.includes(name)) ?? "";
      for (const [group, fits] of Object.entries(groupsOf(project)))
        if ((symbol_path.length === 1) === topGroups.has(group) && fits(line, name, all))
          found.get(group)?.push({ file_path, symbol_path, name });
    }
  }
  return found;
}

/** The depth of outlines, by the extension of sources, where namespaces are around all else. */
const DEPTHS: Readonly<Record<string, number>> = { ".h": 6, ".hpp": 6 };

function flatten(symbol: OutlineSymbol): readonly OutlineSymbol[] {
  return [symbol, ...(symbol.children ?? []).flatMap(flatten)];
}

/** Yields targets of each group in turn, each once. */
function* inTurn(found: ReadonlyMap<string, readonly Target[]>, random: Random) {
  const left = [...found].map(([group, targets]) => ({ group, targets: [...targets] }));
  const seen = new Set<string>();
  while (left.some(({ targets }) => targets.length > 0)) {
    for (const { group, targets } of left) {
      if (targets.length === 0) continue;
      const target = pick(random, targets);
      targets.splice(targets.indexOf(target), 1);
      const key = JSON.stringify([target.file_path, target.symbol_path]);
      if (!seen.has(key)) yield { group, target };
      seen.add(key);
    }
  }
}

interface Run {
  readonly root: string;
  readonly peer: Peer;
  readonly countErrors: () => number;
  readonly baseline: number;
}

/** `none`: the server renames nothing there, or says why it can't. */
type Outcome = { readonly kind: "applied" | "refused" | "broken" | "none"; readonly why: string };

async function renameOne(target: Target, { root, peer, countErrors, baseline }: Run): Promise<Outcome> {
  const newName = /^[A-Z]/.test(target.name) ? `Renamed${target.name}Q` : `renamed${target.name}Q`;
  const answer = await requestRename(target, newName, peer);
  if (typeof answer === "string" || answer.result === null) return { kind: "none", why: String(answer) };
  const { result, unconfirmed } = answer;
  if (unconfirmed?.certain || unconfirmed?.more)
    return { kind: "refused", why: `${unconfirmed.why ?? ""} ${JSON.stringify(unconfirmed.places.slice(0, 3))}` };
  const files = [...readRenameEdits(result).values()].map(({ uri, edits }) => {
    const path = pathOfUri(uri) as string;
    const text = readFileSync(path, "utf8");
    return { uri, path, before: text, after: applyTextEdits(text, edits, "utf-16") };
  });
  const outside = files.find(({ path }) => !path.startsWith(root));
  if (outside) return { kind: "none", why: `changes ${outside.path}` };
  const write = async (side: "before" | "after") => {
    for (const file of files) writeFileSync(file.path, file[side]);
    await peer.notify("workspace/didChangeWatchedFiles", { changes: files.map(({ uri }) => ({ uri, type: 2 })) });
  };
  await write("after");
  const errors = countErrors();
  await write("before");
  const what = `${files.length} files, ${unconfirmed?.count ?? "?"} possible ${unconfirmed?.why ?? ""}`;
  if (errors <= baseline) return { kind: "applied", why: what };
  return {
    kind: "broken",
    why: `${errors - baseline} new errors; ${what} ${JSON.stringify(unconfirmed?.places.slice(0, 2))}`,
  };
}

/** Returns the error's message where the server refuses. */
async function requestRename(
  { file_path, symbol_path }: Target,
  newName: string,
  peer: Peer,
): Promise<RenameAnswer | string> {
  const locate = { file_path, scope: { symbol_path } };
  try {
    return await peer.locate<RenameAnswer>("rename", locate, { newName, place: true });
  } catch (error) {
    const { data, message } = error as { data?: { candidates?: readonly { locate: object }[] }; message: string };
    const [first] = data?.candidates ?? [];
    if (first === undefined) return message;
    return peer
      .locate<RenameAnswer>("rename", first.locate, { newName, place: true })
      .catch((again: Error) => again.message);
  }
}
