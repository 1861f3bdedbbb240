/** What a replay answers to the requests that it gets: what the client of the trace answered. */
import { isDeepStrictEqual } from "node:util";

/** The protocol's code for a method that nobody knows. */
const methodNotFound = -32601;

/**
 * Answers by `recorded` (the `answers` of a plan): of those to the same method the one to the same params, else the next in turn, and when
 * all have been given the last one again. Each waits until as many steps have been sent as went before it in the trace.
 */
export function answerer(recorded, send, { find, splice }) {
  const left = [...recorded];
  const given = new Map();
  let waiting = [];

  const choose = ({ method, params }) => {
    const sameMethod = left.filter((answer) => answer.method === method);
    const chosen = sameMethod.find((answer) => isDeepStrictEqual(answer.params, params)) ?? sameMethod[0];
    if (!chosen) return given.get(method);
    left.splice(left.indexOf(chosen), 1);
    given.set(method, chosen);
    return chosen;
  };
  const release = (sent) => {
    const due = waiting.filter(({ behind }) => behind <= sent);
    waiting = waiting.filter(({ behind }) => behind > sent);
    for (const { body } of due) send(body);
  };
  return {
    /** A request has come, `id` being JSON text. */
    asked(message, id, sent) {
      const answer = choose(message);
      if (!answer) {
        const error = { code: methodNotFound, message: `The client of the trace was never asked ${message.method}.` };
        send(Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`));
      } else if (answer.body !== undefined) {
        const body = splice(answer.body, [{ ...find(answer.body, ["id"]), bytes: Buffer.from(id) }]);
        waiting.push({ body, behind: answer.behind });
        release(sent);
      }
    },
    /** So many steps have been sent. */
    sent: release,
  };
}
