/** Scopes and names of Bash. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how Bash writes a variable.

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const sh = "shellscript";

// Local variables of a function
declares(sh, "f() {\n  local ⟦a⟧=1 b\n  echo $┃a\n}", "local");
declares(sh, 'f() {\n  local a=1 ⟦b⟧\n  echo "x ${┃b}"\n}', "local");
declares(sh, "function f {\n  declare -i ⟦a⟧=1\n  (( ┃a++ ))\n}", "local");
declares(sh, "f() {\n  typeset -A ⟦m⟧\n  echo ${#┃m[@]}\n}", "local");
declares(sh, "f() {\n  local ⟦a⟧\n  ⟦┃a⟧=1\n}", "local");
declares(sh, "f() {\n  local ⟦a⟧\n  g() { echo $┃a; }\n}", "local");
declares(sh, "f() {\n  local ⟦x⟧\n  for ⟦x⟧ in a b; do echo $┃x; done\n}", "local");
declares(sh, "f() {\n  local ⟦x⟧\n  while read -r ⟦x⟧ y; do echo $┃x; done\n}", "local");
declares(sh, 'f() {\n  local ⟦o⟧\n  getopts "ab:" ⟦o⟧ && echo $┃o\n}', "local");
declares(sh, "f() {\n  local ⟦o⟧\n  printf -v ⟦o⟧ %s x; echo $┃o\n}", "local");
declares(sh, "f() {\n  local ⟦a⟧\n  ⟦a⟧[1]=2; echo ${┃a[1]}\n}", "local");
declares(sh, "f() (\n  local ⟦a⟧=1\n  echo $┃a\n)", "local");
declares(sh, "f() {\n  local ⟦n⟧=3\n  cat <<END\n$┃n\nEND\n}", "local");
declares(sh, "f() {\n  local ⟦i⟧\n  for ((⟦i⟧=0; i<9; ┃i++)); do :; done\n}", "local");
declares(sh, "f() {\n  local ⟦a⟧\n  X=1 cmd <<< ${┃a:-$(g)}\n}", "local");

// Global variables
declares(sh, "⟦a⟧=1\nf() { echo $┃a; }", "file");
declares(sh, "f() { echo $┃a; }\n⟦a⟧=1", "file");
declares(sh, "f() { ⟦a⟧=1; }\necho $┃a", "file");
declares(sh, "⟦a⟧=1\nf() {\n  ⟦┃a⟧=2\n  local a\n}", "file");
declares(sh, "⟦a⟧=1\nf() {\n  local a=$┃a\n}", "file");
declares(sh, "⟦a⟧=1\nf() { local a; }\necho $┃a", "file");
declares(sh, "f() { declare -g ⟦a⟧=1; }\ng() { echo $┃a; }", "file");
declares(sh, "f() { declare -gA ⟦a⟧; }\necho $┃a", "file");
declares(sh, "f() { readonly ⟦a⟧=1; echo $┃a; }", "file");
declares(sh, "export ⟦PATH⟧=/bin:$┃PATH", "file");
declares(sh, "declare ⟦a⟧=1\necho $┃a", "file");
declares(sh, "echo $┃a\ndeclare ⟦a⟧=1", "file");
declares(sh, "for ⟦x⟧ in a; do :; done; echo $┃x", "file");
declares(sh, "mapfile -t ⟦x⟧ < f; echo ${┃x[0]}", "file");
declares(sh, "(( ⟦x⟧ = 3 )); echo $┃x", "file");
declares(sh, ': "${⟦x⟧:=3}"; echo $┃x', "file");
occurs(sh, "⟦a⟧=1\nf() { local a=2; echo $a; }\nunset ⟦a⟧; echo $⟦┃a⟧ a");
isFree(sh, "echo $┃HOME");
isFree(sh, "export ┃PATH");
isFree(sh, "┃LC_ALL=C sort");
isFree(sh, "f() { local a; }\necho $┃a");
isFree(sh, "declare -p ┃a");

// Functions
declares(sh, "⟦f⟧() { :; }\n┃f x", "file");
declares(sh, "g() { ┃f; }\nfunction ⟦f⟧ { :; }", "file");
declares(sh, "g() { ⟦f⟧() { :; }; }\n$(┃f)", "file");
declares(sh, "⟦f⟧() { :; }\ntrap ┃f EXIT", "file");
declares(sh, "⟦f⟧() { :; }\nexport -f ┃f", "file");
declares(sh, "⟦do_it⟧() { :; }\nretry 3 ┃do_it", "file");
occurs(sh, "⟦f⟧() { :; }\nf=1; echo $f; unset f; unset -f ⟦f⟧; ⟦┃f⟧");
isFree(sh, "┃echo x");
isFree(sh, "f() { local g=1; ┃g; }");

// Sourced files
imports(sh, "source ./┃lib.sh", "./lib.sh");
imports(sh, '. "./┃lib.sh"', "./lib.sh");

// Functions see the variables of their callers
checkRenamable(sh, "f() {\n  local ┃a=1\n}", false);
checkRenamable(sh, "┃a=1", false);
checkRenamable(sh, "┃f() { :; }", false);

// Unusual texts
declares(sh, 'f() {\r\n  local ⟦a⟧="💣"\r\n  echo "💣 ${┃a%%💣}"\r\n}\r\n', "local");
