/** Methods that a server lacks, answered from its references and from syntax. */

import { LocateError } from "../../../src/error.js";
import { Syntax, type SyntaxText } from "../../../src/syntax/syntax.js";
import { afterTest } from "../../jest.js";
import { type Pair, type PairOptions, pair } from "../pair.js";

const files = {
  "shop/item.py": "class Item:\n    def price(self):\n        return 1\n",
  "shop/book.py":
    "from shop.item import Item\n\nclass Book(Item):\n    def price(self):\n        return 2\n\n" +
    "class Shelf:\n    first: Item\n    def total(self):\n        return Item().price()\n\nItem()\n",
  "shop/toy.py": "from shop.item import Item\n\nclass Toy(Item, metaclass=type):\n    pass\n",
};
const item = { file_path: "shop/item.py", scope: { symbol_path: ["Item"] } };
const price = { file_path: "shop/item.py", scope: { symbol_path: ["Item", "price"] } };

/** Returns the places of a word in a file, as references of a server. */
function placesOf(session: Pair, path: keyof typeof files, word: string) {
  return files[path].split("\n").flatMap((text, line) =>
    [...text.matchAll(new RegExp(`\\b${word}\\b`, "g"))].map(({ index }) => ({
      uri: session.uri(path),
      range: { start: { line, character: index }, end: { line, character: index + word.length } },
    })),
  );
}

/** Opens a session with a server that has references and definitions, of these files. */
async function sessionOf(known: readonly (keyof typeof files)[], options: Partial<PairOptions> = {}) {
  const session: Pair = pair({
    files,
    command: ["jedi-language-server"],
    serverCapabilities: { callHierarchyProvider: false },
    handlers: {
      "textDocument/references": ({ position }: { position: { line: number } }) =>
        known.flatMap((path) => placesOf(session, path, position.line === 0 ? "Item" : "price")),
      "textDocument/definition": () => placesOf(session, "shop/item.py", "Item").slice(0, 1),
    },
    ...options,
  });
  await session.open();
  return session;
}

const paths = Object.keys(files) as (keyof typeof files)[];

async function ask(method: string, locate: object, known = paths) {
  const session = await sessionOf(known);
  const { result, error } = await session.request(`locate/${method}`, { locate, place: true });
  await session.close();
  if (error) throw new Error(error.message);
  return result;
}

test("Subtypes are the types whose heads name the type among the references", async () => {
  const { result, by, unconfirmed } = await ask("subtypes", item);
  expect(by).toBe("syntax");
  expect(result.map(({ name, kind }: { name: string; kind: number }) => [name, kind])).toEqual([
    ["Book", 5],
    ["Toy", 5],
  ]);
  expect(unconfirmed).toEqual({ count: 0, places: [] });
});

test("A method that the server declares and does not have is answered so, too", async () => {
  const session = await sessionOf(paths, { serverCapabilities: { typeHierarchyProvider: true } });
  const { result } = await session.request("locate/subtypes", { locate: item, place: true });
  expect(session.backend.messages.map(({ method }) => method)).toContain("textDocument/prepareTypeHierarchy");
  expect(result.by).toBe("syntax");
  expect(result.result.map(({ name }: { name: string }) => name)).toEqual(["Book", "Toy"]);
  await session.close();
});

test("A subtype that the references leave out is added where its head leads to the type", async () => {
  const { result, completed, unconfirmed } = await ask("subtypes", item, ["shop/item.py", "shop/book.py"]);
  expect(result.map(({ name }: { name: string }) => name)).toEqual(["Book", "Toy"]);
  expect(completed).toMatchObject([{ file_path: "shop/toy.py", line: 3, text: "class Toy(Item, metaclass=type):" }]);
  expect(unconfirmed).toEqual({ count: 0, places: [] });
});

test("Implementations of a method are the methods of its name in such types", async () => {
  const { result, by } = await ask("implementation", price);
  expect(by).toBe("syntax");
  expect(result).toMatchObject([{ range: { start: { line: 3, character: 8 }, end: { line: 3, character: 13 } } }]);
});

test("Implementations are also in subtypes of subtypes, and each is asked about once", async () => {
  const lines = [
    ...["class Item:", "    def price(self): pass"],
    ...["class Book(Item): pass", "class Novel(Book, Item):", "    def price(self): pass"],
  ];
  const asked: string[] = [];
  const session: Pair = pair({
    files: { "a.py": lines.join("\n") },
    command: ["jedi-language-server"],
    handlers: {
      "textDocument/references": ({ position }: { position: { line: number; character: number } }) => {
        const word = /^\w+/.exec(lines[position.line]?.slice(position.character) ?? "")?.[0] ?? "";
        asked.push(word);
        return lines.flatMap((text, line) =>
          [...text.matchAll(new RegExp(`\\b${word}\\b`, "g"))].map(({ index }) => ({
            uri: session.uri("a.py"),
            range: { start: { line, character: index }, end: { line, character: index + word.length } },
          })),
        );
      },
    },
  });
  await session.open();
  const linesOf = async (method: string, symbol_path: readonly string[]) => {
    const locate = { file_path: "a.py", scope: { symbol_path } };
    const { result } = await session.request(`locate/${method}`, { locate, place: true });
    return result.result.map((each: { range: { start: { line: number } } }) => each.range.start.line + 1);
  };
  expect(await linesOf("implementation", ["Item"])).toEqual([3, 4]);
  expect(asked.toSorted()).toEqual(["Book", "Item", "Novel"]);
  expect(await linesOf("implementation", ["Item", "price"])).toEqual([5]);
  expect(await linesOf("subtypes", ["Item"])).toEqual([3, 4]);
  expect(await linesOf("subtypes", ["Book"])).toEqual([4]);
  await session.close();
});

test("Supertypes are the definitions of the names in the head", async () => {
  const book = { file_path: "shop/book.py", scope: { symbol_path: ["Book"] } };
  const { result, by } = await ask("supertypes", book);
  expect(by).toBe("syntax");
  expect(result).toMatchObject([{ name: "Item", kind: 5 }]);
});

test("A call that the references have by name only is marked so", async () => {
  const session = await sessionOf(paths, {
    handlers: {
      "textDocument/references": () =>
        placesOf(session, "shop/book.py", "price").map((each) => ({ ...each, byName: true })),
    },
  });
  const { result } = await session.request("locate/incomingCalls", { locate: price, place: true });
  expect(result.result).toMatchObject([{ from: { name: "total" }, byName: true }]);
  await session.close();
});

test("Incoming calls are the functions around references that are calls, or the file", async () => {
  const { result, by } = await ask("incomingCalls", item);
  expect(by).toBe("syntax");
  expect(
    result.map(({ from, fromRanges }: { from: { name: string }; fromRanges: { start: object }[] }) => [
      from.name,
      fromRanges.map(({ start }) => start),
    ]),
  ).toEqual([
    ["total", [{ line: 9, character: 15 }]],
    ["book.py", [{ line: 11, character: 0 }]],
  ]);
});

test("Without place: true the answer could not be marked, and the error names both ways on", async () => {
  const session = await sessionOf(paths);
  const { error } = await session.request("locate/subtypes", { locate: item });
  expect(error.data.kind).toBe("unsupported");
  expect(error.message).toContain("With place: true it is answered from syntax and references.");
  expect(error.message).toContain("Ask for references instead: the types whose heads name it extend it.");
  await session.close();
});

test("A server without references can't, and the error says what it can do", async () => {
  const session = await sessionOf(paths, { serverCapabilities: { referencesProvider: false } });
  const { error } = await session.request("locate/subtypes", { locate: item, place: true });
  expect(error.message).toMatch(/^jedi-language-server can't do subtypes\. It can do: hover, completion, definition,/);
  await session.close();
});

/** Makes one query of one file fail, as it does on a text that is too irregular. */
function failOn(path: string, query: "usesOf" | "outline" | "nameAt" | "callsIn") {
  type Query = (text: SyntaxText, ...rest: unknown[]) => Promise<unknown>;
  const queries = Syntax.prototype as unknown as Record<string, Query>;
  const original = queries[query] as Query;
  const spy = jest.spyOn(queries, query).mockImplementation(function (this: Syntax, text, ...rest) {
    if (text.uri.endsWith(path)) return Promise.reject(new LocateError("unsupported", "too irregular"));
    return original.call(this, text, ...rest);
  });
  afterTest(() => spy.mockRestore());
}

const book = { file_path: "shop/book.py", scope: { symbol_path: ["Book"] } };

test.each([
  ["subtypes", item, "usesOf", "shop/book.py", ["Toy"]],
  ["subtypes", item, "outline", "shop/book.py", ["Book", "Toy"]],
  ["implementation", price, "outline", "shop/book.py", []],
  ["supertypes", book, "outline", "shop/item.py", []],
  ["incomingCalls", item, "usesOf", "shop/book.py", []],
  ["incomingCalls", item, "outline", "shop/book.py", ["book.py"]],
] as const)("%s of %j where %s fails on %s name that file", async (method, locate, query, path, expected) => {
  failOn(path, query);
  const { result, unconfirmed } = await ask(method, locate);
  const names = result.map(({ name, from }: { name?: string; from?: { name: string } }) => name ?? from?.name);
  expect(names).toEqual(expected);
  expect(unconfirmed).toMatchObject({
    more: true,
    why: expect.stringContaining(`could not be read or parsed: ${path.slice(5)}`),
  });
});

test("Supertypes in a file that may not be read are not denied", async () => {
  const session: Pair = await sessionOf(paths, {
    handlers: {
      "textDocument/definition": () => [{ ...placesOf(session, "shop/item.py", "Item")[0], uri: "jdt://Item.class" }],
    },
  });
  const { result } = await session.request("locate/supertypes", { locate: book, place: true });
  expect(result).toMatchObject({
    result: [],
    unconfirmed: { count: 0, more: true, why: "could not be read or parsed: Item.class" },
  });
  await session.close();
});

test.each(["nameAt", "outline"] as const)(
  "A text on which %s fails gets its error, not an empty answer",
  async (query) => {
    failOn("shop/item.py", query);
    await expect(ask("implementation", price)).rejects.toThrow("too irregular");
  },
);

test("An answer about a text that could not be parsed says so", async () => {
  failOn("shop/item.py", "nameAt");
  const { unconfirmed } = await ask("references", { file_path: "shop/item.py", find: "Item" });
  expect(unconfirmed).toEqual({ count: 0, places: [], more: true, why: "could not be read or parsed: item.py" });
});

test("What could not be parsed is still said when the server has been asked again", async () => {
  failOn("shop/toy.py", "usesOf");
  const session = await sessionOf(["shop/item.py"]);
  const { result } = await session.request("locate/references", { locate: item, place: true });
  expect(session.backend.messages.filter(({ method }) => method === "textDocument/references")).toHaveLength(2);
  expect(result.completed).toHaveLength(5);
  expect(result.unconfirmed).toMatchObject({ count: 0, more: true, why: expect.stringContaining("parsed: toy.py") });
  await session.close();
});
