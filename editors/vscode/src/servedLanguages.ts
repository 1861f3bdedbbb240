/**
 * Decides which languages the proxy serves: those that nothing else serves, and those that the user
 * names. Nothing should appear twice.
 */

/** Languages of VS Code's built-in extensions, and language ids that are not languages. */
export const builtInLanguages: readonly string[] = [
  "typescript",
  "typescriptreact",
  "javascript",
  "javascriptreact",
  "jsx-tags",
  "json",
  "jsonc",
  "jsonl",
  "snippets",
  "css",
  "scss",
  "less",
  "html",
  "handlebars",
  "php",
  "markdown",
  "prompt",
  "instructions",
  "chatagent",
  "skill",
  "search-result",
  "plaintext",
  "log",
];

/** Extensions with a language server of their own, in lower case, and the languages they serve. */
export const servedByExtension: Readonly<Record<string, readonly string[]>> = {
  "ms-python.vscode-pylance": ["python"],
  "ms-python.python": ["python"],
  "detachhead.basedpyright": ["python"],
  "ms-pyright.pyright": ["python"],
  "astral-sh.ty": ["python"],
  "meta.pyrefly": ["python"],
  "golang.go": ["go", "go.mod", "go.work"],
  "rust-lang.rust-analyzer": ["rust"],
  "ms-vscode.cpptools": ["c", "cpp", "cuda-cpp", "objective-c", "objective-cpp"],
  "llvm-vs-code-extensions.vscode-clangd": ["c", "cpp", "cuda-cpp", "objective-c", "objective-cpp"],
  "redhat.java": ["java"],
  "ms-dotnettools.csharp": ["csharp"],
  "shopify.ruby-lsp": ["ruby", "erb"],
  "castwide.solargraph": ["ruby"],
  "bmewburn.vscode-intelephense-client": ["php"],
  "mads-hartmann.bash-ide-vscode": ["shellscript"],
  "sumneko.lua": ["lua"],
  "fwcd.kotlin": ["kotlin"],
  "redhat.vscode-yaml": ["yaml", "dockercompose"],
  "tamasfe.even-better-toml": ["toml"],
  "tombi-toml.tombi": ["toml"],
  "ziglang.vscode-zig": ["zig"],
  "elixir-lsp.elixir-ls": ["elixir", "eex", "phoenix-heex"],
  "dart-code.dart-code": ["dart"],
  "ms-azuretools.vscode-docker": ["dockerfile", "dockercompose"],
  "ms-azuretools.vscode-containers": ["dockerfile", "dockercompose"],
  "docker.docker": ["dockerfile", "dockercompose"],
  "scalameta.metals": ["scala"],
  "swiftlang.swift-vscode": ["swift"],
  "hashicorp.terraform": ["terraform", "terraform-vars"],
  "opentofu.vscode-opentofu": ["opentofu"],
  "vue.volar": ["vue"],
  "svelte.svelte-vscode": ["svelte"],
  "haskell.haskell": ["haskell", "literate haskell"],
  "ocamllabs.ocaml-platform": ["ocaml", "ocaml.interface", "reason"],
  "betterthantomorrow.calva": ["clojure"],
  "erlang-ls.erlang-ls": ["erlang"],
  "james-yu.latex-workshop": ["latex", "bibtex"],
  "jnoortheen.nix-ide": ["nix"],
  "ms-vscode.cmake-tools": ["cmake"],
  "ionide.ionide-fsharp": ["fsharp"],
  "gleam.gleam": ["gleam"],
  "fortran-lang.linter-gfortran": ["fortran"],
  "elmtooling.elm-ls-vscode": ["elm"],
  "myriad-dreamin.tinymist": ["typst"],
  "juanblanco.solidity": ["solidity"],
  "nomicfoundation.hardhat-solidity": ["solidity"],
  "redhat.vscode-xml": ["xml", "xsl", "dtd"],
  "reditorsupport.r": ["r", "rmd"],
  "julialang.language-julia": ["julia"],
  "ms-vscode.powershell": ["powershell"],
  "graphql.vscode-graphql": ["graphql"],
  "prisma.prisma": ["prisma"],
  "astro-build.astro-vscode": ["astro"],
};

export interface InstalledLanguages {
  /** All language ids that VS Code knows. */
  readonly known: readonly string[];
  /** The ids of the installed extensions, `publisher.name` in any case. */
  readonly installed: readonly string[];
}

/**
 * Returns the language ids that the setting means, sorted. A named id is always served, unless
 * `!id` excludes it.
 */
export function servedLanguages(
  setting: readonly string[],
  { known, installed }: InstalledLanguages,
): readonly string[] {
  const elsewhere = new Set([
    ...builtInLanguages,
    ...installed.flatMap((id) => servedByExtension[id.toLowerCase()] ?? []),
  ]);
  const leftOut = new Set(setting.filter((word) => word.startsWith("!")).map((word) => word.slice(1)));
  const named = setting.filter((word) => word !== "*" && !word.startsWith("!"));
  const rest = setting.includes("*") ? known.filter((id) => !elsewhere.has(id)) : [];
  return [...new Set([...named, ...rest])].filter((id) => !leftOut.has(id)).sort();
}
