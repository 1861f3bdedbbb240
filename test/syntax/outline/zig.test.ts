/** Outlines of Zig. */

import { draws, lists } from "./check.js";

test("The outline of a file in Zig is as listed, the file being a struct.", () =>
  lists(
    "zig",
    `//! Sells.
const std = @import("std");

/// Where it is.
pub const Point = struct {
    x: i32 = 0,
    /// Upwards.
    y: i32,
    pub const zero = Point{ .x = 0, .y = 0 };
    var count: usize = 0;

    pub fn init(x: i32) Point {
        const made = 1;
        var rest: u8 = 2;
        return .{ .x = x };
    }
    fn walk(self: *const Point, comptime T: type) void {
        for (items, 0..) |item, i| {}
        while (next()) |found| {}
        if (x) |value| {} else |err| {}
        const low, var high = pair();
        _ = low;
    }
    const Inner = packed struct(u32) { a: u1, b: u31 };
    test "inside" {}
};

pub const Color = enum(u8) {
    red,
    green = 2,
    @"not a name",
    _,
    pub fn isRed(c: Color) bool { return c == .red; }
};
const Value = union(enum) { int: i32, none: void, either };
const Failure = error{ OutOfMemory, NotFound };
const Handle = opaque { fn close() void {} };
const Tuple = struct { u32, []const u8 };

extern "c" fn printf(format: [*:0]const u8, ...) c_int;
export fn exported() callconv(.C) void {}
pub inline fn fast() !void {}
threadlocal var local: i32 = 0;
const @"weird name" = 1;

fn List(comptime T: type) type {
    return struct {
        const Self = @This();
        items: []T,
        fn len(self: Self) usize { return self.items.len; }
    };
}

test "a test" { const t = 1; }
test Point {}
test { _ = Point; }

at_top: i32 = 3,
`,
    `
constant std 2
constant Point 4/5-26
  field x 6
  field y 7/8
  constant zero 9
  variable count 10
  function init [(x: i32)] 12-16
    ~constant made 13
    ~variable rest 14
  function walk [(self: *const Point, comptime T: type)] 17-23
    ~variable item 18
    ~variable i 18
    ~variable found 19
    ~variable value 20
    ~variable err 20
    ~constant low 21
    ~variable high 21
  constant Inner 24
    field a 24
    field b 24
  method inside 25
constant Color 28-34
  enum_member red 29
  enum_member green 30
  enum_member @"not a name" 31
  function isRed [(c: Color)] 33
constant Value 35
  field int 35
  field none 35
  field either 35
constant Failure 36
  enum_member OutOfMemory 36
  enum_member NotFound 36
constant Handle 37
  function close [()] 37
constant Tuple 38
function printf [(format: [*:0]const u8, ...)] 40
function exported [()] 41
function fast [()] 42
variable local 43
constant @"weird name" 44
function List [(comptime T: type)] 46-52
  ~constant Self 48
  ~field items 49
  function len [(self: Self)] 50
method a test 54
  ~constant t 54
method Point 55
field at_top 58
`,
  ));

test.each([
  ["f", "«/// Why.\n/// 💣\n⟦pub fn ┃f() void {\n}⟧ // behind\n"],
  ["a", "//! The file.\n⟦pub const ┃a: u8 = 1;⟧ // behind\n// alone\n"],
  ["S/b", "const S = struct {\r\n    a: u8,\r\n    «// b\r\n    ⟦┃b: u8 = 2⟧, // behind\r\n};"],
  ["a test", 'test "before" {}\n⟦test "┃a test" {}⟧'],
  ["f/y", "fn f() void {\n    ⟦const x, const ┃y = g();⟧\n}\n"],
])("In the outline of Zig, %s is where it is drawn: %j", (path, drawn) => draws("zig", path, drawn));

test("Declarations around a syntax error stay in the outline of Zig.", () =>
  lists(
    "zig",
    `fn a() void {}

fn broken() void {
    const x = ;
}

const S = struct { f: u8 };
`,
    `
function a [()] 1
function broken [()] 3-5
  ~constant x 4
constant S 7
  field f 7
`,
  ));
