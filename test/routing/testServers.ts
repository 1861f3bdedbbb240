/**
 * A servers.json with the languages red, green and blue (`a.red`) and a server for each: redls,
 * greenls, bluels.
 */

import type { Language, Server, Servers } from "../../src/backend/config/servers.js";

export interface TestServersLayer {
  /** Merged into the entries, field by field. */
  readonly servers?: Readonly<Record<string, Partial<Server>>>;
  readonly languages?: Readonly<Record<string, Partial<Language>>>;
}

const colours = ["red", "green", "blue"];

const usual: Required<TestServersLayer> = {
  servers: Object.fromEntries(colours.map((colour) => [`${colour}ls`, { languages: [colour] }])),
  languages: Object.fromEntries(
    colours.map((colour) => [colour, { extensions: [`.${colour}`], servers: [`${colour}ls`] }]),
  ),
};

/** Returns the servers. `file` is the path of the user's file. All servers are ready at once. */
export function testServers(layers: readonly TestServersLayer[], file: string): Servers {
  const all = [usual, ...layers];
  const servers = new Map<string, Server>();
  for (const [name, entry] of entriesOf(all.map(({ servers }) => servers))) {
    servers.set(name, {
      name,
      command: [name],
      languages: [],
      rootMarkers: [],
      ready: "at once",
      tested: false,
      remote: false,
      match: { words: [], serverInfo: [] },
      ...entry,
    });
  }
  const languages = new Map<string, Language>();
  const byFilename = new Map<string, string>();
  const byExtension = new Map<string, string>();
  const byAlias = new Map<string, string>();
  for (const [id, entry] of entriesOf(all.map(({ languages }) => languages))) {
    const language = { extensions: [], filenames: [], aliases: [], servers: [], ...entry };
    languages.set(id, language);
    for (const name of language.filenames) byFilename.set(name, id);
    for (const extension of language.extensions) byExtension.set(extension, id);
    for (const alias of language.aliases) byAlias.set(alias, id);
  }
  const tables = { grammars: new Map(), folders: new Map(), clients: new Map() };
  const none = { ...tables, isUntrusted: false, own: new Set<string>(), problems: [] };
  return { servers, languages, ...none, file, byFilename, byExtension, byAlias };
}

function entriesOf<T extends object>(layers: readonly (Readonly<Record<string, Partial<T>>> | undefined)[]) {
  const merged = new Map<string, Partial<T>>();
  for (const layer of layers)
    for (const [name, entry] of Object.entries(layer ?? {})) merged.set(name, { ...merged.get(name), ...entry });
  return merged;
}
