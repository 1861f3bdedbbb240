/** Plays the client's side of a trace against a process. */
import spawn from "cross-spawn";
import { createResponder } from "./clientResponses.mjs";
import { isResponse, keyOf, objectOf, textAt } from "./message.mjs";
import { createMessageCounter } from "./messageCounter.mjs";

/**
 * A notification may not be sent again, such as a second round of diagnostics: its timeout is this
 * many times shorter.
 */
const NOTIFICATION_TIMEOUT_DIVISOR = 12;
/** How long a command may take to end after its input has ended. */
const EXIT_TIMEOUT_MS = 5000;

/**
 * Sends the steps of `planOf`, and resolves when all requests are answered or can no longer be.
 * Returns
 * - `responses`: by key, the bodies of the responses received, in order;
 * - `missing`: the keys that the trace has and that were not received in time, each once; further
 *   waits for such a key are skipped;
 * - `ended`: how the command ended, if it ended before all was sent and answered.
 */
export async function play({ plan: { steps, responses: recorded, requests }, command, timeoutMs, wire }) {
  const [program, ...words] = command;
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  const send = (body) => child.stdin.write(wire.frameOf(body));
  child.stdin.on("error", () => {}); // the exit event has the reason
  const responder = createResponder(recorded, send, wire);
  const counter = createMessageCounter();
  const responses = new Map();
  const missing = new Set();
  let sent = 0;
  let end;

  const closed = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then((how) => {
    end = how;
    counter.end();
  });
  const see = (body) => {
    const message = objectOf(body.toString("utf8"));
    if (!message) return;
    const id = textAt(body, ["id"], wire);
    const key = keyOf(message, id);
    if (isResponse(message)) responses.set(key, [...(responses.get(key) ?? []), body]);
    else if (id !== undefined) responder.handleRequest(message, id, sent);
    counter.add(key);
  };
  child.stdout.on("data", wire.frameSplitter({ decide: () => ({ kind: "see", see }), pass() {}, stray() {} }));

  const waitFor = async ({ key, n, isResponse: isRequired }) => {
    if (missing.has(key)) return false;
    const isReceived = await counter.waitForNth(
      key,
      n,
      isRequired ? timeoutMs : timeoutMs / NOTIFICATION_TIMEOUT_DIVISOR,
    );
    if (!isReceived && end === undefined) missing.add(key);
    return isReceived;
  };
  for (const { body, after } of steps) {
    for (const each of after) await waitFor(each);
    if (end !== undefined) break;
    send(body);
    responder.handleStepSent(++sent);
  }
  const last = await Promise.all(requests.flatMap(({ response }) => (response ? [waitFor(response)] : [])));
  const ended = sent < steps.length || last.includes(false) ? end : undefined;

  child.stdin.end();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, EXIT_TIMEOUT_MS).unref())]);
  if (end === undefined) {
    child.kill("SIGKILL");
    child.stdout.destroy(); // a child process of the command may keep it open
  }
  return { responses, missing, ended };
}
