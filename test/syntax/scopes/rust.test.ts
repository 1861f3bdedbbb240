/** What names mean in Rust. */

import { declared, free, imported, renamable, stands } from "./check.js";

const rust = "rust";

// Functions and what they take
declared(rust, "fn f(⟦a⟧: u8) -> u8 { ┃a }", "local");
declared(rust, "fn f((a, mut ⟦b⟧): (u8, u8)) { g(┃b); }", "local");
declared(rust, "fn f(P { a: ⟦c⟧, .. }: P) { g(┃c); }", "local");
declared(rust, "fn f<⟦T⟧: Clone>(a: ┃T) {}", "local");
declared(rust, "fn f<const ⟦N⟧: usize>(a: [u8; ┃N]) {}", "local");
declared(rust, "fn f<'⟦a⟧>(a: &'┃a u8) {}", "local");
declared(rust, "fn f() { let g = |⟦a⟧, &b: &u8| ┃a; }", "local");
declared(rust, "fn f() { let ⟦a⟧ = 1; let g = |b| ┃a + b; }", "local");
declared(rust, "fn f() { ┃g(); fn ⟦g⟧() {} }", "local");
declared(rust, "fn f() { ┃g() } fn ⟦g⟧() {}", "file");
declared(rust, "fn f() { let a = 1; fn g() { ┃a } } const ⟦a⟧: u8 = 1;", "file");
declared(rust, "type F = fn(⟦┃a⟧: u8) -> u8;", "local");
free(rust, "fn f<T>() { struct S { a: ┃T } }");
declared(rust, "impl<⟦T⟧> S<T> { fn f(a: ┃T) {} }", "local");

// Shadowing
declared(rust, "fn f() { let a = 1; let ⟦a⟧ = 2; g(┃a); }", "local");
declared(rust, "fn f() { let ⟦a⟧ = 1; let a = ┃a + 1; }", "local");
declared(rust, "fn f() { let ⟦a⟧ = 1; { let a = 2; g(a); } g(┃a); }", "local");
declared(rust, "fn f(⟦a⟧: u8) { let a = h(┃a); }", "local");
stands(rust, "fn f() { let a = 1; let ⟦┃a⟧ = a + 1; g(⟦a⟧); ⟦a⟧ = 2; }");
stands(rust, "fn f() { #[cfg(x)] let ⟦┃a⟧ = 1; #[cfg(y)] let ⟦a⟧ = 2; g(⟦a⟧); }");

// Patterns
declared(rust, "fn f() { if let Some(⟦a⟧) = x { g(┃a); } }", "local");
declared(rust, "fn f(⟦a⟧: X) { if let Some(a) = ┃a { g(a); } }", "local");
declared(rust, "fn f(⟦a⟧: X) { if let Some(a) = x { g(a); } else { g(┃a); } }", "local");
declared(rust, "fn f() { if let Some(⟦a⟧) = x && let Some(b) = ┃a && b { } }", "local");
declared(rust, "fn f() { while let Some(⟦a⟧) = x.next() { g(┃a); } }", "local");
declared(rust, "fn f() { let Some(⟦a⟧) = x else { return }; g(┃a); }", "local");
free(rust, "fn f() { let Some(a) = x else { return ┃a }; }");
declared(rust, "fn f(x: X) { match x { ⟦y⟧ if ┃y.b() => 1, _ => 2 } }", "local");
declared(rust, "fn f(⟦b⟧: bool) { match x { _ if ┃b => 1 } }", "local");
declared(rust, "fn f() { match x { ⟦n⟧ @ 1..=5 => g(┃n), [first, rest @ ..] => 1 } }", "local");
declared(rust, "fn f() { match x { [first, ⟦rest⟧ @ ..] => g(┃rest) } }", "local");
declared(rust, "fn f() { match x { A(⟦a⟧) | B(⟦a⟧) => g(┃a) } }", "local");
stands(rust, "fn f() { if let A(⟦a⟧) | B(⟦a⟧) = x { g(⟦┃a⟧); } }");
declared(rust, "const ⟦MAX⟧: u8 = 1; fn f() { match x { ┃MAX => 1 } }", "file");
free(rust, "fn f() { match x { ┃None => 1 } }");
declared(rust, "fn f() { for (i, ⟦v⟧) in x.iter() { g(┃v); } }", "local");
declared(rust, "fn f(⟦v⟧: X) { for v in ┃v { } }", "local");
declared(rust, "fn f() { match x { P { ⟦a⟧, b: ref c } => g(┃a) } }", "local");
declared(rust, "struct P { ⟦b⟧: u8 } fn f() { match x { P { ┃b: c } => 1 } }", "member");
stands(rust, "fn f(⟦a⟧: u8) { S { ⟦┃a⟧, a: ⟦a⟧ } }");

// Labels and lifetimes are apart
declared(rust, "fn f(a: u8) { '⟦a⟧: loop { break '┃a; } }", "local");
free(rust, "fn f() { 'a: loop { let g = || { break '┃a; }; } }");
declared(rust, "fn f() where for<'⟦a⟧> F: Fn(&'┃a u8) {}", "local");

// Values, types and macros are apart
declared(rust, "fn f() { let fmt = 1; ┃fmt::write(fmt); } mod ⟦fmt⟧ {}", "file");
free(rust, "fn f() { let vec = ┃vec![1]; }");
declared(rust, "macro_rules! ⟦m⟧ { () => {} } fn f(m: u8) { ┃m!(); }", "file");
declared(rust, "struct ⟦S⟧(u8); fn f() { ┃S(1) }", "file");

// Modules
declared(rust, "fn ⟦f⟧() {} mod t { use super::*; fn g() { ┃f() } }", "file");
free(rust, "fn f() {} mod t { fn g() { ┃f() } }");
declared(rust, "mod t { pub fn ⟦f⟧() {} } fn g() { t::┃f() }", "file");

// Members
declared(rust, "struct S { ⟦a⟧: u8 } impl S { fn a(&self) -> u8 { self.┃a } }", "member");
declared(rust, "struct S { a: u8 } impl S { fn ⟦a⟧(&self) {} fn b(&self) { self.┃a() } }", "member");
declared(rust, "impl S { fn b(&self) { self.┃a() } } impl<T> S<T> { fn ⟦a⟧(&self) {} }", "member");
declared(rust, "impl S { const ⟦A⟧: u8 = 1; fn b() { Self::┃A } }", "member");
declared(rust, "enum E { ⟦A⟧, B } fn f() { E::┃A }", "member");
declared(rust, "enum E { ⟦A⟧ } impl E { fn f() { Self::┃A } }", "member");
declared(rust, "struct S; impl S { fn ⟦new⟧() {} } fn f() { S::┃new() }", "member");
declared(rust, "trait T { type ⟦I⟧; fn f() -> Self::┃I; }", "member");
free(rust, "impl Len for S { fn len(&self) { self.┃len() } }");
free(rust, "impl S { fn a(&self) {} } impl U { fn b(&self) { self.┃a() } }");
free(rust, "fn f(a: u8) { x.┃a }");
free(rust, "fn f(a: u8) { S { ┃a: 1 } }");

// Macros hold tokens
declared(rust, 'fn f(⟦a⟧: u8) { println!("{}", ┃a); }', "local");
stands(rust, 'fn f(⟦┃a⟧: u8) { println!("{⟦a⟧} {{a}} {⟦a⟧:?} {:>⟦a⟧$} a", ⟦a⟧.a()); }');
stands(rust, 'fn f(⟦a⟧: u8) { g("{a}"); println!("{⟦┃a⟧}"); }');
free(rust, 'fn f(a: u8) { info!(┃a = 1, "x"); }');
free(rust, "fn f(a: u8) { vec![x.┃a, y::a] }");
declared(rust, "fn f(a: u8) { assert!(v.all(|⟦a⟧| ┃a > 1)); }", "local");
declared(rust, "fn f(a: X) { matches!(a, Some(⟦a⟧) if ┃a > 1) }", "local");
declared(rust, "fn f(⟦T⟧: u8) { quote!(let #┃T = 1;) }", "local");
free(rust, "fn f() { let a = 1; } macro_rules! m { () => { ┃a } }");
declared(rust, "macro_rules! m { ($⟦a⟧:expr) => { g($┃a) } }", "local");
declared(rust, "thread_local! { static ⟦X⟧: u8 = 1; } fn f() { ┃X.with(g) }", "file");

// Imports
imported(rust, "use a::b::C; fn f() { ┃C::new() }", "a::b", "C");
imported(rust, "use a::{b::{C as D, E}, f}; fn g(a: ┃D) {}", "a::b", "C");
imported(rust, "use a::{b::{C as D, E}, f}; fn g(a: ┃E) {}", "a::b", "E");
imported(rust, "use a::{b::{C as D, E}, f}; fn g() { ┃f() }", "a", "f");
imported(rust, "use std::io::{self, Read}; fn g(r: ┃io::Result) {}", "std", "io");
imported(rust, "use crate::a::b as c; fn g() { ┃c() }", "crate::a", "b");
imported(rust, "use crate::{a::┃b as c};", "crate::a", "b");
imported(rust, "use {a::B, c}; fn g() { ┃c::d() }", "c");
imported(rust, "use super::{self as up}; fn g() { ┃up::d() }", "super");
imported(rust, "extern crate a as b; fn g() { ┃b::d() }", "a");
imported(rust, "mod m; fn g() { ┃m::d() }", "self::m");
imported(rust, "fn g() { use a::m; ┃m!() }", "a", "m");
imported(rust, "use serde::Serialize; #[derive(┃Serialize)] struct S;", "serde", "Serialize");
free(rust, "use a::*; fn g() { ┃b() }");
free(rust, "use a::┃b::c;");

// Renaming
renamable(rust, "fn f(┃a: u8) {}", true);
renamable(rust, "fn f() { fn ┃g() {} }", true);
renamable(rust, "fn ┃f() {}", false);
renamable(rust, "mod m { fn ┃f() {} }", false);
renamable(rust, "use a::┃B;", false);
renamable(rust, "struct S { ┃a: u8 }", false);
renamable(rust, "fn f() { let S { ┃a } = x; }", true);
renamable(rust, "fn f() { let S { ref ┃a } = x; }", false);
renamable(rust, 'fn f(┃a: u8) { println!("{a}", a = a); }', false);
renamable(rust, "fn f(┃a: u8) { m!(let a = a;); }", false);
renamable(rust, "fn f(┃a: u8) { macro_rules! m { () => { a } } }", false);
stands(rust, 'fn f(⟦a⟧: &str) {\r\n    g("💣", ⟦┃a⟧); // a 💣\r\n    g(⟦a⟧)\r\n}\r\n');
