/** What a message is, in a trace as in its replay: both have to know the same thing by the same name. */

/** The object that a text holds; undefined where it holds none. */
export function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An answer to a request. */
export function isAnswer(message) {
  return message !== undefined && message.method === undefined && ("result" in message || "error" in message);
}

/** What stands under a path in a body, as JSON text: so `1` is not `"1"`, and a number that no double holds stays itself. */
export function textAt(body, path, { find }) {
  const span = find(body, path);
  return span && body.toString("utf8", span.from, span.to);
}

/**
 * By what a message of the proxy's is known again when it is waited for: an answer by its id, anything else by its method and what it is
 * about, as a server's own ids and tokens differ from session to session. Undefined for what nobody should wait for: logs, and
 * reports of progress, of which there are as many as there is time for.
 */
export function keyOf({ method, params }, id) {
  if (method === undefined) return `an answer to ${id}`;
  const kind = params?.value?.kind;
  if (unwaited.has(method) || (method === "$/progress" && kind !== "begin" && kind !== "end")) return undefined;
  return [method, kind, params?.uri ?? params?.textDocument?.uri].filter((part) => part !== undefined).join(" ");
}

const unwaited = new Set(["window/logMessage", "telemetry/event", "$/logTrace"]);
