/** Files of the packages that a server's own program loads. */

import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import type { Server } from "../config/servers.js";
import { safeguardsOf } from "../config/settings.js";
import { isObject } from "../isObject.js";

const placeholder = /^\$\{module:(.+)\}$/;

/**
 * Replaces `${module:typescript/lib/tsserver.js}` in what an untrusted workspace requires by the
 * path of that file beside the server's program (absolute), never beside the workspace. A server
 * without it is refused, as it would look for it in the workspace.
 */
export function withOwnModules(server: Server, program: string): Server {
  const safeguards = safeguardsOf(server);
  if (safeguards === undefined) return server;
  const missing: string[] = [];
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
    const name = typeof value === "string" ? placeholder.exec(value)?.[1] : undefined;
    if (name === undefined) return value;
    const path = findModule(name, program);
    if (path === undefined) missing.push(name);
    return path ?? value;
  };
  const { initializationOptions, restriction } = server;
  const resolved = {
    ...server,
    initializationOptions: resolve(initializationOptions),
    restriction: resolve(restriction),
  };
  if (missing.length === 0) return resolved as Server;
  const reason = `${missing[0]} is not installed beside ${program}, so it would be taken from the workspace`;
  return { ...server, restriction: { kind: "refused", reason } };
}

function findModule(name: string, program: string): string | undefined {
  try {
    return createRequire(realpathSync(program)).resolve(name);
  } catch {
    return undefined;
  }
}
