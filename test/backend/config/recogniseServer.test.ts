/** A server that somebody else started is known by its command line or by its own name. */

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
])("%s is %s", (command, name) => {
  expect(recogniseServer(servers, command.split(" "))?.name).toBe(name);
});

test("a whole shell line in one word", () => {
  expect(recogniseServer(servers, ["sh", "-c", "cd /x && exec 'bash-language-server' start"])?.name).toBe(
    "bash-language-server",
  );
});

test.each([
  ["clangd", "clangd"],
  ["sumneko.lua", "lua-language-server"],
  ["Ruby LSP", "ruby-lsp"],
  ["constructor", undefined],
])("one that calls itself %s is %s", (serverInfo, name) => {
  expect(recogniseServer(servers, ["./wrapper.sh"], serverInfo)?.name).toBe(name);
});

test.each(["docker", "/usr/bin/ssh", "perl", "R", "C:\\x\\node.exe"])("%s only runs others", (program) => {
  expect(isRunner(program)).toBe(true);
});

test.each(["gopls", "rust-analyzer", "/usr/bin/clangd"])("%s does not", (program) => {
  expect(isRunner(program)).toBe(false);
});

test("a user's way to one server is no name of all that goes that way", async () => {
  const file = { servers: { box: { command: ["docker", "exec", "-i", "box", "gopls"] } } };
  const folder = mkdtempSync(join(tmpdir(), "recognise-"));
  writeFileSync(join(folder, "servers.json"), JSON.stringify(file));
  const known = await loadServers({ path: join(folder, "servers.json"), env: {} });
  rmSync(folder, { recursive: true });
  expect(recogniseServer(known, "docker exec -i other clangd".split(" "))?.name).toBe("clangd");
});

test("the command line goes before the name", () => {
  expect(recogniseServer(servers, ["gopls"], "clangd")?.name).toBe("gopls");
});
