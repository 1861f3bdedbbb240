/** The workspace of a page whose examples are commands. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathWithCommand } from "./console.js";
import { openShop } from "./shop.js";

export interface ShopWithCommand {
  /** Its folder, absolute. */
  readonly root: string;
  /** A PATH with `lsp-locate`. */
  readonly path: string;
  /** An empty home folder. */
  readonly home: string;
}

/** Makes the workspace before the tests of a file and removes it after them: read it in a test. */
export function shopWithCommand(): ShopWithCommand {
  const shop = { root: "", path: "", home: "" };
  let remove = () => {};
  beforeAll(async () => {
    const { root, remove: removeShop } = openShop();
    remove = removeShop;
    const [bin, home] = [join(root, ".bin"), join(root, ".home")];
    mkdirSync(home);
    Object.assign(shop, { root, home, path: await pathWithCommand(bin) });
  });
  afterAll(() => remove());
  return shop;
}
