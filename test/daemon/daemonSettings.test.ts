/** The settings of sessions in the environment. */

import { daemonIdleMs, daemonOffReason } from "../../src/daemon/daemonSettings.js";

test.each([
  [{}, false, undefined],
  [{}, true, "--no-daemon"],
  [{ LSP_LOCATE_DAEMON: "off" }, false, "LSP_LOCATE_DAEMON=off"],
  [{ LSP_LOCATE_DAEMON: "0" }, false, "LSP_LOCATE_DAEMON=0"],
  [{ LSP_LOCATE_DAEMON: "" }, false, undefined],
  [{ CI: "true" }, false, "CI is set; LSP_LOCATE_DAEMON=on uses a session all the same"],
  [{ CI: "false" }, false, undefined],
  [{ CI: "" }, false, undefined],
  [{ CI: "1", LSP_LOCATE_DAEMON: "on" }, false, undefined],
  [{ CI: "1", LSP_LOCATE_DAEMON: "on" }, true, "--no-daemon"],
])("With %j and --no-daemon %j the reason for no session is %j", (env, isDisabled, reason) => {
  expect(daemonOffReason(env, isDisabled)).toBe(reason);
});

test.each([
  [undefined, 900_000],
  ["", 900_000],
  ["90", 90_000],
  ["90s", 90_000],
  ["0.5m", 30_000],
  ["2h", 7_200_000],
])("LSP_LOCATE_DAEMON_IDLE=%s is %d ms", (text, ms) => {
  expect(daemonIdleMs({ LSP_LOCATE_DAEMON_IDLE: text })).toBe(ms);
});

test.each(["0", "-1", "soon", "15 min", "1d", "1e9", "600h", "∞"])("LSP_LOCATE_DAEMON_IDLE=%s is an error", (text) => {
  expect(() => daemonIdleMs({ LSP_LOCATE_DAEMON_IDLE: text })).toThrow(
    "LSP_LOCATE_DAEMON_IDLE is the time that a session lives without a client, such as 90s, 15m or 2h",
  );
});
