/**
 * Keeps the settings of a server in an untrusted workspace in force, whatever the client sends:
 * in `initialize`, in changed settings, and in responses to `workspace/configuration`. In agent
 * mode what the client leaves out is filled from servers.json.
 */

import { type Backend, notificationFrame } from "../../ask/backend/backend.js";
import type { Server } from "../../backend/config/servers.js";
import {
  effectiveSettings,
  hasOwnSettings,
  mergeOptions,
  safeguardsOf,
  settingsIn,
} from "../../backend/config/settings.js";
import { isObject } from "../../backend/isObject.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";

/** An entry in servers.json; undefined for a server without one. */
type Entry = Pick<Server, "restriction" | "environment" | "settings" | "initializationOptions"> | undefined;

interface RestrictionContext {
  readonly backend: Pick<Backend, "serverEntry">;
  readonly session: {
    readonly configurationRequests: ConfigurationRequests;
    /** Present in agent mode, in which empty settings are filled from servers.json. */
    readonly agent: object | undefined;
  };
}

/** By the id of a backend's `workspace/configuration` (JSON text): the sections it requests. */
export type ConfigurationRequests = Map<string, readonly (string | undefined)[]>;

/** Returns the body of `initialize` with the options that the workspace requires. */
export function restrictInitialize(body: Buffer, entry: Entry): Buffer {
  const required = safeguardsOf(entry)?.initializationOptions;
  if (required === undefined) return body;
  return withParams(body, ({ initializationOptions }) => ({
    initializationOptions: mergeOptions(initializationOptions, required),
  }));
}

/** Returns the body of `initialize` with the options of servers.json that the client leaves out. */
export function fillOptions(body: Buffer, entry: Entry): Buffer {
  const options = entry?.initializationOptions;
  if (options === undefined) return body;
  return withParams(body, ({ initializationOptions }) => ({
    initializationOptions: mergeOptions(options, initializationOptions ?? undefined),
  }));
}

/** Returns the body of `workspace/didChangeConfiguration` with those settings. */
export function restrictChangedSettings(body: Buffer, entry: Entry): Buffer {
  return withParams(body, ({ settings }) => ({ settings: effectiveSettings(settings, undefined, entry) }));
}

/** Returns the frame that tells a server its settings; undefined where the client's suffice. */
export function requiredSettingsFrame(entry: Entry): Buffer | undefined {
  const found = entry?.environment?.uses.some(({ set }) => set.settings !== undefined);
  if (safeguardsOf(entry)?.settings === undefined && !found) return undefined;
  return notificationFrame("workspace/didChangeConfiguration", { settings: entry?.settings });
}

/** Step for client messages: restricts changed settings; restricts or fills those requested. */
export function restrictClientSettings(
  { method, id }: Envelope,
  { backend: { serverEntry }, session: { configurationRequests, agent } }: RestrictionContext,
): Decision | undefined {
  const isChanged = hasOwnSettings(serverEntry);
  if (!isChanged && agent === undefined) return undefined;
  if (method === "workspace/didChangeConfiguration" && isChanged)
    return { kind: "take", take: ({ body }) => frameOf(restrictChangedSettings(body, serverEntry)) };
  if (method !== undefined || configurationRequests.size === 0) return undefined;
  return {
    kind: "take",
    take({ bytes, body }) {
      const responseId = id ?? findTrailingId(body);
      const sections = responseId === undefined ? undefined : configurationRequests.get(responseId);
      if (responseId === undefined || sections === undefined) return bytes;
      configurationRequests.delete(responseId);
      return frameOf(withConfiguration(body, sections, serverEntry, agent !== undefined));
    },
  };
}

/** Step for backend messages: records requests for settings that go to the client. */
export function recordConfigurationRequests(
  { method, id }: Envelope,
  { backend: { serverEntry }, session: { configurationRequests, agent } }: RestrictionContext,
): Decision | undefined {
  if (method !== "workspace/configuration") return undefined;
  if (!hasOwnSettings(serverEntry) && agent === undefined) return undefined;
  return {
    kind: "see",
    see(body) {
      const requestId = id ?? findTrailingId(body);
      const { params } = JSON.parse(body.toString("utf8")) as { params?: { items?: readonly { section?: string }[] } };
      const sections = (params?.items ?? []).map(({ section }) => section);
      if (requestId !== undefined) configurationRequests.set(requestId, sections);
    },
  };
}

function withConfiguration(
  body: Buffer,
  sections: readonly (string | undefined)[],
  entry: Entry,
  isFilled: boolean,
): Buffer {
  const message = JSON.parse(body.toString("utf8")) as { result?: unknown };
  const { result } = message;
  if (!(Array.isArray(result) || (isFilled && "result" in message))) return body;
  const values: readonly unknown[] = isFilled ? fillSettings(result, sections, entry) : (result as unknown[]);
  const restricted = sections.map((section, n) => effectiveSettings(values[n] ?? null, section, entry));
  return Buffer.from(JSON.stringify({ ...message, result: restricted }));
}

/**
 * Returns the client's settings, those of servers.json in place of missing ones and of `{}`, which
 * agent harnesses send without a look at the section. What is no list, such as null, has none.
 */
export function fillSettings(
  fromClient: unknown,
  sections: readonly (string | undefined)[],
  entry: Pick<Server, "settings"> | undefined,
): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(fromClient) ? fromClient : [];
  return sections.map((section, n) => {
    const value: unknown = list[n] ?? null;
    const isEmpty = value === null || (isObject(value) && Object.keys(value).length === 0);
    return isEmpty ? (settingsIn(entry?.settings, section) ?? value) : value;
  });
}

/**
 * Returns the body with some params replaced. Params that are no object are replaced as a whole.
 */
function withParams(body: Buffer, change: (params: Record<string, unknown>) => object): Buffer {
  const message = JSON.parse(body.toString("utf8")) as { params?: unknown };
  const params = isObject(message.params) ? message.params : {};
  return Buffer.from(JSON.stringify({ ...message, params: { ...params, ...change(params) } }));
}
