/** What names mean in Bash. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how Bash writes a variable.

import { declared, free, imported, renamable, stands } from "./check.js";

const sh = "shellscript";

// What a function declares for itself
declared(sh, "f() {\n  local ⟦a⟧=1 b\n  echo $┃a\n}", "local");
declared(sh, 'f() {\n  local a=1 ⟦b⟧\n  echo "x ${┃b}"\n}', "local");
declared(sh, "function f {\n  declare -i ⟦a⟧=1\n  (( ┃a++ ))\n}", "local");
declared(sh, "f() {\n  typeset -A ⟦m⟧\n  echo ${#┃m[@]}\n}", "local");
declared(sh, "f() {\n  local ⟦a⟧\n  ⟦┃a⟧=1\n}", "local");
declared(sh, "f() {\n  local ⟦a⟧\n  g() { echo $┃a; }\n}", "local");
declared(sh, "f() {\n  local ⟦x⟧\n  for ⟦x⟧ in a b; do echo $┃x; done\n}", "local");
declared(sh, "f() {\n  local ⟦x⟧\n  while read -r ⟦x⟧ y; do echo $┃x; done\n}", "local");
declared(sh, 'f() {\n  local ⟦o⟧\n  getopts "ab:" ⟦o⟧ && echo $┃o\n}', "local");
declared(sh, "f() {\n  local ⟦o⟧\n  printf -v ⟦o⟧ %s x; echo $┃o\n}", "local");
declared(sh, "f() {\n  local ⟦a⟧\n  ⟦a⟧[1]=2; echo ${┃a[1]}\n}", "local");
declared(sh, "f() (\n  local ⟦a⟧=1\n  echo $┃a\n)", "local");
declared(sh, "f() {\n  local ⟦n⟧=3\n  cat <<END\n$┃n\nEND\n}", "local");
declared(sh, "f() {\n  local ⟦i⟧\n  for ((⟦i⟧=0; i<9; ┃i++)); do :; done\n}", "local");
declared(sh, "f() {\n  local ⟦a⟧\n  X=1 cmd <<< ${┃a:-$(g)}\n}", "local");

// What it shares with everybody
declared(sh, "⟦a⟧=1\nf() { echo $┃a; }", "file");
declared(sh, "f() { echo $┃a; }\n⟦a⟧=1", "file");
declared(sh, "f() { ⟦a⟧=1; }\necho $┃a", "file");
declared(sh, "⟦a⟧=1\nf() {\n  ⟦┃a⟧=2\n  local a\n}", "file");
declared(sh, "⟦a⟧=1\nf() {\n  local a=$┃a\n}", "file");
declared(sh, "⟦a⟧=1\nf() { local a; }\necho $┃a", "file");
declared(sh, "f() { declare -g ⟦a⟧=1; }\ng() { echo $┃a; }", "file");
declared(sh, "f() { declare -gA ⟦a⟧; }\necho $┃a", "file");
declared(sh, "f() { readonly ⟦a⟧=1; echo $┃a; }", "file");
declared(sh, "export ⟦PATH⟧=/bin:$┃PATH", "file");
declared(sh, "declare ⟦a⟧=1\necho $┃a", "file");
declared(sh, "echo $┃a\ndeclare ⟦a⟧=1", "file");
declared(sh, "for ⟦x⟧ in a; do :; done; echo $┃x", "file");
declared(sh, "mapfile -t ⟦x⟧ < f; echo ${┃x[0]}", "file");
declared(sh, "(( ⟦x⟧ = 3 )); echo $┃x", "file");
declared(sh, ': "${⟦x⟧:=3}"; echo $┃x', "file");
stands(sh, "⟦a⟧=1\nf() { local a=2; echo $a; }\nunset ⟦a⟧; echo $⟦┃a⟧ a");
free(sh, "echo $┃HOME");
free(sh, "export ┃PATH");
free(sh, "┃LC_ALL=C sort");
free(sh, "f() { local a; }\necho $┃a");
free(sh, "declare -p ┃a");

// Functions
declared(sh, "⟦f⟧() { :; }\n┃f x", "file");
declared(sh, "g() { ┃f; }\nfunction ⟦f⟧ { :; }", "file");
declared(sh, "g() { ⟦f⟧() { :; }; }\n$(┃f)", "file");
declared(sh, "⟦f⟧() { :; }\ntrap ┃f EXIT", "file");
declared(sh, "⟦f⟧() { :; }\nexport -f ┃f", "file");
declared(sh, "⟦do_it⟧() { :; }\nretry 3 ┃do_it", "file");
stands(sh, "⟦f⟧() { :; }\nf=1; echo $f; unset f; unset -f ⟦f⟧; ⟦┃f⟧");
free(sh, "┃echo x");
free(sh, "f() { local g=1; ┃g; }");

// Files that are taken in
imported(sh, "source ./┃lib.sh", "./lib.sh");
imported(sh, '. "./┃lib.sh"', "./lib.sh");

// Functions that it calls see what a function declares
renamable(sh, "f() {\n  local ┃a=1\n}", false);
renamable(sh, "┃a=1", false);
renamable(sh, "┃f() { :; }", false);

// Text of all kinds
declared(sh, 'f() {\r\n  local ⟦a⟧="💣"\r\n  echo "💣 ${┃a%%💣}"\r\n}\r\n', "local");
