/**
 * `locate/*` as commands of `workspace/executeCommand`, for clients that can't send them:
 * `lsp-locate.hover` with one argument, the params of `locate/hover`.
 */

import { locateMethods } from "../../ask/methodTable.js";
import { LocateError, type Logger } from "../../error.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { elements, findValue, setValue, stringAt } from "../../wire/json.js";
import type { Inspection } from "../../wire/steps.js";
import type { ClientConversation } from "./clientConversation.js";

const PREFIX = "lsp-locate.";
const METHOD_PREFIX = "locate/";

/** The commands, which are announced in agent mode. */
export const locateCommands: readonly string[] = locateMethods.map(
  (method) => `${PREFIX}${method.slice(METHOD_PREFIX.length)}`,
);

/** The parts of a session that the step uses. */
interface CommandHost {
  readonly conversation: Pick<ClientConversation, "deliverRequest">;
  /** Sends a response; `id` is JSON text. */
  respond(id: string, outcome: { readonly error: unknown }): void;
  readonly log: Logger;
}

/** Step for client messages: answers the commands `lsp-locate.*` as `locate/*`. */
export function takeLocateCommands({ method, id }: Envelope, session: CommandHost): Inspection | undefined {
  if (method !== "workspace/executeCommand") return undefined;
  return {
    kind: "inspect",
    inspect({ body }) {
      const command = stringAt(body, findValue(body, ["params", "command"]));
      if (command === undefined || !command.startsWith(PREFIX)) return false;
      const requestId = id ?? findTrailingId(body);
      if (requestId === undefined) {
        session.log(`the command ${command} has no id, so it gets no response`);
        return true;
      }
      const params = paramsOf(command, body);
      if (params instanceof LocateError) {
        const { code, message, data } = params;
        session.respond(requestId, { error: { code, message, data } });
        return true;
      }
      const request = { method: `${METHOD_PREFIX}${command.slice(PREFIX.length)}`, id: requestId };
      session.conversation.deliverRequest(buildLocateRequest(request, params), request);
      return true;
    },
  };
}

/** Returns the argument of a command, with the progress token of the request if it has none. */
function paramsOf(command: string, body: Buffer): Buffer | LocateError {
  if (!locateCommands.includes(command)) return unknownCommandError(command);
  const list = findValue(body, ["params", "arguments"]);
  const given = list ? elements(body, list.from) : [];
  const [only] = given;
  const argument = only && body.subarray(only.from, only.to);
  if (!argument || given.length > 1 || argument[0] !== OPEN) return argumentsError(command, given.length);
  const token = findValue(body, ["params", "workDoneToken"]);
  if (!token || findValue(argument, ["workDoneToken"])) return argument;
  const value: unknown = JSON.parse(body.toString("utf8", token.from, token.to));
  return setValue(argument, ["workDoneToken"], value) ?? argument;
}

const OPEN = "{".charCodeAt(0);

function buildLocateRequest({ method, id }: { readonly method: string; readonly id: string }, params: Buffer): Buffer {
  const head = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":`;
  return Buffer.concat([Buffer.from(head, "latin1"), params, Buffer.from("}")]);
}

function argumentsError(command: string, count: number): LocateError {
  const method = `${METHOD_PREFIX}${command.slice(PREFIX.length)}`;
  const problem = count === 1 ? "has an argument that is not an object" : `has ${count} arguments`;
  const message = `${command} ${problem}. It takes one, the params of ${method}: { "command": ${JSON.stringify(command)}, "arguments": [{ "locate": "src/file.py:Class.method@text" }] }.`;
  return new LocateError("invalid_locate", message, { field: "arguments", expected: "one object" });
}

function unknownCommandError(command: string): LocateError {
  const message = `There is no command ${command}. There are: ${locateCommands.join(", ")}.`;
  return new LocateError("unknown_method", message, { methods: locateCommands });
}
