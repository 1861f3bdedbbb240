/** The backend of the first Locate's file is started before the code for `locate/*` is loaded. */

import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startForLocate } from "../../../src/routing/requests/earlyStart.js";
import { removeFolder } from "../../removeFolder.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-early-")));
writeFileSync(join(root, "shop.py"), "");
afterAll(() => removeFolder(root));

const uri = (name: string) => pathToFileURL(join(root, name)).href;

/** Returns the URIs whose backends are started for a message. */
function startedFor(method: string, params: unknown, { isOpen = false, folders = [""] } = {}): readonly string[] {
  const started: string[] = [];
  const session = {
    client: { roots: { folders: folders.map((name) => ({ uri: uri(name), name })), others: [] } },
    conversation: { isOpen },
  };
  const context = { session, instances: { findInstance: (one: string) => ({ startIfIdle: () => started.push(one) }) } };
  const verdict = startForLocate({ method, id: "1" }, context as unknown as Parameters<typeof startForLocate>[1]);
  if (verdict?.kind === "see") verdict.see(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })));
  return started;
}

test.each([
  ["a symbol", "shop.py:Cart.total"],
  ["a find", "shop.py@item.<|>price"],
  ["a file", "shop.py"],
  ["an object", { file_path: "shop.py", find: "price" }],
  ["an absolute path", join(root, "shop.py:Cart")],
])("A Locate with %s starts the backend of its file", (_, locate) => {
  expect(startedFor("locate/hover", { locate })).toEqual([uri("shop.py")]);
});

test.each([
  ["no such file", "locate/hover", { locate: "none.py:Cart" }, {}],
  ["a symbol without a file", "locate/hover", { locate: "Cart.total" }, {}],
  ["no Locate", "locate/hover", {}, {}],
  ["no params", "locate/hover", undefined, {}],
  ["a method that needs no backend", "locate/describe", { locate: "shop.py" }, {}],
  ["another method", "textDocument/hover", { locate: "shop.py" }, {}],
  ["a later request", "locate/hover", { locate: "shop.py" }, { isOpen: true }],
  ["no folder", "locate/hover", { locate: "shop.py" }, { folders: [] }],
])("Nothing is started for %s", (_, method, params, options) => {
  expect(startedFor(method, params, options)).toEqual([]);
});
