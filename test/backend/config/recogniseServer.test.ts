/** Servers are recognised by their command line or their serverInfo. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadServers, shippedServers } from "../../../src/backend/config/loadServers.js";
import { isRunner, recogniseServer } from "../../../src/backend/config/recogniseServer.js";

const servers = shippedServers();

test.each([
  ["pyright-langserver --stdio", "pyright"],
  ["npx pyright-langserver --stdio", "pyright"],
  ["npx -y pyright@1.1.414 --stdio", "pyright"],
  ["node /x/node_modules/pyright/langserver.index.js --stdio", "pyright"],
  ["/usr/local/bin/basedpyright-langserver --stdio", "basedpyright"],
  ["node /x/node_modules/.bin/vtsls --stdio", "vtsls"],
  ["npx @vtsls/language-server@latest --stdio", "vtsls"],
  ["node /x/node_modules/@vtsls/language-server/bin/server.js", "vtsls"],
  ["node /x/node_modules/typescript-language-server/lib/cli.mjs --stdio", "typescript-language-server"],
  ["C:\\npm\\typescript-language-server.cmd --stdio", "typescript-language-server"],
  ["tsc --lsp --stdio", "typescript-native"],
  ["C:\\Program Files\\LLVM\\bin\\clangd.exe --log=error", "clangd"],
  ["docker exec -i box gopls serve", "gopls"],
  ["ssh host gopls", "gopls"],
  ["python3 -m pylsp", "pylsp"],
  ["uvx --from python-lsp-server pylsp", "pylsp"],
  ["rustup run stable rust-analyzer", "rust-analyzer"],
  ["perl -MPerl::LanguageServer -e Perl::LanguageServer::run", "perl-language-server"],
  ["omnisharp -lsp", "omnisharp"],
  ["deno lsp", "deno"],
  ["deno run -A npm:typescript-language-server --stdio", undefined],
  ["deno run server.ts", undefined],
  ["/opt/lean/bin/lake serve", "lean"],
  ["lake build", undefined],
  ["R --no-echo -e languageserver::run()", "r-languageserver"],
  ["julia --startup-file=no -e using LanguageServer; runserver()", "julia-languageserver"],
  ["julia script.jl", undefined],
  ["kubectl exec -i pod -- rust-analyzer", "rust-analyzer"],
  ["uvx ty server", "ty"],
  ["perl server.pl", undefined],
  ["node server.js", undefined],
  ["my-server --flavour=gopls", undefined],
  ["", undefined],
])("The command %s is recognised as %s", (command, name) => {
  expect(recogniseServer(servers, command.split(" "))?.name).toBe(name);
});

test("A shell line in one word is recognised", () => {
  expect(recogniseServer(servers, ["sh", "-c", "cd /x && exec 'bash-language-server' start"])?.name).toBe(
    "bash-language-server",
  );
});

test.each([
  ["clangd", "clangd"],
  ["sumneko.lua", "lua-language-server"],
  ["Ruby LSP", "ruby-lsp"],
  ["constructor", undefined],
])("The serverInfo name %s is recognised as %s", (serverInfo, name) => {
  expect(recogniseServer(servers, ["./wrapper.sh"], serverInfo)?.name).toBe(name);
});

test.each(["docker", "/usr/bin/ssh", "perl", "R", "C:\\x\\node.exe"])("%s is a runner", (program) => {
  expect(isRunner(program)).toBe(true);
});

test.each(["gopls", "rust-analyzer", "/usr/bin/clangd"])("%s is not a runner", (program) => {
  expect(isRunner(program)).toBe(false);
});

test("A runner in a user's command is not a name of the server", async () => {
  const file = { servers: { box: { command: ["docker", "exec", "-i", "box", "gopls"] } } };
  const folder = mkdtempSync(join(tmpdir(), "recognise-"));
  writeFileSync(join(folder, "servers.json"), JSON.stringify(file));
  const known = await loadServers({ path: join(folder, "servers.json"), env: {} });
  rmSync(folder, { recursive: true });
  expect(recogniseServer(known, "docker exec -i other clangd".split(" "))?.name).toBe("clangd");
});

test("The command line precedes the serverInfo", () => {
  expect(recogniseServer(servers, ["gopls"], "clangd")?.name).toBe("gopls");
});
