/** The choice of a server. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadServers } from "../../../src/backend/config/loadServers.js";
import type { Servers } from "../../../src/backend/config/servers.js";
import { UsageError } from "../../../src/cli/options.js";
import { chooseServer } from "../../../src/cli/setup/languageOption.js";
import { temporaryFolder } from "../../folders.js";
import { testIf } from "../../jest.js";

const folder = temporaryFolder();
const unix = testIf(process.platform !== "win32", "needs POSIX");
let servers: Servers;

function put(name: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), "");
  chmodSync(join(folder, name), mode);
}

beforeAll(async () => {
  const server = (name: string) => ({
    command: [join(folder, "bin", name), "--stdio"],
    languages: ["l"],
    rootMarkers: ["mark"],
  });
  const file = {
    servers: {
      away: { ...server("away"), install: "get away" },
      here: server("here"),
      local: { ...server("local"), command: ["lsp-locate-test-local"], languages: ["m"] },
      gleam: { command: [join(folder, "bin/no-such-gleam")], install: "get gleam" },
      nowhere: { ...server("nowhere"), languages: ["n"], install: "get nowhere" },
    },
    languages: {
      l: { extensions: [".l"], servers: ["away", "here"] },
      m: { extensions: [".m1"] },
      n: { extensions: [".n1"] },
      none: { extensions: [".none"] },
    },
  };
  writeFileSync(join(folder, "servers.json"), JSON.stringify(file));
  servers = await loadServers({ path: join(folder, "servers.json") });
  put("bin/here", 0o755);
  put("w/mark");
  put("w/src/core/main.l");
  put("w/node_modules/.bin/lsp-locate-test-local", 0o755);
});

const choose = (language: string, root = join(folder, "w")) => chooseServer(servers, language, root);

unix("The first installed server of the language is chosen, at the root of its markers", () => {
  expect(choose("l", join(folder, "w/src"))).toMatchObject({
    command: [join(folder, "bin/here"), "--stdio"],
    root: join(folder, "w/src"),
    server: { name: "here" },
  });
});

unix("A program in the workspace, which the user did not install, is not run", () => {
  expect(() => choose("m")).toThrow(expect.objectContaining({ kind: "no_backend" }));
});

test("Without an installed server, the embedded one is chosen with the same servers.json and a notice", () => {
  const { command, server, notice } = choose("gleam");
  expect(command[0]).toBe(process.execPath);
  expect(command[1]).toMatch(/main\.js$/);
  expect(command.slice(2)).toEqual(["embedded", "--servers", join(folder, "servers.json")]);
  expect(server?.name).toBe("embedded");
  expect(notice).toBe(
    "No language server for gleam is installed; the embedded one answers, by syntax alone. For types and more: get gleam (gleam).",
  );
});

test("Without an installed server or a grammar, the error names the servers to install", () => {
  expect(() => choose("n")).toThrow(
    expect.objectContaining({
      kind: "no_backend",
      message: `No server for n is installed. Would serve: nowhere (${join(folder, "bin", "nowhere")}). Install one of them:\n  nowhere: get nowhere`,
      data: { kind: "no_backend", language: "n", servers: [{ name: "nowhere", install: "get nowhere" }] },
    }),
  );
});

test("No server is found for a language that has none", () => {
  expect(() => choose("none")).toThrow(/^No server for none is known\. Name one in servers\.json/);
});

test("An unknown language is a usage error", () => {
  expect(() => choose("pyton")).toThrow(new UsageError("servers.json has no language pyton. Did you mean python?"));
});
