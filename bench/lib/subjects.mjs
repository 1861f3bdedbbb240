/** What is compared: a server alone, behind the floor of what a relay in Node can cost, and behind our proxy. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const servers = fileURLToPath(new URL("../servers/", import.meta.url));
const node = process.execPath;

/** The command of a server in bench/servers/. */
export function server(name, ...words) {
  return [node, join(servers, `${name}.mjs`), ...words];
}

export function direct(command) {
  return { name: "direct", command };
}

export function framed(command) {
  return { name: "frame", command: [...server("frame"), "--", ...command] };
}

export function proxied(proxy, command) {
  return { name: "ours", command: [node, proxy, "--", ...command] };
}
