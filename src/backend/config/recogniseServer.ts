/** Recognises the servers.json entry of a server, by its command line or by its `serverInfo`. */

import type { Server, Servers } from "./servers.js";

/** Programs that run other programs: their name and presence say nothing about a server. */
const runners: ReadonlySet<string> = new Set([
  ...["sh", "bash", "env", "nu", "pwsh", "powershell", "ssh", "docker", "podman", "kubectl", "wsl"],
  ...["node", "npx", "bun", "bunx", "deno", "python", "python3", "uv", "uvx", "pipx", "perl", "ruby", "bundle"],
  ...["java", "dotnet", "r", "julia", "rustup", "lake", "nix", "racket"],
]);

/** Runners that also are a server by a subcommand: `deno lsp` is one, `deno run` runs one. */
const subcommandServers: ReadonlySet<string> = new Set(["deno", "lake", "nu"]);

/** Whether a program only runs what its arguments name. */
export function isRunner(program: string): boolean {
  return runners.has(programName(program).toLowerCase());
}

/**
 * Returns the entry, or undefined for a server that is not in servers.json. The first known word of
 * the command line decides: `npx pyright-langserver`, `node …/vtsls.js`, `docker exec -i box
 * gopls`, `sh -c "exec clangd"`, `deno lsp`.
 */
export function recogniseServer(
  servers: Servers,
  commandWords: readonly string[],
  serverInfoName?: string,
): Server | undefined {
  const names = namesOf(servers);
  const words = commandWords.flatMap((word) => word.trim().split(/\s+/));
  const spellings = [
    ...words.flatMap((word, index) => [`${programName(word)} ${words[index + 1]}`, ...spellingsOf(word)]),
    ...(serverInfoName === undefined ? [] : [`serverInfo ${serverInfoName}`]),
  ];
  for (const spelling of spellings) {
    const server = names.get(spelling.toLowerCase());
    if (server !== undefined) return server;
  }
  return undefined;
}

const namesCache = new WeakMap<Servers, ReadonlyMap<string, Server>>();

/** Returns the servers by all their names, in lower case. The first entry keeps a name of two. */
function namesOf(servers: Servers): ReadonlyMap<string, Server> {
  const cached = namesCache.get(servers);
  if (cached !== undefined) return cached;
  const names = new Map<string, Server>();
  const enter = (name: string, server: Server): void => {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, server);
  };
  for (const server of servers.servers.values()) {
    const program = programName(server.command[0] ?? "");
    const words = [server.name, program].filter((word) => !isRunner(word));
    for (const word of [...words, ...server.match.words]) enter(word, server);
    const [, argument] = server.command;
    if (argument !== undefined && subcommandServers.has(program)) enter(`${program} ${argument}`, server);
    for (const name of [server.name, program, ...server.match.serverInfo]) enter(`serverInfo ${name}`, server);
  }
  namesCache.set(servers, names);
  return names;
}

/** Returns what a word of a command line can mean: itself, its program, its npm package. */
function spellingsOf(word: string): readonly string[] {
  const path = word.replace(/^["']|["']$/g, "").replaceAll("\\", "/");
  // npx takes versions: `pyright@1.1.414`, `@vtsls/language-server@latest`.
  const unversioned = path.replace(/(?<=[^/])@[\w.^~-]+$/, "");
  const [inPackage] = /^(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.split("/node_modules/").slice(1).at(-1) ?? "") ?? [];
  return [unversioned, programName(unversioned), ...(inPackage === undefined ? [] : [inPackage])];
}

/** Returns the name of a program: `gopls` for `C:/bin/gopls.exe`. */
function programName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name.replace(/\.(?:[cm]?js|cmd|exe|bat|ps1|sh|py|jar|dll)$/i, "");
}
