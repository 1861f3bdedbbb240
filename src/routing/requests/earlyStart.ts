/**
 * The step that starts the backend of the first Locate's file, while the code for `locate/*` is
 * loaded. Whatever the Locate means, the request will need that backend.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { lspMethods } from "../../ask/methodTable.js";
import type { Session } from "../../session/session.js";
import { pathOfUri, uriOfPath } from "../../uri.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { BackendInstances } from "../instances/backendInstances.js";

export interface EarlyStartContext {
  readonly session: Pick<Session, "client"> & { readonly conversation: Pick<Session["conversation"], "isOpen"> };
  readonly instances: Pick<BackendInstances, "findInstance">;
}

const METHOD_PREFIX = "locate/";

/** Starts the backend that answers the session's first `locate/*` request. The message passes. */
export function startForLocate({ method }: Envelope, { session, instances }: EarlyStartContext): Decision | undefined {
  if (!method?.startsWith(METHOD_PREFIX) || session.conversation.isOpen) return undefined;
  if (!Object.hasOwn(lspMethods, method.slice(METHOD_PREFIX.length))) return undefined;
  const { folders } = session.client.roots;
  const see = (body: Buffer) => {
    const name = fileNameIn(body);
    const root = folders[0] && pathOfUri(folders[0].uri);
    if (name === undefined || root === undefined) return;
    const path = resolve(root, name);
    // A Locate without a file, or with a shorter name of it, is resolved later.
    if (existsSync(path)) instances.findInstance(uriOfPath(path, folders))?.startIfIdle();
  };
  return { kind: "see", see };
}

/** Returns the file that a Locate names: as an object, or up to the first separator. */
function fileNameIn(body: Buffer): string | undefined {
  const fromObject = stringAt(body, findValue(body, ["params", "locate", "file_path"]));
  const name = fromObject ?? stringAt(body, findValue(body, ["params", "locate"]))?.split(/[:@]/, 1)[0];
  return name === "" ? undefined : name;
}
