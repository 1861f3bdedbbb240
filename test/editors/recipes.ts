/** The editors that run here without a window, with their recipes and their drivers. */
import { join } from "node:path";
import { repository } from "../peer.js";
import type { EditorCommand } from "./editor.js";

export interface EditorRecipe extends EditorCommand {
  readonly editor: string;
  /** Exits with 0 if the editor and all that the recipe needs are installed. */
  readonly check: readonly string[];
}

const driver = (name: string) => join(import.meta.dirname, name);
const recipe = (path: string) => join(repository, "editors", path);

export const neovimStart = ["--headless", "-u", "NONE", "-i", "NONE", "-n"];
export const neovimRecipe = recipe("neovim/lsp-locate.lua");

/** Eglot is part of Emacs from 29 on, and a package before. */
const emacsStart = ["--batch", "--no-site-file", "--no-init-file", "--funcall", "package-initialize"];

export const neovim: EditorRecipe = {
  editor: "Neovim",
  program: "nvim",
  check: ["--version"],
  args: [...neovimStart, "-S", neovimRecipe, "-S", driver("neovim.lua")],
};

export const emacs: EditorRecipe = {
  editor: "Emacs with eglot",
  program: "emacs",
  check: [...emacsStart, "--eval", "(require 'eglot)"],
  args: [...emacsStart, "--load", recipe("emacs/lsp-locate.el"), "--load", driver("emacs.el")],
};
