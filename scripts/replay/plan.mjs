/** What the client of a trace said, and what each message waits for: not for a time, but for what had come from the proxy before it. */
import { isAnswer, keyOf, textAt } from "./message.mjs";

/**
 * Takes messages as `readTrace` has them, and says what is to be done:
 * - `steps`: requests and notifications in order, `{ body, after }`, `after` being what came since the step before;
 * - `answers`: what the client answered to the proxy's requests, in the order of these, `{ method, params, body, behind }`, `behind`
 *   being the number of steps that must have gone before; `body` is undefined where it gave no answer;
 * - `requests`: `{ id, method, cancelled, answer }`, to be compared; `answer` is undefined where none came.
 *
 * What came is `{ key, n, body, isAnswer }`: the n-th message of that key, counted from 1.
 */
export function planOf(messages, wire) {
  const steps = [];
  const answers = [];
  const requests = [];
  const counts = new Map();
  const askedOfClient = new Map(); // by id, until answered
  const askedOfProxy = new Map(); // by id; one that is used again means the later request
  let after = [];

  const clientAnswers = (body) => {
    const id = textAt(body, ["id"], wire);
    const asked = askedOfClient.get(id);
    if (!asked) return;
    askedOfClient.delete(id);
    asked.body = body;
    // What the client said before it was asked has nothing to do with its answer.
    asked.behind = steps.length > asked.behind ? steps.length : 0;
  };
  const clientSays = (body, message) => {
    steps.push({ body: message?.method === "initialize" ? withOwnProcess(body, wire) : body, after });
    after = [];
    const id = textAt(body, ["id"], wire);
    if (message?.method === "$/cancelRequest") {
      const request = askedOfProxy.get(textAt(body, ["params", "id"], wire));
      if (request && !request.answer) request.cancelled = true;
    } else if (message?.method !== undefined && id !== undefined) {
      const request = { id, method: message.method, cancelled: false, answer: undefined };
      requests.push(request);
      askedOfProxy.set(id, request);
    }
  };
  const proxySays = (body, message) => {
    const id = textAt(body, ["id"], wire);
    const key = keyOf(message, id);
    const n = (counts.get(key) ?? 0) + 1;
    counts.set(key, n);
    const come = { key, n, body, isAnswer: isAnswer(message) };
    if (key !== undefined) after.push(come);
    if (come.isAnswer) {
      const request = askedOfProxy.get(id);
      if (request) request.answer ??= come;
    } else if (id !== undefined) {
      const asked = { method: message.method, params: message.params, body: undefined, behind: steps.length };
      answers.push(asked);
      askedOfClient.set(id, asked);
    }
  };

  for (const { fromClient, body, message } of messages) {
    if (fromClient && isAnswer(message)) clientAnswers(body);
    else if (fromClient) clientSays(body, message);
    else if (message !== undefined) proxySays(body, message);
  }
  return { steps, answers, requests };
}

/** The process of the trace's client is long gone: a server that watches it would end at once. */
function withOwnProcess(body, { find, splice }) {
  const span = find(body, ["params", "processId"]);
  if (!span || body.toString("latin1", span.from, span.to) === "null") return body;
  return splice(body, [{ ...span, bytes: Buffer.from(String(process.pid)) }]);
}
