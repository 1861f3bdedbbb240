/**
 * docs/harness.md: the Locates in the text for models are valid, and every exchange and program
 * gives the documented output.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Peer } from "../peer.js";
import { expectExchange } from "./exchange.js";
import { regionOf } from "./markdown.js";
import { openShop, type Shop } from "./shop.js";
import { startSyntaxSession } from "./syntaxSession.js";
import { testPage } from "./testPage.js";
import { expectProgram } from "./typescript.js";

const page = "docs/harness.md";
describe("The text for models", () => {
  const paragraph = regionOf(page, "prompt")
    .replace(/^```.*$/gm, "")
    .trim();
  const locates = [...paragraph.matchAll(/(`{1,2}) ?(\S.*?) ?\1(?!`)/g)]
    .map(([, , code = ""]) => code)
    .filter((code) => /^(\S+\.\w+)?[:@]\w/.test(code));
  let shop: Shop;
  let peer: Peer;
  beforeAll(async () => {
    shop = openShop("src");
    cpSync(join(shop.root, "src/package.json"), join(shop.root, "package.json"));
    rmSync(join(shop.root, "src/package.json"));
    peer = await startSyntaxSession(shop.root);
  });
  afterAll(async () => {
    await peer.close();
    shop.remove();
  });

  test("is short", () => {
    expect(paragraph.split("\n").length).toBeLessThanOrEqual(15);
    expect(locates.length).toBeGreaterThan(6);
  });

  test.each(locates)("%s leads to one place", async (locate) => {
    const isRange = locate.split("<|>").length === 3;
    const place = await peer.locate<{ match?: { count: number } }>(isRange ? "resolveRange" : "resolve", locate);
    expect(place.match?.count ?? 1).toBe(1);
  });
});

describe("The examples of docs/harness.md", () => {
  let shop: Shop;
  beforeAll(() => {
    shop = openShop();
  });
  afterAll(() => shop.remove());

  testPage(page, {
    // The text for models, which is tested above.
    text: () => {},
    jsonc: ({ code }) => expectExchange(code, shop.root),
    ts: ({ code }) => expectProgram(code),
  });
});
