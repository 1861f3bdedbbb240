/** Projects with the environments that ecosystems' tools make, as files. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Server } from "../../../src/backend/config/servers.js";
import type { SearchScope } from "../../../src/backend/environment/candidateFolders.js";
import { detectEnvironment } from "../../../src/backend/environment/detectEnvironment.js";
import { withEnvironment } from "../../../src/backend/environment/watchedEnvironment.js";
import { createFolder } from "../../folders.js";

/** Texts, or bytes, by path. */
export type FileTree = Readonly<Record<string, string | Uint8Array>>;

/** Makes files in a new folder; a text that begins with `->` is a link. */
export function tree(files: FileTree): string {
  const top = createFolder();
  writeAll(top, files);
  return top;
}

export function writeAll(top: string, files: FileTree): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(top, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === "string" && content.startsWith("->")) symlinkSync(content.slice(2), path);
    else writeFileSync(path, content);
  }
}

/** The files of a virtual environment. */
export function venv(folder: string): Readonly<Record<string, string>> {
  return {
    [`${folder}/pyvenv.cfg`]: "home = /usr/bin\nversion = 3.12.1\n",
    [`${folder}/bin/python3`]: "",
    [`${folder}/lib/python3.12/site-packages/dep/__init__.py`]: "",
  };
}

/** Which server looks for its environment, where, and with which variables. */
export interface Search {
  readonly server?: string;
  readonly root?: string;
  readonly env?: SearchScope["env"];
  readonly home?: string;
  readonly tools?: boolean;
  readonly entry?: Partial<Server>;
}

/** Returns what is found for a server in a project, and the server with it. */
export function search(
  top: string,
  { server = "pyright", root = "", env = {}, home, tools = false, entry = {} }: Search = {},
) {
  const servers = shippedServers();
  const own = { ...(servers.servers.get(server) as Server), ...entry };
  const scope: SearchScope = { root: join(top, root), top, env, platform: "linux", home, look() {} };
  const found = detectEnvironment(own, scope, { languages: servers.languages, mayRunTools: tools });
  return { ...found, server: withEnvironment(own, found) };
}
