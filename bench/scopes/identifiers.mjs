/**
 * Finds the identifiers of a text with a tokenizer without a grammar, so that the sample does not
 * depend on the code under test.
 */

/** The end of the text, not of a line. */
const end = String.raw`(?![\s\S])`;
const word = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const scriptWord = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const number = String.raw`\.?\d(?:[eE][+-]\d|[\w.])*`;
const slashComment = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|${end})`;
const quoted = (quote) => String.raw`${quote}(?:\\[\s\S]|[^${quote}\\\n])*(?:${quote}|(?=\n)|$)`;
const bothQuoted = `${quoted('"')}|${quoted("'")}`;
const character = String.raw`'(?:\\[^\n']*|[^'\\\n])'`;
/** A slash is a division after a value, and opens a regular expression after anything else. */
const scriptPattern = String.raw`(?<=(?:^|[(,=:[!&|?{};+\n]|\breturn|\btypeof)[^\S\n]*)\/(?![*\/])(?:\\[^\n]|\[(?:\\[^\n]|[^\]\n\\])*\]|[^\/\n\\[])+\/[a-z]*`;

const scriptKeywords = `abstract any as asserts async await bigint boolean break case catch class const constructor continue debugger declare default
  delete do else enum export extends false finally for from function get global if implements import in infer instanceof interface is keyof let module
  namespace never new null number object of out override package private protected public readonly require return satisfies set static string super switch
  symbol this throw true try type typeof undefined unique unknown using var void while with yield`;

const script = {
  skip: [slashComment, bothQuoted, scriptPattern, number],
  word: scriptWord,
  keywords: scriptKeywords,
  strings: [{ open: "`", hole: /\$\{/y, close: "`" }],
};

/** Tokens that match `skip` are skipped. `strings` are those with interpolated code. */
const languages = {
  typescript: script,
  typescriptreact: script,
  javascript: script,
  javascriptreact: script,
  python: {
    skip: [
      "#[^\\n]*",
      String.raw`[rRbBuU]{0,2}(?:"""[\s\S]*?(?:"""|${end})|'''[\s\S]*?(?:'''|${end}))`,
      `[rRbBuU]{0,2}(?:${bothQuoted})`,
      number,
    ],
    word,
    keywords: `False None True and as assert async await break case class continue def del elif else except finally for from global if import in is
      lambda match nonlocal not or pass raise return try while with yield _ print`,
    strings: ['"""', "'''", '"', "'"].map((quote) => ({
      open: quote,
      prefix: /(?:[fF][rR]?|[rR][fF])/y,
      hole: /\{(?!\{)/y,
      double: "{{",
      close: quote,
    })),
  },
  go: {
    skip: [slashComment, "`[^`]*`", quoted('"'), character, number],
    word,
    keywords: `break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select
      struct switch type var true false nil iota _`,
  },
  c: {
    skip: [slashComment, String.raw`^[^\S\n]*#[^\S\n]*(?:include|pragma|error|warning)\b[^\n]*`, bothQuoted, number],
    word,
    keywords: `auto break case char const continue default defined define do double else endif elif enum extern float for goto if ifdef ifndef inline int
      long register restrict return short signed sizeof static struct switch typedef undef union unsigned void volatile while NULL`,
  },
  cpp: {
    skip: [
      slashComment,
      String.raw`^[^\S\n]*#[^\S\n]*(?:include|pragma|error|warning)\b[^\n]*`,
      String.raw`R"([^(\s]*)\([\s\S]*?\)\1"`,
      String.raw`\d(?:'\d|[eE][+-]\d|[\w.])*`,
      bothQuoted,
      number,
    ],
    word,
    keywords: `alignas alignof and asm auto bool break case catch char char8_t char16_t char32_t class const consteval constexpr constinit const_cast
      continue co_await co_return co_yield decltype default define defined delete do double dynamic_cast elif else endif enum explicit export extern false
      final float for friend goto if ifdef ifndef inline int long mutable namespace new noexcept not nullptr operator or override private protected public
      register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try
      typedef typeid typename undef union unsigned using virtual void volatile wchar_t while NULL`,
  },
  java: {
    skip: [
      slashComment,
      String.raw`"""[\s\S]*?"""`,
      bothQuoted,
      String.raw`^[^\S\n]*(?:package|import)\b[^\n]*`,
      number,
    ],
    word: scriptWord,
    keywords: `abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if
      implements import instanceof int interface long native new package private protected public record return sealed permits short static strictfp super
      switch synchronized this throw throws transient try var void volatile while yield true false null`,
  },
  rust: {
    skip: [
      slashComment,
      String.raw`b?r(#+)"[\s\S]*?"\1`,
      `b?r"[^"]*"`,
      String.raw`b?"(?:\\[\s\S]|[^"\\])*"`,
      `b?${character}`,
      `'${word}`,
      number,
    ],
    word: `(?:r#)?${word}`,
    keywords: `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self
      static struct super trait true type unsafe use where while _ bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64`,
  },
  php: {
    skip: [
      "#(?!\\[)[^\\n]*",
      slashComment,
      String.raw`'(?:\\[\s\S]|[^'\\])*'`,
      String.raw`"(?:\\[\s\S]|[^"\\])*"`,
      String.raw`<<<["']?(\w+)["']?\n[\s\S]*?\n\s*\1\b`,
      number,
    ],
    word,
    keywords: `abstract and array as bool break callable case catch class clone const continue declare default do echo else elseif empty enddeclare endfor
      endforeach endif endswitch endwhile enum extends final finally float fn for foreach from function global goto if implements include include_once
      instanceof insteadof int interface isset iterable list match mixed namespace never new null object or parent php print private protected public readonly
      require require_once return self static string switch this throw trait true false try unset use var void while xor yield`,
  },
  lua: {
    skip: [String.raw`--\[(=*)\[[\s\S]*?\]\1\]`, "--[^\\n]*", String.raw`\[(=*)\[[\s\S]*?\]\1\]`, bothQuoted, number],
    word,
    keywords: `and break do else elseif end false for function goto if in local nil not or repeat return self then true until while _`,
  },
  ruby: {
    skip: [
      String.raw`^=begin[\s\S]*?^=end`,
      String.raw`(?<=^|\s|[;(])#[^\n]*`,
      String.raw`'(?:\\[\s\S]|[^'\\])*'`,
      number,
    ],
    word,
    keywords: `alias and attr_accessor attr_reader attr_writer begin break case class def defined do else elsif end ensure extend false for if in include loop
      module next nil not or private protected public raise redo require require_relative rescue retry return self super then true undef unless until when
      while yield __FILE__ __LINE__ __method__`,
    strings: [{ open: '"', hole: /#\{/y, close: '"' }],
  },
  shellscript: {
    skip: [String.raw`(?<=^|\s|;)#[^\n]*`, "'[^']*'", String.raw`\\[\s\S]`, number],
    word,
    keywords: `if then else elif fi for do done while until case esac in function select time return exit local declare export readonly echo cd test set
      shift true false eval exec trap unset break continue source printf read`,
    // Most words are plain text. A word is a name if it is expanded, assigned or in the position of
    // a command.
    isName: (before, after) =>
      /\$\{?[#!]?$|(?:^|[;|&(`\n]|\b(?:then|do|else|local|export|readonly|declare|function|for|read))[^\S\n]*$/.test(
        before,
      ) || /^(?:\[[^\]\n]*\])?\+?=/.test(after),
  },
};

/** Returns every identifier with its offset, without comments, strings and keywords. */
export function identifiersOf(languageId, text) {
  const { skip, word: name, keywords, strings = [], isName = () => true } = languages[languageId];
  // Each part is an expression of its own, because back references are numbered.
  const skips = skip.map((part) => new RegExp(part, "myu"));
  const names = new RegExp(name, "yu");
  const reserved = new Set(keywords.split(/\s+/));
  const found = [];
  /**
   * The open strings and interpolations, the innermost last; an interpolation counts its open
   * braces.
   */
  const open = [];
  let at = 0;
  const match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const inner = open.at(-1);
    if (inner?.string) {
      at += insideString(inner.string);
      continue;
    }
    const string = strings.find(({ open: quote, prefix }) => {
      const before = prefix ? match(prefix) : "";
      return before !== undefined && text.startsWith(quote, at + before.length);
    });
    if (string) {
      at += (string.prefix ? match(string.prefix).length : 0) + string.open.length;
      open.push({ string });
      continue;
    }
    const passed = skips.map(match).find((part) => part !== undefined && part !== "");
    if (passed !== undefined) {
      at += passed.length;
      continue;
    }
    const identifier = match(names);
    if (identifier !== undefined) {
      const after = at + identifier.length;
      const isIdentifier = isName(text.slice(Math.max(0, at - 24), at), text.slice(after, after + 24));
      if (isIdentifier && !reserved.has(identifier)) found.push({ at, name: identifier });
      at = after;
      continue;
    }
    if (inner && text[at] === "{") inner.braces++;
    if (inner && text[at] === "}" && inner.braces-- === 0) open.pop();
    at++;
  }
  return found;

  /** Returns how far to advance in a string, and closes or interrupts it. */
  function insideString({ hole, close, double }) {
    if (text[at] === "\\") return 2;
    if (double && text.startsWith(double, at)) return double.length;
    if (text.startsWith(close, at)) {
      open.pop();
      return close.length;
    }
    const opening = match(hole);
    if (opening !== undefined) {
      open.push({ braces: 0 });
      return opening.length;
    }
    // Only strings with one-character quotes end with their line.
    if (text[at] === "\n" && close.length === 1 && close !== "`") open.pop();
    return 1;
  }
}

/** Returns whether identifiers of a language are supported. */
export function knowsIdentifiers(languageId) {
  return languageId in languages;
}
