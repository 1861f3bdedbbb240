/** Runs the examples of docs/agents.md. */
import { expectCommands } from "./commands.js";
import { expectMcpConversation, expectMcpServers } from "./mcp.js";
import { shopWithCommand } from "./shopWithCommand.js";
import { testPage } from "./testPage.js";

// Each shell command starts a server.
jest.setTimeout(180_000);

const shop = shopWithCommand();

testPage("docs/agents.md", {
  sh: ({ code }) => expectCommands(code, { cwd: shop.root, path: shop.path, home: shop.home }),
  json: ({ code }) => expectMcpServers(code, shop.root, shop.path),
  mcp: ({ code }) => expectMcpConversation(code, shop.root, shop.path),
});
