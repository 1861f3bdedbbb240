/**
 * The clients that `setup` knows, editors among them, and what their files depend on: user, machine
 * and project.
 */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Language, Servers } from "../../backend/config/servers.js";
import { homeFolder } from "../../backend/config/userFolder.js";
import { findProgram } from "../../backend/installation/findProgram.js";
import { readTextSync } from "../../files/readFileSync.js";
import { workingFolder } from "../../files/workingFolder.js";
import { bundledPath, VERSION } from "../setup/program.js";
import { type ClientContext, type ClientFile, type SetupClient, SetupError } from "./clientFile.js";
import { neovimFolder, settingsFolder, xdgFolder } from "./clientFolders.js";
import { harnesses } from "./harnesses.js";

/** The languages of Helix, by Helix's names. */
const helixLanguages: readonly string[] = [
  ...["python", "typescript", "tsx", "javascript", "jsx", "go", "rust", "c", "cpp", "bash", "json", "yaml", "html"],
  "css",
];

/** The editors that `setup` knows: a file of our own where they load such files, or lines. */
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

/** In the order of lists. */
export const setupClients: readonly SetupClient[] = [...harnesses, ...editors];

const MAX_BUNDLED_BYTES = 1024 * 1024;

/** Returns what the files depend on. Throws SetupError for a user without a home folder. */
export function openClientContext({ languages }: Pick<Servers, "languages">): ClientContext {
  const home = homeFolder();
  if (home === undefined)
    throw new SetupError("You have no home folder, in which clients keep their settings. Set HOME and try again.");
  return {
    home,
    project: workingFolder(),
    env: process.env,
    platform: process.platform,
    version: VERSION,
    command: findCommand(),
    languageByExtension: languagesByExtension(languages),
    readBundled: (path) => readTextSync(bundledPath(`../../${path}`), { maxBytes: MAX_BUNDLED_BYTES }),
  };
}

/** Whether a command starts whatever lsp-locate is on PATH, not one installation by its path. */
export function isOnPath({ command }: Pick<ClientContext, "command">): boolean {
  return command.length === 1;
}

/**
 * Returns the command's name if it is on PATH, else Node and this installation. On Windows many
 * clients can't start the `.cmd` file that npm makes.
 */
function findCommand(): ClientContext["command"] {
  if (process.platform !== "win32" && findProgram("lsp-locate").kind === "installed") return ["lsp-locate"];
  return [process.execPath, bundledPath("./main.js")];
}

/** Returns the languages of their extensions; the first language of an extension has it. */
export function languagesByExtension(
  languages: ReadonlyMap<string, Pick<Language, "extensions">>,
): Readonly<Record<string, string>> {
  const byExtension: Record<string, string> = {};
  for (const id of listedLanguages)
    for (const extension of languages.get(id)?.extensions ?? []) byExtension[extension] ??= id;
  return byExtension;
}

/**
 * The languages whose extensions are named to a client that needs a list. Languages of data without
 * a server that helps an agent are left to the client.
 */
const listedLanguages: readonly string[] = [
  ...["typescript", "typescriptreact", "javascript", "javascriptreact", "vue", "svelte", "astro", "python", "go"],
  ...["rust", "c", "cpp", "objective-c", "objective-cpp", "csharp", "fsharp", "java", "kotlin", "scala", "swift"],
  ...["ruby", "php", "lua", "elixir", "erlang", "haskell", "ocaml", "ocaml.interface", "dart", "zig", "nix"],
  ...["clojure", "julia", "r", "gleam", "rholang", "shellscript", "powershell", "terraform", "graphql", "proto"],
  ...["prisma", "html", "css", "scss", "less", "json", "jsonc", "yaml", "toml", "dockerfile"],
];

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
