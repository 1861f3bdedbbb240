/** Outlines of shell scripts; kinds as in bash-language-server. */

import { draws, lists } from "./check.js";

test("The outline of a script in Bash is as listed.", () =>
  lists(
    "shellscript",
    `#!/bin/bash
# The limit.
LIMIT=3
export PATH=/x:$PATH HOME
A=1 B=2
echo
LIMIT+=x
declare -r CONST=1
readonly FIRST=2 SECOND
declare -A map=([a]=1 [b]=2)
declare -i number
list=(1 2
  3)
list[0]=x
LC_ALL=C sort -u

# Sells.
sell() {
  local x=1 y
  z=$x
  for each in a b; do :; done
  while read -r line _rest; do k=1; done < "$1"
  inner() { deep=1; }
}

function with_word { echo; }
function sub_shell() (
  in_sub=1
)
my-func() { :; }
ns::größe() { :; }
if true; then conditional() { :; }; fi
for ((i = 0; i < 3; i++)); do :; done
select choice in a b; do break; done
mapfile -t lines < file
case $x in a) found=1 ;; esac
{ grouped=1; } > out
one=1; two=2 # trailing
cat <<EOF
not_code=1
EOF
sell() { :; }
`,
    `
variable LIMIT 2/3
variable PATH 4
variable A 5
variable B 5
variable CONST 8
variable FIRST 9
variable SECOND 9
variable map 10
variable number 11
variable list 12-13
variable LC_ALL 15
function sell 17/18-24
  ~variable x 19
  ~variable y 19
  ~variable z 20
  ~variable each 21
  ~variable line 22
  ~variable _rest 22
  ~variable k 22
  function inner 23
    ~variable deep 23
function with_word 26
function sub_shell 27-29
  ~variable in_sub 28
function my-func 30
function ns::größe 31
function conditional 32
variable i 33
variable choice 34
variable lines 35
variable found 36
variable grouped 37
variable one 38
variable two 38
function sell 42
`,
  ));

test("The outline of Bash with \\r\\n line ends is the same.", () =>
  lists(
    "shellscript",
    "# 💣\r\nX=1\r\n\r\n# Runs.\r\nrun() {\r\n  local y=1\r\n}\r\n\r\nf() { :; }",
    `
variable X 1/2
function run 4/5-7
  ~variable y 6
function f 9
`,
  ));

test("Declarations around a syntax error stay in the outline of Bash.", () =>
  lists(
    "shellscript",
    `one() {
  x=1
}

if [ ; then fi )

three() { y=2; }
`,
    `
function one 1-3
  ~variable x 2
function three 7
  ~variable y 7
`,
  ));

test.each([
  ["f", "#!/bin/sh\n«# Why.\n# And how.\n⟦function ┃f() {\n  :\n}⟧ # behind\n"],
  ["f/x", "f() {\n  «# Kept.\n  ⟦local -r ┃x=1⟧ # x\n}\n"],
  ["b", "a=1 # a\n⟦export ┃b=2⟧"],
  ["y", "local x=1 ⟦┃y=2⟧\n"],
  ["X", "#!/bin/sh\n⟦┃X=$(\n  echo 💣\n)⟧\n"],
])("In the outline of Bash, %s is where it is drawn: %j", (path, drawn) => draws("shellscript", path, drawn));
