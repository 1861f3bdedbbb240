/** Outlines of Nix. */

import { draws, lists } from "./check.js";

test("The outline of a package in Nix is as listed.", () =>
  lists(
    "nix",
    `{ pkgs, lib ? null, ... }@args:
let
  version = "1";
  inherit (lib) mkIf;
  f = x: y: let z = x; in z + y;
  g = { a, b }: a;
in
rec {
  # Its name.
  name = "foo-\${version}";
  inherit version;
  meta = {
    description = "x";
    license.free = true;
    "quoted name" = 2;
  };
  list = [ { x = 1; } ];
  buildPhase = ''
    y = 1
  '';
}
`,
    `
variable version 3
function f 5
  ~variable z 5
function g 6
field name 9/10
field meta 12-16
  field description 13
  field license.free 14
  field "quoted name" 15
field list 17
  field x 17
field buildPhase 18-20
`,
  ));

test("Declarations around a syntax error stay in the outline of Nix.", () =>
  lists("nix", "{\r\n  a = 1;\r\n  b = ;\r\n  c = 3;\r\n}", "\nfield a 2\nfield b 3\nfield c 4\n"));

test.each([
  ["f", "{\n  a = 1; # a\n  «# Why. 💣\n  ⟦┃f =\n    x: x;⟧ # behind\n}\n"],
  ["a.b", "{ ⟦┃a.b = 1;⟧ }"],
])("In the outline of Nix, %s is where it is drawn: %j", (path, drawn) => draws("nix", path, drawn));
