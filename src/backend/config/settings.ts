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

/** Returns the settings of a section with those that an untrusted workspace requires. */
export function restrictSettings(
  value: unknown,
  section: string | null | undefined,
  server: Pick<Server, "restriction"> | undefined,
): unknown {
  return mergeOptions(value, settingsIn(safeguardsOf(server)?.settings, section));
}

/** Returns what takes precedence over the client's values; undefined in a trusted workspace. */
export function safeguardsOf(
  server: Pick<Server, "restriction"> | undefined,
): Extract<Restriction, { readonly kind: "limited" }> | undefined {
  return server?.restriction?.kind === "limited" ? server.restriction : undefined;
}
