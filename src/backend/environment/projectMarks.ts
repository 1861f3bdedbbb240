/** The files by which a project or a tool says where its environment is. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { readTextSync } from "../../files/readFileSync.js";

/** A longer file configures nothing. */
const MAX_BYTES = 1024 * 1024;

/** Returns the text of a file; undefined if it can't be read. Links out of `top` are not read. */
export function readProjectText(path: string, top: string): string | undefined {
  try {
    return readTextSync(path, { maxBytes: MAX_BYTES, permission: { folders: [top], allowsOutside: false } });
  } catch {
    return undefined;
  }
}

/**
 * Whether a folder has a file, or with `name#dotted.key` a file with this key: in JSON, TOML, YAML,
 * properties or a script of Gradle's, by its ending. In YAML the last part of the key is looked
 * for, at any depth.
 */
export function hasMark(folder: string, mark: string, top: string): boolean {
  const [name = "", key] = mark.split("#", 2);
  if (key === undefined) return existsSync(join(folder, name));
  const text = readProjectText(join(folder, name), top);
  return text !== undefined && valueIn(name, text, key) !== undefined;
}

/** Returns the text at a dotted key of a project's file; undefined without it. */
export function valueIn(name: string, text: string, key: string): string | undefined {
  const parts = key.split(".");
  if (name.endsWith(".json")) {
    const value = parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | null)?.[part], parseJsonc(text));
    return value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value);
  }
  // A script of Gradle's: `languageVersion = JavaLanguageVersion.of(17)`, or `.set(…)`.
  if (/\.gradle(?:\.kts)?$/.test(name)) return new RegExp(`\\b${key}\\b[^\\n\\d]{0,80}?(\\d+)`).exec(text)?.[1];
  const last = parts.pop() ?? "";
  const lines = text.split(/\r?\n/);
  if (/\.(?:sdkmanrc|properties)$/.test(name)) return lineValue(lines, last, "=");
  return name.endsWith(".toml") ? tomlValue(lines, parts.join("."), last) : lineValue(lines, last, ":");
}

function tomlValue(lines: readonly string[], table: string, key: string): string | undefined {
  const from = lines.findIndex((line) => line.trim().replaceAll(" ", "") === `[${table}]`);
  if (from < 0) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => line.trimStart().startsWith("["));
  return lineValue(lines.slice(from + 1, length < 0 ? undefined : from + 1 + length), key, "=");
}

function lineValue(lines: readonly string[], key: string, separator: string): string | undefined {
  for (const line of lines) {
    const [name = "", ...rest] = line.split(separator);
    if (name.trim() === key && rest.length > 0) return unquoted(rest.join(separator));
  }
  return undefined;
}

function unquoted(text: string): string {
  const [, , quoted] = /^\s*(["'])(.*?)\1/.exec(text) ?? [];
  return quoted ?? text.replace(/\s#.*/, "").trim();
}
