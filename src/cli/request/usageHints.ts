/** Errors for words that are not a request, with the command to type instead. */

import type { Locate } from "../../locate/locate.js";
import { readOtherNotation } from "../../locate/notation/otherNotations.js";
import { parseSymbolPath } from "../../locate/notation/symbolPath.js";
import { escapeName, isPrintable, toPrintableJson } from "../../text/printable.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { methodName, suggestTopics } from "../help/helpTopics.js";
import { argumentForms, formatCommandLine, formatShellPath, isLocateText } from "../methods/argumentForms.js";
import { methodCommands } from "../methods/commandTable.js";
import type { MethodCommand } from "../methods/methodCommand.js";
import { absolutePath, leadingFile, type PathContext, pathExists } from "../methods/readLocates.js";
import { UsageError } from "../options.js";
import { quoteForShell, writeDocumentWord, writePathWord } from "../show/locateText.js";

/**
 * The error for a first word that is not a method. `isRequest` is whether words can be read as one.
 */
export function unknownMethodError(
  word: string,
  rest: readonly string[],
  where: PathContext,
  isRequest: (words: readonly string[]) => boolean,
): UsageError {
  const [next, ...others] = rest;
  if (isLocateText(word, where) || /^:\w|[^:]:\d|@/.test(word)) {
    const isSwapped = next !== undefined && methodCommands.has(methodName(next));
    if (isSwapped) return new UsageError("The method comes first", () => [methodName(next), word, ...others]);
    const method = leadingFile(word, where) === word ? "outline" : "hover";
    return new UsageError("A method comes before the Locate", () => [method, word, ...rest]);
  }
  const suggestions = suggestTopics(word);
  // What `cat` and `symbols` show of a whole file.
  const isWholeFile = next !== undefined && leadingFile(next, where) === next && !isFolder(next, where);
  const candidates = isWholeFile
    ? suggestions.map((name) => (/^(?:search|context)$/.test(name) ? "outline" : name))
    : suggestions;
  const instead = candidates.find((name) => next !== undefined && isRequest([name, ...rest]));
  if (instead !== undefined)
    return new UsageError(`There is no method ${JSON.stringify(word)}`, () => [instead, ...rest]);
  const advice =
    suggestions.length > 0 ? ` Did you mean ${suggestions.join(", ")}?` : " `lsp-locate --help` lists them.";
  return new UsageError(`There is no method ${JSON.stringify(word)}.${advice}`);
}

/** Throws UsageError for more words after a method than it takes, or one place in several words. */
export function assertWordCount(
  { name, takes, takesFolders }: MethodCommand,
  texts: readonly string[],
  where: PathContext,
): void {
  if (texts.length < 2) return;
  const { noun } = argumentForms[takes];
  const [symbol = "", folder = "", ...more] = texts;
  if (name === "search" && more.length === 0 && pathExists(folder, where)) {
    const inFile = /^[\p{L}\w$.]+$/u.test(symbol)
      ? `${writePathWord(folder)}:${symbol}`
      : `${writePathWord(folder)}@${symbol}`;
    if (!isFolder(folder, where)) throw new UsageError("search looks in many files", () => ["resolve", inFile]);
    throw new UsageError("search looks in the whole workspace, and with --in in a part of it", () => [
      ...[name, symbol, `--in=${folder}`],
    ]);
  }
  const second = JSON.stringify(texts[1]);
  // One of rename's words is the new name.
  const isPlain = takes !== "symbol" && takes !== "document" && name !== "rename";
  const instead = isPlain ? joinArguments(texts, takes, where) : undefined;
  const takesSeveral = takes === "points" || takes === "ranges";
  if (instead !== undefined) {
    const problem = takesSeveral ? `a ${noun} is one word` : `${name} takes one ${noun}, in one word`;
    throw new UsageError(problem, () => [name, instead]);
  }
  if (takesSeveral) return;
  const quoted = takesFolders ? `a pattern, or a ${noun} with spaces,` : `a ${noun} with spaces`;
  throw new UsageError(`${name} takes one ${noun}; unexpected argument ${second}. Put ${quoted} in quotes.`);
}

/**
 * Joins `a.ts 12 5`, `a.ts Class.method`, `Class.method a.ts` or `a.ts@some text` to one word;
 * `undefined` for anything else.
 */
function joinArguments(
  texts: readonly string[],
  takes: MethodCommand["takes"],
  where: PathContext,
): string | undefined {
  const [first = "", second = "", third] = texts;
  const isFile = (text: string) => pathExists(text, where);
  if (isFile(first) && /^\d+$/.test(second)) {
    const isWhole = third !== undefined && /^\d+$/.test(third);
    if (isWhole || takes !== "position") return [first, second, ...(isWhole ? [third] : [])].join(":");
  }
  if (takes === "position") return undefined;
  const swapped = isFile(second) && !isLocateText(first, where);
  const [file, scope] = swapped ? [second, first] : [first, second];
  if (texts.length === 2 && isFile(file) && isScope(scope)) return `${file}:${scope.replace(/^:/, "")}`;
  // A text without quotes arrives as several words.
  const isPlace = (text: string) => isLocateText(text, where) || /^[{:]/.test(text);
  return first.includes("@") && isLocateText(first, where) && !texts.slice(1).some(isPlace)
    ? texts.join(" ")
    : undefined;
}

function isScope(text: string): boolean {
  return /^\d+(?:[-:,]\d+)?$/.test(text) || (/^\S+$/.test(text) && parseSymbolPath(text.replace(/^:/, "")) !== null);
}

/**
 * Throws UsageError for a text that is only a file, or only a name, without a place in the file.
 */
export function assertNamesPlace(method: string, text: string, where: PathContext): void {
  if (text === "" || text.trimStart().startsWith("{")) return;
  assertNotFolder(method, { file_path: text }, text, where);
  const file = text.replace(/(?<![:@])[:@]+$/, "");
  const empty = text.slice(file.length);
  if (pathExists(file, where)) {
    const reason = empty.includes("@")
      ? `There is no text after the @ of ${quoteForShell(text)}: a shell interprets $, <|> and brackets unless they are in single quotes.`
      : `${escapeName(file)} is a whole file, and ${method} needs a place in it.`;
    const word = writePathWord(file);
    const forms = isPrintable(word)
      ? [
          `lsp-locate ${method} ${quoteForShell(word)}:<symbol>`,
          `lsp-locate ${method} ${quoteForShell(`${word}@<text>`)}`,
        ]
      : [formatCommandLine([method, toPrintableJson({ file_path: file, scope: "<symbol>" })])];
    throw new UsageError(
      `${reason} Write ${forms.join(", or ")}. Its symbols: ${formatCommandLine(["outline", writeDocumentWord(file)])}.`,
    );
  }
  const [path = ""] = /^[^:@]*/.exec(text) ?? [];
  const meant = pathExists(path, where) ? undefined : rewriteOtherNotation(path, text.slice(path.length), where);
  if (meant !== undefined) throw new UsageError(`There is no file ${escapeName(path)}. Write`, withWord(text, meant));
  if (/[:@]/.test(text)) return;
  const problem = `There is no file ${escapeName(text)}.`;
  if (parseSymbolPath(text) !== null && !/[/\\]/.test(text))
    throw new UsageError(`${problem} For a symbol in any file, write a colon before it`, withWord(text, `:${text}`));
  throw new UsageError(`${problem} A Locate is a file and a place in it: lsp-locate ${method} <file>:<symbol>.`);
}

/** Returns what puts one word of a command in place of another. */
function withWord(word: string, instead: string): UsageError["correct"] {
  return (words) => words.map((each) => (each === word ? instead : each));
}

/**
 * Rewrites a path with a place in it, as other tools write it (`a.ts#L42`), and the find after it;
 * undefined where that is not the path of a file.
 */
function rewriteOtherNotation(path: string, rest: string, where: PathContext): string | undefined {
  const other = readOtherNotation(path);
  if (other === undefined || !pathExists(other.file_path, where)) return undefined;
  const hasFind = rest.startsWith("@") && rest !== "@";
  // A line and character goes without a find.
  const scope = hasFind ? `${other.scope.replace(/^(\d+):\d+$/, "$1")}${rest}` : other.scope;
  return `${writePathWord(other.file_path)}:${scope}`;
}

/** Throws UsageError for a Locate whose file is a folder; `text` is how it was written. */
export function assertNotFolder(method: string, { file_path, scope }: Locate, text: string, where: PathContext): void {
  if (file_path === undefined || !isFolder(file_path, where)) return;
  const folder = formatShellPath(absolutePath(file_path, where), where) || ".";
  const problem = `${escapeName(folder)} is a folder, and ${method} needs a file.`;
  if (typeof scope === "object" && "symbol_path" in scope)
    throw new UsageError(`${problem} For the symbol in any file`, withWord(text, `:${scope.symbol_path.join(".")}`));
  throw new UsageError(`${problem} For its files and their symbols`, () => ["outline", writePathWord(folder)]);
}

export function isFolder(path: string, where: PathContext): boolean {
  return statIfExists(absolutePath(path, where))?.isDirectory() === true;
}
