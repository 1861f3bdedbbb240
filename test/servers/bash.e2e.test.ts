/** bash-language-server: flat symbols; `source` makes files one program. */
import { testServer } from "./scenario.js";

testServer({
  server: "bash-language-server",
  command: ["bash-language-server", "start"],
  project: "bash",
  points: [
    ["deploy.sh:copy_files", "┃copy_files() {"],
    ["deploy.sh:copy_files.inner_step", "┃inner_step() {"],
    ["deploy.sh:copy_files.source_dir", 'local ┃source_dir="$1"'],
    ["deploy.sh:HOST", '┃HOST="example.org"'],
    ["deploy.sh:main@<|>copy_files", 'echo "💣"; ┃copy_files build || log_error "failed"'],
    ["lib/log.sh:log_quiet", 'function ┃log_quiet() { LOG_LEVEL="quiet"; }'],
    ["clean.sh:remove_all", "┃remove_all() {"],
    ["clean.sh:remove_all@<|>log_line", 'echo "💣 done"; ┃log_line "info" "$LOG_LEVEL"'],
    ["clean.sh:8", "┃remove_all"],
  ],
  ranges: [
    ["deploy.sh:copy_files.inner_step", "⟦inner_step() { … }⟧"],
    ["clean.sh:remove_all", "⟦remove_all() { … }⟧"],
    ["deploy.sh@<|>copy_files build<|> ||", 'echo "💣"; ⟦copy_files build⟧ || log_error "failed"'],
  ],
  failures: [
    ["deploy.sh:copy_file", "symbol_not_found"],
    ["deploy.sh:main@log_queit", "text_not_found"],
    ["depoy.sh:main", "file_not_found"],
  ],
  outlines: [
    ["deploy.sh", "HOST", "copy_files", "copy_files.inner_step", "main"],
    ["clean.sh", "remove_all"],
    ["lib/log.sh", "log_line", "log_error"],
  ],
  hovers: [
    ["deploy.sh:main@<|>log_quiet", "log_quiet"],
    ["clean.sh:remove_all@<|>log_line", "Writes a line to stderr."],
  ],
  definitions: [
    ["deploy.sh:main@<|>log_error", "lib/log.sh: ┃log_error() {"],
    ["clean.sh:remove_all@<|>log_line", "lib/log.sh: ┃log_line() {"],
  ],
  references: [
    [
      "lib/log.sh:log_line",
      'clean.sh: echo "💣 done"; ┃log_line "info" "$LOG_LEVEL"',
      'deploy.sh: ┃log_line "info" "copying $source_dir to $HOST"',
      "lib/log.sh: ┃log_line() {",
      'lib/log.sh: ┃log_line "error" "$@"',
    ],
  ],
  renames: [
    [
      "deploy.sh:copy_files",
      "send_files",
      "deploy.sh: send_files() {",
      'deploy.sh: echo "💣"; send_files build || log_error "failed"',
    ],
    [
      "lib/log.sh:log_error",
      "log_failure",
      "lib/log.sh: log_failure() {",
      'deploy.sh: echo "💣"; copy_files build || log_failure "failed"',
    ],
  ],
  completions: [["deploy.sh:main@log<|>_quiet", "log_quiet"]],
  signatures: [],
  actions: [],
  documentSymbols: [["deploy.sh", "copy_files", "inner_step", "HOST"]],
  others: [["documentHighlight", "deploy.sh:copy_files", '"start"']],
});
