/** Outlines of Rust. */

import { draws, lists } from "./check.js";

test("The outline of a crate in Rust is as listed.", () =>
  lists(
    "rust",
    `//! Sells.
use std::fmt;

/// The most.
pub const LIMIT: usize = 3;
static mut COUNT: u32 = 0;
const _: () = assert!(LIMIT > 0);

/// Sells.
#[derive(Debug, Clone)]
#[cfg(feature = "x")]
pub struct Shop<'a, T: Copy> {
    /// What it is called.
    #[serde(default)]
    pub name: &'a str,
    größe: T,
}
struct Pair(u32, pub u32);
struct Unit;

#[repr(C)]
union Bits { int: u32, float: f32 }

enum Kind {
    #[default]
    Plain,
    Tuple(u32),
    Record { id: u32 },
    Numbered = 3,
}

type Ids = Vec<u32>;

pub trait Sell<T>: Copy {
    type Item: Copy;
    const MOST: u32 = 1;
    fn sell(&self, n: u32) -> T;
    fn new() -> Self where Self: Sized { todo!() }
}

impl<'a, T: Copy> Shop<'a, T> {
    /// Makes one.
    pub async unsafe fn make(name: &'a str) -> Self {
        let mut count = 1;
        let (low, mut high) = (1, 2);
        let Point { x, y: deep, .. } = point;
        let Some(found) = find() else { return };
        if let Some(inner) = found {}
        for (key, value) in map { let sum = key; }
        for i in 0..3 {}
        let add = |a: u32| { let b = a; b };
        fn helper() {}
        const LOCAL: u32 = 1;
    }
    fn boxed(self: Box<Self>) {}
}

impl<T> Sell<T> for Shop<'_, T> where T: Copy {
    type Item = T;
    fn sell(&self, n: u32) -> T { self.t }
}
unsafe impl !Send for Unit {}
impl fmt::Display for crate::m::Unit {}
impl<T> From<T> for (T, T) {}

mod outer {
    pub mod file;
    mod inner { fn f() {} }
}

macro_rules! vec_of { ($x:expr) => { vec![$x] }; }

extern "C" {
    fn puts(s: *const u8) -> i32;
    static errno: i32;
}
pub(crate) extern "C" fn r#match<const N: usize>(a: [u8; N]) {}
`,
    `
constant LIMIT 4/5
constant COUNT 6
struct Shop 9/10-17
  field name 13/14-15
  field größe 16
struct Pair 18
struct Unit 19
struct Bits 21-22
  field int 22
  field float 22
enum Kind 24-30
  enum_member Plain 25-26
  enum_member Tuple 27
  enum_member Record 28
    field id 28
  enum_member Numbered 29
type_parameter Ids 32
interface Sell 34-39
  type_parameter Item 35
  constant MOST 36
  method sell [(&self, n: u32)] 37
  function new [()] 38
object impl Shop<'a, T> 41-56
  function make [(name: &'a str)] 42/43-54
    ~variable count 44
    ~variable low 45
    ~variable high 45
    ~variable x 46
    ~variable deep 46
    ~variable found 47
    ~variable inner 48
    ~variable key 49
    ~variable value 49
    ~variable sum 49
    ~variable i 50
    ~variable add 51
      ~variable b 51
    function helper [()] 52
    ~constant LOCAL 53
  method boxed [(self: Box<Self>)] 55
object impl Sell<T> for Shop<'_, T> 58-61
  type_parameter Item 59
  method sell [(&self, n: u32)] 60
object impl !Send for Unit 62
object impl fmt::Display for crate::m::Unit 63
object impl From<T> for (T, T) 64
module outer 66-69
  module file 67
  module inner 68
    function f [()] 68
function vec_of 71
namespace extern "C" 73-76
  function puts [(s: *const u8)] 74
  constant errno 75
function r#match [(a: [u8; N])] 77
`,
  ));

test.each([
  ["f", "«/// Why.\n⟦#[inline]\n#[must_use]\npub fn ┃f() {}⟧\nfn g() {}\n"],
  ["f", "«/** Why.\n * 💣 */\n⟦const fn ┃f() -> u8 { 1 }⟧ // behind\n"],
  ["f", "//! The crate.\n⟦fn ┃f() {}⟧"],
  ["impl T for S", "fn a() {}\r\n«// c\r\n⟦impl T for ┃S {\r\n}⟧\r\n"],
  ["S/b", "struct S { a: u8, /* c */ ⟦pub ┃b: u8⟧ }"],
  ["E/B", "enum E {\n    A,\n    «/// b\n    ⟦#[x]\n    ┃B = 2⟧,\n}\n"],
  ["f/x", "fn f() {\n    «// why\n    ⟦let mut ┃x = 1;⟧ // behind\n    x\n}\n"],
])("In the outline of Rust, %s is where it is drawn: %j", (path, drawn) => draws("rust", path, drawn));

test("Declarations around a syntax error stay in the outline of Rust.", () =>
  lists(
    "rust",
    `fn a() {}

fn broken() -> {
    let x = 1;
}

struct S { f: u8 }
impl S { fn m(&self) {} }
`,
    `
function a [()] 1
function broken [()] 3-5
  ~variable x 4
struct S 7
  field f 7
object impl S 8
  method m [(&self)] 8
`,
  ));

test("In Rust, variables of a function without a name are local; functions and types are not.", () =>
  lists(
    "rust",
    `static F: fn() = || { let a = 1; fn inner() { let b = 2; } struct S { f: i32 } };
const G: u8 = { let c = 1; c };
static V: LazyLock<u8> = LazyLock::new(|| { let d = 1; d });
`,
    `
constant F 1
  ~variable a 1
  function inner [()] 1
    ~variable b 1
  struct S 1
    field f 1
constant G 2
  ~variable c 2
constant V 3
  ~variable d 3
`,
  ));
