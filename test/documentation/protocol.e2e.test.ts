/**
 * The pages of docs/protocol: their notations are valid Locates, the documented result has the
 * fields of the real one, and their exchanges are right. test/tidy.test.ts checks methods and kinds
 * of errors.
 */
import { parseLocate } from "../../src/index.js";
import { expectExchange } from "./exchange.js";
import { blocksOf, pagesIn, rowsOf } from "./markdown.js";
import { openShop } from "./shop.js";
import { startSyntaxSession } from "./syntaxSession.js";
import { type BlockRunners, testPage } from "./testPage.js";

const pages = pagesIn("docs/protocol");

const runners: BlockRunners = {
  ts: async ({ code }) => {
    const shop = openShop();
    const peer = await startSyntaxSession(shop.root);
    try {
      const answer = await peer.locate<object>("resolve", "shop.py:Cart.total@item.<|>price");
      expect([...code.matchAll(/^[{ ] (\w+)\??:/gm)].map(([, field]) => field)).toEqual(Object.keys(answer));
    } finally {
      await peer.close();
      shop.remove();
    }
  },
  jsonc: async ({ code }) => {
    const shop = openShop();
    try {
      await expectExchange(code, shop.root);
    } finally {
      shop.remove();
    }
  },
};

for (const page of pages) if (blocksOf(page).length > 0) testPage(page, runners);

test("Every notation in a table is a valid Locate", () => {
  const notations = pages
    .flatMap(rowsOf)
    .map(([cell = ""]) => /^(`{1,2}) ?(\S.*?) ?\1$/.exec(cell)?.[2] ?? "")
    .filter((code) => /\.\w+[:@]/.test(code));
  for (const notation of notations) expect(() => parseLocate(notation)).not.toThrow();
});
