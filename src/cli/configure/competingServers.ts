/** Servers that harnesses bring for languages that lsp-locate serves, by the harness's names. */

/** opencode starts these beside ours, and installs some of them. */
export const openCodeServers: readonly string[] = [
  ...["typescript", "deno", "vue", "svelte", "astro", "pyright", "ty", "gopls", "rust", "clangd", "csharp", "razor"],
  ...["fsharp", "jdtls", "kotlin-ls", "sourcekit-lsp", "ruby-lsp", "php intelephense", "lua-ls", "elixir-ls", "dart"],
  ...["haskell-language-server", "ocaml-lsp", "zls", "nixd", "bash", "terraform", "clojure-lsp", "julials", "yaml-ls"],
  ...["dockerfile", "prisma", "gleam"],
];

/** oh-my-pi starts those of these that are installed. Linters are not among them. */
export const ohMyPiServers: readonly string[] = [
  ...["typescript-language-server", "typescript-native", "denols", "vue-language-server", "svelte", "astro"],
  ...["pyright", "basedpyright", "pylsp", "ty", "gopls", "rust-analyzer", "clangd", "omnisharp", "jdtls", "kotlin-lsp"],
  ...["metals", "solargraph", "ruby-lsp", "intelephense", "phpactor", "lua-language-server", "elixirls", "expert"],
  ...["erlangls", "hls", "ocamllsp", "zls", "nixd", "bashls", "terraformls", "dockerls", "gleam", "yamlls"],
  ...["vscode-html-language-server", "vscode-css-language-server", "vscode-json-language-server"],
];
