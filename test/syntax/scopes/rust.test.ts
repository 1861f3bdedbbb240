/** Scopes and names of Rust. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const rust = "rust";

// Functions and parameters
declares(rust, "fn f(⟦a⟧: u8) -> u8 { ┃a }", "local");
declares(rust, "fn f((a, mut ⟦b⟧): (u8, u8)) { g(┃b); }", "local");
declares(rust, "fn f(P { a: ⟦c⟧, .. }: P) { g(┃c); }", "local");
declares(rust, "fn f<⟦T⟧: Clone>(a: ┃T) {}", "local");
declares(rust, "fn f<const ⟦N⟧: usize>(a: [u8; ┃N]) {}", "local");
declares(rust, "fn f<⟦'a⟧>(a: &'┃a u8) {}", "local");
declares(rust, "fn f() { let g = |⟦a⟧, &b: &u8| ┃a; }", "local");
declares(rust, "fn f() { let ⟦a⟧ = 1; let g = |b| ┃a + b; }", "local");
declares(rust, "fn f() { ┃g(); fn ⟦g⟧() {} }", "local");
declares(rust, "fn f() { ┃g() } fn ⟦g⟧() {}", "file");
declares(rust, "fn f() { let a = 1; fn g() { ┃a } } const ⟦a⟧: u8 = 1;", "file");
declares(rust, "type F = fn(⟦┃a⟧: u8) -> u8;", "local");
isFree(rust, "fn f<T>() { struct S { a: ┃T } }");
declares(rust, "impl<⟦T⟧> S<T> { fn f(a: ┃T) {} }", "local");

// Shadowing
declares(rust, "fn f() { let a = 1; let ⟦a⟧ = 2; g(┃a); }", "local");
declares(rust, "fn f() { let ⟦a⟧ = 1; let a = ┃a + 1; }", "local");
declares(rust, "fn f() { let ⟦a⟧ = 1; { let a = 2; g(a); } g(┃a); }", "local");
declares(rust, "fn f(⟦a⟧: u8) { let a = h(┃a); }", "local");
occurs(rust, "fn f() { let a = 1; let ⟦┃a⟧ = a + 1; g(⟦a⟧); ⟦a⟧ = 2; }");
occurs(rust, "fn f() { #[cfg(x)] let ⟦┃a⟧ = 1; #[cfg(y)] let ⟦a⟧ = 2; g(⟦a⟧); }");

// Patterns
declares(rust, "fn f() { if let Some(⟦a⟧) = x { g(┃a); } }", "local");
declares(rust, "fn f(⟦a⟧: X) { if let Some(a) = ┃a { g(a); } }", "local");
declares(rust, "fn f(⟦a⟧: X) { if let Some(a) = x { g(a); } else { g(┃a); } }", "local");
declares(rust, "fn f() { if let Some(⟦a⟧) = x && let Some(b) = ┃a && b { } }", "local");
declares(rust, "fn f() { while let Some(⟦a⟧) = x.next() { g(┃a); } }", "local");
declares(rust, "fn f() { let Some(⟦a⟧) = x else { return }; g(┃a); }", "local");
isFree(rust, "fn f() { let Some(a) = x else { return ┃a }; }");
declares(rust, "fn f(x: X) { match x { ⟦y⟧ if ┃y.b() => 1, _ => 2 } }", "local");
declares(rust, "fn f(⟦b⟧: bool) { match x { _ if ┃b => 1 } }", "local");
declares(rust, "fn f() { match x { ⟦n⟧ @ 1..=5 => g(┃n), [first, rest @ ..] => 1 } }", "local");
declares(rust, "fn f() { match x { [first, ⟦rest⟧ @ ..] => g(┃rest) } }", "local");
declares(rust, "fn f() { match x { A(⟦a⟧) | B(⟦a⟧) => g(┃a) } }", "local");
occurs(rust, "fn f() { if let A(⟦a⟧) | B(⟦a⟧) = x { g(⟦┃a⟧); } }");
declares(rust, "const ⟦MAX⟧: u8 = 1; fn f() { match x { ┃MAX => 1 } }", "file");
isFree(rust, "fn f() { match x { ┃None => 1 } }");
declares(rust, "fn f() { for (i, ⟦v⟧) in x.iter() { g(┃v); } }", "local");
declares(rust, "fn f(⟦v⟧: X) { for v in ┃v { } }", "local");
declares(rust, "fn f() { match x { P { ⟦a⟧, b: ref c } => g(┃a) } }", "local");
declares(rust, "struct P { ⟦b⟧: u8 } fn f() { match x { P { ┃b: c } => 1 } }", "member");
occurs(rust, "fn f(⟦a⟧: u8) { S { ⟦┃a⟧, a: ⟦a⟧ } }");

// Labels and lifetimes have their own namespace
declares(rust, "fn f(a: u8) { ⟦'a⟧: loop { break '┃a; } }", "local");
isFree(rust, "fn f() { 'a: loop { let g = || { break '┃a; }; } }");
declares(rust, "fn f() where for<⟦'a⟧> F: Fn(&'┃a u8) {}", "local");

// Values, types and macros have their own namespaces
declares(rust, "fn f() { let fmt = 1; ┃fmt::write(fmt); } mod ⟦fmt⟧ {}", "file");
isFree(rust, "fn f() { let vec = ┃vec![1]; }");
declares(rust, "macro_rules! ⟦m⟧ { () => {} } fn f(m: u8) { ┃m!(); }", "file");
declares(rust, "struct ⟦S⟧(u8); fn f() { ┃S(1) }", "file");

// Modules
declares(rust, "fn ⟦f⟧() {} mod t { use super::*; fn g() { ┃f() } }", "file");
isFree(rust, "fn f() {} mod t { fn g() { ┃f() } }");
declares(rust, "mod t { pub fn ⟦f⟧() {} } fn g() { t::┃f() }", "file");

// Members
declares(rust, "struct S { ⟦a⟧: u8 } impl S { fn a(&self) -> u8 { self.┃a } }", "member");
declares(rust, "struct S { a: u8 } impl S { fn ⟦a⟧(&self) {} fn b(&self) { self.┃a() } }", "member");
declares(rust, "impl S { fn b(&self) { self.┃a() } } impl<T> S<T> { fn ⟦a⟧(&self) {} }", "member");
declares(rust, "impl S { const ⟦A⟧: u8 = 1; fn b() { Self::┃A } }", "member");
declares(rust, "enum E { ⟦A⟧, B } fn f() { E::┃A }", "member");
declares(rust, "enum E { ⟦A⟧ } impl E { fn f() { Self::┃A } }", "member");
declares(rust, "struct S; impl S { fn ⟦new⟧() {} } fn f() { S::┃new() }", "member");
declares(rust, "trait T { type ⟦I⟧; fn f() -> Self::┃I; }", "member");
isFree(rust, "impl Len for S { fn len(&self) { self.┃len() } }");
isFree(rust, "impl S { fn a(&self) {} } impl U { fn b(&self) { self.┃a() } }");
isFree(rust, "fn f(a: u8) { x.┃a }");
isFree(rust, "fn f(a: u8) { S { ┃a: 1 } }");

// Macros contain tokens
declares(rust, 'fn f(⟦a⟧: u8) { println!("{}", ┃a); }', "local");
occurs(rust, 'fn f(⟦┃a⟧: u8) { println!("{⟦a⟧} {{a}} {⟦a⟧:?} {:>⟦a⟧$} a", ⟦a⟧.a()); }');
occurs(rust, 'fn f(⟦a⟧: u8) { g("{a}"); println!("{⟦┃a⟧}"); }');
isFree(rust, 'fn f(a: u8) { info!(┃a = 1, "x"); }');
isFree(rust, "fn f(a: u8) { vec![x.┃a, y::a] }");
declares(rust, "fn f(a: u8) { assert!(v.all(|⟦a⟧| ┃a > 1)); }", "local");
declares(rust, "fn f(a: X) { matches!(a, Some(⟦a⟧) if ┃a > 1) }", "local");
declares(rust, "fn f(⟦T⟧: u8) { quote!(let #┃T = 1;) }", "local");
isFree(rust, "fn f() { let a = 1; } macro_rules! m { () => { ┃a } }");
declares(rust, "macro_rules! m { ($⟦a⟧:expr) => { g($┃a) } }", "local");
declares(rust, "thread_local! { static ⟦X⟧: u8 = 1; } fn f() { ┃X.with(g) }", "file");

// Imports
imports(rust, "use a::b::C; fn f() { ┃C::new() }", "a::b", "C");
imports(rust, "use a::{b::{C as D, E}, f}; fn g(a: ┃D) {}", "a::b", "C");
imports(rust, "use a::{b::{C as D, E}, f}; fn g(a: ┃E) {}", "a::b", "E");
imports(rust, "use a::{b::{C as D, E}, f}; fn g() { ┃f() }", "a", "f");
imports(rust, "use std::io::{self, Read}; fn g(r: ┃io::Result) {}", "std", "io");
imports(rust, "use crate::a::b as c; fn g() { ┃c() }", "crate::a", "b");
imports(rust, "use crate::{a::┃b as c};", "crate::a", "b");
imports(rust, "use {a::B, c}; fn g() { ┃c::d() }", "c");
imports(rust, "use super::{self as up}; fn g() { ┃up::d() }", "super");
imports(rust, "extern crate a as b; fn g() { ┃b::d() }", "a");
imports(rust, "mod m; fn g() { ┃m::d() }", "self::m");
imports(rust, "fn g() { use a::m; ┃m!() }", "a", "m");
imports(rust, "use serde::Serialize; #[derive(┃Serialize)] struct S;", "serde", "Serialize");
isFree(rust, "use a::*; fn g() { ┃b() }");
isFree(rust, "use a::┃b::c;");

// Renaming
checkRenamable(rust, "fn f(┃a: u8) {}", true);
checkRenamable(rust, "fn f() { fn ┃g() {} }", true);
checkRenamable(rust, "fn ┃f() {}", false);
checkRenamable(rust, "mod m { fn ┃f() {} }", false);
checkRenamable(rust, "use a::┃B;", false);
checkRenamable(rust, "struct S { ┃a: u8 }", false);
checkRenamable(rust, "fn f() { let S { ┃a } = x; }", true);
checkRenamable(rust, "fn f() { let S { ref ┃a } = x; }", false);
checkRenamable(rust, 'fn f(┃a: u8) { println!("{a}", a = a); }', false);
checkRenamable(rust, "fn f(┃a: u8) { m!(let a = a;); }", false);
checkRenamable(rust, "fn f(┃a: u8) { macro_rules! m { () => { a } } }", false);
occurs(rust, 'fn f(⟦a⟧: &str) {\r\n    g("💣", ⟦┃a⟧); // a 💣\r\n    g(⟦a⟧)\r\n}\r\n');
