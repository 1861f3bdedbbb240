/** The editors that `setup` knows: a file of our own where they load such files, or lines. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ClientContext, ClientFile, SetupClient } from "./clientFile.js";
import { neovimFolder, settingsFolder, xdgFolder } from "./clientFolders.js";

/** How our files of editors write the command, and what separates its words there. */
const luaCommand = 'cmd = { "lsp-locate" }';
const lispCommand = '"lsp-locate"))';

function neovim(path: string, { command, readBundled }: ClientContext): readonly ClientFile[] {
  const text = readBundled("editors/neovim/lsp-locate.lua").replaceAll(
    luaCommand,
    `cmd = { ${quoted(command, ", ")} }`,
  );
  return [{ kind: "own", path, text }];
}

/** Strings of Lua and of Emacs Lisp are like those of JSON. */
function quoted(words: readonly string[], separator: string): string {
  return words.map((word) => JSON.stringify(word)).join(separator);
}

const helixFolder = (context: ClientContext) => settingsFolder(context, { unix: "helix", windows: "helix" });

/** The languages of Helix, by Helix's names. */
const helixLanguages: readonly string[] = [
  ...["python", "typescript", "tsx", "javascript", "jsx", "go", "rust", "c", "cpp", "bash", "json", "yaml", "html"],
  "css",
];

function helix(path: string, { command: [command, ...args] }: ClientContext): readonly ClientFile[] {
  const value = args.length === 0 ? { command } : { command, args };
  return [
    { kind: "toml", path, entries: [{ path: ["language-server", "lsp-locate"], value }], languages: helixLanguages },
  ];
}

/** Returns Emacs's init file and folder: the first that exists, in the order of Emacs. */
function emacsFiles(context: ClientContext): { readonly init: string; readonly folder: string } {
  const folder = join(context.home, ".emacs.d");
  const named = [".emacs.el", ".emacs"].map((name) => join(context.home, name)).find((path) => existsSync(path));
  if (named !== undefined) return { init: named, folder };
  const xdg = join(xdgFolder(context), "emacs");
  const chosen = !existsSync(folder) && existsSync(xdg) ? xdg : folder;
  return { init: join(chosen, "init.el"), folder: chosen };
}

function emacs(context: ClientContext): readonly ClientFile[] {
  const { init, folder } = emacsFiles(context);
  const path = join(folder, "lsp-locate.el");
  const text = context
    .readBundled("editors/emacs/lsp-locate.el")
    .replace(lispCommand, `${quoted(context.command, " ")}))`);
  const line = '(load (expand-file-name "lsp-locate.el" user-emacs-directory))';
  return [
    { kind: "own", path, text },
    { kind: "lines", path: init, lines: line },
  ];
}

export const editors: readonly SetupClient[] = [
  {
    name: "neovim",
    title: "Neovim",
    summary: "the language server of every file, and two commands",
    programs: ["nvim"],
    folders: (context) => [neovimFolder(context)],
    user: (context) => neovim(join(neovimFolder(context), "plugin", "lsp-locate.lua"), context),
    notes: () => [":LocateGoto and :LocateCopy are the commands. Other configured servers would answer as well."],
  },
  {
    name: "helix",
    title: "Helix",
    summary: `the language server of ${helixLanguages.length} languages`,
    programs: ["hx", "helix"],
    folders: (context) => [helixFolder(context)],
    user: (context) => helix(join(helixFolder(context), "languages.toml"), context),
    project: (context) => helix(join(context.project, ".helix", "languages.toml"), context),
    notes: () => ["editors/helix/config.toml in the package has two commands, to be copied by hand."],
  },
  {
    name: "emacs",
    title: "Emacs",
    summary: "eglot's server for all modes that it knows, and two commands",
    programs: ["emacs"],
    folders: (context) =>
      [emacsFiles(context).folder, dirname(emacsFiles(context).init)].filter((folder) => folder !== context.home),
    user: emacs,
    notes: () => ["M-x eglot in a file of a project starts it. Emacs 28 needs the package eglot."],
  },
];
