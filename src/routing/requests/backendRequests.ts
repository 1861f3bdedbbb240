/** What backends ask of the client, and the progress they show there: ids and tokens are made theirs, as all count from 1. */

import { settingsIn } from "../../backend/config/settings.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, splice } from "../../wire/json.js";
import type { Message } from "../../wire/readMessages.js";
import { tagged, withId, withTaggedCancel } from "../idTags.js";
import type { Member } from "../instances/backendInstance.js";
import type { Speaker } from "../routing.js";

/** What the steps let through leaves for the client. */
export function passOn({ method, id, bytes, body }: Message, { member, routing }: Speaker): void {
  const { run } = member;
  const { toClient } = routing.session;
  if (!run) return;
  if (method === "$/progress") {
    const part = run.partOf(body);
    const own = part === undefined ? run.tokens.progress(body) : routing.origins.partial(part, member.key, body);
    toClient.send(own === body ? bytes : frameOf(own));
  } else if (method === "$/cancelRequest") {
    toClient.send(frameOf(withTaggedCancel(body, run.tag)));
  } else if (id === undefined) {
    toClient.send(bytes);
  } else {
    const known = tagged(id, run.tag);
    const created = method === "window/workDoneProgress/create" ? run.tokens.created(body) : body;
    run.asks(known, method === "workspace/configuration" ? configured(body, member) : same);
    toClient.send(frameOf(withId(created, known)));
  }
}

function same(body: Buffer): Buffer {
  return body;
}

/** The client's answer about settings, where it has none filled in with those of servers.json. */
function configured(question: Buffer, { server }: Member): (body: Buffer) => Buffer {
  const { settings } = server;
  if (settings === undefined) return same;
  const { params } = JSON.parse(question.toString("utf8")) as { params?: { items?: readonly { section?: string }[] } };
  const sections = (params?.items ?? []).map(({ section }) => section);
  return (body) => {
    const span = findValue(body, ["result"]);
    const said: unknown = span && JSON.parse(body.toString("utf8", span.from, span.to));
    if (!span || !Array.isArray(said)) return body;
    const filled = sections.map((section, n) => said[n] ?? settingsIn(settings, section) ?? null);
    return splice(body, [{ ...span, bytes: Buffer.from(JSON.stringify(filled)) }]);
  };
}
