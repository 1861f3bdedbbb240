/** What a session's key depends on. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { daemonKey, type KeyQuery } from "../../src/daemon/daemonContext.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "locate-key-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const env = { HOME: "/nonexistent", PATH: "/bin" };

function key(changes: Partial<KeyQuery> = {}): string {
  return daemonKey({ workspace: "/w", options: {}, workingDirectory: folder, version: "1", env, ...changes }).key;
}

/** Writes a servers.json; returns its path. */
function servers(content: string | Buffer): string {
  const path = join(folder, "servers.json");
  writeFileSync(path, content);
  return path;
}

test("A key is 16 hex digits, and equal for equal facts", () => {
  expect(key()).toMatch(/^[0-9a-f]{16}$/);
  expect(key({ env: { PATH: "/bin", HOME: "/nonexistent" } })).toBe(key());
});

test.each([
  ["workspace", { workspace: "/other" }],
  ["version", { version: "2" }],
  ["trust", { options: { untrusted: true } }],
  ["language", { options: { language: "python" } }],
  ["--agent", { options: { agent: true } }],
  ["--no-agent", { options: { "no-agent": true } }],
  ["virtual environment", { env: { ...env, VIRTUAL_ENV: "/venv" } }],
  ["empty variable", { env: { ...env, GOFLAGS: "" } }],
  ["variable of ours", { env: { ...env, LSP_LOCATE_ANYTHING: "1" } }],
] as const)("Another %s has another key", (_name, changes) => {
  expect(key(changes)).not.toBe(key());
});

test("Other options, variables, the working directory and our settings of sessions change nothing", () => {
  const others = { json: true, "no-daemon": true, depth: "2" } as KeyQuery["options"];
  const settings = { LSP_LOCATE_DAEMON: "on", LSP_LOCATE_DAEMON_IDLE: "1h", TERM: "xterm", PWD: "/w/src" };
  expect(key({ options: others, workingDirectory: "/w/src", env: { ...env, ...settings } })).toBe(key());
});

test("Each content of servers.json has another key, whether it is named or in its place", () => {
  const path = servers("{}");
  const named = () => key({ options: { servers: "servers.json" } });
  const [first, absent] = [named(), key()];
  expect(first).not.toBe(absent);
  expect(key({ options: { servers: path }, workingDirectory: "/" })).toBe(first);
  servers("{ }");
  expect(named()).not.toBe(first);

  mkdirSync(join(folder, "config/lsp-locate"), { recursive: true });
  const withConfig = { env: { ...env, XDG_CONFIG_HOME: join(folder, "config") } };
  const before = key(withConfig);
  writeFileSync(join(folder, "config/lsp-locate/servers.json"), "{}");
  expect(key(withConfig)).not.toBe(before);
});

test("The options for the session are those of its key, with an absolute --servers", () => {
  const given = { servers: "servers.json", untrusted: true, json: true } as KeyQuery["options"];
  const { options } = daemonKey({ workspace: "/w", options: given, workingDirectory: folder, version: "1", env });
  expect(options).toEqual({ servers: join(folder, "servers.json"), untrusted: true });
});

test.each([
  ["UTF-8", (text: string) => Buffer.from(text)],
  ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
])("Variables that servers.json adds belong to the key, in %s", (_name, encode) => {
  const query = { options: { servers: "servers.json" } };
  const keys = (content: string) => {
    servers(encode(content));
    return [key(query), key({ ...query, env: { ...env, KUBECONFIG: "/k" } })];
  };
  const [without, stillWithout] = keys(`{ "servers": {} }`);
  expect(stillWithout).toBe(without);
  const [unset, set] = keys(`{ /* ours */ "environment": ["OTHER",\n "KUBECONFIG"] }`);
  expect(set).not.toBe(unset);
});
