/** Outlines of Protocol Buffers. */

import { draws, lists } from "./check.js";

test("The outline of a file in Protocol Buffers is as listed.", () =>
  lists(
    "proto",
    `syntax = "proto3";
package foo.bar;
import "other.proto";
option java_package = "x";

// A shop.
message Shop {
  option deprecated = true;
  string name = 1; // behind
  repeated int32 ids = 2 [packed = true];
  // By key.
  map<string, Item> items = 3;
  oneof kind {
    string plain = 4;
    Other odd = 5;
  }
  message Inner { int32 z = 1; }
  enum Color { option allow_alias = true; UNKNOWN = 0; RED = 1 [deprecated = true]; }
  reserved 6, 7;
}
enum Top { TOP_UNKNOWN = 0; }
service Seller {
  /* Sells. */
  rpc Sell(Request) returns (stream Response) { option x = 1; }
}
extend Shop { int32 added = 100; }
`,
    `
package foo.bar 2
class Shop 6/7-20
  field name 9
  field ids 10
  field items 11/12
  struct kind 13-16
    field plain 14
    field odd 15
  class Inner 17
    field z 17
  enum Color 18
    enum_member UNKNOWN 18
    enum_member RED 18
enum Top 21
  enum_member TOP_UNKNOWN 21
interface Seller 22-25
  method Sell 23/24
class extend Shop 26
  field added 26
`,
  ));

test.each([
  ["M", "«// Why.\n// 💣\n⟦message ┃M {\n}⟧ // behind\n"],
  ["M/b", "message M {\r\n  «// b\r\n  ⟦repeated int32 ┃b = 1;⟧ // behind\r\n}"],
])("In the outline of Protocol Buffers, %s is where it is drawn: %j", (path, drawn) => draws("proto", path, drawn));
