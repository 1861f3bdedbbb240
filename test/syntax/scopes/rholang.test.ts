/** Scopes of Rholang. */

import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { LanguageKinds } from "../../../src/syntax/index/build/languageKinds.js";
import { eachNode } from "../../../src/syntax/index/nodePositions.js";
import { nameAt } from "../../../src/syntax/scopes/nameAt.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { parse } from "../parsedSources.js";
import { rholangPrograms } from "../rholangPrograms.js";
import { checkRenamable, declares, isFree, occurs } from "./check.js";

// Channels
declares("rholang", "new ⟦x⟧ in { ┃x!(42) }", "local");
declares("rholang", "new ⟦┃x⟧ in { x!(42) }", "local");
declares("rholang", "new ⟦x⟧ in { (┃x!(42)) }", "local");
declares("rholang", "new x, ⟦y⟧ in { x!(*┃y) }", "local");
declares("rholang", "new x in { new ⟦x⟧ in { ┃x!(1) } | x!(2) }", "local");
declares("rholang", "new ⟦x⟧ in { new x in { x!(1) } | ┃x!(2) }", "local");
declares("rholang", "new ⟦out⟧(`rho:io:stdout`) in { ┃out!(1) }", "local");
isFree("rholang", "new x in { x!(1) } | ┃x!(2)");
isFree("rholang", "┃x!(1)");
occurs("rholang", "new ⟦x⟧ in { ⟦┃x⟧!(*⟦x⟧) | for (y <- ⟦x⟧) { ⟦x⟧!(*y) } }");

// What `for` binds
declares("rholang", "for (⟦m⟧ <- c) { d!(*┃m) }", "local");
declares("rholang", "for (@⟦m⟧ <- c) { d!(┃m) }", "local");
declares("rholang", "for (@⟦m⟧ <= c) { d!(┃m) }", "local");
declares("rholang", "for (@⟦m⟧ <<- c) { d!(┃m) }", "local");
declares("rholang", "for (a, @b, ...@⟦rest⟧ <- c) { d!(┃rest) }", "local");
declares("rholang", 'for (@{"k": ⟦v⟧, ...r} <- c) { d!(┃v, r) }', "local");
declares("rholang", "for (@[h, (⟦t⟧ /\\ Int, _), ...r] <- c) { d!(┃t) }", "local");
declares("rholang", "for (@{⟦x⟧!(y)} <- c) { ┃x!(1) }", "local");
declares("rholang", "new ⟦x⟧ in { for (x <- ┃x) { Nil } }", "local");
declares("rholang", "for (⟦a⟧ <- c; b <- ┃a) { Nil }", "local");
isFree("rholang", "for (a <- c & b <- ┃a) { Nil }");
declares("rholang", "for (a <- c; ⟦a⟧ <- d) { ┃a!(1) }", "local");
declares("rholang", "new ⟦k⟧ in { for (@{=*k} <- c) { ┃k!(1) } }", "local");
isFree("rholang", "for (m <- c) { Nil } | ┃m!(1)");

// Match, select, let
declares("rholang", "match p { [⟦a⟧, ...b] => c!(┃a) a => Nil }", "local");
declares("rholang", "match p { [a] => c!(a) ⟦a⟧ => c!(┃a) }", "local");
isFree("rholang", "match ┃a { a => Nil }");
declares("rholang", "new ⟦a⟧ in { match p { [=┃a, b] => Nil } }", "local");
declares("rholang", "select { ⟦x⟧ <- c & y <- d => ┃x!(1) }", "local");
isFree("rholang", "select { x <- c & y <- ┃x => Nil }");
declares("rholang", "let ⟦x⟧ = 1; y = ┃x in { c!(x) }", "local");
declares("rholang", "let ⟦x⟧, y = 1, 2 in { c!(┃x) }", "local");
isFree("rholang", "let x = 1 & y = ┃x in { c!(x) }");
declares("rholang", "let ⟦x⟧ <- 1 & y <- 2 in { c!(┃x) }", "local");

// Contracts
declares("rholang", "contract foo(⟦x⟧) = { ┃x!(42) }", "local");
declares("rholang", "contract ⟦┃foo⟧(x) = { x!(42) }", "file");
declares("rholang", "contract ⟦foo⟧(x) = { Nil } | ┃foo!(1)", "file");
declares("rholang", "new ⟦foo⟧ in { contract ⟦foo⟧(x) = { Nil } | ┃foo!(1) }", "local");
declares("rholang", "contract ⟦foo⟧(a) = { Nil } | contract ⟦foo⟧(a, b) = { Nil } | ┃foo!(1)", "file");
declares("rholang", "contract f(⟦get⟧) = { contract ⟦get⟧(ack) = { Nil } | ┃get!(1) }", "local");
declares("rholang", "contract ⟦foo⟧(foo) = { Nil } | ┃foo!(1)", "file");

// While a contract is typed
declares("rholang", "contract foo(@⟦amount⟧, return) = { for (x <- ┃amount) { return!(", "file");
checkRenamable("rholang", "contract foo(@┃amount, return) = { for (x <- amount) { return!(", false);

// Quoted names
declares("rholang", 'contract ⟦foo⟧(x) = { Nil } | @"┃foo"!(42)', "file");
declares("rholang", 'contract @"⟦foo⟧"(x) = { Nil } | @"┃foo"!(42)', "file");
isFree("rholang", 'new foo in { contract foo(x) = { Nil } | @"┃foo"!(42) }');
isFree("rholang", 'new foo in { for (x <- @"┃foo") { Nil } }');
isFree("rholang", 'contract @"foo"(x) = { Nil } | ┃foo!(42)');

// Renaming
checkRenamable("rholang", "new ┃x in { x!(42) }", true);
checkRenamable("rholang", "contract foo(┃x) = { x!(42) }", true);
checkRenamable("rholang", "for (@┃m <- c) { d!(m) }", true);
checkRenamable("rholang", "new foo in { contract foo(x) = { Nil } | ┃foo!(1) }", true);
checkRenamable("rholang", "contract ┃foo(x) = { Nil }", false);
checkRenamable("rholang", "┃x!(1)", false);
checkRenamable("rholang", 'contract foo(x) = { Nil } | @"┃foo"!(42)', false);

test.each(rholangPrograms)("In $name, all occurrences of a name agree about its meaning.", async ({ text }) => {
  const parsed = await parse("rholang", text);
  const index = indexTree(parsed.tree, parsed.document, new LanguageKinds(parsed.grammar.language));
  for (const { kind, start, end } of eachNode(index)) {
    if (kind !== "var") continue;
    const name = nameAt(parsed, index, start.offset);
    expect(name).toMatchObject({ name: text.slice(start.offset, end.offset), from: start.offset, to: end.offset });
    expect(name?.occurrences.map(({ from }) => from)).toContain(start.offset);
    const places = name?.occurrences.map(({ from, to }) => text.slice(from, to)) ?? [];
    expect([...new Set(places)]).toEqual([name?.name]);
    for (const { from } of name?.definitions.slice(0, 1) ?? [])
      expect(nameAt(parsed, index, from)?.occurrences).toEqual(name?.occurrences);
  }
  freeText(parsed);
});
