/**
 * Reads rust-analyzer's fixtures from its tests: small projects in strings, with `$0` at the place
 * that is asked about, and what is expected in annotations, in a list of ranges, or as text.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { positionAt, positionAtByte } from "./texts.mjs";

const crate = (name) => ({ client: "cargo", name, version: "0.0.358" });
const sourceOf = (folder, name, path) => readFileSync(join(folder, "vendored", name, "src", path), "utf8");

const initializationOptions = {
  cargo: { buildScripts: { enable: false } },
  procMacro: { enable: false },
  checkOnSave: false,
  cachePriming: { enable: false },
};

export const rustAnalyzer = {
  name: "rust-analyzer",
  language: "rust",
  sources: [crate("ra_ap_ide"), crate("ra_ap_test_utils")],
  server: "rust-analyzer",
  /** Returns the tests in the sources. */
  read([ide, utilities]) {
    const core = sourceOf(utilities, "ra_ap_test_utils", "minicore.rs");
    return Object.entries(readers).flatMap(([file, read]) => {
      const code = sourceOf(ide, "ra_ap_ide", `${file}.rs`);
      return checksOf(code).flatMap(({ name, at, check, args }) => {
        if (ownQuestions.test(name)) return [];
        const asked = read(check, args);
        const fixture = asked && parseFixture(asked.fixture);
        const want = fixture && asked.want(fixture.files);
        if (!want) return [];
        const { kind, newName } = asked;
        const mark = { kind, path: fixture.from.path, position: fixture.from.position, want };
        return [
          {
            name: `${file}/${name}:${code.slice(0, at).split("\n").length}`,
            files: {
              ...Object.fromEntries(fixture.files.map(({ path, text }) => [path, text])),
              ...project(fixture, core),
            },
            marks: [newName === undefined ? mark : { ...mark, newName }],
            initializationOptions,
          },
        ];
      });
    });
  },
};

/**
 * Tests of questions that no other server is asked: the constructors of a type, from its brace;
 * code in a string.
 */
const ownQuestions = /^(?:test_struct_literal|test_enum_|ra_fixture)/;

/** By file of tests: what the call of a check asks; undefined for checks of something else. */
const readers = {
  goto_definition: (check, args) => navigation("definition", check, args),
  goto_implementation: (check, args) => navigation("implementation", check, args),
  references(check, [fixture, ...rest]) {
    const isPlain = check === "check" || (check === "check_with_filters" && !rest.slice(0, 2).includes(true));
    const expected = rest.at(-1);
    if (!isPlain || typeof expected !== "string") return undefined;
    return { kind: "references", fixture, want: (files) => listed(files, trimIndent(expected)) };
  },
  rename(check, [newName, fixture, after]) {
    if (check !== "check" || typeof after !== "string") return undefined;
    const text = trimIndent(after);
    const want = text.startsWith("error:") ? { refused: true } : { onlyText: text };
    return { kind: "rename", newName, fixture, want: () => want };
  },
};

function navigation(kind, check, [fixture]) {
  if (check === "check") return { kind, fixture, want: annotated };
  const isNone = check === "check_unresolved" || check === "check_no_definition";
  // What a test shows as not found may be annotated all the same.
  return isNone ? { kind, fixture, want: annotated } : undefined;
}

/** Returns the calls of checks in the tests of a file, with their strings and flags. */
function checksOf(code) {
  const from = code.indexOf("mod tests {");
  const functions = [...code.matchAll(/\n {4}fn (\w+)/g)];
  return [...code.matchAll(/\n {8,}(check\w*)\(/g)].flatMap((match) => {
    if (match.index < from) return [];
    const name = functions.findLast(({ index }) => index < match.index)?.[1];
    return [{ name, at: match.index + 1, check: match[1], args: argumentsAt(code, match.index + match[0].length) }];
  });
}

const argument =
  /\s*(?:expect!\[\[)?\s*(?:r(?<hashes>#*)"(?<raw>.*?)"\k<hashes>|"(?<plain>(?:\\.|[^"\\])*)"|(?<flag>true|false|None))\s*(?:\]\])?\s*(?<end>,?)/sy;

function argumentsAt(code, at) {
  const args = [];
  argument.lastIndex = at;
  for (let match = argument.exec(code); match !== null; match = argument.exec(code)) {
    const { raw, plain, flag, end } = match.groups;
    args.push(flag === undefined ? (raw ?? unquote(plain)) : flag === "true");
    if (end === "") break;
  }
  return args;
}

/** Rust's escapes are JSON's, but for a line break that is left out, and lines as they are. */
function unquote(literal) {
  return JSON.parse(
    `"${literal
      .replaceAll(/\\\n\s*/g, "")
      .replaceAll("\n", "\\n")
      .replaceAll("\\'", "'")}"`,
  );
}

function trimIndent(text) {
  const lines = text.replace(/^\n/, "").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)[0].length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(indent, /^ */.exec(line)[0].length))).join("\n");
}

const knownMeta = "crate deps edition cfg env new_source_root library".split(" ");

/** Returns files, place and flags of a fixture; undefined if it has what a project can't have. */
function parseFixture(source) {
  let text = trimIndent(source);
  let flags;
  for (;;) {
    const [, head, value] = /^\/\/- (?!\/)(\w+):? ?(.*)\n/.exec(text) ?? [];
    if (head === undefined) break;
    if (head === "minicore") flags = value.split(",").map((flag) => flag.trim());
    else if (head !== "toolchain") return undefined;
    text = text.slice(text.indexOf("\n") + 1);
  }
  const parts = text.split(/^\/\/-[ \t]*(\/.*)\n/m);
  const files = parts.length === 1 ? [{ path: "main.rs", meta: {}, text }] : [];
  for (let at = 1; at < parts.length; at += 2) {
    const [path, ...words] = parts[at].trim().split(/\s+/);
    const meta = Object.fromEntries(words.map((word) => word.split(/:(.*)/s).slice(0, 2)));
    files.push({ path: path.slice(1), meta, text: parts[at + 1] });
  }
  if (files.some(({ meta }) => Object.keys(meta).some((key) => !knownMeta.includes(key)))) return undefined;
  const marked = files.filter(({ text }) => text.includes("$0"));
  if (marked.length !== 1 || marked[0].text.split("$0").length !== 2) return undefined;
  const [file] = marked;
  const position = positionAt(file.text, file.text.indexOf("$0"));
  file.text = file.text.replace("$0", "");
  return { files, flags, from: { path: file.path, position } };
}

/** Returns the rust-project.json of a fixture, and the part of the core library that it needs. */
function project({ files, flags }, core) {
  const plain = (name) => name.split("@")[0].replaceAll("-", "_");
  const roots = files.filter(({ meta }) => meta.crate !== undefined);
  if (roots.length === 0) {
    const root = files.find(({ path }) => path === "lib.rs" || path === "main.rs") ?? files[0];
    roots.push({ ...root, meta: { ...root.meta, crate: "ra_test_fixture" } });
  }
  const names = roots.map(({ meta }) => plain(meta.crate));
  const listOf = (value) => (value ? value.split(",") : []);
  const crates = roots.map(({ path, meta }, at) => ({
    root_module: path,
    display_name: names[at],
    edition: meta.edition ?? "2021",
    is_workspace_member: true,
    deps: listOf(meta.deps)
      .map(plain)
      .filter((name) => names.includes(name))
      .map((name) => ({ crate: names.indexOf(name), name })),
    cfg: ["test", ...listOf(meta.cfg).map((one) => one.replace(/=(.*)/, '="$1"'))],
    env: Object.fromEntries(listOf(meta.env).map((one) => one.split("="))),
  }));
  if (flags === undefined) return { "rust-project.json": JSON.stringify({ crates }) };
  for (const { deps } of crates) deps.push({ crate: crates.length, name: "core" });
  const library = { display_name: "core", edition: "2021", is_workspace_member: false, deps: [], cfg: [] };
  crates.push({ root_module: "../core/core.rs", ...library });
  return {
    "rust-project.json": JSON.stringify({ crates }),
    "../core/core.rs": coreWith(core, flags),
  };
}

/** Returns the regions of the small core library that belong to these flags. */
function coreWith(core, flags) {
  const lines = core.split(/(?<=\n)/);
  const head = lines.findIndex((line) => !line.startsWith("//!"));
  const needs = new Map();
  for (const line of lines.slice(0, head)) {
    const [, flag, others] = /^\/\/! {5}(\w+): ?(.*)/.exec(line) ?? [];
    if (flag !== undefined)
      needs.set(
        flag,
        others
          .split(",")
          .map((other) => other.trim())
          .filter(Boolean),
      );
  }
  const active = new Set();
  const activate = (flag) => {
    if (active.has(flag)) return;
    active.add(flag);
    needs.get(flag)?.forEach(activate);
  };
  flags.forEach(activate);
  const open = [];
  const isActive = (condition) => active.has(condition.replace("!", "")) !== condition.startsWith("!");
  return lines
    .slice(head)
    .filter((line) => {
      const [, begin, region] = /^\s*\/\/ (end)?region:(\S+)/.exec(line) ?? [];
      if (region !== undefined) {
        if (begin) open.pop();
        else open.push(region);
        return false;
      }
      const [, own] = /\/\/ :(\S.*)$/.exec(line.trimEnd()) ?? [];
      return [...open, ...(own?.split(", ") ?? [])].every(isActive);
    })
    .join("");
}

/** Returns the places that annotations point at: `//^^^` below a name, `//^file` for a file. */
function annotated(files) {
  const places = files.flatMap(({ path, text }) => {
    const found = [];
    // By column: the start of the last line that reaches so far.
    let lines = [];
    let lineStart = 0;
    for (const line of text.split(/(?<=\n)/)) {
      const comment = line.indexOf("//");
      const length = comment < 0 ? line.length : comment + 2;
      for (const match of comment < 0 ? [] : line.slice(comment + 2).matchAll(/\^+(file)?/g)) {
        const from = comment + 2 + match.index;
        const to = from + match[0].replace("file", "").length;
        const above = lines.filter((one) => one.length >= to).sort((one, other) => one.length - other.length)[0];
        if (match[1]) found.push({ path, line: 0, character: 0 });
        else if (above) found.push({ path, ...positionAt(text, above.from + from) });
      }
      lines = [...lines.filter((one) => one.length > length), { length, from: lineStart }];
      lineStart += line.length;
    }
    return found;
  });
  return { places };
}

/** Returns the places of a list of `Foo Struct FileId(0) 17..51 28..31` and `FileId(0) 64..67`. */
function listed(files, list) {
  const places = [];
  for (const line of list.split("\n")) {
    const [, file, from, , name] = /FileId\((\d+)\) (\d+)\.\.(\d+)(?: (\d+)\.\.\d+)?/.exec(line) ?? [];
    if (file === undefined) continue;
    const known = files[Number(file)];
    // A file of the core library.
    if (known === undefined) return undefined;
    places.push({ path: known.path, ...positionAtByte(known.text, Number(name ?? from)) });
  }
  return { places };
}
