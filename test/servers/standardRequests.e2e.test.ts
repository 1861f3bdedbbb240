/** Locates in standard requests of a plain client, with a real server. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Position, SymbolInformation } from "vscode-languageserver-protocol";
import { afterTest } from "../jest.js";
import { type PeerOptions, startPeer } from "../peer.js";

const shop = `export class Cart {
  prices: number[] = [];
  total(): number {
    let sum = 0;
    for (const price of this.prices) sum += price;
    return sum;
  }
}
`;

const typescript = ["typescript-language-server", "--stdio"];

test.each<[string, readonly string[], Partial<PeerOptions>]>([
  ["an editor in front of one server", typescript, {}],
  ["a harness in front of one server", typescript, { options: ["--agent"], capabilities: "poor" }],
  ["a harness in a routed session", [], { options: ["--agent"], capabilities: "poor" }],
])("A plain client reaches Locates by workspace/symbol and commands: %s", async (_, command, options) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-standard-")));
  afterTest(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, "shop.ts"), shop);
  writeFileSync(join(root, "tsconfig.json"), "{}");
  const { request, locate, notify, uri, close } = await startPeer(command, { root, ...options });
  const textDocument = { uri: uri("shop.ts"), languageId: "typescript", version: 1, text: shop };
  await notify("textDocument/didOpen", { textDocument });

  const [symbol] = await request<SymbolInformation[]>("workspace/symbol", { query: "shop.ts:Cart.total" });
  expect(symbol).toMatchObject({ name: "total", kind: 6, containerName: "shop.ts:3:3, the only symbol of that path" });
  const { target } = await locate<{ target: { position: Position } }>("resolve", "shop.ts:Cart.total");
  const { line, character } = target.position;
  const name = { start: target.position, end: { line, character: character + "total".length } };
  expect(symbol?.location).toEqual({ uri: uri("shop.ts"), range: name });
  const [found] = await request<SymbolInformation[]>("workspace/symbol", { query: "shop.ts@sum += <|>price" });
  expect(found).toMatchObject({ name: "sum += price", containerName: "shop.ts:5:45, the only match" });

  const [named] = await request<SymbolInformation[]>("workspace/symbol", { query: "Cart" });
  expect(named).toMatchObject({ name: "Cart", location: { uri: uri("shop.ts") } });
  const failed = request<SymbolInformation[]>("workspace/symbol", { query: "shop.ts:Cart.totl" });
  if (options.options) await expect(failed).rejects.toMatchObject({ data: { kind: "symbol_not_found" } });
  else expect(await failed).toEqual([]);

  const hover = await request("workspace/executeCommand", {
    command: "lsp-locate.hover",
    arguments: [{ locate: "shop.ts:Cart.total" }],
  });
  expect(JSON.stringify(hover)).toContain("Cart.total(): number");
  await close();
});
