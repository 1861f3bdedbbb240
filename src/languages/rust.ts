/** Rust. */

import { type LanguageDefinition, wordsOf } from "./facts.js";
import { ellipsis } from "./parameters.js";

export const rust: LanguageDefinition = {
  id: "rust",
  entries: {
    system: /^main$/,
    decorator:
      /#\[(?:[\w:]*(?:test|main)|(?:unsafe\()?no_mangle|export_name|wasm_bindgen|proc_macro\w*|panic_handler)\b[^\]]*\]/,
  },
  extensions: ["rs"],
  grammar: { name: "rust" },
  reservedWords: wordsOf(`
    Self abstract as async await become box break const continue crate do dyn else enum extern false final fn for
    gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait
    true try type typeof unsafe unsized use virtual where while yield _`),
  specialNames: wordsOf("_ self"),
  uses: [
    { before: /(?:[=&|+\-*%?<>:("'.[]|(?<!\*)\/|(?<!\bmacro_rules)!)$/ },
    { before: /\b(?:use|return|as|dyn|in|match|if|while|else|where)$/ },
    { after: /^(?:\.|::|\?)/ },
  ],
  // Of lifetimes and labels.
  sigil: /^'/,
  attribute: /^#!?\[/,
  conditionalAttribute: /#\[cfg\s*\(/,
  parameters: {
    form: "list",
    receiver: /^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/,
    variadic: ellipsis,
  },
  hasExplicitReceivers: true,
  hasQualifiedPaths: true,
  hasShorthandProperties: true,
  overloads: "none",
  modules: "tree",
  hasImplBlocks: true,
  hasForeignMembers: true,
  hasMembersElsewhere: true,
  // https://doc.rust-lang.org/std/convert/index.html, and ToString and str::parse.
  delegatingMethods: new Map([
    ["into", { method: "from", of: "wanted" }],
    ["try_into", { method: "try_from", of: "wanted" }],
    ["parse", { method: "from_str", of: "wanted" }],
    ["to_string", { method: "fmt", of: "receiver", supertype: "Display" }],
  ]),
  transparentTypes: wordsOf("Box Rc Arc Ref RefMut Cow MutexGuard RwLockReadGuard RwLockWriteGuard Pin ManuallyDrop"),
  // https://doc.rust-lang.org/reference/names/preludes.html#language-prelude
  builtinTypes: wordsOf("bool char str f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize"),
  overriding: { namesSupertypes: false },
};
