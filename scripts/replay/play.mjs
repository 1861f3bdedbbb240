/** The client's side of a trace, played against a process. */
import spawn from "cross-spawn";
import { answerer } from "./clientResponses.mjs";
import { isAnswer, keyOf, objectOf, textAt } from "./message.mjs";
import { arrivals } from "./messageCounter.mjs";

/** What is no answer may not come again, such as a second round of diagnostics: it is waited for so many times shorter. */
const shorter = 12;
/** How long a command may take to end when all has been said, in milliseconds. */
const farewell = 5000;

/**
 * Sends what `planOf` has planned; resolves when all is answered, or can't be any more. `patience` is in milliseconds. Returns
 * - `answers`: by key, the bodies of the answers that came, in order;
 * - `unseen`: the keys of what the trace has and was waited for in vain, each once: no other of that key was waited for;
 * - `ended`: how the command ended, where it did so with something still to be said or answered.
 */
export async function play({ plan: { steps, answers: recorded, requests }, command, patience, wire }) {
  const [program, ...words] = command;
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  const send = (body) => child.stdin.write(wire.frameOf(body));
  child.stdin.on("error", () => {}); // told by the end
  const answering = answerer(recorded, send, wire);
  const come = arrivals();
  const answers = new Map();
  const unseen = new Set();
  let sent = 0;
  let end;

  const closed = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then((how) => {
    end = how;
    come.end();
  });
  const see = (body) => {
    const message = objectOf(body.toString("utf8"));
    if (!message) return;
    const id = textAt(body, ["id"], wire);
    const key = keyOf(message, id);
    if (isAnswer(message)) answers.set(key, [...(answers.get(key) ?? []), body]);
    else if (id !== undefined) answering.asked(message, id, sent);
    come.came(key);
  };
  child.stdout.on("data", wire.frameSplitter({ decide: () => ({ kind: "see", see }), pass() {}, stray() {} }));

  const hasCome = async ({ key, n, isAnswer: isAwaitedLong }) => {
    if (unseen.has(key)) return false;
    const here = await come.nth(key, n, isAwaitedLong ? patience : patience / shorter);
    if (!here && end === undefined) unseen.add(key);
    return here;
  };
  for (const { body, after } of steps) {
    for (const each of after) await hasCome(each);
    if (end !== undefined) break;
    send(body);
    answering.sent(++sent);
  }
  const last = await Promise.all(requests.flatMap(({ answer }) => (answer ? [hasCome(answer)] : [])));
  const ended = sent < steps.length || last.includes(false) ? end : undefined;

  child.stdin.end();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, farewell).unref())]);
  if (end === undefined) {
    child.kill("SIGKILL");
    child.stdout.destroy(); // what the command started may hold it open
  }
  return { answers, unseen, ended };
}
