/** Reads messages of a trace and of its replay, so that both identify a message by the same key. */

/** Returns the object that a JSON text is, or undefined. */
export function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a message is a response. */
export function isResponse(message) {
  return message !== undefined && message.method === undefined && ("result" in message || "error" in message);
}

/**
 * Returns the value at a path of a body as JSON text: `1` differs from `"1"`, and long numbers keep
 * their digits.
 */
export function textAt(body, path, { findValue }) {
  const span = findValue(body, path);
  return span && body.toString("utf8", span.from, span.to);
}

/**
 * Returns the key by which a message from the proxy is recognised: for a response its id, for
 * anything else its method and subject, since a server's own ids and tokens differ between
 * sessions. Returns undefined for messages whose number is not deterministic: logs and progress
 * reports.
 */
export function keyOf({ method, params }, id) {
  if (method === undefined) return `a response to ${id}`;
  const kind = params?.value?.kind;
  if (ignoredMethods.has(method) || (method === "$/progress" && kind !== "begin" && kind !== "end")) return undefined;
  return [method, kind, params?.uri ?? params?.textDocument?.uri].filter((part) => part !== undefined).join(" ");
}

const ignoredMethods = new Set(["window/logMessage", "telemetry/event", "$/logTrace"]);
