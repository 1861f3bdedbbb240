/** What the files of clients depend on, for tests: a home folder without anything in it. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import shipped from "../../../servers.json" with { type: "json" };
import type { ClientContext, ClientFile, SetupClient, SetupScope } from "../../../src/cli/configure/clientFile.js";
import { editors, languagesByExtension } from "../../../src/cli/configure/clients.js";
import { harnesses } from "../../../src/cli/configure/harnesses.js";

const root = resolve(import.meta.dirname, "../../..");

export const clients: readonly SetupClient[] = [...harnesses, ...editors];

/** A context with lsp-locate on PATH, on Linux. */
export const context: ClientContext = {
  home: "/home/ann",
  project: "/work/shop",
  env: {},
  platform: "linux",
  version: "1.2.3",
  command: ["lsp-locate"],
  languageByExtension: languagesByExtension(new Map(Object.entries(shipped.languages))),
  readBundled: (path) => readFileSync(join(root, path), "utf8"),
};

export function filesOf(client: SetupClient, scope: SetupScope, of: ClientContext = context): readonly ClientFile[] {
  return (scope === "project" ? client.project?.(of) : client.user(of)) ?? [];
}

/** Every file of every client, in both scopes. */
export const allFiles: readonly (readonly [title: string, file: ClientFile])[] = clients.flatMap((client) =>
  (["user", "project"] as const).flatMap((scope) => [
    ...filesOf(client, scope).map((file) => [`${client.name}, ${scope}: ${file.path}`, file] as const),
    ...(client.hooks?.(scope, context) ?? []).map(
      (file) => [`${client.name}, ${scope}, hooks: ${file.path}`, file] as const,
    ),
  ]),
);
