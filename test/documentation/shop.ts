/** The little workspace that the documentation is about: a copy of test/projects/shop. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./markdown.js";

export interface Shop {
  /** Its folder, absolute. */
  readonly root: string;
  remove(): void;
}

/** A fresh copy, perhaps in a folder of the workspace (`src`) instead of at its top. */
export function openShop(within = "."): Shop {
  // The real path: servers answer with it, and a temporary folder is a link on some systems.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-shop-")));
  mkdirSync(join(root, within), { recursive: true });
  cpSync(join(repository, "test/projects/shop"), join(root, within), { recursive: true });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
