/**
 * Turns a trace into steps to send, each after the messages that preceded it in the trace. Times
 * play no part.
 */
import { isResponse, keyOf, textAt } from "./message.mjs";

/**
 * Takes the messages of `readTrace` and returns
 * - `steps`: the client's requests and notifications in order, `{ body, after }`; `after` lists
 *   the messages received since the previous step;
 * - `responses`: the client's responses to the proxy's requests, in the order of the requests, `{
 *   method, params, body, minStepsSent }`; `minStepsSent` is the number of steps to be sent before,
 *   and `body` is undefined where the client gave no response;
 * - `requests`: `{ id, method, cancelled, response }`, to be compared; `response` is undefined
 *   where none was received.
 *
 * A received message is `{ key, n, body, isResponse }`: the n-th message of that key, counted from
 * 1.
 */
export function planOf(messages, wire) {
  const steps = [];
  const responses = [];
  const requests = [];
  const counts = new Map();
  const clientRequests = new Map(); // by id, until answered
  const proxyRequests = new Map(); // by id; a reused id means the later request
  let after = [];

  const addClientResponse = (body) => {
    const id = textAt(body, ["id"], wire);
    const request = clientRequests.get(id);
    if (!request) return;
    clientRequests.delete(id);
    request.body = body;
    // Steps sent before the request do not delay its response.
    request.minStepsSent = steps.length > request.minStepsSent ? steps.length : 0;
  };
  const addClientMessage = (body, message) => {
    steps.push({ body: message?.method === "initialize" ? withOwnProcess(body, wire) : body, after });
    after = [];
    const id = textAt(body, ["id"], wire);
    if (message?.method === "$/cancelRequest") {
      const request = proxyRequests.get(textAt(body, ["params", "id"], wire));
      if (request && !request.response) request.cancelled = true;
    } else if (message?.method !== undefined && id !== undefined) {
      const request = { id, method: message.method, cancelled: false, response: undefined };
      requests.push(request);
      proxyRequests.set(id, request);
    }
  };
  const addProxyMessage = (body, message) => {
    const id = textAt(body, ["id"], wire);
    const key = keyOf(message, id);
    const n = (counts.get(key) ?? 0) + 1;
    counts.set(key, n);
    const received = { key, n, body, isResponse: isResponse(message) };
    if (key !== undefined) after.push(received);
    if (received.isResponse) {
      const request = proxyRequests.get(id);
      if (request) request.response ??= received;
    } else if (id !== undefined) {
      const request = { method: message.method, params: message.params, body: undefined, minStepsSent: steps.length };
      responses.push(request);
      clientRequests.set(id, request);
    }
  };

  for (const { fromClient, body, message } of messages) {
    if (fromClient && isResponse(message)) addClientResponse(body);
    else if (fromClient) addClientMessage(body, message);
    else if (message !== undefined) addProxyMessage(body, message);
  }
  return { steps, responses, requests };
}

/**
 * Replaces the id of the trace's client process: a server that watches that process would end at
 * once.
 */
function withOwnProcess(body, { findValue, splice }) {
  const span = findValue(body, ["params", "processId"]);
  if (!span || body.toString("latin1", span.from, span.to) === "null") return body;
  return splice(body, [{ ...span, bytes: Buffer.from(String(process.pid)) }]);
}
