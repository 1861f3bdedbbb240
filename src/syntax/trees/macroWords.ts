/**
 * Words of C and C++ that are macros among the specifiers and declarators of declarations: export
 * marks, attributes, annotations of locks. A grammar, which sees no macro's text, takes them for
 * types or names; it is given spaces instead.
 */

import type { Stretch } from "../../text/stretch.js";

/** A comment, string, directive, word (with the words that qualify it), or other mark. */
const token =
  /(?<skipped>\s+|\/\/[^\n]*|\/\*.*?(?:\*\/|(?!.))|\\\n)|(?<directive>(?<=^[ \t]*)#(?:\\\r?\n|\/\*.*?\*\/|[^\n\\/]|\\|\/(?!\*))*)|(?<text>R"(?<raw>[^()\\\s]{0,16})\(.*?(?:\)\k<raw>"|(?!.))|(?:u8|[uUL])?(?:"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))|(?<word>[A-Za-z_]\w*(?:\s*::\s*~?[A-Za-z_]\w*)*)|\d[\w.']*|./gmsy;
const macroName = /^_*[A-Z][A-Z0-9_]{2,}$/;
/** Words after which another declaration, or an expression, begins. */
const separators = new Set(
  `return goto case default else do throw new delete sizeof alignof operator using namespace concept requires and or
  not xor bitand bitor compl co_await co_return co_yield public private protected if while for switch break continue
  asm defined try catch`.split(/\s+/),
);
const types = new Set(
  "void int char short long float double signed unsigned bool auto _Bool _Complex wchar_t char8_t char16_t char32_t".split(
    " ",
  ),
);
const heads = new Set(["class", "struct", "union", "enum"]);
const specifiers = new Set(
  `static extern inline const volatile restrict register typedef constexpr consteval constinit virtual explicit friend
  mutable thread_local typename template final override noexcept decltype alignas static_assert _Noreturn _Atomic
  _Thread_local _Alignas`.split(/\s+/),
);

interface Word extends Stretch {
  readonly text: string;
}

/** What a brace opens: declarations, or statements and values. */
type Block = "declarations" | "code";

/** Returns the macros, in source order; those that are called with their arguments. */
export function macroWordsIn(text: string): readonly Stretch[] {
  const reader = new MacroReader(text);
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { skipped, directive, word } = match.groups as Record<string, string | undefined>;
    const from = match.index;
    if (skipped !== undefined) continue;
    if (word !== undefined) reader.readWord({ text: word, from, to: token.lastIndex });
    else token.lastIndex = reader.readMark(directive === undefined ? match[0] : "#", from) ?? token.lastIndex;
  }
  return reader.found.sort((one, other) => one.from - other.from).map(({ from, to }) => ({ from, to }));
}

/** Reads a text word by word, in statements and the blocks around them. */
class MacroReader {
  readonly found: Stretch[] = [];
  readonly #text: string;
  readonly #blocks: Block[] = [];
  /** The words since the last mark. */
  #run: Word[] = [];
  /** The mark before them, or the word that separates them from others. */
  #before = "";
  /** The word of the statement that says that it declares a type or has declarations in it. */
  #head = "";
  /** A call at the beginning of a statement, or after a list of parameters, whose end is known. */
  #called: { readonly macro: Stretch; readonly before: string } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  readWord(word: Word): void {
    this.#endCall(this.#called?.before !== ")");
    const { text } = word;
    if (heads.has(text) || text === "namespace" || text === "extern") this.#head ||= text;
    if (separators.has(text)) [this.#run, this.#before] = [[], text];
    else this.#run.push(word);
  }

  /** Reads a mark. Returns the end of the arguments, if it opens those of a macro. */
  readMark(mark: string, from: number): number | undefined {
    this.#endCall(this.#called?.before === ")" && /^[;{=,]$/.test(mark));
    const last = mark === "(" ? this.#run.at(-1) : undefined;
    const surplus = this.#surplusBefore(mark, from);
    for (const each of surplus) if (each !== last) this.found.push(each);
    const end = last && macroName.test(last.text) ? this.#readCall(last, surplus.includes(last), from) : undefined;
    this.#run = [];
    if (end !== undefined) return end;
    if (mark === "{") this.#blocks.push(this.#opensDeclarations() ? "declarations" : "code");
    else if (mark === "}") this.#blocks.pop();
    if (mark === "{" || mark === ";") this.#head = "";
    this.#before = mark;
    return undefined;
  }

  /** Ends a call; it is a macro if what follows says so, among declarations. */
  #endCall(isMacro: boolean): void {
    if (this.#called && isMacro && this.#isInDeclarations()) this.found.push(this.#called.macro);
    this.#called = undefined;
  }

  /** Returns the end of the arguments of a macro; undefined if it may be a function. */
  #readCall(last: Word, isSurplus: boolean, from: number): number | undefined {
    const isAlone = this.#run.length === 1;
    const isAnnotation = isSurplus || (isAlone && this.#before === ")");
    if (!isAnnotation && !(isAlone && /^[;{}#:]?$/.test(this.#before))) return undefined;
    const end = closingAt(this.#text, from);
    if (end === undefined) return undefined;
    this.#called = { macro: { from: last.from, to: end }, before: isAnnotation ? ")" : this.#before };
    this.#before = isAnnotation ? ")" : "";
    return end;
  }

  #surplusBefore(mark: string, from: number): readonly Word[] {
    const isDefined = () => mark === "(" && hasBody(this.#text, from);
    const around = { before: this.#before, after: mark, isInDeclarations: this.#isInDeclarations(), isDefined };
    return this.#run.length > 0 ? surplusIn(this.#run, around) : [];
  }

  #opensDeclarations(): boolean {
    return this.#head !== "" && this.#before !== ")" && this.#before !== "=";
  }

  #isInDeclarations(): boolean {
    return (this.#blocks.at(-1) ?? "declarations") === "declarations";
  }
}

interface RunContext {
  /** The marks before and after. */
  readonly before: string;
  readonly after: string;
  readonly isInDeclarations: boolean;
  /** Whether what follows are the parameters of a function with a body. */
  isDefined(): boolean;
}

/** Returns the words of a run, with nothing between them, that are more than a declaration has. */
function surplusIn(run: readonly Word[], { before, after, isInDeclarations, isDefined }: RunContext): readonly Word[] {
  const isMacro = ({ text }: Word) => macroName.test(text);
  if (before === ")" && run.every(isMacro) && (after === "{" || after === ";") && isInDeclarations) return run;
  if (run.length < 2 || !run.some(isMacro) || /^(?:\.|>)$/.test(before + after)) return [];
  const headAt = run.findLastIndex(({ text }) => heads.has(text));
  if (headAt >= 0 && /^[{:]$/.test(after)) {
    const named = run.slice(headAt + 1).filter(({ text }) => !specifiers.has(text));
    return named.slice(0, -1).filter(isMacro);
  }
  if (!/^[(;=,[){:*&<]$/.test(after)) return [];
  const names = run.filter(({ text }) => !types.has(text) && !specifiers.has(text) && !heads.has(text));
  const hasType = headAt >= 0 ? -1 : run.some(({ text }) => types.has(text)) ? 0 : 1;
  const isDeclared = !/^[*&<]$/.test(after);
  // After `struct`, the name of the type is one of them.
  const most = (hasType === -1 ? 1 : hasType) + (isDeclared ? 1 : 0);
  const count = names.length - most;
  const last = names.at(-1);
  if (count <= 0 || last === undefined) return [];
  // `int x GUARDED_BY(mutex)`, and not `inline_mark int NAME(int a) {`, whose last word is declared
  const isAfterName = names.at(-2) === run.at(-2);
  const isLast = isDeclared && isMacro(last) && !names.slice(0, -1).some(isMacro);
  if (isLast) return isAfterName && !isDefined() ? [last] : [];
  // The last name is what is declared, or its type.
  const others = isDeclared || hasType !== 0 ? names.slice(0, -1) : names;
  return others.filter(isMacro).slice(0, count);
}

/** A list of arguments is at most so long. */
const MAX_ARGUMENTS = 2_000;

/** Returns the offset behind the parenthesis that closes the one at an offset. */
function closingAt(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MAX_ARGUMENTS); at++) {
    const character = text[at];
    if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return at + 1;
    else if (character === "{" || character === ";" || character === "#") return undefined;
  }
  return undefined;
}

/** Whether the parameters at an offset are those of a function with a body. */
function hasBody(text: string, from: number): boolean {
  const end = closingAt(text, from);
  return end !== undefined && /^\s*\{/.test(text.slice(end, end + MAX_ARGUMENTS));
}
