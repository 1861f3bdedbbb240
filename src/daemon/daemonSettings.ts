/** The settings of shared sessions in the environment: whether they are used, and for how long. */

import { LocateError } from "../error.js";

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_IDLE_MS = 15 * 60_000;
const MS_PER_UNIT: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
/** A timer takes no more milliseconds than fit into 31 bits. */
const MAX_IDLE_MS = 2 ** 31 - 1;

/**
 * Returns why commands answer in their own process; undefined if they may use a session.
 * `isDisabled` is `--no-daemon`.
 */
export function daemonOffReason(env: Environment, isDisabled: boolean): string | undefined {
  if (isDisabled) return "--no-daemon";
  const setting = env["LSP_LOCATE_DAEMON"]?.toLowerCase();
  if (setting !== undefined && setting !== "")
    return ["off", "0", "false", "no"].includes(setting) ? `LSP_LOCATE_DAEMON=${setting}` : undefined;
  const ci = env["CI"]?.toLowerCase();
  if (ci === undefined || ["", "0", "false"].includes(ci)) return undefined;
  return "CI is set; LSP_LOCATE_DAEMON=on uses a session all the same";
}

/**
 * Returns how long a session lives without a client, in milliseconds: `LSP_LOCATE_DAEMON_IDLE`, a
 * number with the unit `s`, `m` or `h`; without a unit it is in seconds. Throws `unsupported`.
 */
export function daemonIdleMs(env: Environment): number {
  const text = env["LSP_LOCATE_DAEMON_IDLE"] ?? "";
  if (text === "") return DEFAULT_IDLE_MS;
  const [, number = "", unit = "s"] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text.trim()) ?? [];
  const idleMs = Number(number) * (MS_PER_UNIT[unit] ?? Number.NaN);
  if (number !== "" && idleMs > 0 && idleMs <= MAX_IDLE_MS) return idleMs;
  throw new LocateError(
    "unsupported",
    `LSP_LOCATE_DAEMON_IDLE is the time that a session lives without a client, such as 90s, 15m or 2h, at most 596h: ${JSON.stringify(text)} is not.`,
  );
}
