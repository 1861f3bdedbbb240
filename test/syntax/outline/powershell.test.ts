/** Outlines of PowerShell; kinds as in PowerShell Editor Services. */

import { draws, lists } from "./check.js";

test("The outline of a module in PowerShell is as listed.", () =>
  lists(
    "powershell",
    `#requires -Version 5
# The limit.
$Limit = 3
$script:Count = 0
$global:One, $two = 1, 2
[int]$Typed = 1
$Limit = 4
$Limit += 1
$null = Get-Item x
$it.Prop = 1
$list[0] = 1
\${braced name} = 1
$table = @{
  Key = 1
  'Quoted' = 2; Nested = @{ Deep = 3 }
}

enum Color { Red; Green = 2 }
class Shop : Base {
  # Its name.
  [ValidateNotNull()]
  [string]$Name
  static [int]$Count = 0
  hidden $Secret

  Shop() {}
  Shop([string]$n) { $this.Name = $n; $local = 1 }
  [void] Sell([int]$a) { $x = 1 }
  static [Shop] Make() { return [Shop]::new() }
}

<#
.SYNOPSIS
Gets it.
#>
function Get-Größe {
  [CmdletBinding()]
  param([string]$A, [int]$B = 1)
  begin { $start = 1 }
  process { foreach ($i in $A) { $p = $i } }
}
function Simple($x, $y) { function Inner-One { $deep = 1 } }
function global:Set-It { }
filter Even { $_ }
workflow Flow { }
for ($j = 0; $j -lt 3; $j++) { }
foreach ($k in $list) { }
$block = { param($q) $in = 1 }
if (($m = 1)) { }
data Messages { "x" }
Describe "x" { It "y" { $told = 1 } }
function Simple { }
`,
    `
variable $Limit 2/3
variable $script:Count 4
variable $global:One 5
variable $two 5
variable $Typed 6
variable \${braced name} 12
variable $table 13-16
  property Key 14
  property 'Quoted' 15
  property Nested 15
    property Deep 15
enum Color 18
  enum_member Red 18
  enum_member Green 18
class Shop 19-30
  property $Name 20/21-22
  property $Count 23
  property $Secret 24
  constructor Shop 26
  constructor Shop [[string]$n] 27
    ~variable $local 27
  method Sell [[int]$a] 28
    ~variable $x 28
  method Make 29
function Get-Größe 32/36-41
  ~variable $start 39
  ~variable $i 40
  ~variable $p 40
function Simple [($x, $y)] 42
  function Inner-One 42
    ~variable $deep 42
function global:Set-It 43
function Even 44
function Flow 45
variable $j 46
variable $k 47
variable $block 48
  variable $in 48
variable $m 49
variable Messages 50
variable $told 51
function Simple 52
`,
  ));

test("The outline of PowerShell with \\r\\n line ends is the same.", () =>
  lists(
    "powershell",
    "# 💣\r\n$x = 1\r\n\r\n# Runs.\r\nfunction Run {\r\n  $y = 1\r\n}\r\n\r\nfunction F { }",
    `
variable $x 1/2
function Run 4/5-7
  ~variable $y 6
function F 9
`,
  ));

test("Declarations around a syntax error stay in the outline of PowerShell.", () =>
  lists(
    "powershell",
    `function One { $x = 1 }
$y = = 1
function Three { $z = 1 }
`,
    `
function One 1
  ~variable $x 1
variable $y 2
function Three 3
  ~variable $z 3
`,
  ));

test.each([
  ["F", "# c\n\n⟦function ┃F {\n}⟧ # behind\n"],
  ["Shop/Sell", "class Shop {\n  «# Why.\n  # And how.\n  ⟦hidden static [void] ┃Sell() {\n  }⟧ # behind\n}\n"],
  ["$x", "#requires -Version 5\n⟦┃$x = @(\n  1\n)⟧ # the grammar counts it in\n"],
  ["$b", "⟦$a, ┃$b = 1, 2⟧\n"],
  ["Color/Red", "enum Color { ⟦┃Red = 1⟧; Green }"],
  ["F", "⟦function ┃F { }⟧"],
])("In the outline of PowerShell, %s is where it is drawn: %j", (path, drawn) => draws("powershell", path, drawn));
