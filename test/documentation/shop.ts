/** The workspace of the examples in the documentation: a copy of test/projects/shop. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./markdown.js";

export interface Shop {
  /** Its folder, absolute. */
  readonly root: string;
  remove(): void;
}

/** Makes a copy in the folder `within` of a new workspace. */
export function openShop(within = "."): Shop {
  // Servers answer with the real path, and the temporary folder is a link on some systems.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-shop-")));
  mkdirSync(join(root, within), { recursive: true });
  cpSync(join(repository, "test/projects/shop"), join(root, within), { recursive: true });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
