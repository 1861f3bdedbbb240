/** Runs the examples of docs/agents.md. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expectCommands } from "./commands.js";
import { pathWithCommand } from "./console.js";
import { expectMcpConversation, expectMcpServers } from "./mcp.js";
import { openShop, type Shop } from "./shop.js";
import { testPage } from "./testPage.js";

// Each shell command starts a server.
jest.setTimeout(180_000);

let shop: Shop;
let path: string;
beforeAll(async () => {
  shop = openShop();
  path = await pathWithCommand(join(shop.root, ".bin"));
  mkdirSync(join(shop.root, ".home"));
});
afterAll(() => shop.remove());

testPage("docs/agents.md", {
  sh: ({ code }) => expectCommands(code, { cwd: shop.root, path, home: join(shop.root, ".home") }),
  json: ({ code }) => expectMcpServers(code, shop.root, path),
  mcp: ({ code }) => expectMcpConversation(code, shop.root, path),
});
