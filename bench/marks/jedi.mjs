/**
 * Reads the tests that jedi ships: comments that say what the line after them leads to (`#!`) or
 * where it is used (`#<`), and renames with the diff that they make.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { applyHunks } from "./texts.mjs";

export const jedi = {
  name: "jedi",
  language: "python",
  sources: [{ client: "pip", name: "jedi", version: "0.20.1" }],
  server: "jedi-language-server",
  /** Returns the tests in the sources. */
  read([folder]) {
    const tests = join(folder, basename(folder), "test");
    return [readCompletion(join(tests, "completion")), ...readRenames(join(tests, "refactor"))];
  },
};

/** Returns the files below a folder whose paths `isWanted`. */
function filesBelow(folder, isWanted) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => isWanted(path))
    .sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Returns one test with all marks: its files import each other. */
function readCompletion(folder) {
  const files = filesBelow(folder, (path) => !/(?:^|\/)(?:thirdparty|__pycache__)\//.test(path));
  const marks = Object.entries(files).flatMap(([path, text]) =>
    /^[^/]+\.py$/.test(path) ? marksOf(path, text, files) : [],
  );
  return { name: "completion", files, marks };
}

function marksOf(path, text, files) {
  const lines = text.split("\n");
  return lines.flatMap((comment, at) => {
    const [, type, rest] = /(?:^|\s)#([!<])\s*(.*)/.exec(comment) ?? [];
    const asked = lines[at + 1];
    if (type === undefined || asked === undefined) return [];
    const [, column, expected] = /^(\d+)\s*(.*)$/.exec(rest) ?? [undefined, String(asked.length), rest];
    const position = { line: at + 1, character: Number(column) };
    if (type === "!") {
      const names = [...expected.matchAll(/'([^']*)'|"([^"]*)"/g)].map((match) => match[1] ?? match[2]);
      return names.every((name) => isInFiles(name, files)) && !isOverride(asked, position.character, names)
        ? [{ kind: "definition", path, position, want: { declarations: names } }]
        : [];
    }
    const places = placesOf(expected, { path, line: at + 1, files });
    return places ? [{ kind: "references", path, position, want: { places } }] : [];
  });
}

/**
 * Whether the name asked about is declared there, and expected to lead to what it overrides: a
 * convention of jedi alone. Servers of all languages answer with the declaration itself.
 */
function isOverride(line, character, [declaration, ...others]) {
  const word = /^\w*/.exec(line.slice(line.slice(0, character).search(/\w*$/)))[0];
  const isDeclared = new RegExp(`^\\s+(?:(?:def|class)\\s+${word}\\b|${word}\\s*=)`).test(line);
  return (
    isDeclared &&
    others.length === 0 &&
    /\w+$/.exec(declaration.split(" =")[0])?.[0] === word &&
    !plain(line).includes(plain(declaration))
  );
}

const plain = (code) => code.replaceAll(/\s+/g, "").replaceAll("'", '"');

/** Whether a declaration may be in one of the files: those of libraries are not asked for. */
function isInFiles(declaration, files) {
  const [kind, name = ""] = declaration.split(" ");
  const last = name.split(".").at(-1);
  if (kind === "module")
    return Object.keys(files).some(
      (path) =>
        path
          .replace(/(?:\/__init__)?\.pyi?$/, "")
          .split("/")
          .at(-1) === last,
    );
  const isDeclared = new RegExp(`^\\s*(?:async\\s+)?${kind}\\s+${last}\\b`, "m");
  return !/^(?:def|class)$/.test(kind) || Object.values(files).some((text) => isDeclared.test(text));
}

/**
 * Returns the places in `(1, 4), ('module', 1, 2)`: lines from the asked one on, or 1-based in a
 * module. Undefined where one is in the standard library.
 */
function placesOf(list, { path, line, files }) {
  const places = [...`(${list})`.matchAll(/\(([^()]*,[^()]*)\)/g)].map(([, words]) => {
    const parts = words.split(",").map((word) => word.trim());
    const numbers = parts.map(Number);
    if (!/^['"]/.test(parts[0])) return { path, line: line + numbers[0], character: numbers[1] };
    const module = parts[0].slice(1, -1).replace("stub:", "").replaceAll(".", "/");
    const file = [`${module}.py`, `${module}/__init__.py`].find((one) => files[one] !== undefined);
    return file && { path: file, line: numbers[1] - 1, character: numbers[2] };
  });
  return places.every((place) => place && !Number.isNaN(place.line + place.character)) ? places : undefined;
}

/** Whether a place is that of a declaration such as `def f`, `param x`, `module m`, `import os`. */
export function isDeclaration(declaration, { path, line, character }, text) {
  const lines = text.split("\n");
  const [before, after] = [lines[line]?.slice(0, character) ?? "", lines[line]?.slice(character) ?? ""];
  const [kind, ...words] = declaration.split(" ");
  const name = words.join(" ");
  if (kind === "module")
    return (
      line === 0 &&
      path
        .replace(/(?:\/__init__)?\.py$/, "")
        .split("/")
        .at(-1) === name.split(".").at(-1)
    );
  if (kind === "param" && !name.startsWith("=")) return /^\w*/.exec(after)[0] === /^\**(\w*)/.exec(name)[1];
  if (kind === "def" || kind === "class") {
    return /^\w*/.exec(after)[0] === name && new RegExp(`${kind}\\s+$`).test(before);
  }
  const statement = plain((lines[line] ?? "").split("#")[0]).replace(/[;:,)]+$/, "");
  return statement === plain(declaration) || plain(lines.slice(line, line + 4).join("\n")).includes(plain(declaration));
}

/** Returns the renames, each a test of its own: its code is the file `rename.py`. */
function readRenames(folder) {
  const tree = filesBelow(folder, (path) => path.startsWith("import_tree/") && !path.includes("__pycache__"));
  const blocks = readFileSync(join(folder, "rename.py"), "utf8")
    .split(/^# -+ (.+)\n/m)
    .slice(1);
  return blocks.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const [code, expected] = blocks[at + 1].split(/^# \++\n/m);
    const lines = code.split("\n");
    const asked = lines.findIndex((line) => /^\s*#\? \d/.test(line));
    const [, column, isRefused, params] = /#\? (\d+)\s*(error)?\s*(\{.*\})?/.exec(lines[asked] ?? "") ?? [];
    if (column === undefined) return [];
    const files = { ...tree, "rename.py": code };
    const mark = {
      kind: "rename",
      path: "rename.py",
      position: { line: asked + 1, character: Number(column) },
      newName: /'new_name': '([^']*)'/.exec(params ?? "")?.[1] ?? "renamed",
      want: isRefused ? { refused: true } : { texts: patched(files, expected) },
    };
    return [{ name: `rename ${name}`, files, marks: [mark] }];
  });
}

/** Returns the texts that a diff with `rename from` and `rename to` leaves. */
function patched(files, diff) {
  const texts = Object.fromEntries(
    [...diff.matchAll(/^rename from (.+)\nrename to (.+)$/gm)].flatMap(([, from, to]) =>
      Object.entries(files)
        .filter(([path]) => path === from || path.startsWith(`${from}/`))
        .map(([path, text]) => [to + path.slice(from.length), text]),
    ),
  );
  for (const part of diff.split(/^(?=--- )/m)) {
    const [, from, to, hunks] = /^--- ([^\n]+)\n\+\+\+ ([^\n]+)\n(.*)$/s.exec(part) ?? [];
    const before = texts[to] ?? files[from];
    if (before !== undefined) texts[to] = applyHunks(before, hunks);
  }
  return texts;
}
