/** Repeats the conversations of docs/mcp.md. */
import { expectMcpConversation } from "./mcp.js";
import { shopWithCommand } from "./shopWithCommand.js";
import { testPage } from "./testPage.js";

jest.setTimeout(180_000);

const shop = shopWithCommand();

testPage("docs/mcp.md", { mcp: ({ code }) => expectMcpConversation(code, shop.root, shop.path) });
