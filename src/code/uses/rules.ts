/**
 * The table by which evidence decides what a use means. A row is for a combination of signs, and
 * the first one counts whose signs have all been found. Pure.
 */

/**
 * `shown`: evidence leads from the place to the target. `named`: only the name, and how it is
 * written, say so. `possible`: something points to the target and does not show it. `unknown`:
 * nothing points anywhere, and other declarations have the name. `excluded`: it means something
 * else.
 */
export type UseClass = "shown" | "named" | "possible" | "unknown" | "excluded";

/** What a source of evidence may find at a place, each with the clause that says so. */
export const signs = {
  itself: "it is the declaration itself",
  // Where strong sources lead.
  "defined as the target": "the server's own definition of it leads to the symbol",
  "defined through a link": "the server's own definition of it leads to the symbol, through a link",
  "defined as several": "the server's definitions of it lead to the symbol and to others",
  "defined as the target, perhaps": "the server's definition of it may be another one of the symbol",
  "defined elsewhere": "the server's own definition of it leads to something else",
  "not defined": "the server knows no declaration of it",
  "not asked": "the server has not said what it is",
  "dependent type": "its receiver is of a type that the template is given",
  "within reach": "its file includes or imports what declares the symbol, or is of its package",
  imported: "its import leads to the declaration",
  "member of an imported value": "it is a member of a value whose import leads to the declaration's file",
  "argument of another call": "what is called is imported from the declaration's file, and may be something else",
  "same package": "it is of the same package",
  // What a rename shows that changes the target, and what it keeps.
  "keeps its name": "the rename keeps the name at the declaration that it leads to",
  "declared with the target": "the rename changes the declaration that it is bound to",
  "declared beside the target": "a renamed file declares it, and the rename does not change that",
  "constructor path": "it is the constructor of the renamed type",
  property: "it is a property, too, which nothing else declares",
  "property, perhaps": "it may be a property, too",
  "property of something else": "it is a property, too, of something else",
  // What the server has answered.
  "declared as in the answer": "the server lists another use of the same declaration",
  "declared apart": "its file declares the name again, and the server lists no use of that",
  "declared again, perhaps": "its file may declare the same again",
  "default export": "it imports what a module of the target's name exports by default",
  // What an index says that was made elsewhere, of a file that is as it was then.
  "indexed as the target": "an index of the same text says so",
  "indexed as something else": "an index of the same text says that it means something else",
  // What it is resolved to by scopes, imports, the types of receivers and families.
  resolved: "scopes, imports or types lead to the declaration",
  guessed: "its name and arguments may be those of the declaration",
  counterpart: "an interface and what satisfies it share the method",
  constructed: "it calls the constructor of the type",
  "constructed, perhaps": "it calls one of several constructors of the type",
  "constructor of the type": "a constructor has the name of its type",
  implemented: "it implements the trait that declares the member",
  related: "types of one hierarchy share the member",
  "related, perhaps": "another type of the hierarchy declares a member of that name, too",
  "type of the constructor, perhaps": "it may name the type, and calls no constructor",
  "embedded field, perhaps": "a field that embeds the type may have its name",
  "field of the accessor": "it is the field that the accessor is for",
  "of a type below": "its receiver is of a type that the declaring one extends",
  elsewhere: "it leads to something else",
  "elsewhere, by syntax": "as far as syntax shows, it leads to something else",
  absent: "the type of its receiver has no such member",
  "unknown receiver": "nothing is known of its receiver",
  // What nothing but its spelling says.
  spelled: "its import, receiver or scope has the name of what declares it",
  "spelled alone": "it is written like the declaration, and so may others be",
  "spelled, perhaps": "nothing shows that it is something else",
  "spelled apart": "its import, receiver or scope has the name of something else",
  "not imported": "its file imports no such name",
  "imported under another name": "it is another name for something else",
  // What is no name to scopes, or another name of the target.
  "no name": "it is a key, a label or the like, whose meaning syntax does not show",
  "not read": "it is in a line that the grammar can't read",
  "own word": "it is the word for the type, or for its constructor",
  "own word, perhaps": "it is the word for one of several constructors",
  carried: "a framework takes it by its name",
  "carried, perhaps": "a framework may take it by its name",
  "doc comment": "a comment links to it",
  "export list": "it is in the list of what its module exports",
  "macro body": "it is in the body of a macro",
  "only name": "nothing else declares the name",
} as const;

export type Sign = keyof typeof signs;

interface Rule {
  readonly signs: readonly Sign[];
  readonly class: UseClass;
  /** Which further sources may decide otherwise: any, if it is left out. */
  readonly isOpenTo?: "strong sources" | "nothing";
}

const settled = { isOpenTo: "nothing" } as const;
const unlessStrong = { isOpenTo: "strong sources" } as const;

export const rules: readonly Rule[] = [
  { signs: ["dependent type", "defined as the target"], class: "possible", ...settled },
  { signs: ["defined as the target"], class: "shown", ...settled },
  { signs: ["defined through a link"], class: "shown", ...settled },
  { signs: ["defined as several"], class: "possible", ...settled },
  { signs: ["defined as the target, perhaps"], class: "possible", ...settled },
  { signs: ["defined elsewhere"], class: "excluded", ...settled },
  { signs: ["indexed as the target"], class: "shown", ...settled },
  { signs: ["resolved", "indexed as something else"], class: "possible", ...settled },
  { signs: ["keeps its name"], class: "excluded", ...settled },
  { signs: ["constructor path"], class: "shown", ...settled },
  { signs: ["property"], class: "possible", ...settled },
  { signs: ["property, perhaps"], class: "unknown", ...settled },
  { signs: ["property of something else"], class: "excluded", ...settled },
  { signs: ["imported"], class: "shown", ...settled },
  { signs: ["member of an imported value"], class: "possible", ...settled },
  { signs: ["argument of another call"], class: "unknown", ...settled },
  { signs: ["same package"], class: "shown", ...settled },
  { signs: ["declared with the target"], class: "shown", ...settled },
  { signs: ["declared beside the target"], class: "possible", ...settled },
  { signs: ["declared apart"], class: "excluded", ...settled },
  { signs: ["itself"], class: "shown", ...unlessStrong },
  { signs: ["resolved"], class: "shown", ...unlessStrong },
  { signs: ["guessed", "indexed as something else"], class: "excluded", ...settled },
  { signs: ["guessed"], class: "named", ...unlessStrong },
  { signs: ["counterpart"], class: "shown", ...unlessStrong },
  { signs: ["constructed"], class: "shown", ...unlessStrong },
  { signs: ["constructed, perhaps"], class: "named", ...unlessStrong },
  { signs: ["constructor of the type"], class: "shown", ...unlessStrong },
  { signs: ["implemented"], class: "shown", ...unlessStrong },
  { signs: ["related"], class: "shown", ...unlessStrong },
  { signs: ["of a type below"], class: "named", ...unlessStrong },
  { signs: ["elsewhere"], class: "excluded", ...settled },
  { signs: ["elsewhere, by syntax"], class: "excluded", ...unlessStrong },
  { signs: ["absent"], class: "excluded", ...unlessStrong },
  { signs: ["indexed as something else"], class: "excluded" },
  { signs: ["unknown receiver", "only name"], class: "named" },
  { signs: ["unknown receiver"], class: "unknown" },
  { signs: ["related, perhaps"], class: "possible", ...unlessStrong },
  { signs: ["type of the constructor, perhaps"], class: "possible", ...unlessStrong },
  { signs: ["embedded field, perhaps"], class: "possible", ...unlessStrong },
  { signs: ["field of the accessor"], class: "possible", ...unlessStrong },
  { signs: ["declared as in the answer"], class: "possible" },
  { signs: ["declared again, perhaps"], class: "possible" },
  { signs: ["default export"], class: "possible" },
  { signs: ["spelled"], class: "shown" },
  { signs: ["spelled alone"], class: "named" },
  { signs: ["spelled, perhaps"], class: "possible" },
  { signs: ["spelled apart"], class: "excluded", ...settled },
  { signs: ["not imported"], class: "excluded", ...settled },
  { signs: ["imported under another name"], class: "excluded", ...settled },
  { signs: ["own word"], class: "shown" },
  { signs: ["own word, perhaps"], class: "named" },
  { signs: ["carried"], class: "shown" },
  { signs: ["carried, perhaps"], class: "possible" },
  { signs: ["doc comment"], class: "shown" },
  { signs: ["export list"], class: "shown" },
  { signs: ["macro body", "only name"], class: "named" },
  { signs: ["macro body"], class: "possible" },
  { signs: ["no name"], class: "possible" },
  { signs: ["not read"], class: "possible" },
  { signs: ["dependent type", "within reach"], class: "possible" },
  { signs: ["not defined", "within reach"], class: "possible" },
  { signs: ["not asked", "within reach"], class: "possible" },
];

/** What follows from evidence. */
export interface Ruling {
  readonly class: UseClass;
  /** The evidence that decides it. */
  readonly why: readonly Sign[];
  readonly isOpenTo: "all sources" | NonNullable<Rule["isOpenTo"]>;
}

/** Returns what follows from all evidence of a place. */
export function classify(evidence: ReadonlySet<Sign>): Ruling {
  const rule = rules.find(({ signs }) => signs.every((sign) => evidence.has(sign)));
  if (rule === undefined) return { class: "unknown", why: [], isOpenTo: "all sources" };
  return { class: rule.class, why: rule.signs, isOpenTo: rule.isOpenTo ?? "all sources" };
}
