/** Entries in a text of TOML, and the languages of Helix: read, inserted and removed. */

import { isDeepStrictEqual } from "node:util";
import { parse, patch } from "@decimalturn/toml-patch";
import type { ConfigEntry, JsonValue } from "./clientFile.js";
import { type EntryState, faultAt } from "./entryState.js";
import type { IsWritten } from "./setupRecord.js";

/** Our part of a file. */
interface TomlPart {
  readonly entries: readonly ConfigEntry[];
  readonly languages?: readonly string[];
}

type Table = Record<string, unknown>;

/** Says whether a file has our part. Throws SetupError for a text that is not TOML. */
export function tomlEntryState(path: string, text: string, { entries, languages = [] }: TomlPart): EntryState {
  const data = parseToml(path, text);
  const states = entries.map(({ path: keys, value }): EntryState => {
    const found = valueAt(data, keys);
    if (found === undefined) return "absent";
    return isDeepStrictEqual(plain(found), value) ? "present" : "different";
  });
  const isServed = languages.every((name) => serversOf(languageOf(data, name)).includes(SERVER));
  if (states.includes("different")) return "different";
  return states.includes("absent") || !isServed ? "absent" : "present";
}

/**
 * Inserts the entries, as tables at the end, and our server before the others of the languages.
 * Entries that are different are replaced.
 */
export function insertTomlEntries(path: string, text: string, { entries, languages = [] }: TomlPart): string {
  const data = parseToml(path, text);
  const added = entries.filter(({ path: keys }) => valueAt(data, keys) === undefined);
  for (const { path: keys, value } of entries) if (valueAt(data, keys) !== undefined) setAt(data, keys, value);
  const newLanguages: Table[] = [];
  for (const name of languages) {
    const language = languageOf(data, name);
    if (language === undefined) newLanguages.push({ language: [{ name, [SERVERS]: [SERVER] }] });
    else if (!serversOf(language).includes(SERVER)) language[SERVERS] = [SERVER, ...serversOf(language)];
  }
  const withEntries = added.reduce(insertTable, patchIfChanged(text, data));
  return newLanguages.reduce(appendTable, withEntries);
}

/** Appends a table, unless the one around it is in one line, which can't be extended. */
function insertTable(text: string, { path: keys, value }: ConfigEntry): string {
  const wanted = parse(text) as Table;
  setAt(wanted, keys, value);
  const appended = appendTable(text, nest(keys, value));
  return isTomlOf(appended, wanted) ? appended : patch(text, wanted);
}

/**
 * Removes what `insertTomlEntries` inserts, where it has our value or one that `setup` has written.
 * A server of our name that is the user's keeps its languages.
 */
export function removeTomlEntries(path: string, text: string, part: TomlPart, isWritten: IsWritten): string {
  const { entries, languages = [] } = part;
  const data = parseToml(path, text);
  const isOther = ({ path: keys, value }: ConfigEntry) => {
    const found = plain(valueAt(data, keys) ?? null);
    return found !== null && !isDeepStrictEqual(found, value) && !isWritten(found);
  };
  const others = entries.filter(isOther);
  for (const entry of entries) if (!others.includes(entry)) deleteAt(data, entry.path);
  if (others.length > 0) return patchIfChanged(text, data);
  const all = data["language"] as Table[] | undefined;
  for (const language of all ?? []) {
    if (!languages.includes(String(language["name"])) || !serversOf(language).includes(SERVER)) continue;
    const left = serversOf(language).filter((name) => name !== SERVER);
    if (left.length > 0) language[SERVERS] = left;
    else delete language[SERVERS];
  }
  const kept = all?.filter(
    (language) => Object.keys(language).length > 1 || !languages.includes(String(language["name"])),
  );
  if (kept?.length === 0) delete data["language"];
  else if (kept !== undefined) data["language"] = kept;
  return patchIfChanged(text, data);
}

/** The name of our server in Helix, and the key of a language's servers. */
const SERVER = "lsp-locate";
const SERVERS = "language-servers";

function parseToml(path: string, text: string): Table {
  try {
    return parse(text) as Table;
  } catch (error) {
    const { line = 1, column = 0, message } = error as Error & { line?: number; column?: number };
    const fault = message.trim().split("\n").at(-1) ?? message;
    throw faultAt(path, { lineNumber: line, column: column + 1 }, `TOML: ${fault.replace(/\.$/, "")}`);
  }
}

function isTomlOf(text: string, wanted: Table): boolean {
  try {
    return isDeepStrictEqual(plain(parse(text)), plain(wanted));
  } catch {
    return false;
  }
}

function patchIfChanged(text: string, data: Table): string {
  return isTomlOf(text, data) ? text : patch(text, data);
}

function appendTable(text: string, table: Table): string {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : `${text}${lineEnd}`;
  return `${start}${start.trim() === "" ? "" : lineEnd}${tableText(table).replaceAll("\n", lineEnd)}`;
}

/** Formats an object with one table: its header, and its values. */
function tableText(table: Table): string {
  const keys: string[] = [];
  let value: unknown = table;
  while (!hasPlainValue(value)) {
    const [[key, inner] = ["", {}]] = Object.entries(value as Table);
    keys.push(key);
    value = inner;
  }
  const isList = Array.isArray(value);
  const header = isList ? `[[${keys.join(".")}]]` : `[${keys.join(".")}]`;
  const members = Object.entries((isList ? (value as Table[])[0] : value) as Table);
  return `${header}\n${members.map(([key, member]) => `${key} = ${JSON.stringify(member)}\n`).join("")}`;
}

/** Whether a value is a table whose members are no tables, or a list of tables. */
function hasPlainValue(value: unknown): boolean {
  return (
    Array.isArray(value) ||
    Object.values(value as Table).some(
      (member) => typeof member !== "object" || (Array.isArray(member) && typeof member[0] !== "object"),
    )
  );
}

function nest(keys: readonly string[], value: JsonValue): Table {
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Table;
}

function valueAt(data: Table, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (value as Table | undefined)?.[key], data);
}

function setAt(data: Table, keys: readonly string[], value: unknown): void {
  const [key = "", ...rest] = keys;
  if (rest.length === 0) data[key] = value;
  else setAt((data[key] ??= {}) as Table, rest, value);
}

/** Deletes a value, and the tables that are empty without it. */
function deleteAt(data: Table, keys: readonly string[]): void {
  const [key = "", ...rest] = keys;
  const inner = data[key];
  if (rest.length > 0 && typeof inner === "object" && inner !== null) deleteAt(inner as Table, rest);
  if (rest.length === 0 || (typeof inner === "object" && inner !== null && Object.keys(inner).length === 0))
    delete data[key];
}

function languageOf(data: Table, name: string): Table | undefined {
  return (data["language"] as Table[] | undefined)?.find((language) => language["name"] === name);
}

function serversOf(language: Table | undefined): readonly unknown[] {
  const servers = language?.[SERVERS];
  return Array.isArray(servers) ? servers : [];
}

/** Values of the parser may have prototypes of their own. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
