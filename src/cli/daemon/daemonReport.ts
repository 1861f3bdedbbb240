/** Finds this user's shared sessions, and renders their states. */

import { createColors } from "picocolors";
import type { Colors } from "picocolors/types.js";
import {
  type DaemonRequest,
  type DaemonServer,
  type DaemonStatus,
  mayRun,
  otherHomeOf,
  type RecordedDaemon,
  readStatus,
  recordedDaemons,
  removeDeadDaemon,
} from "../../daemon/daemonControl.js";
import { describeUnwatched } from "../../session/methods/status.js";
import { escapeLine } from "../../text/printable.js";

/** A session, and why there is no state of it. */
export type DaemonReport = (DaemonStatus | UnresponsiveDaemon) & {
  /** The home folder of a session of another environment of the user; absent for this one's. */
  readonly home?: string;
};

export interface UnresponsiveDaemon {
  readonly workspace: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: number;
  readonly error: string;
}

export interface DaemonReportStyle {
  readonly colours: Colors;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const NO_DAEMON_TEXT = "No session runs. The first command in a workspace starts one.";

/** One paragraph for each session, with a line for each of its servers. */
export function renderDaemonReports(reports: readonly DaemonReport[], style: DaemonReportStyle): string {
  if (reports.length === 0) return NO_DAEMON_TEXT;
  return reports.map((report) => renderDaemonReport(report, style)).join("\n\n");
}

/** The heading of one session: its workspace, process, age, clients and memory. */
export function describeDaemon(report: DaemonReport, { colours, now }: DaemonReportStyle): string {
  const facts = [
    `process ${report.pid}`,
    `version ${escapeLine(report.version)}`,
    `started ${formatAge(now - report.startedAt)} ago`,
  ];
  if (report.home !== undefined) facts.push(`home ${escapeLine(report.home) || "none"}`);
  if ("error" in report) return joinFacts([colours.bold(escapeLine(report.workspace)), ...facts, report.error]);
  facts.push(report.clients === 1 ? "1 client" : `${report.clients} clients`, formatBytes(report.memoryBytes));
  return joinFacts([colours.bold(escapeLine(report.workspace)), ...facts]);
}

/** Renders a session and its servers as Markdown. */
export function describeSharedSession(status: DaemonStatus, now: number): string {
  const style = { colours: createColors(false), now };
  const { requests = [], servers } = status;
  const facts = [
    ...requests.map((each) => describeRequest(each, style)),
    ...servers.map((each) => describeServer(each, style)),
  ];
  // The rest of the answer has a sentence on folders that are not watched.
  return [`Shared session: ${describeDaemon(status, style)}`, ...facts.map((fact) => `- ${fact}`)].join("\n");
}

function renderDaemonReport(report: DaemonReport, style: DaemonReportStyle): string {
  const { servers, requests = [], unwatched = [] } = "error" in report ? { servers: [] } : report;
  const lines = [
    ...requests.map((request) => describeRequest(request, style)),
    ...servers.map((server) => describeServer(server, style)),
    ...unwatched.map(describeUnwatched),
  ];
  return [describeDaemon(report, style), ...lines.map((line) => `  ${line}`)].join("\n");
}

/** What runs, for whom, and since when. */
function describeRequest({ what, client, since }: DaemonRequest, { now }: DaemonReportStyle): string {
  const busy = `busy for ${formatAge(now - since)}: ${escapeLine(what)}`;
  return joinFacts([busy, ...(client === undefined ? [] : [escapeLine(client)])]);
}

function describeServer(server: DaemonServer, { now }: DaemonReportStyle): string {
  const { name, root, pid, memoryBytes, startedAt, lastRequestAt, pendingRequests = 0, requests = [] } = server;
  const facts = [`${escapeLine(name)} in ${escapeLine(root)}`];
  facts.push(pid === undefined ? "not running" : `process ${pid}`);
  if (startedAt !== undefined) facts.push(`started ${formatAge(now - startedAt)} ago`);
  if (pendingRequests > 0) {
    const named = requests.map(({ what, since }) => `${escapeLine(what)} for ${formatAge(now - since)}`);
    const list = named.length === 0 ? "" : `: ${named.join(", ")}${pendingRequests > named.length ? " …" : ""}`;
    facts.push(`${pendingRequests === 1 ? "1 pending request" : `${pendingRequests} pending requests`}${list}`);
  } else if (lastRequestAt !== undefined) facts.push(`last request ${formatAge(now - lastRequestAt)} ago`);
  if (memoryBytes !== undefined) facts.push(formatBytes(memoryBytes));
  return joinFacts(facts);
}

function joinFacts(facts: readonly string[]): string {
  return facts.join(" · ");
}

const AGE_UNITS = [
  { ms: 86_400_000, name: "d" },
  { ms: 3_600_000, name: "h" },
  { ms: 60_000, name: "min" },
  { ms: 1000, name: "s" },
] as const;

/** Returns a duration in its largest unit: `3 min`. */
function formatAge(ms: number): string {
  const { ms: unitMs, name } = AGE_UNITS.find((unit) => ms >= unit.ms) ?? { ms: 1000, name: "s" };
  return `${Math.max(0, Math.floor(ms / unitMs))} ${name}`;
}

function formatBytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MB`;
}

interface DaemonSession extends RecordedDaemon {
  readonly report: DaemonReport;
}

/** Resolves with the sessions that run, by workspace; those that were killed are removed. */
export async function findDaemons(): Promise<readonly DaemonSession[]> {
  const found = await Promise.all(recordedDaemons().map(findDaemon));
  return found.filter((session) => session !== undefined);
}

async function findDaemon(daemon: RecordedDaemon): Promise<DaemonSession | undefined> {
  const home = otherHomeOf(daemon.record);
  const homeFact = home === undefined ? {} : { home };
  const status = await readStatus(daemon);
  if (typeof status !== "string") return { ...daemon, report: { ...status, ...homeFact } };
  const { workspace, version, startedAt } = daemon.record;
  if (!mayRun(daemon.record)) {
    removeDeadDaemon(daemon);
    return undefined;
  }
  return {
    ...daemon,
    report: { workspace, pid: daemon.record.process.pid, version, startedAt, ...homeFact, error: status },
  };
}
