/** The agent harnesses that `setup` knows: the files that each reads, and our entries in them. */

import { join } from "node:path";
import { quoteForShell } from "../show/locateText.js";
import type { ClientContext, ClientFile, ConfigEntry, JsonValue, SetupClient } from "./clientFile.js";
import { firstExisting, folderOf, settingsFolder, vscodeFolder, xdgFolder } from "./clientFolders.js";
import { jsonFile } from "./jsonText.js";

/** The name of our entries. */
const NAME = "lsp-locate";

/** The command as clients write it that have a program and its arguments. */
function commandParts({ command: [command, ...first] }: ClientContext, args: readonly string[]) {
  return { command, args: [...first, ...args] };
}

const lspCommand = (context: ClientContext) => commandParts(context, ["--agent"]);
const mcpCommand = (context: ClientContext) => commandParts(context, ["mcp"]);

function json(path: string, ...entries: readonly ConfigEntry[]): ClientFile {
  return { kind: "json", path, entries };
}

/** Returns an entry below a key, such as `mcpServers`. */
function entry(key: string, value: JsonValue): ConfigEntry {
  return { path: [key, NAME], value };
}

/** A plugin that Claude Code loads from a folder of skills, without a marketplace. */
function claudePlugin(folder: string, context: ClientContext): readonly ClientFile[] {
  const plugin = join(folder, "skills", NAME);
  const manifest = {
    name: NAME,
    version: context.version,
    description: "Language servers for code, and a notation that says where in code by meaning",
    author: { name: NAME },
  };
  const server = { ...lspCommand(context), extensionToLanguage: context.languageByExtension };
  return [
    own(join(plugin, ".claude-plugin", "plugin.json"), jsonFile(manifest)),
    own(join(plugin, ".lsp.json"), jsonFile({ [NAME]: server })),
    own(join(plugin, ".mcp.json"), jsonFile({ mcpServers: { [NAME]: mcpCommand(context) } })),
    own(join(plugin, SKILL), context.readBundled(`packaging/claude-code/${SKILL}`)),
  ];
}

/** The hook of the plugin: called after a search, it may add a line to the answer. */
function claudeHooks(folder: string, context: ClientContext): readonly ClientFile[] {
  const hooks = { PostToolUse: [hookGroup("Grep|Bash", { timeout: HOOK_TIMEOUT_S }, context)] };
  return [own(join(folder, "skills", NAME, "hooks", "hooks.json"), jsonFile({ hooks }))];
}

/** The same in a file with the hooks of others. */
function sharedHooks(path: string, event: string, group: JsonValue): readonly ClientFile[] {
  return [json(path, { path: ["hooks", event], value: group, isItem: true })];
}

function codexHooks(folder: string, context: ClientContext): readonly ClientFile[] {
  const group = hookGroup("Bash", { timeout: HOOK_TIMEOUT_S }, context);
  return sharedHooks(join(folder, "hooks.json"), "PostToolUse", group);
}

function geminiHooks(folder: string, context: ClientContext): readonly ClientFile[] {
  const facts = { name: NAME, timeout: HOOK_TIMEOUT_S * 1000 };
  const group = hookGroup("grep_search|search_file_content|run_shell_command", facts, context);
  return sharedHooks(join(folder, "settings.json"), "AfterTool", group);
}

/** Returns what calls `lsp-locate hook` after the tools whose names match. */
function hookGroup(matcher: string, facts: { readonly [key: string]: JsonValue }, context: ClientContext): JsonValue {
  const { command, args } = commandParts(context, ["hook"]);
  const call = { type: "command", command: [command, ...args].map(quoteForShell).join(" "), ...facts };
  return { matcher, hooks: [call] };
}

/** It ends by itself after 100 ms; a machine that is very busy may start it late. */
const HOOK_TIMEOUT_S = 2;

/** The skill that teaches the notation, in the folder of the plugin. */
const SKILL = "skills/locate/SKILL.md";

function own(path: string, text: string): ClientFile {
  return { kind: "own", path, text };
}

function root(key: string, value: JsonValue): ConfigEntry {
  return { path: [key], value };
}

function openCode(folder: string, context: ClientContext): readonly ClientFile[] {
  const disabled = openCodeServers.map(
    (name): ConfigEntry => ({ path: ["lsp", name], value: { disabled: true }, isDefault: true }),
  );
  const { command } = context;
  return [
    json(
      firstExisting(folder, "opencode.json", "opencode.jsonc"),
      entry("lsp", { command: [...command, "--agent=opencode"], extensions: Object.keys(context.languageByExtension) }),
      ...disabled,
      entry("mcp", { type: "local", command: [...command, "mcp"] }),
    ),
  ];
}

function crush(path: string, context: ClientContext): readonly ClientFile[] {
  const filetypes = Object.keys(context.languageByExtension).map((extension) => extension.slice(1));
  return [
    json(
      path,
      entry("lsp", { ...lspCommand(context), filetypes }),
      entry("mcp", { type: "stdio", ...mcpCommand(context) }),
      { path: ["options", "auto_lsp"], value: false, isDefault: true },
    ),
  ];
}

function copilotLsp(path: string, context: ClientContext): ClientFile {
  return json(path, entry("lspServers", { ...lspCommand(context), fileExtensions: context.languageByExtension }));
}

function ohMyPi(folder: string, context: ClientContext): readonly ClientFile[] {
  const disabled = ohMyPiServers.map(
    (name): ConfigEntry => ({ path: ["servers", name], value: { disabled: true }, isDefault: true }),
  );
  const fileTypes = Object.keys(context.languageByExtension);
  return [
    json(
      join(folder, "lsp.json"),
      entry("servers", { ...lspCommand(context), fileTypes, rootMarkers: [".git"] }),
      ...disabled,
    ),
    json(join(folder, "mcp.json"), entry("mcpServers", mcpCommand(context))),
  ];
}

const mcpServers = (path: string, context: ClientContext) => [json(path, entry("mcpServers", mcpCommand(context)))];

const copilotFolder = (context: ClientContext) => folderOf(context, "COPILOT_HOME", ".copilot");
const claudeFolder = (context: ClientContext) => folderOf(context, "CLAUDE_CONFIG_DIR", ".claude");
const codexFolder = (context: ClientContext) => folderOf(context, "CODEX_HOME", ".codex");
const zedFolder = (context: ClientContext) => settingsFolder(context, { unix: "zed", windows: "Zed" });

function codex(path: string, context: ClientContext): readonly ClientFile[] {
  return [{ kind: "toml", path, entries: [entry("mcp_servers", mcpCommand(context))] }];
}

function zed(path: string, context: ClientContext): readonly ClientFile[] {
  return [json(path, entry("context_servers", { source: "custom", ...mcpCommand(context), env: {} }))];
}

const ONE_PLACE = "Plugins for single languages would answer as well: remove them.";

export const harnesses: readonly SetupClient[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    summary: "a plugin with the language server, the MCP tools and a skill",
    programs: ["claude"],
    folders: (context) => [claudeFolder(context)],
    user: (context) => claudePlugin(claudeFolder(context), context),
    project: (context) => claudePlugin(join(context.project, ".claude"), context),
    hooks: (scope, context) =>
      claudeHooks(scope === "project" ? join(context.project, ".claude") : claudeFolder(context), context),
    notes: (scope) => [
      "Claude Code loads the plugin lsp-locate@skills-dir when it is started again.",
      ...(scope === "project" ? ["It asks whether the workspace is trusted first."] : []),
      ONE_PLACE,
    ],
  },
  {
    name: "opencode",
    title: "opencode",
    summary: "the language server in place of opencode's own, and the MCP tools",
    programs: ["opencode"],
    folders: (context) => [join(xdgFolder(context), "opencode")],
    user: (context) => openCode(join(xdgFolder(context), "opencode"), context),
    project: (context) => openCode(context.project, context),
    notes: () => ["The operations of its LSP tool need OPENCODE_EXPERIMENTAL_LSP_TOOL=true."],
  },
  {
    name: "crush",
    title: "Crush",
    summary: "the language server in place of those that Crush finds, and the MCP tools",
    programs: ["crush"],
    folders: (context) => [join(xdgFolder(context), "crush")],
    user: (context) => crush(join(xdgFolder(context), "crush", "crush.json"), context),
    project: (context) => crush(firstExisting(context.project, ".crush.json", "crush.json"), context),
    notes: () => [],
  },
  {
    name: "copilot-cli",
    title: "Copilot CLI",
    summary: "the language server, and for the user the MCP tools",
    programs: ["copilot"],
    folders: (context) => [copilotFolder(context)],
    user: (context) => [
      copilotLsp(join(copilotFolder(context), "lsp-config.json"), context),
      json(
        join(copilotFolder(context), "mcp-config.json"),
        entry("mcpServers", { type: "local", ...mcpCommand(context), tools: ["*"] }),
      ),
    ],
    project: (context) => [copilotLsp(join(context.project, ".github", "lsp.json"), context)],
    notes: (scope) => [
      ...(scope === "project"
        ? [
            "Copilot CLI lists the servers of a project and starts none of them. Leave --project out for one that it starts.",
          ]
        : []),
      "/lsp test lsp-locate in Copilot CLI starts the server once.",
    ],
  },
  {
    name: "oh-my-pi",
    title: "oh-my-pi",
    summary: "the language server in place of oh-my-pi's own, and the MCP tools",
    programs: ["omp"],
    folders: (context) => [join(context.home, ".omp")],
    user: (context) => ohMyPi(join(context.home, ".omp", "agent"), context),
    project: (context) => ohMyPi(join(context.project, ".omp"), context),
    notes: () => ["oh-my-pi starts the server in a folder that holds .git."],
  },
  {
    name: "qwen-code",
    title: "Qwen Code",
    summary: "the MCP tools, and for a project the language server",
    programs: ["qwen"],
    folders: (context) => [join(context.home, ".qwen")],
    user: (context) => mcpServers(join(context.home, ".qwen", "settings.json"), context),
    project: (context) => [
      json(
        join(context.project, ".lsp.json"),
        root(NAME, { ...lspCommand(context), extensionToLanguage: context.languageByExtension }),
      ),
      ...mcpServers(join(context.project, ".qwen", "settings.json"), context),
    ],
    notes: (scope) =>
      scope === "project"
        ? ["Qwen Code uses language servers if it is started with --experimental-lsp."]
        : ["Qwen Code reads language servers from the project alone: add --project there."],
  },
  {
    name: "codex",
    title: "Codex",
    summary: "the MCP tools",
    programs: ["codex"],
    folders: (context) => [codexFolder(context)],
    user: (context) => codex(join(codexFolder(context), "config.toml"), context),
    project: (context) => codex(join(context.project, ".codex", "config.toml"), context),
    hooks: (scope, context) =>
      codexHooks(scope === "project" ? join(context.project, ".codex") : codexFolder(context), context),
    notes: (scope, _context, { hooks }) => [
      ...(scope === "project" ? ["Codex reads the file of a project that it trusts."] : []),
      ...(hooks ? ["Codex runs the hook once you have trusted it there: /hooks."] : []),
    ],
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    summary: "the MCP tools",
    programs: ["gemini"],
    folders: (context) => [join(context.home, ".gemini")],
    user: (context) => mcpServers(join(context.home, ".gemini", "settings.json"), context),
    project: (context) => mcpServers(join(context.project, ".gemini", "settings.json"), context),
    hooks: (scope, context) =>
      geminiHooks(join(scope === "project" ? context.project : context.home, ".gemini"), context),
    notes: () => ["Gemini CLI starts MCP servers in folders that it trusts."],
  },
  {
    name: "cursor",
    title: "Cursor",
    summary: "the MCP tools",
    programs: ["cursor", "cursor-agent"],
    folders: (context) => [join(context.home, ".cursor")],
    user: (context) => mcpServers(join(context.home, ".cursor", "mcp.json"), context),
    project: (context) => mcpServers(join(context.project, ".cursor", "mcp.json"), context),
    notes: () => ["Cursor shows the server in its settings, below MCP, where it can be switched on."],
  },
  {
    name: "vscode",
    title: "VS Code",
    summary: "the MCP tools for its agents",
    programs: ["code"],
    folders: (context) => [vscodeFolder(context)],
    user: (context) => vscode(join(vscodeFolder(context), "mcp.json"), context),
    project: (context) => vscode(join(context.project, ".vscode", "mcp.json"), context),
    notes: () => ["For the editor itself there is an extension: docs/editors.md."],
  },
  {
    name: "zed",
    title: "Zed",
    summary: "the MCP tools for its agents",
    programs: ["zed", "zeditor"],
    folders: (context) => [zedFolder(context)],
    user: (context) => zed(join(zedFolder(context), "settings.json"), context),
    project: (context) => zed(join(context.project, ".zed", "settings.json"), context),
    notes: () => ["Zed starts only language servers that it or an extension knows."],
  },
];

function vscode(path: string, context: ClientContext): readonly ClientFile[] {
  return [json(path, entry("servers", { type: "stdio", ...mcpCommand(context) }))];
}

/** opencode starts these beside ours, and installs some of them. */
const openCodeServers: readonly string[] = [
  ...["typescript", "deno", "vue", "svelte", "astro", "pyright", "ty", "gopls", "rust", "clangd", "csharp", "razor"],
  ...["fsharp", "jdtls", "kotlin-ls", "sourcekit-lsp", "ruby-lsp", "php intelephense", "lua-ls", "elixir-ls", "dart"],
  ...["haskell-language-server", "ocaml-lsp", "zls", "nixd", "bash", "terraform", "clojure-lsp", "julials", "yaml-ls"],
  ...["dockerfile", "prisma", "gleam"],
];

/** oh-my-pi starts those of these that are installed. Linters are not among them. */
const ohMyPiServers: readonly string[] = [
  ...["typescript-language-server", "typescript-native", "denols", "vue-language-server", "svelte", "astro"],
  ...["pyright", "basedpyright", "pylsp", "ty", "gopls", "rust-analyzer", "clangd", "omnisharp", "jdtls", "kotlin-lsp"],
  ...["metals", "solargraph", "ruby-lsp", "intelephense", "phpactor", "lua-language-server", "elixirls", "expert"],
  ...["erlangls", "hls", "ocamllsp", "zls", "nixd", "bashls", "terraformls", "dockerls", "gleam", "yamlls"],
  ...["vscode-html-language-server", "vscode-css-language-server", "vscode-json-language-server"],
];
