/** Candidates in a workspace with another worktree of git inside it. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { agentServers } from "../agent/agentServers.js";
import { closePairs, type PairOptions, pair } from "../pair.js";

afterEach(closePairs);

const shop = "class Cart:\n    def total(self):\n        return 1\n";
const till = "from shop import Cart\n\nprint(Cart().total())\n";
const files = {
  ".git/HEAD": "",
  "shop.py": shop,
  "till.py": till,
  "trees/x/.git": "gitdir: ../../.git/worktrees/x",
  "trees/x/shop.py": shop,
  "trees/x/till.py": till,
};

/** A session in front of a server of Python that has loaded. */
const pythonPair = (options: PairOptions) =>
  pair({ command: ["testls"], servers: agentServers({ languages: ["python"] }), ...options });

describe.each([[""], ["trees/x/"]])("In the folder '%s'", (folder) => {
  const locate = `${folder}shop.py:Cart.total`;

  test("Candidates are in the worktree of the request, and counted there", async () => {
    const { open, request } = pythonPair({ files, handlers: { "textDocument/references": () => [] } });
    await open();
    const { unconfirmed } = (await request("locate/references", { locate, place: true })).result;
    expect(unconfirmed).toMatchObject({ count: 1, places: [{ file_path: `${folder}till.py` }] });
  });

  test("What the server says about another worktree is left out", async () => {
    const range = { start: { line: 2, character: 13 }, end: { line: 2, character: 18 } };
    const { open, request, uri } = pythonPair({
      files,
      handlers: {
        "textDocument/references": () =>
          ["shop.py", "trees/x/shop.py", "till.py", "trees/x/till.py"].map((path) => ({ uri: uri(path), range })),
      },
    });
    await open();
    const { result } = await request("locate/references", { locate });
    expect(result.map((each: { uri: string }) => each.uri)).toEqual([uri(`${folder}shop.py`), uri(`${folder}till.py`)]);
  });

  test("Overrides of a renamed method are those of the worktree", async () => {
    const card = "from shop import Cart\n\nclass Card(Cart):\n    def total(self):\n        return 2\n";
    const range = { start: { line: 1, character: 8 }, end: { line: 1, character: 13 } };
    const { open, request, uri } = pythonPair({
      files: { ...files, "card.py": card, "trees/x/card.py": card },
      handlers: {
        "textDocument/rename": () => ({ changes: { [uri(`${folder}shop.py`)]: [{ range, newText: "sum_up" }] } }),
      },
    });
    await open();
    const { unconfirmed } = (await request("locate/rename", { locate, newName: "sum_up", place: true })).result;
    const paths = unconfirmed.places.map(({ file_path }: { file_path: string }) => file_path);
    expect(paths).toContain(`${folder}card.py`);
    expect(paths.filter((path: string) => path.startsWith("trees/x/") !== (folder !== ""))).toEqual([]);
  });
});

test("A symbol without a file, and a misspelt file, are not looked up in another worktree", async () => {
  const { open, request } = pythonPair({ files: { ...files, "trees/x/extra.py": "def only_there(): pass\n" } });
  await open();
  expect((await request("locate/resolve", { locate: ":Cart.total" })).result.file_path).toBe("shop.py");
  const { error } = await request("locate/resolve", { locate: ":only_there" });
  expect(error.data).toMatchObject({ kind: "symbol_not_found", likely: [] });
  const misspelt = await request("locate/resolve", { locate: "src/til.py@x" });
  expect(misspelt.error.data.similar).toEqual(["till.py"]);
});

test("A worktree that is removed is a clear error, and the rest goes on", async () => {
  const { open, request, root, didOpen } = pythonPair({ files, handlers: { "textDocument/references": () => [] } });
  await open();
  didOpen("trees/x/till.py", till, "python");
  const ask = (locate: string) => request("locate/references", { locate, place: true });
  expect((await ask("trees/x/shop.py:Cart.total")).result.result).toEqual([]);
  rmSync(join(root, "trees"), { recursive: true });
  const { error } = await ask("trees/x/shop.py:Cart.total");
  expect(error.data.kind).toBe("file_not_found");
  expect(error.message).toContain("trees does not exist");
  // The open document has no file any more, but its text is still there.
  const left = (await ask("trees/x/till.py@Cart().<|>total")).result.unconfirmed.places;
  expect(left).toMatchObject([{ file_path: "trees/x/till.py" }]);
  expect((await ask("shop.py:Cart.total")).result.unconfirmed.places).toMatchObject([{ file_path: "till.py" }]);
});
