/** Settings by section, as servers request them with `workspace/configuration`. */

/**
 * Returns the value at a dotted path such as `redhat.telemetry`. Without a section, returns all
 * settings.
 */
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
