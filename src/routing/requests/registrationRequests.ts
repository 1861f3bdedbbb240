/** What backends register and take back later: answered at once, as what the client hears of it is what comes together of all of them. */

import type { FileSystemWatcher, Registration, Unregistration } from "vscode-languageserver-protocol";
import type { Envelope } from "../../wire/envelope.js";
import { frameOf, type Verdict } from "../../wire/frames.js";
import { scopedTo } from "../capabilities/documentSelectors.js";
import { takes } from "../capabilities/registrations.js";
import type { Member } from "../instances/backendInstance.js";
import type { Routing, Speaker } from "../routing.js";
import { taking } from "../taking.js";

const fileWatching = "workspace/didChangeWatchedFiles";

interface Params {
  readonly registrations?: readonly Registration[];
  /** Sic: the protocol's own spelling. */
  readonly unregisterations?: readonly Unregistration[];
}

/** The backend's side. */
export function registering(envelope: Envelope, { member, routing }: Speaker): Verdict | undefined {
  const { method } = envelope;
  if (method !== "client/registerCapability" && method !== "client/unregisterCapability") return undefined;
  return taking(envelope, ({ id, body }) => {
    try {
      const { params } = JSON.parse(body.toString("utf8")) as { params?: Params | null };
      if (method === "client/registerCapability") register(listOf(params?.registrations), member, routing);
      else unregister(listOf(params?.unregisterations), member, routing);
      routing.learned(member);
    } finally {
      if (id !== undefined) member.run?.send(frameOf(`{"jsonrpc":"2.0","id":${id},"result":null}`));
    }
  });
}

function listOf<Item>(given: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(given) ? given : [];
}

function register(given: readonly Registration[], member: Member, routing: Routing): void {
  const { session, registrations, members, watching, commands } = routing;
  const languages = members.languagesOf(member);
  const { capabilities } = session.client;
  for (const { id, method, registerOptions } of given) {
    if (method === "workspace/executeCommand") commands.offers(member.key, registerOptions?.commands ?? []);
    const isOurs = method === fileWatching && !takes(capabilities, { method, options: registerOptions ?? {} });
    if (isOurs) watching().watch(member.key, id, (registerOptions?.watchers ?? []) as FileSystemWatcher[]);
  }
  registrations.add(
    member.key,
    given.map(({ id, method, registerOptions }) => ({
      id,
      method,
      registerOptions: scopedTo(languages, { method, options: registerOptions ?? {} }).options,
    })),
  );
}

function unregister(given: readonly Unregistration[], member: Member, { registrations, watching }: Routing): void {
  for (const { id, method } of given) if (method === fileWatching) watching().unwatch(member.key, id);
  registrations.remove(
    member.key,
    given.map(({ id }) => id),
  );
}
