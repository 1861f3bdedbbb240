/** Everything else: to the backend of the document it is about, to where an item or a command came from, or, of what only one can mean, to that one. */

import { codes } from "../../error.js";
import { translateResponse } from "../../session/client/translation.js";
import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Message } from "../../wire/readMessages.js";
import { uriIn } from "../documents/documentMessages.js";
import type { Member } from "../instances/backendInstance.js";
import { framedAnew } from "../instances/responses.js";
import type { Routing } from "../routing.js";
import { taking } from "../taking.js";
import { questions } from "./items.js";

/** The client's side: requests about what a backend has sent earlier. */
export function toOrigin(envelope: Envelope, routing: Routing): Verdict | undefined {
  const { method } = envelope;
  const { members, origins, commands } = routing;
  if (method === undefined) return undefined;
  if (method === "workspace/executeCommand") {
    return taking(envelope, (message) => {
      const origin = commands.originOf(message.body);
      const keys = origin.kind === "known" ? [origin.key] : origin.keys;
      const byDocument = origin.kind === "known" ? [] : origin.uris.map((uri) => members.seek(uri));
      const candidates = keys.map((key) => members.byKey(key));
      const member = byDocument.find((each) => each && candidates.includes(each)) ?? candidates[0] ?? onlyOne(routing);
      hand(message, undefined, member, routing);
    });
  }
  if (!questions.has(method)) return undefined;
  return taking(envelope, (message) => {
    const { key, body } = origins.resolve(method, message.body);
    const member = key === undefined ? onlyOne(routing) : members.byKey(key);
    hand(
      { ...message, body, bytes: body === message.body ? message.bytes : frameOf(body) },
      undefined,
      member,
      routing,
    );
  });
}

/** The client's side: what is left. */
export function byDocument(envelope: Envelope, routing: Routing): Verdict {
  return taking(envelope, (message) => {
    const uri = uriIn(message.body) ?? stringAt(message.body, findValue(message.body, ["params", "uri"]));
    const member = uri === undefined ? meantBy(message.method ?? "", routing) : routing.members.seek(uri);
    hand(message, uri, member, routing);
  });
}

function hand(message: Message, uri: string | undefined, member: Member | undefined, routing: Routing): void {
  const { session } = routing;
  const { id, method = "" } = message;
  if (id === undefined) {
    if (member) member.tell(message, uri);
    else if (uri === undefined) for (const each of routing.members.up()) each.tell(message, undefined);
    return;
  }
  if (member) {
    member.ask({ ...message, id }, uri, (answer) => {
      session.toClient.send(
        framedAnew(answer, translateResponse(id, routing.marked(method, answer.body, member), session)),
      );
    });
    return;
  }
  session.translations.delete(id);
  // A client asks about whatever it has open, also where nobody is there to answer.
  if (uri !== undefined) session.respond(id, { result: null });
  else session.respond(id, { error: nobody(method, routing) });
}

/** Servers' own methods often begin with their name. Of what is about nothing we know, one that is alone may be meant. */
function meantBy(method: string, routing: Routing): Member | undefined {
  const [prefix = ""] = method.split("/");
  const named = routing.members.up().filter(({ server }) => isNamed(server, prefix));
  return named[0] ?? onlyOne(routing);
}

function isNamed({ name, languages, match }: Member["server"], prefix: string): boolean {
  const words = [name, ...languages, ...match.words];
  return prefix !== "" && words.some((word) => word.toLowerCase() === prefix.toLowerCase());
}

function onlyOne({ members }: Routing): Member | undefined {
  const [only, ...others] = members.up();
  return others.length === 0 ? only : undefined;
}

function nobody(method: string, { members }: Routing): object {
  const code = codes.methodNotFound;
  if (members.up().length === 0) {
    return {
      code,
      message: `Nobody is there to answer ${method}: no language server has been started yet. Open a document first.`,
    };
  }
  const isCommand = method === "workspace/executeCommand";
  const message = isCommand
    ? "No language server has offered such a command. Commands come with code actions and lenses."
    : `Several language servers may be meant by ${method}, and nothing in it says which: name a document in params.textDocument.uri.`;
  return { code, message };
}
