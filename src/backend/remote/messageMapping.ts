/**
 * Replaces paths and URIs in the bytes of a message, without parsing it.
 *
 * In JSON, a quote without a backslash before it begins or ends a string; `"file:` can't be the end
 * of one, so that a native search finds all strings that are URIs. Texts of documents are skipped
 * by their key. What takes more of the message (is a path in `data`?) is asked only where a mapped
 * path is found.
 */

import { setLatest } from "../../text/list.js";
import { BACKSLASH, JsonBytes, latin1Of, QUOTE, type Search, SLASH } from "./jsonBytes.js";
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
  /** Returns the frame for the server; undefined where nothing changes. */
  toRemote(body: Buffer, kind: MessageKind, outside: OutsidePlaces): Buffer | undefined;
  /**
   * Returns the frame for the client; undefined where nothing changes. `onOutside` is called with
   * the server's URI of each place outside.
   */
  toLocal(body: Buffer, outside: OutsidePlaces, onOutside?: (uri: string) => void): Buffer | undefined;
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
      const json = new JsonBytes(body);
      const replace = (uri: string) => uriToRemote(uri, outside);
      const avoid = outside.uriPrefix;
      const searches = [
        searchUris(json, { map: toRemote, needle: '"file:', avoid, replace, kind }),
        ...searchPaths(json, toRemote, needles.toRemote, kind),
      ];
      if (!avoid.startsWith("file:"))
        searches.push(searchUris(json, { map: undefined, needle: `"${avoid}`, avoid, replace, kind }));
      if (diagnosticsKinds.has(kind) && messages.size > 0)
        searches.push(searchMessages(json, (message) => messages.get(message) ?? message));
      json.scan(searches);
      return json.frame();
    },
    toLocal(body, outside, onOutside) {
      const json = new JsonBytes(body);
      const replace = (uri: string) => {
        const mapped = toLocal.uri(uri);
        if (mapped !== undefined || clientUris.has(uri) || !uri.startsWith("file:///")) return mapped;
        onOutside?.(uri);
        return outside.toLocal(uri);
      };
      json.scan([
        searchUris(json, { map: toLocal, needle: "file:", avoid: undefined, replace, kind: undefined }),
        ...searchPaths(json, toLocal, needles.toLocal, undefined),
        searchMessages(json, (message) => {
          const mapped = mapProse(message, toLocal, replace);
          if (mapped !== message) setLatest(messages, mapped, message, MAX_KEPT);
          return mapped;
        }),
      ]);
      return json.frame();
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

/** Replaces strings that are URIs, and those in Markdown. */
function searchUris(json: JsonBytes, replacement: UriReplacement): Search {
  const { needle, replace, kind } = replacement;
  const isQuoted = needle.startsWith('"');
  return {
    needle,
    take(at) {
      const from = isQuoted ? at + 1 : at;
      if (json.has(COMMON_KEY, from - COMMON_KEY.length)) return replaceUri(json, from, replacement);
      if (json.bytes[from - 1] === QUOTE && !json.isEscaped(from - 1)) {
        const key = json.keyBefore(from - 1);
        const isText = key !== undefined && textKeys.has(key) && !isInSettings(json, from, kind);
        return isText ? json.stringEnd(from) : replaceUri(json, from, replacement);
      }
      if (isQuoted) return at + needle.length;
      const [begin, end] = json.stringAround(from);
      if (json.isMarkdown(begin, end)) json.edit(begin, end, (markdown) => mapMarkdown(markdown, replace));
      return end;
    },
  };
}

/**
 * Replaces a string that is a URI: its first bytes, where these are a mapped folder's. Returns the
 * offset of its end.
 */
function replaceUri(json: JsonBytes, from: number, { map, avoid, replace }: UriReplacement): number {
  const folders = avoid !== undefined && json.has(avoid, from) ? [] : (map?.folders ?? []);
  for (const folder of folders) {
    const { uri } = folder.from;
    if (folder.hasInner || !json.has(uri, from)) continue;
    const to = from + uri.length;
    const end = plainEnd(json.bytes, to);
    if (end === undefined) break;
    if (to !== end && json.bytes[to] !== SLASH) continue;
    json.replace(from, to, folder.to.uri);
    return end;
  }
  const end = json.stringEnd(from);
  json.edit(from, end, (uri) => replace(uri) ?? uri);
  return end;
}

/**
 * Returns the end of a string that has nothing that leads elsewhere, from an offset in it on: no
 * escapes, no dots as a folder.
 */
function plainEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = from; at < bytes.length; at++) {
    const unit = bytes[at];
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) return undefined;
    if (unit === DOT && bytes[at - 1] === SLASH) return undefined;
    if (unit === PERCENT && bytes[at + 1] === 0x32 && (bytes[at + 2]! | 0x20) === 0x65) return undefined;
  }
  return undefined;
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

function windowsSpellings(path: string): readonly string[] {
  const [first = "", rest] = [path[0], path.slice(1)];
  return [first.toLowerCase(), first.toUpperCase()].flatMap((drive) => [
    `${drive}${rest.replaceAll("/", "\\")}`,
    `${drive}${rest.replaceAll("\\", "/")}`,
  ]);
}

/** Replaces strings that are paths: where LSP has paths, and in what is opaque. */
function searchPaths(json: JsonBytes, map: PathMap, needles: readonly string[], kind: MessageKind): readonly Search[] {
  const take = (at: number) => {
    if (json.isEscaped(at)) return at + 1;
    const end = json.stringEnd(at + 1);
    const isOpaque = () => kind === CONFIGURATION_RESPONSE || json.keysAt(at).some((key) => opaqueKeys.has(key ?? ""));
    if (pathKeys.has(json.keyBefore(at) ?? "") || isOpaque())
      json.edit(at + 1, end, (path) => (path.startsWith("file:") ? path : (mapPattern(path, map) ?? path)));
    return end;
  };
  return needles.map((needle) => ({ needle, take }));
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
function searchMessages(json: JsonBytes, replace: (message: string) => string): Search {
  // A search for a text that begins with a quote stops at each string.
  const needle = 'message"';
  return {
    needle,
    take(at) {
      const after = at + needle.length;
      if (json.bytes[at - 1] !== QUOTE || json.isEscaped(at - 1)) return after;
      const from = json.stringValueAt(after);
      if (from === undefined) return after;
      const end = json.stringEnd(from);
      json.edit(from, end, replace);
      return end;
    },
  };
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

const DOT = 0x2e;
const PERCENT = 0x25;
