/** Settings by section, as servers request them with `workspace/configuration`. */

import { isObject } from "../isObject.js";
import type { Restriction, Server } from "./servers.js";

/**
 * Returns the value at a dotted path such as `redhat.telemetry`. Without a section, returns all
 * settings.
 */
export function settingsIn(settings: unknown, section: string | null | undefined): unknown {
  if (!section) return settings;
  return section
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], settings);
}

/** Merges objects key by key, at any depth. Any other value replaces the one in `base`. */
export function mergeOptions(base: unknown, override: unknown): unknown {
  if (override === undefined) return base;
  if (!isObject(base) || !isObject(override)) return override;
  const merged = Object.entries(override).map(([key, value]) => [key, mergeOptions(base[key], value)]);
  return { ...base, ...Object.fromEntries(merged) };
}

/**
 * Returns the settings of a section as a server gets them: over what was found for its root, and
 * below what an untrusted workspace requires.
 */
export function effectiveSettings(
  value: unknown,
  section: string | null | undefined,
  server: Pick<Server, "restriction" | "environment"> | undefined,
): unknown {
  const found = (server?.environment?.uses ?? []).filter(({ yields = [] }) => {
    return !yields.some((path) => isGiven(value, section, path));
  });
  const completed = found.reduce((own, { set }) => {
    return mergeOptions(settingsIn(set.settings, section), own ?? undefined) ?? own;
  }, value);
  return mergeOptions(completed, settingsIn(safeguardsOf(server)?.settings, section));
}

/** Whether the settings of a section have a value at a dotted path of all settings. */
function isGiven(value: unknown, section: string | null | undefined, path: string): boolean {
  const inSection = !section ? path : path.startsWith(`${section}.`) ? path.slice(section.length + 1) : undefined;
  const given = path === section ? value : inSection === undefined ? undefined : settingsIn(value, inSection);
  return given !== undefined && given !== null && given !== "";
}

/** Whether the settings that a client sends are changed for a server. */
export function hasOwnSettings(server: Pick<Server, "restriction" | "environment"> | undefined): boolean {
  return safeguardsOf(server) !== undefined || (server?.environment?.uses.length ?? 0) > 0;
}

/** Returns what takes precedence over the client's values; undefined in a trusted workspace. */
export function safeguardsOf(
  server: Pick<Server, "restriction"> | undefined,
): Extract<Restriction, { readonly kind: "limited" }> | undefined {
  return server?.restriction?.kind === "limited" ? server.restriction : undefined;
}
