/**
 * The reserved words of each language, and what else can't be a name. The parser can't detect
 * reserved words: where only a name is possible, it accepts `if` as a name, without an error.
 */

const C_WORDS = `auto break case char const continue default do double else enum extern float for goto if inline int long register restrict
  return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Complex _Generic _Noreturn
  bool false nullptr true`;
const ECMASCRIPT_WORDS = `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally
  for function if implements import in instanceof interface let new null package private protected public return static super switch
  this throw true try typeof undefined var void while with yield`;

const wordsByLanguage: Readonly<Record<string, string>> = {
  c: C_WORDS,
  cpp: `${C_WORDS} alignas alignof and and_eq asm bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept
    const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export friend mutable namespace new noexcept not not_eq
    operator or or_eq private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw
    try typeid typename using virtual wchar_t xor xor_eq`,
  csharp: `abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event
    explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null
    object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string
    struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while _`,
  go: `break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select
    struct switch type var _`,
  java: `abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally
    float for goto if implements import instanceof int interface long native new null package private protected public return short
    static strictfp super switch synchronized this throw throws transient true try void volatile while _`,
  javascript: ECMASCRIPT_WORDS,
  javascriptreact: ECMASCRIPT_WORDS,
  lua: "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
  // Of its variables: the sigil tells all others from keywords.
  php: "this",
  python: `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
    lambda nonlocal not or pass raise return try while with yield`,
  rholang: `Bool ByteArray Int Nil Set String Uri and bundle bundle0 contract else false for if in let match matches new not or select
    true`,
  ruby: `BEGIN END __ENCODING__ __FILE__ __LINE__ alias and begin break case class def defined? do else elsif end ensure false for if in
    module next nil not or redo rescue retry return self super then true undef unless until when while yield`,
  rust: `Self abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let
    loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized
    use virtual where while yield _`,
  svelte: ECMASCRIPT_WORDS,
  typescript: ECMASCRIPT_WORDS,
  typescriptreact: ECMASCRIPT_WORDS,
  vue: ECMASCRIPT_WORDS,
};

const reservedByLanguage = new Map(
  Object.entries(wordsByLanguage).map(([languageId, all]) => [languageId, new Set(all.split(/\s+/))]),
);

/** Whether a word is reserved in a language; false for a language that is not listed. */
export function isReserved(word: string, languageId: string): boolean {
  return reservedByLanguage.get(languageId)?.has(word) ?? false;
}

/** Characters that are in no name. */
const separators = /[\s.,;:()[\]{}"'`]/;

/**
 * Returns why a text can't be a name in a language, in words after "it"; undefined if it can, and
 * for a language that is not listed. `isMember`: as the name of a member, which ECMAScript lets be
 * a reserved word.
 */
export function whyNoName(text: string, languageId: string, isMember: boolean): string | undefined {
  const reserved = reservedByLanguage.get(languageId);
  if (reserved === undefined) return undefined;
  if (text === "") return "is empty";
  const [separator] = separators.exec(text) ?? [];
  if (separator !== undefined) return `contains ${/\s/.test(separator) ? "white space" : `\`${separator}\``}`;
  const isAllowed = isMember && wordsByLanguage[languageId] === ECMASCRIPT_WORDS;
  return reserved.has(text) && !isAllowed ? "is a reserved word" : undefined;
}
