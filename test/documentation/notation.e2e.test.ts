/**
 * docs/notation.md: its sources are those in test/projects/shop, every Locate leads to the drawn
 * place, and every mistake has the documented error.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Peer } from "../peer.js";
import { expectDrawing } from "./drawing.js";
import { expectLike } from "./expectLike.js";
import { type Block, blocksOf, repository, rowsOf } from "./markdown.js";
import { openShop, type Shop } from "./shop.js";
import { resolveAndDraw, startSyntaxSession } from "./syntaxSession.js";

const page = "docs/notation.md";
const blocks = blocksOf(page);
const isSource = ({ language }: Block) => language !== "" && language !== "locate" && language !== "jsonc";

test("There is one drawing of a Locate, and it is right", () => {
  const drawings = blocks.filter(({ language }) => language === "");
  for (const { code } of drawings) expectDrawing(code);
  expect(drawings.length).toBe(1);
});

describe("The sources are those of the project", () => {
  test.each(blocks.filter(isSource))("$intro ($language)", ({ code, intro }) => {
    const [, name = ""] = /`([\w.]+)`:$/.exec(intro) ?? [];
    expect(`${code}\n`).toBe(readFileSync(join(repository, "test/projects/shop", name), "utf8"));
  });
});

/**
 * Rows of a Locate, the drawn place and, if there are several matches, the match (`1 of 3`).
 * Columns are separated by two or more spaces.
 */
const rows = blocks
  .filter(({ language }) => language === "locate")
  .flatMap(({ code }) => code.split("\n"))
  .map((line) => /^(\S.*?) {2,}(\S.*?)(?: {2,}(\d+ of \d+))?$/.exec(line) ?? ["", line])
  .map(([, locate = "", drawn = "", matches = ""]) => [locate, drawn, matches] as const);

const objects = blocks
  .filter(({ language }) => language === "jsonc")
  .flatMap(({ code }) => code.split("\n"))
  .map((line) => line.split(/\s*\/\/ (?=[^"]*$)/))
  .map(([object = "", drawn = ""]) => [object, drawn] as const);

const mistakes = rowsOf(page).map(([, locate = "", error = ""]) => [locate.slice(1, -1), error] as const);

describe("The examples of Locates", () => {
  let shop: Shop;
  let peer: Peer;
  beforeAll(async () => {
    shop = openShop();
    peer = await startSyntaxSession(shop.root);
    await peer.locate("track", "shop.py:Cart.total");
  });
  afterAll(async () => {
    await peer.close();
    shop.remove();
  });

  test("include every form", () => {
    expect([rows.length > 35, objects.length > 8, mistakes.length > 8]).toEqual([true, true, true]);
  });

  test.each(rows)("%s leads to %s", async (locate, drawn, matches) => {
    const as = drawn.includes("⟦") ? "range" : "point";
    expect(await resolveAndDraw(peer, shop.root, locate, as)).toEqual({ drawn, matches });
  });

  test.each(objects)("%s leads to %s", async (object, drawn) => {
    const as = drawn.includes("⟦") ? "range" : "point";
    expect((await resolveAndDraw(peer, shop.root, JSON.parse(object), as)).drawn).toBe(drawn);
  });

  test.each(mistakes)("%s: %s", async (locate, error) => {
    const failure = await peer.locate("resolve", locate).then(
      (place) => `it led to ${JSON.stringify(place)}`,
      (rejection: Error) => rejection.message,
    );
    expectLike(failure, error);
  });
});
