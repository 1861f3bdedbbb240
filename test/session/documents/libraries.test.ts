/** Libraries by name, in requests of a session. */

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { closePairs, type PairOptions, pair } from "../pair.js";

afterEach(closePairs);

const site = ".venv/lib/python3.12/site-packages";

const files = {
  "pyproject.toml": "",
  "shop.py": "import requests\n\n\ndef fetch():\n    return requests.Session()\n",
  ".gitignore": ".venv\nout\n",
  ".venv/pyvenv.cfg": "home = /nowhere/bin\nversion = 3.12.1\n",
  [`${site}/requests/__init__.py`]: "from .sessions import Session\n",
  [`${site}/requests/sessions.py`]: "class Session:\n    def get(self, url):\n        return url\n",
  [`${site}/requests/out/more.py`]: "def more():\n    pass\n",
  [`${site}/requests-2.31.0.dist-info/top_level.txt`]: "requests\n",
  [`${site}/six.py`]: "def add_metaclass(metaclass):\n    pass\n",
  [`${site}/pkg/linalg/__init__.py`]: "from ._linalg import norm\n",
  [`${site}/pkg/linalg/_linalg.py`]: "def norm(x):\n    return x\n",
  [`${site}/pkg/linalg/_linalg.pyi`]: "def norm(x: int) -> int: ...\ndef norm(x: str) -> str: ...\n",
  [`${site}/shop/cart.py`]: "class Cart:\n    pass\n",
  "package.json": "{}",
  "packages/a/package.json": "{}",
  "packages/a/node_modules/deep/package.json": '{"version":"1.0.0"}',
  "packages/a/node_modules/deep/index.js": "function one() {}\n",
  "packages/b/package.json": "{}",
  "packages/b/node_modules/deep/package.json": '{"version":"2.0.0"}',
  "packages/b/node_modules/deep/index.js": "function two() {}\n",
  "packages/c/package.json": "{}",
  "packages/c/node_modules/deep/package.json": '{"version":"3.0.0"}',
  "packages/c/node_modules/deep/index.js": "function three() {}\n",
};

const silent: PairOptions = {
  files,
  handlers: {
    "textDocument/documentSymbol": () => [],
    "textDocument/hover": () => ({ contents: "hi" }),
    "textDocument/rename": () => ({ changes: {} }),
  },
};

async function opened(options: PairOptions = silent) {
  const session = pair(options);
  await session.open();
  return session;
}

interface Found {
  readonly file_path: string;
  readonly symbol_path: readonly string[];
}

test.each<[object, readonly string[]]>([
  [{ symbol_path: "Session", in: "requests" }, ["requests/sessions.py Session"]],
  [{ symbol_path: "get", in: "requests" }, ["requests/sessions.py Session.get"]],
  [{ symbol_path: "fetch", in: "requests" }, []],
  // What the workspace ignores counts in a library all the same.
  [{ symbol_path: "more", in: "requests" }, ["requests/out/more.py more"]],
  [{ symbol_path: "add_metaclass", in: "six" }, ["six.py add_metaclass"]],
  [{ symbol_path: "norm", in: "pkg/linalg", kind: "function", limit: 1 }, ["pkg/linalg/_linalg.py norm"]],
  [{ symbol_path: "Session", in: null }, []],
  [{ symbol_path: "two", in: "packages/b/node_modules/deep" }, ["packages/b/node_modules/deep/index.js two"]],
])("search %j finds %j", async (params, expected) => {
  const { request, root } = await opened();
  const { result } = await request("locate/search", params);
  const shown = (result.symbols as readonly Found[]).map(({ file_path, symbol_path }) =>
    `${file_path} ${symbol_path.join(".")}`.replace(`${root}/`, ""),
  );
  expect(shown).toEqual(expected);
});

test("Each Locate that a search in a library offers resolves when it is sent", async () => {
  const { request } = await opened();
  for (const name of ["requests", "six", "pkg"]) {
    const { result } = await request("locate/search", { symbol_path: "*", in: name });
    const symbols = result.symbols as readonly { readonly uri: string; readonly locate: object }[];
    expect(symbols.length).toBeGreaterThan(0);
    for (const { locate, uri } of symbols) {
      const { result: place } = await request("locate/resolve", { locate });
      expect(place.target.textDocument.uri).toBe(uri);
    }
  }
});

test.each<[string, string]>([
  [":requests.Session.get", "requests/sessions.py"],
  [":requests.sessions.Session", "requests/sessions.py"],
  [":pkg.linalg.norm", "pkg/linalg/_linalg.py"],
  ["requests/sessions.py:Session.get", "requests/sessions.py"],
  ["six.py@metaclass", "six.py"],
  ["pkg/linalg.py", "pkg/linalg/__init__.py"],
])("%s is in %s", async (locate, expected) => {
  const { request } = await opened();
  const method = /[:@]/.test(locate) ? "locate/resolve" : "locate/outline";
  const { result, error } = await request(method, { locate });
  expect(error).toBeUndefined();
  expect(result.file_path ?? result.markdown).toContain(expected);
});

test("A symbol of a library is described by a Locate that leads back", async () => {
  const { request, uri: uriOf } = await opened();
  const uri = uriOf(`${site}/requests/sessions.py`);
  const position = { line: 1, character: 8 };
  const { result } = await request("locate/describe", { textDocument: { uri }, position });
  const { result: place } = await request("locate/resolve", { locate: result.locate });
  expect(place.target).toMatchObject({ textDocument: { uri }, position });
});

test("The outline of a library lists its files, by its name or with in", async () => {
  const { request } = await opened();
  const byName = (await request("locate/outline", { file_path: "requests" })).result;
  const paths = (byName.files as readonly { readonly file_path: string }[]).map(({ file_path }) => file_path);
  expect(paths.sort()).toEqual(["requests/__init__.py", "requests/out/more.py", "requests/sessions.py"]);
  expect((await request("locate/outline", { file_path: ".", in: "requests" })).result.files).toEqual(byName.files);
  const file = (await request("locate/outline", { file_path: "sessions.py", in: "requests" })).result;
  expect(file.symbols.map(({ name }: { readonly name: string }) => name)).toEqual(["Session"]);
  const symbol = (await request("locate/outline", { file_path: "sessions.py:Session", in: "requests" })).result;
  expect(symbol.symbols.map(({ name }: { readonly name: string }) => name)).toEqual(["get"]);
  const alone = (await request("locate/outline", { file_path: ".", in: "six" })).result;
  expect(alone.symbols.map(({ name }: { readonly name: string }) => name)).toEqual(["add_metaclass"]);
});

test.each<[string, object]>([
  ["locate/edit", { locate: "requests/sessions.py:Session.get", operation: "delete" }],
  ["locate/delete", { locate: ":requests.Session" }],
  ["locate/rename", { locate: ":requests.Session", newName: "Other" }],
  ["locate/move", { from: `${site}/six.py`, to: "six.py" }],
])("%s refuses to change a library", async (method, params) => {
  const { request } = await opened();
  const { error } = await request(method, params);
  expect(error.data.kind).toBe("file_unwritable");
  expect(error.message).toContain("library");
});

test("A library in several versions is told by paths, each of which can be searched", async () => {
  const { request } = await opened();
  const { error } = await request("locate/search", { symbol_path: "*", in: "deep" });
  expect(error.data.kind).toBe("file_ambiguous");
  const found: string[] = [];
  for (const path of error.data.files as readonly string[]) {
    const { result } = await request("locate/search", { symbol_path: "*", in: path });
    found.push(...(result.symbols as readonly Found[]).map(({ symbol_path }) => symbol_path.join(".")));
  }
  expect(found).toEqual(["one", "two", "three"]);
});

test("A library named like a folder of the workspace is searched with in, and its paths are whole", async () => {
  const { request } = await opened({
    ...silent,
    files: { ...files, "shop/cart.py": "class Cart:\n    x = 1\n" },
  });
  const { result } = await request("locate/search", { symbol_path: "Cart", in: "shop" });
  expect(result.symbols.map((each: Found) => each.file_path)).toEqual([join(site, "shop/cart.py")]);
  const { result: own } = await request("locate/resolve", { locate: "shop/cart.py:Cart.x" });
  expect(own.file_path).toBe("shop/cart.py");
  expect((await request("locate/outline", { file_path: "shop" })).result.files).toHaveLength(1);
});

test("A link out of a library is neither read nor listed", async () => {
  const { request, root } = await opened({
    ...silent,
    files: { ...files, "secret/key.py": "def secret():\n    pass\n" },
  });
  symlinkSync(join(root, "secret/key.py"), join(root, site, "requests/key.py"));
  symlinkSync(join(root, "secret"), join(root, site, "requests/all"));
  const { result } = await request("locate/search", { symbol_path: "secret", in: "requests" });
  expect(result.symbols).toEqual([]);
  for (const locate of ["requests/key.py:secret", "requests/all/key.py:secret"])
    expect((await request("locate/resolve", { locate })).error.data.kind).toBe("file_not_found");
});

test.each<[unknown, string, RegExp]>([
  ["requets", "file_not_found", /There is requests/],
  [
    "nothing-of-the-kind",
    "file_not_found",
    /^No library nothing-of-the-kind was found, .* If the project requires it, install /,
  ],
  ["", "invalid_locate", /name of a library/],
  [3, "invalid_locate", /name of a library/],
  ["../..", "file_not_found", /No library/],
])("in: %j is the error %s", async (name, kind, message) => {
  const { request } = await opened();
  const { error } = await request("locate/search", { symbol_path: "x", in: name });
  expect(error.data.kind).toBe(kind);
  expect(error.message).toMatch(message);
});
