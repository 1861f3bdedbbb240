/** A server that somebody else started is known by its command line or by its own name. */

import { recogniseServer } from "../../src/backend/recognise.js";
import { shippedServers } from "../../src/backend/servers.js";

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

test("the command line goes before the name", () => {
  expect(recogniseServer(servers, ["gopls"], "clangd")?.name).toBe("gopls");
});
