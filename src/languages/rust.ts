/** Rust. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { rustConventions } from "./conventionFacts.js";
import { type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME } from "./heads.js";
import { ellipsis } from "./parameters.js";

export const rust: LanguageDefinition = {
  id: "rust",
  hasDeclaredTypes: true,
  // https://doc.rust-lang.org/rustdoc/write-documentation/documentation-tests.html
  docTests: {
    line: /^\s*\/\/[/!]/,
    fence: /^```(?:(?:rust|no_run|should_panic|compile_fail|edition\d+|standalone_crate)[,\s]*)*$/,
    hidden: /^ ?#(?: |$)/,
    within: { before: "fn doctest() {", library: "extern crate self as {crate}; ", after: "}" },
  },
  hasHierarchy: true,
  hasReceiverTypes: true,
  declaredResult: /^(?!\s*->\s*impl\b)[^{};]*\{/,
  passedImports: /\b(?:pub|mod|macro_use)\b/,
  entries: {
    system: /^main$/,
    testModule: /^tests?$/,
    decorator:
      /#\[(?:[\w:]*(?:test|main)|(?:unsafe\()?no_mangle|export_name|wasm_bindgen|proc_macro\w*|panic_handler)\b[^\]]*\]/,
  },
  extensions: ["rs"],
  heads: headsOf({
    modifiers:
      'pub(?:\\([^()]*\\))?|default|async|unsafe|const(?=\\s+(?:unsafe|async|fn|extern))|extern(?:\\s*"[^"]*")?',
    types: {
      struct: `(?:struct|union)\\s+${NAME}`,
      enum: `enum\\s+${NAME}`,
      interface: `trait\\s+${NAME}`,
      module: `mod\\s+${NAME}`,
      object: `impl(?:<[^{}]*?>)?\\s+(?:[^{};]*?\\bfor\\s+)?(?:[\\p{ID_Continue}]+::)*${NAME}`,
    },
    functions: `fn\\s+${NAME}`,
    variables: `(?:static|const)\\s+(?:mut\\s+)?${NAME}`,
  }),
  grammar: { name: "rust" },
  reservedWords: wordsOf(`
    Self abstract as async await become box break const continue crate do dyn else enum extern false final fn for
    gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait
    true try type typeof unsafe unsized use virtual where while yield _`),
  specialNames: wordsOf("_ self"),
  blankName: "_",
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
  indexNames: ["mod", "lib", "main"],
  conventions: rustConventions,
  hasImplBlocks: true,
  blockKind: "object",
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
  forwarding: new Map([["deref", "result"]]),
  // https://doc.rust-lang.org/std/iter/trait.Iterator.html, and those of slices, Option and Result.
  collections: {
    ...noCollections,
    giving: new Map([
      ...givingAt(
        [0],
        `all and_then any filter filter_map find find_map flat_map for_each inspect is_none_or is_some_and is_ok_and
        map map_or map_or_else map_while max_by_key min_by_key partition position retain retain_mut rposition
        skip_while sort_by_cached_key sort_by_key sort_unstable_by_key take_while dedup_by_key partition_point
        binary_search_by binary_search_by_key chunk_by`,
      ),
      ...givingAt([0, 1], "max_by min_by reduce sort_by sort_unstable_by dedup_by"),
      ...givingAt([1], "fold try_fold scan"),
    ]),
    adding: wordsOf("insert push push_back push_front"),
    keeping: wordsOf(`
      as_deref as_deref_mut as_mut as_ref as_slice as_mut_slice by_ref chain clone cloned copied
      cycle dedup drain filter find first first_mut get get_mut inspect into_iter iter iter_mut last last_mut
      lock max_by_key min_by_key max_by min_by next next_back nth ok or or_else peek peek_mut peekable pop
      pop_back pop_front front front_mut back back_mut read rev skip skip_while split_first_chunk step_by
      take take_while to_owned to_vec write`),
    taking: wordsOf(`
      borrow borrow_mut expect get_or_insert_with get_unchecked get_unchecked_mut insert into_inner remove swap_remove unwrap
      unwrap_or unwrap_or_default unwrap_or_else unwrap_unchecked`),
    counting: wordsOf("enumerate"),
    ofValues: wordsOf("get get_mut values values_mut into_values remove"),
    wrappers: wordsOf("Result"),
  },
  // https://doc.rust-lang.org/reference/names/preludes.html#language-prelude
  builtinTypes: wordsOf("bool char str f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize"),
  overriding: { namesSupertypes: false },
  // https://doc.rust-lang.org/cargo/guide/cargo-home.html
  libraries: {
    layout: "crates",
    manifests: ["Cargo.toml"],
    inside: ["vendor"],
    shared: ["$CARGO_HOME/registry/src/*", "~/.cargo/registry/src/*"],
    standard: [
      "$RUSTUP_HOME/toolchains/*/lib/rustlib/src/rust/library",
      "~/.rustup/toolchains/*/lib/rustlib/src/rust/library",
    ],
    advice: "download them: cargo fetch",
  },
};
