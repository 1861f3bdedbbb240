/**
 * Reads gopls' marker tests: archives of files whose comments name places and what is found from
 * them (`//@refs(a, "b")`), as its package internal/test/marker describes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { applyHunks, positionAt } from "./texts.mjs";

const kinds = {
  def: "definition",
  refs: "references",
  implementation: "implementation",
  incomingcalls: "incomingCalls",
  outgoingcalls: "outgoingCalls",
  subtypes: "subtypes",
  supertypes: "supertypes",
  rename: "rename",
  renameerr: "rename",
};

const source = { client: "go", name: "golang.org/x/tools/gopls", version: "v0.22.0" };

export const gopls = {
  name: "gopls",
  language: "go",
  sources: [source],
  server: "gopls",
  /** Returns the tests in the sources. */
  read([folder]) {
    const testdata = join(folder, "internal/test/marker/testdata");
    return readdirSync(testdata, { recursive: true })
      .filter((path) => path.endsWith(".txt"))
      .sort()
      .flatMap((path) => readTest(path, readFileSync(join(testdata, path), "utf8")));
  },
};

/** Returns the test of an archive; nothing where it needs what a runner of ours has not. */
function readTest(path, archive) {
  const sections = splitArchive(archive);
  const flags = sections.get("flags") ?? "";
  if (sections.has("skip") || flags.includes("-cgo")) return [];
  const settings = JSON.parse(sections.get("settings.json") || "{}");
  const variables = (sections.get("env") ?? "").split(/\s+/).filter((word) => word.includes("="));
  const env = Object.fromEntries(variables.map((word) => word.split(/=(.*)/s).slice(0, 2)));
  const files = {};
  const golden = {};
  for (const [name, text] of sections) {
    if (["flags", "settings.json", "env", "capabilities.json"].includes(name)) continue;
    // Modules of a proxy are unpacked by gopls' own runner.
    if (name.startsWith("proxy/")) return [];
    const [, label, file] = /^@([^/]*)\/?(.*)$/s.exec(name) ?? [];
    if (label === undefined) files[name] = text;
    else golden[label] = { ...golden[label], [file]: text };
  }
  const marks = readMarks(files, golden);
  if (marks.length === 0) return [];
  const hasWork = Object.keys(files).some((name) => basename(name) === "go.work");
  const ownEnv = { GOPROXY: "off", ...(hasWork ? {} : { GOFLAGS: "-mod=mod" }), ...env };
  return [{ name: path.replace(/\.txt$/, ""), files, marks, env: ownEnv, settings: { gopls: settings } }];
}

/** Returns the files of a txtar archive by name. */
function splitArchive(archive) {
  const parts = archive.split(/^-- (.+?) --[ \t]*\n/m).slice(1);
  return new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name.trim(), parts[at + 1]]] : [])));
}

function readMarks(files, golden) {
  const calls = Object.entries(files).flatMap(([path, text]) =>
    notesOf(path, text).flatMap(({ at, note }) => readCalls(note).map((call) => ({ ...call, path, text, at }))),
  );
  const named = new Map();
  for (const call of calls) {
    if (call.name !== "loc") continue;
    const place = placeOf(call.args[1], call, named);
    if (place) named.set(call.args[0].value, place);
  }
  return calls.flatMap((call) => {
    const kind = kinds[call.name];
    const from = kind && placeOf(call.args[0], call, named);
    if (!from) return [];
    const want = wantOf(call, { files, golden, named });
    if (want === undefined) return [];
    const mark = { kind, path: from.path, position: { line: from.line, character: from.character }, want };
    return [kind === "rename" ? { ...mark, newName: call.args[1].value } : mark];
  });
}

/** Returns what the call expects; undefined where one of its places can't be found. */
function wantOf({ name, args, isError, ...call }, { files, golden, named }) {
  if (name === "renameerr" || isError) return { refused: true };
  if (name !== "rename") {
    const places = args.slice(1).map((arg) => placeOf(arg, call, named));
    return places.includes(undefined) ? undefined : { places };
  }
  const changes = Object.entries(golden[args[2]?.value] ?? {});
  // A file of a package that moves is left without text.
  const textOf = (path, diff) => applyHunks(files[path] ?? "", diff) || undefined;
  return { texts: Object.fromEntries(changes.map(([path, diff]) => [path, textOf(path, diff)])) };
}

/** Returns the notes in comments that begin with `@`, with the offsets of the comments. */
function notesOf(path, text) {
  if (!/\.(?:go|mod|work|s)$/.test(path)) return [];
  return [...text.matchAll(/\/\/@([^\n]*)|\/\*@(.*?)\*\//gs)].map((match) => ({
    at: match.index,
    note: match[1] ?? match[2],
  }));
}

const token =
  /\s*(?:(?<re>re(?=["`]))|(?<string>"(?:\\.|[^"\\])*")|(?<raw>`[^`]*`)|(?<number>-?\d+)|(?<word>[A-Za-z_]\w*)|(?<mark>[(),=]))/y;

/** Reads calls like `name(word, "text", re"expression", key=value), name(…)`. */
function readCalls(note) {
  const tokens = [];
  token.lastIndex = 0;
  for (let match = token.exec(note); match !== null; match = token.exec(note)) {
    const [kind, value] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    tokens.push({ kind, value });
  }
  const calls = [];
  let at = 0;
  const isMark = (value) => tokens[at]?.kind === "mark" && tokens[at].value === value;
  while (tokens[at]?.kind === "word") {
    const call = { name: tokens[at++].value, args: [], isError: false };
    if (isMark("(")) {
      at += 1;
      while (at < tokens.length && !isMark(")")) {
        const isNamed = tokens[at].kind === "word" && tokens[at + 1]?.value === "=";
        if (isNamed) {
          call.isError ||= tokens[at].value === "err";
          at += 2;
        }
        const isExpression = tokens[at]?.kind === "re";
        if (isExpression) at += 1;
        if (tokens[at] === undefined) return calls;
        if (!isNamed) call.args.push(argumentOf(tokens[at], isExpression));
        at += 1;
        if (isMark(",")) at += 1;
      }
      at += 1;
    }
    calls.push(call);
    if (isMark(",")) at += 1;
  }
  return calls;
}

function argumentOf({ kind, value }, isExpression) {
  const text = kind === "raw" ? value.slice(1, -1) : kind === "string" ? unquote(value) : value;
  if (isExpression) return { kind: "expression", value: text };
  return { kind: kind === "raw" || kind === "string" ? "text" : kind, value: text };
}

/** Go's escapes are JSON's, but for `\x`, `\a`, `\v` and a quote. */
function unquote(literal) {
  const others = { "'": "'", a: "\\u0007", v: "\\u000b" };
  return JSON.parse(
    literal.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/gi, (whole, code, letter) =>
      code === undefined ? (others[letter] ?? whole) : `\\u00${code}`,
    ),
  );
}

/** Returns the place of an argument: a name, or text or an expression found in the note's line. */
function placeOf(arg, { path, text, at }, named) {
  if (arg?.kind === "word") return named.get(arg.value);
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  let from = -1;
  if (arg?.kind === "text") from = text.indexOf(arg.value, lineStart);
  if (arg?.kind === "expression") {
    // Go writes the flag into the expression, for all of it or for a group.
    const flags = arg.value.includes("(?s") ? "dgms" : "dgm";
    const expression = new RegExp(arg.value.replace("(?s)", "").replace("(?s:", "(?:"), flags);
    expression.lastIndex = lineStart;
    const match = expression.exec(text);
    if (match) from = match.indices[match.length === 2 ? 1 : 0][0];
  }
  return from < 0 || from > at ? undefined : { path, ...positionAt(text, from) };
}
