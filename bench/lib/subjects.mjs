/**
 * The commands to compare: a server alone, after the minimal relay in Node, after a naive relay,
 * and after our proxy.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const servers = fileURLToPath(new URL("../servers/", import.meta.url));
const node = process.execPath;

/** Returns the command of a server in bench/servers/. */
export function server(name, ...words) {
  return [node, join(servers, `${name}.mjs`), ...words];
}

export function direct(command) {
  return { name: "direct", command };
}

export function framed(command) {
  return { name: "frame", command: [...server("frame"), "--", ...command] };
}

export function naive(command) {
  return { name: "naive", command: [...server("naive"), "--", ...command] };
}

export function proxied(proxy, command) {
  return { name: "ours", command: [node, proxy, "--", ...command] };
}

/** Returns our proxy in front of a server that has the folder of the client under another path. */
export function mapped(proxy, command) {
  return { name: "mapped", command: [node, proxy, "--map=/bench=/srv/bench", "--", ...command] };
}

/**
 * Returns our proxy in front of the servers of a servers.json with this content, which is written
 * into the folder.
 */
export function routed(proxy, folder, content) {
  const path = join(folder, "servers.json");
  writeFileSync(path, JSON.stringify(content));
  return { name: "routed", command: [node, proxy, "--servers", path] };
}

/** Returns a servers.json with one server for TypeScript. */
export function onlyFor(command) {
  return {
    servers: { only: { command, languages: ["typescript"], ready: "at once" } },
    languages: { typescript: { servers: ["only"] } },
  };
}
