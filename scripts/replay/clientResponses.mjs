/** Responds to the requests in a replay with the recorded responses of the client in the trace. */
import { isDeepStrictEqual } from "node:util";

/** JSON-RPC's code for an unknown method. */
const METHOD_NOT_FOUND = -32601;

/**
 * Returns a responder over `recorded`, the `responses` of a plan. It chooses the recorded response
 * to the same method and params, else the next one to the same method, and the last one again when
 * all have been given. A response is held back until as many steps have been sent as preceded it in
 * the trace.
 */
export function createResponder(recorded, send, { findValue, splice }) {
  const remaining = [...recorded];
  const lastGiven = new Map();
  let waiting = [];

  const choose = ({ method, params }) => {
    const sameMethod = remaining.filter((response) => response.method === method);
    const chosen = sameMethod.find((response) => isDeepStrictEqual(response.params, params)) ?? sameMethod[0];
    if (!chosen) return lastGiven.get(method);
    remaining.splice(remaining.indexOf(chosen), 1);
    lastGiven.set(method, chosen);
    return chosen;
  };
  const flushDue = (sent) => {
    const due = waiting.filter(({ minStepsSent }) => minStepsSent <= sent);
    waiting = waiting.filter(({ minStepsSent }) => minStepsSent > sent);
    for (const { body } of due) send(body);
  };
  return {
    /** Answers a request; `id` is JSON text. */
    handleRequest(message, id, sent) {
      const response = choose(message);
      if (!response) {
        const error = { code: METHOD_NOT_FOUND, message: `The client of the trace got no request ${message.method}.` };
        send(Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`));
      } else if (response.body !== undefined) {
        const body = splice(response.body, [{ ...findValue(response.body, ["id"]), bytes: Buffer.from(id) }]);
        waiting.push({ body, minStepsSent: response.minStepsSent });
        flushDue(sent);
      }
    },
    /** Sends the responses held back until this number of steps. */
    handleStepSent: flushDue,
  };
}
