/** Settings as servers ask for them: `redhat.telemetry` is what stands under `redhat`, there under `telemetry`; without a section, all. */

export function settingsIn(settings: unknown, section: string | null | undefined): unknown {
  if (!section) return settings;
  return section
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], settings);
}
