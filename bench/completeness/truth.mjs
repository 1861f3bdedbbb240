/**
 * What is true of a project: its symbols, and the lines that use them. Lines are 0-based, written
 * `path:line`.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { startSession } from "./session.mjs";

const require = createRequire(import.meta.url);

/** Symbol kinds of LSP that are measured: class, method, enum, interface, function, variable … */
const kinds = new Map(
  Object.entries({
    5: "class",
    6: "method",
    7: "property",
    8: "field",
    10: "enum",
    11: "interface",
    12: "function",
    13: "variable",
    14: "constant",
    23: "struct",
  }).map(([kind, word]) => [Number(kind), word]),
);
const wordPattern = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Asks the compiler's own service, which has all files. */
export function compilerTruth(folder, files) {
  const ts = require("typescript");
  const paths = files.map((file) => join(folder, file));
  const texts = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
  const settings = {
    ...{ allowJs: true, noEmit: true, skipLibCheck: true, resolveJsonModule: true, esModuleInterop: true },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const readFile = (path) => texts.get(path) ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    ...{ getScriptFileNames: () => paths, getScriptVersion: () => "1", getCurrentDirectory: () => folder },
    ...{ getCompilationSettings: () => settings, getDefaultLibFileName: ts.getDefaultLibFilePath },
    ...{ fileExists: ts.sys.fileExists, readFile, readDirectory: ts.sys.readDirectory },
    ...{ directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories },
    getScriptSnapshot: (path) => {
      const text = readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
  });
  const program = service.getProgram();
  const lineOf = (path, offset) =>
    `${path.slice(folder.length + 1)}:${program.getSourceFile(path).getLineAndCharacterOfPosition(offset).line}`;
  const isOurs = (path) => texts.has(path);
  return {
    async symbols() {
      const found = [];
      for (const [n, path] of paths.entries()) {
        const visit = (node, container) => {
          const span = node.nameSpan;
          const isMeasured = /^(?:class|method|property|enum|interface|function|const|let|var|type)$/.test(node.kind);
          if (span && isMeasured && wordPattern.test(node.text)) {
            const { line, character } = program.getSourceFile(path).getLineAndCharacterOfPosition(span.start);
            found.push({
              path: files[n],
              line,
              character,
              offset: span.start,
              name: node.text,
              isCallable: /function|method/.test(node.kind),
            });
          }
          const isType = /^(?:class|interface|enum|module)$/.test(node.kind);
          if (container || isType) for (const child of node.childItems ?? []) visit(child, false);
        };
        visit(service.getNavigationTree(path), true);
      }
      return found;
    },
    async references({ path, offset }) {
      const found = service.getReferencesAtPosition(join(folder, path), offset) ?? [];
      return found
        .filter(({ fileName }) => isOurs(fileName))
        .map(({ fileName, textSpan }) => lineOf(fileName, textSpan.start));
    },
    async incomingCalls({ path, offset }) {
      const found = service.provideCallHierarchyIncomingCalls(join(folder, path), offset);
      return found
        .filter(({ from }) => isOurs(from.file))
        .flatMap(({ from, fromSpans }) => fromSpans.map(({ start }) => lineOf(from.file, start)));
    },
    /** Whether a line uses a symbol; undefined where the compiler does not know what it uses. */
    async isUse(place, symbol) {
      const path = join(folder, place.path);
      const file = program.getSourceFile(path);
      // Of a file that is not part of the project, such as a built one, nothing is known.
      if (file === undefined) return undefined;
      const start = file.getPositionOfLineAndCharacter(place.line, 0);
      const text = file.text.slice(start).split("\n", 1)[0];
      const found = wordsWith(symbol.name, text).flatMap(
        (character) => service.getDefinitionAtPosition(path, start + character) ?? [],
      );
      const places = found.map(({ fileName, textSpan }) => {
        const file = program.getSourceFile(fileName);
        return {
          path: fileName.slice(folder.length + 1),
          line: file?.getLineAndCharacterOfPosition(textSpan.start).line,
        };
      });
      return judge(places, symbol);
    },
    async end() {
      service.dispose();
    },
  };
}

/** Asks a server that has every file open. */
export async function serverTruth(folder, files, command, language) {
  const session = await startSession(command, folder);
  const ours = new Set(files);
  for (const file of files) await session.open(file, language);
  // The answer about the last file comes when all before it have been read.
  for (const file of files)
    await session.request("textDocument/documentSymbol", { textDocument: { uri: session.uriOf(file) } });
  const lines = (places) =>
    places
      .map(({ uri, line }) => ({ path: session.pathOf(uri), line }))
      .filter(({ path }) => ours.has(path))
      .map(({ path, line }) => `${path}:${line}`);
  const positionOf = ({ path, line, character }) => ({
    textDocument: { uri: session.uriOf(path) },
    position: { line, character },
  });
  return {
    async symbols() {
      const found = [];
      for (const path of files) {
        const lines = readFileSync(join(folder, path), "utf8").split("\n");
        const visit = (symbol) => {
          const { line, character } = symbol.selectionRange.start;
          const kind = kinds.get(symbol.kind);
          const name = /[\p{ID_Continue}$]+$/u.exec(symbol.name.replace(/[()]/g, ""))?.[0];
          if (kind && name && lines[line]?.startsWith(name, character))
            found.push({ path, line, character, name, isCallable: kind === "function" || kind === "method" });
          if (kind === undefined || /class|interface|struct|enum/.test(kind))
            for (const child of symbol.children ?? []) visit(child);
        };
        for (const symbol of (await session.request("textDocument/documentSymbol", {
          textDocument: { uri: session.uriOf(path) },
        })) ?? [])
          visit(symbol);
      }
      return found;
    },
    async references(symbol) {
      const found = await session.request("textDocument/references", {
        ...positionOf(symbol),
        context: { includeDeclaration: true },
      });
      return lines((found ?? []).map(({ uri, range }) => ({ uri, line: range.start.line })));
    },
    async incomingCalls(symbol) {
      const [item] = (await session.request("textDocument/prepareCallHierarchy", positionOf(symbol))) ?? [];
      if (item === undefined) return [];
      const calls = (await session.request("callHierarchy/incomingCalls", { item })) ?? [];
      return lines(
        calls.flatMap(({ from, fromRanges }) => fromRanges.map(({ start }) => ({ uri: from.uri, line: start.line }))),
      );
    },
    /** Whether a line uses a symbol; undefined where the server does not know what it uses. */
    async isUse(place, symbol) {
      const textOf = (path, line) => readFileSync(join(folder, path), "utf8").split("\n")[line] ?? "";
      const text = textOf(place.path, place.line);
      const found = [];
      for (const character of wordsWith(symbol.name, text)) {
        const position = positionOf({ ...place, character });
        const answer = await session.request("textDocument/definition", position).catch(() => []);
        found.push(...[answer ?? []].flat());
      }
      const places = found.map(({ uri, targetUri, range, targetSelectionRange }) => ({
        path: session.pathOf(uri ?? targetUri),
        line: (range ?? targetSelectionRange).start.line,
      }));
      // What the server finds may be a specialization of the symbol: `struct formatter<tm>` of
      // `formatter`. For clangd that is another symbol, but it names the template, and a rename of
      // the template has to change it.
      const isSpecialized = ({ path, line }) => ours.has(path) && isSpecialization(textOf(path, line), symbol.name);
      return places.some(isSpecialized) || judge(places, symbol);
    },
    end: () => session.end(),
  };
}

/**
 * Returns the characters in a line where words begin that have a name in them: one may be an alias.
 */
function wordsWith(name, line) {
  const words = line.matchAll(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu);
  return [...words].filter(([word]) => word.includes(name)).map(({ index }) => index);
}

/** Whether a line of C++ specializes a class template, or a function template on one line. */
function isSpecialization(line, name) {
  const head = `\\b(?:struct|class|union)\\s+(?:\\w+\\s+)*(?:\\w+::)*|\\btemplate\\s*<\\s*>[^;{(]*\\b`;
  return new RegExp(`(?:${head})${name}\\s*<`).test(line);
}

/** Returns whether definitions are those of a symbol; undefined if there are none. */
function judge(found, { path, line }) {
  if (found.length === 0) return undefined;
  return found.some((each) => each.path === path && each.line === line);
}
