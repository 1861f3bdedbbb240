/** The states of sessions as text. */

import { createColors } from "picocolors";
import { describeDaemon, describeSharedSession, renderDaemonReports } from "../../../src/cli/daemon/daemonReport.js";

const now = 10_000_000_000;
const style = { colours: createColors(false), now };
const MB = 1024 * 1024;
const session = { pid: 7, version: "1.0.0", startedAt: now - 125_000, workspace: "/w" };

test("Without a session the report says how one starts", () => {
  expect(renderDaemonReports([], style)).toBe("No session runs. The first command in a workspace starts one.");
});

test("Each session is a paragraph with its servers", () => {
  const servers = [
    { name: "gopls", root: "/w", pid: 8, startedAt: now - 90_000, lastRequestAt: now - 4000, memoryBytes: 300 * MB },
    { name: "pyright", root: "/w/py", pid: 9, lastRequestAt: now, pendingRequests: 2 },
    { name: "clangd", root: "/w/c" },
  ];
  const other = { ...session, workspace: "/x", startedAt: now - 3 * 86_400_000, error: "does not answer" };
  const reports = [{ ...session, clients: 1, memoryBytes: 80.4 * MB, servers }, other];
  expect(renderDaemonReports(reports, style)).toBe(
    [
      "/w · process 7 · version 1.0.0 · started 2 min ago · 1 client · 80 MB",
      "  gopls in /w · process 8 · started 1 min ago · last request 4 s ago · 300 MB",
      "  pyright in /w/py · process 9 · 2 pending requests",
      "  clangd in /w/c · not running",
      "",
      "/x · process 7 · version 1.0.0 · started 3 d ago · does not answer",
    ].join("\n"),
  );
});

test("Folders in which the system reports no changes are named with the reason", () => {
  const unwatched = [{ folders: ["/w", "/x"], why: "more than 4096 folders would have to be watched" }];
  expect(renderDaemonReports([{ ...session, clients: 1, memoryBytes: 80 * MB, servers: [], unwatched }], style)).toBe(
    [
      "/w · process 7 · version 1.0.0 · started 2 min ago · 1 client · 80 MB",
      "  The system reports no changes in /w, /x, so the index looks for them at each query: more than 4096 folders would have to be watched.",
    ].join("\n"),
  );
});

test("As Markdown, a session is a line with a list of its servers", () => {
  const servers = [{ name: "gopls", root: "/w", pid: 8, startedAt: now - 90_000, memoryBytes: 300 * MB }];
  expect(describeSharedSession({ ...session, clients: 2, memoryBytes: 80 * MB, servers }, now)).toBe(
    [
      "Shared session: /w · process 7 · version 1.0.0 · started 2 min ago · 2 clients · 80 MB",
      "- gopls in /w · process 8 · started 1 min ago · 300 MB",
    ].join("\n"),
  );
});

test("Names from outside are harmless to a terminal, and a clock that was set back gives no negative age", () => {
  const text = describeDaemon({ ...session, workspace: "/a\x1b[2J", startedAt: now + 5000, error: "x" }, style);
  expect(text).toBe("/a\\u001b[2J · process 7 · version 1.0.0 · started 0 s ago · x");
});

test("What a session and its servers are busy with is said, with who waits and for how long", () => {
  const waiting = [
    { what: "textDocument/references", since: now - 12_000 },
    { what: "textDocument/hover", since: now - 1000 },
  ];
  const servers = [{ name: "pyright", root: "/w", pid: 9, pendingRequests: 3, requests: waiting }];
  const requests = [
    { what: "references a.py:x", client: "a command in /w", since: now - 13_000 },
    { what: "locate/rename a.py:x", client: "an agent", since: now - 2000 },
  ];
  const busy = { ...session, clients: 2, memoryBytes: 80 * MB, servers, requests };
  expect(renderDaemonReports([busy], style)).toBe(
    [
      "/w · process 7 · version 1.0.0 · started 2 min ago · 2 clients · 80 MB",
      "  busy for 13 s: references a.py:x · a command in /w",
      "  busy for 2 s: locate/rename a.py:x · an agent",
      "  pyright in /w · process 9 · 3 pending requests: textDocument/references for 12 s, textDocument/hover for 1 s …",
    ].join("\n"),
  );
  expect(describeSharedSession(busy, now).split("\n")[1]).toBe("- busy for 13 s: references a.py:x · a command in /w");
});
