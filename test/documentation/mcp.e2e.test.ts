/** Repeats the conversations of docs/mcp.md. */
import { join } from "node:path";
import { pathWithCommand } from "./console.js";
import { expectMcpConversation } from "./mcp.js";
import { openShop, type Shop } from "./shop.js";
import { testPage } from "./testPage.js";

jest.setTimeout(180_000);

let shop: Shop;
let path: string;
beforeAll(async () => {
  shop = openShop();
  path = await pathWithCommand(join(shop.root, ".bin"));
});
afterAll(() => shop.remove());

testPage("docs/mcp.md", { mcp: ({ code }) => expectMcpConversation(code, shop.root, path) });
