/** Has a backend run one of its commands, for the edits that it sends meanwhile. */

import { CancellationTokenSource } from "vscode-jsonrpc/node";
import type { Command } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import type { Backend, CommandRequests } from "./backend.js";
import { type SendContext, sendRequest } from "./sendRequest.js";

/** How long a command may run. */
const COMMAND_TIMEOUT_MS = 30_000;
/** How long an edit may come after the response to the command. */
const LATE_EDIT_MS = 1_000;

/** What a command has asked of the client. */
export type CommandOutcome = Pick<CommandRequests, "edits" | "questions">;

/** The last command of a backend: one runs at a time, so that its edits are known to be its own. */
const lastCommands = new WeakMap<Backend, Promise<unknown>>();

/**
 * Runs a command with the backend for itself, where it can be had. Errors: the backend's own,
 * `backend_timeout`.
 */
export function executeCommand(command: Command, backend: Backend, context: SendContext): Promise<CommandOutcome> {
  const run = () => runNow(command, backend, context);
  const before = lastCommands.get(backend) ?? Promise.resolve();
  const turn = before.then(() => (backend.link.alone ? backend.link.alone(run) : run()));
  lastCommands.set(
    backend,
    turn.catch(() => undefined),
  );
  return turn;
}

async function runNow(
  { command, arguments: args }: Command,
  backend: Backend,
  context: SendContext,
): Promise<CommandOutcome> {
  const source = new CancellationTokenSource();
  const listener = context.token.onCancellationRequested(() => source.cancel());
  let noteEdit = () => {};
  const edited = new Promise<void>((resolve) => {
    noteEdit = resolve;
  });
  const requests: CommandRequests = { edits: [], questions: [], onEdit: () => noteEdit() };
  backend.commandRequests = requests;
  const params = { command, ...(args && { arguments: args }) };
  const request = { method: "workspace/executeCommand", params: () => params, isRetryable: () => false };
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      source.cancel();
      reject(expiredError(command, backend, requests));
    }, COMMAND_TIMEOUT_MS);
  });
  try {
    await Promise.race([sendRequest(request, backend, { ...context, token: source.token }), expired]);
    if (requests.edits.length === 0 && requests.questions.length === 0)
      await Promise.race([edited, new Promise((resolve) => setTimeout(resolve, LATE_EDIT_MS).unref())]);
    return requests;
  } finally {
    clearTimeout(timer);
    listener.dispose();
    backend.commandRequests = undefined;
  }
}

function expiredError(command: string, { name }: Backend, { questions }: CommandOutcome): LocateError {
  const seconds = COMMAND_TIMEOUT_MS / 1000;
  const [question] = questions;
  const asked = question === undefined ? "" : ` It has asked the user: ${JSON.stringify(question.message)}.`;
  return new LocateError("backend_timeout", `${name} has not ended the command ${command} for ${seconds} s.${asked}`, {
    method: "workspace/executeCommand",
    backend: name,
    seconds,
  });
}
