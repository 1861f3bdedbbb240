/**
 * Replaces paths and URIs in the bytes of a message, without parsing it.
 *
 * In JSON, a quote without a backslash before it begins or ends a string; `"file:` can't be the end
 * of one, so that a native search finds all strings that are URIs. Texts of documents are skipped
 * by their key. What takes more of the message (is a path in `data`?) is asked only where a mapped
 * path is found. Bytes are read as Latin-1: what is compared is ASCII, or the bytes of UTF-8.
 */

import { setLatest } from "../../text/list.js";
import type { PathMap, PathMapping } from "./pathMapping.js";

/** The message that a body is of: its method; `configuration` for the response to that request. */
export type MessageKind = string | undefined;

/** What is outside of all mapped folders on the other file system. */
export interface OutsidePlaces {
  /** What its URIs begin with here. */
  readonly uriPrefix: string;
  /** Returns the client's URI of a `file:` URI of the server. */
  toLocal(uri: string): string;
  /** Returns the server's URI; undefined for one that is no such place. */
  toRemote(uri: string): string | undefined;
}

export interface MessageMapping {
  /** Returns the body for the server; the same buffer where nothing changes. */
  toRemote(body: Buffer, kind: MessageKind, outside: OutsidePlaces): Buffer;
  /**
   * Returns the body for the client; the same buffer where nothing changes. `onOutside` is called
   * with the server's URI of each place outside.
   */
  toLocal(body: Buffer, outside: OutsidePlaces, onOutside?: (uri: string) => void): Buffer;
}

/** The kind of a client's response to `workspace/configuration`. */
export const CONFIGURATION_RESPONSE = "configuration";

/** Keys of strings that are text, or names, whatever they look like. */
const textKeys: ReadonlySet<string> = new Set([
  ...["text", "newText", "insertText", "textEditText", "filterText", "sortText", "selectedText"],
  ...["label", "name", "detail", "containerName", "description", "value", "documentation", "title", "message"],
]);

/** Keys of strings that are paths. */
const pathKeys: ReadonlySet<string> = new Set(["rootPath", "globPattern", "pattern"]);
/** Keys of values of which servers and clients decide what is in them. */
const opaqueKeys: ReadonlySet<string> = new Set(["data", "arguments", "settings", "initializationOptions"]);
/** Messages in which settings are sent: a `text` in these is no document. */
const settingsKinds: ReadonlySet<MessageKind> = new Set([
  "initialize",
  "workspace/didChangeConfiguration",
  CONFIGURATION_RESPONSE,
]);
/** The messages in which a client returns diagnostics. */
const diagnosticsKinds: ReadonlySet<MessageKind> = new Set(["textDocument/codeAction", "codeAction/resolve"]);

/** How many messages of diagnostics, and URIs of the client, are remembered. */
const MAX_KEPT = 10_000;

export function createMessageMapping({ toRemote, toLocal }: PathMapping): MessageMapping {
  /** The client's files outside of all mapped folders, which the server knows by the same URIs. */
  const clientUris = new Set<string>();
  /** What the server wrote, by the message of a diagnostic as the client gets it. */
  const messages = new Map<string, string>();
  const needles = { toRemote: pathNeedles(toRemote), toLocal: pathNeedles(toLocal) };
  const signs = { toRemote: signsOf(needles.toRemote), toLocal: signsOf(needles.toLocal) };

  const uriToRemote = (uri: string, outside: OutsidePlaces): string | undefined => {
    const mapped = outside.toRemote(uri) ?? toRemote.uri(uri);
    if (mapped === undefined && uri.startsWith("file:")) {
      clientUris.add(uri);
      if (clientUris.size > MAX_KEPT) clientUris.delete(clientUris.values().next().value ?? "");
    }
    return mapped;
  };

  return {
    toRemote(body, kind, outside) {
      if (!hasAny(body, signs.toRemote) && !body.includes(outside.uriPrefix, 0, "latin1")) return body;
      const json = new JsonBytes(body);
      const replace = (uri: string) => uriToRemote(uri, outside);
      const avoid = outside.uriPrefix;
      replaceUris(json, { map: toRemote, needle: '"file:', avoid, replace, kind });
      if (!avoid.startsWith("file:")) replaceUris(json, { map: undefined, needle: `"${avoid}`, avoid, replace, kind });
      replacePaths(json, toRemote, needles.toRemote, kind);
      if (diagnosticsKinds.has(kind) && messages.size > 0)
        replaceMessages(json, (message) => messages.get(message) ?? message);
      return json.bytes();
    },
    toLocal(body, outside, onOutside) {
      if (!hasAny(body, signs.toLocal)) return body;
      const json = new JsonBytes(body);
      const replace = (uri: string) => {
        const mapped = toLocal.uri(uri);
        if (mapped !== undefined || clientUris.has(uri) || !uri.startsWith("file:///")) return mapped;
        onOutside?.(uri);
        return outside.toLocal(uri);
      };
      replaceUris(json, { map: toLocal, needle: "file:", avoid: undefined, replace, kind: undefined });
      replacePaths(json, toLocal, needles.toLocal, undefined);
      replaceMessages(json, (message) => {
        const mapped = mapProse(message, toLocal, replace);
        if (mapped !== message) setLatest(messages, mapped, message, MAX_KEPT);
        return mapped;
      });
      return json.bytes();
    },
  };
}

interface UriReplacement {
  /** The map whose folders may be compared as bytes. */
  readonly map: PathMap | undefined;
  /** What the strings begin with; without its quote, links in Markdown are found, too. */
  readonly needle: string;
  /** A longer beginning, with which a URI is in no mapped folder. */
  readonly avoid: string | undefined;
  replace(uri: string): string | undefined;
  readonly kind: MessageKind;
}

/** What is before most URIs, written without spaces. */
const COMMON_KEY = '"uri":"';

function replaceUris(json: JsonBytes, replacement: UriReplacement): void {
  const { needle, replace, kind } = replacement;
  const { text } = json;
  const quoted = needle.startsWith('"');
  for (let at = text.indexOf(needle); at >= 0; ) {
    const from = quoted ? at + 1 : at;
    let next = from + needle.length;
    if (text.charCodeAt(from - 1) === QUOTE && !isEscaped(text, from - 1)) {
      const end = stringEnd(text, from);
      if (end < 0) return;
      next = end;
      const key = text.startsWith(COMMON_KEY, from - COMMON_KEY.length) ? undefined : json.keyBefore(from - 1);
      if (key === undefined || !textKeys.has(key) || isInSettings(json, from, kind))
        replaceUri(json, from, end, replacement);
    } else if (!quoted) {
      const [begin, end] = stringAround(text, from);
      if (end < 0) return;
      next = end;
      if (json.isMarkdown(begin, end)) json.edit(begin, end, (markdown) => mapMarkdown(markdown, replace));
    }
    at = text.indexOf(needle, next);
  }
}

/** Replaces a string that is a URI: its first bytes, where these are a mapped folder's. */
function replaceUri(json: JsonBytes, from: number, end: number, { map, avoid, replace }: UriReplacement): void {
  const { text } = json;
  const folders = avoid !== undefined && text.startsWith(avoid, from) ? [] : (map?.folders ?? []);
  for (const folder of folders) {
    const { uri } = folder.from;
    if (folder.hasInner || !text.startsWith(uri, from)) continue;
    const to = from + uri.length;
    const after = text.charCodeAt(to);
    if (after !== SLASH && to !== end) continue;
    if (!isPlain(text, to, end)) break;
    json.replace(from, to, folder.to.uri);
    return;
  }
  json.edit(from, end, (uri) => replace(uri) ?? uri);
}

/** Whether a part of a URI has nothing that leads elsewhere: no escapes, no dots as a folder. */
function isPlain(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) return false;
    if (unit === DOT && text.charCodeAt(at - 1) === SLASH) return false;
    if (unit === PERCENT && text.charCodeAt(at + 1) === 0x32 && (text.charCodeAt(at + 2) | 0x20) === 0x65) return false;
  }
  return true;
}

function isInSettings(json: JsonBytes, at: number, kind: MessageKind): boolean {
  if (!settingsKinds.has(kind)) return false;
  return kind === CONFIGURATION_RESPONSE || json.keysAt(at).some((key) => opaqueKeys.has(key ?? ""));
}

/**
 * Returns how strings with a path in each folder begin in JSON: slashes and characters outside of
 * ASCII may be escaped, and Windows has two separators.
 */
function pathNeedles({ folders }: PathMap): readonly string[] {
  return folders.flatMap(({ from: { path, isWindows } }) => {
    const written = isWindows ? windowsSpellings(path) : [path || "/"];
    return written.flatMap((each) => {
      const plain = JSON.stringify(each).slice(0, -1);
      const ascii = plain.replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      const spellings = [plain, plain.replaceAll("/", "\\/"), ascii, ascii.replaceAll("/", "\\/")];
      return [...new Set(spellings)].map(latin1Of);
    });
  });
}

/** Returns bytes of which a message has some where something is to be replaced. */
function signsOf(needles: readonly string[]): readonly Buffer[] {
  // A search for a text that begins with a quote stops at each string.
  return ["file:", ...needles.map((needle) => needle.slice(1))].map((sign) => Buffer.from(sign, "latin1"));
}

function hasAny(body: Buffer, signs: readonly Buffer[]): boolean {
  return signs.some((sign) => body.includes(sign));
}

function windowsSpellings(path: string): readonly string[] {
  const [first = "", rest] = [path[0], path.slice(1)];
  return [first.toLowerCase(), first.toUpperCase()].flatMap((drive) => [
    `${drive}${rest.replaceAll("/", "\\")}`,
    `${drive}${rest.replaceAll("\\", "/")}`,
  ]);
}

/** Replaces strings that are paths: where LSP has paths, and in what is opaque. */
function replacePaths(json: JsonBytes, map: PathMap, needles: readonly string[], kind: MessageKind): void {
  const { text } = json;
  for (const needle of needles) {
    for (let at = text.indexOf(needle); at >= 0; ) {
      const from = at + 1;
      let next = from;
      if (!isEscaped(text, at)) {
        const end = stringEnd(text, from);
        if (end < 0) return;
        next = end;
        const isOpaque = () =>
          kind === CONFIGURATION_RESPONSE || json.keysAt(at).some((key) => opaqueKeys.has(key ?? ""));
        if (pathKeys.has(json.keyBefore(at) ?? "") || isOpaque())
          json.edit(from, end, (path) => (path.startsWith("file:") ? path : (mapPattern(path, map) ?? path)));
      }
      at = text.indexOf(needle, next);
    }
  }
}

/** Maps a path, which may be a glob: what follows its first special character stays. */
function mapPattern(path: string, map: PathMap): string | undefined {
  const special = path.search(/[*?[{]/);
  const slash = special < 0 ? -1 : path.lastIndexOf("/", special);
  if (slash <= 0) return map.path(path);
  const mapped = map.path(path.slice(0, slash));
  return mapped && `${mapped}${path.slice(slash)}`;
}

/** Replaces the strings with the key `message`. */
function replaceMessages(json: JsonBytes, replace: (message: string) => string): void {
  const { text } = json;
  for (let at = text.indexOf('"message"'); at >= 0; at = text.indexOf('"message"', at + 1)) {
    if (isEscaped(text, at)) continue;
    let from = skipSpace(text, at + '"message"'.length);
    if (text.charCodeAt(from) !== COLON) continue;
    from = skipSpace(text, from + 1);
    if (text.charCodeAt(from) !== QUOTE) continue;
    const end = stringEnd(text, from + 1);
    if (end < 0) return;
    json.edit(from + 1, end, replace);
    at = end;
  }
}

/** Maps the paths and URIs in a text for people. */
function mapProse(text: string, map: PathMap, mapUri: (uri: string) => string | undefined): string {
  const withUris = text.includes("file:") ? mapUrisIn(text, mapUri) : text;
  return map.folders.reduce((prose, { from }) => mapFolderIn(prose, from.path, map), withUris);
}

/** What ends a path in prose. */
const PATH_END = /[\s"'`<>|()[\]{}:;,]/;

function mapFolderIn(prose: string, folder: string, map: PathMap): string {
  if (folder === "") return prose;
  let result = "";
  let done = 0;
  for (let at = prose.indexOf(folder); at >= 0; at = prose.indexOf(folder, at + folder.length)) {
    if (at < done || /[\w./\\-]/.test(prose[at - 1] ?? "")) continue;
    let end = at + folder.length;
    while (end < prose.length && !PATH_END.test(prose[end]!)) end++;
    const mapped = map.path(prose.slice(at, end));
    if (mapped === undefined) continue;
    result += prose.slice(done, at) + mapped;
    done = end;
  }
  return result + prose.slice(done);
}

/** Maps the URIs in Markdown, but for those in code. */
function mapMarkdown(markdown: string, replace: (uri: string) => string | undefined): string {
  let fence: string | undefined;
  const lines = markdown.split("\n").map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      return line;
    }
    fence = mark;
    if (mark !== undefined || !line.includes("file:")) return line;
    // Every second part is in backquotes.
    return line
      .split("`")
      .map((part, n) => (n % 2 === 0 ? mapUrisIn(part, replace) : part))
      .join("`");
  });
  return lines.join("\n");
}

function mapUrisIn(text: string, replace: (uri: string) => string | undefined): string {
  return text.replace(/(?<![\w+.-])file:\/\/[^\s<>()"'`\]]*/g, (uri) => replace(uri) ?? uri);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const DOT = 0x2e;
const PERCENT = 0x25;
const COLON = 0x3a;
const COMMA = 0x2c;

/** The bytes of a message, as Latin-1, and what is to be replaced in them. */
class JsonBytes {
  readonly text: string;
  readonly #body: Buffer;
  /** What is replaced, as columns: a large answer has a hundred thousand URIs. */
  readonly #froms: number[] = [];
  readonly #tos: number[] = [];
  readonly #texts: string[] = [];
  /** The walk through the message: its place, and the keys of the objects around it. */
  #at = 0;
  #keys: (string | undefined)[] = [];
  #key: string | undefined;

  constructor(body: Buffer) {
    this.#body = body;
    this.text = body.toString("latin1");
  }

  /** Replaces bytes by ASCII text. */
  replace(from: number, to: number, ascii: string): void {
    this.#froms.push(from);
    this.#tos.push(to);
    this.#texts.push(ascii);
  }

  /** Replaces the content of a string, if `change` changes it. One that is no JSON stays. */
  edit(from: number, end: number, change: (content: string) => string): void {
    const content = decodeString(this.text.slice(from, end));
    if (content === undefined) return;
    const changed = change(content);
    if (changed !== content) this.replace(from, end, latin1Of(JSON.stringify(changed).slice(1, -1)));
  }

  /** Returns the key of the string that begins at a quote; undefined for an element or a key. */
  keyBefore(quote: number): string | undefined {
    const { text } = this;
    let at = skipSpaceBack(text, quote - 1);
    if (text.charCodeAt(at) !== COLON) return undefined;
    at = skipSpaceBack(text, at - 1);
    if (text.charCodeAt(at) !== QUOTE) return undefined;
    const begin = text.lastIndexOf('"', at - 1);
    return text.slice(begin + 1, at);
  }

  /** Whether a string is Markdown: that of MarkupContent, or a part of a hover's contents. */
  isMarkdown(begin: number, end: number): boolean {
    const key = this.keyBefore(begin - 1);
    if (key === "contents") return true;
    if (key === undefined)
      return this.keysAt(begin - 1).at(-1) === undefined && this.keysAt(begin - 1).at(-2) === "contents";
    if (key !== "value") return false;
    const before = this.text.slice(Math.max(0, begin - 80), begin - 1);
    const after = this.text.slice(end + 1, end + 80);
    return (
      /"kind"\s*:\s*"markdown"\s*,\s*"value"\s*:\s*$/.test(before) || /^\s*,\s*"kind"\s*:\s*"markdown"/.test(after)
    );
  }

  /** Returns the keys around a place, from the outermost; undefined for an array's element. */
  keysAt(place: number): readonly (string | undefined)[] {
    const { text } = this;
    // Places are asked for in any order, mostly forwards.
    if (place < this.#at) {
      this.#at = 0;
      this.#keys = [];
      this.#key = undefined;
    }
    while (this.#at < place) {
      const unit = text.charCodeAt(this.#at);
      if (unit === QUOTE) {
        const end = stringEnd(text, this.#at + 1);
        if (end < 0 || end >= place) break;
        const after = skipSpace(text, end + 1);
        if (text.charCodeAt(after) === COLON) this.#key = text.slice(this.#at + 1, end);
        this.#at = end + 1;
        continue;
      }
      if (unit === 0x7b || unit === 0x5b) {
        this.#keys.push(this.#key);
        this.#key = undefined;
      } else if (unit === 0x7d || unit === 0x5d) {
        this.#keys.pop();
        this.#key = undefined;
      } else if (unit === COMMA) this.#key = undefined;
      this.#at++;
    }
    return [...this.#keys, this.#key];
  }

  /** Returns the body with all replacements. */
  bytes(): Buffer {
    const [froms, tos, texts] = [this.#froms, this.#tos, this.#texts];
    if (froms.length === 0) return this.#body;
    const isSorted = froms.every((from, n) => n === 0 || from >= froms[n - 1]!);
    const order = isSorted ? undefined : froms.map((_, n) => n).sort((one, other) => froms[one]! - froms[other]!);
    const added = texts.reduce((sum, text, n) => sum + Math.max(0, text.length - (tos[n]! - froms[n]!)), 0);
    const bytes = Buffer.allocUnsafe(this.#body.length + added);
    let length = 0;
    let at = 0;
    for (let each = 0; each < froms.length; each++) {
      const n = order?.[each] ?? each;
      if (froms[n]! < at) continue;
      length += this.#body.copy(bytes, length, at, froms[n]);
      length += bytes.write(texts[n]!, length, "latin1");
      at = tos[n]!;
    }
    length += this.#body.copy(bytes, length, at);
    return bytes.subarray(0, length);
  }
}

/** Returns the bytes of UTF-8 as Latin-1. */
function latin1Of(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function decodeString(latin1: string): string | undefined {
  try {
    return JSON.parse(`"${Buffer.from(latin1, "latin1").toString()}"`) as string;
  } catch {
    return undefined;
  }
}

/** Whether the character at an offset is escaped by a backslash. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

/** Returns the offset of the quote that ends the string around an offset, or -1. */
function stringEnd(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Returns the offsets of the content of the string around an offset; the end is -1 for none. */
function stringAround(text: string, at: number): readonly [begin: number, end: number] {
  let begin = text.lastIndexOf('"', at);
  while (begin > 0 && isEscaped(text, begin)) begin = text.lastIndexOf('"', begin - 1);
  return [begin + 1, begin < 0 ? -1 : stringEnd(text, at)];
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function skipSpaceBack(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at--;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
