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
  const found: Stretch[] = [];
  const blocks: Block[] = [];
  let run: Word[] = [];
  /** The mark before the run, and the words of the statement so far that say what it declares. */
  let before = "";
  let head = "";
  /** A call at the beginning of a statement, or after a list of parameters, whose end is known. */
  let called: { readonly macro: Stretch; readonly before: string } | undefined;
  const isInDeclarations = () => (blocks.at(-1) ?? "declarations") === "declarations";
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { skipped, directive, word } = match.groups as Record<string, string | undefined>;
    if (skipped !== undefined) continue;
    const from = match.index;
    if (word !== undefined) {
      if (called && called.before !== ")" && isInDeclarations()) found.push(called.macro);
      called = undefined;
      if (separators.has(word)) run = [];
      else run.push({ text: word, from, to: token.lastIndex });
      if (heads.has(word) || word === "namespace" || word === "extern") head ||= word;
      if (separators.has(word)) before = word;
      continue;
    }
    const mark = directive === undefined ? match[0] : "#";
    if (called && /^[;{=,]$/.test(mark) && called.before === ")" && isInDeclarations()) found.push(called.macro);
    called = undefined;
    const last = run.at(-1);
    const surplus = run.length > 0 ? surplusIn(run, { before, after: mark, isInDeclarations: isInDeclarations() }) : [];
    if (mark === "(" && last && macroName.test(last.text)) {
      const end = closingAt(text, from);
      const isAnnotation = surplus.includes(last) || (run.length === 1 && before === ")");
      const isFirst = run.length === 1 && /^[;{}#:]?$/.test(before);
      if (end !== undefined && (isAnnotation || isFirst)) {
        const macro = { from: last.from, to: end };
        called = { macro, before: isAnnotation ? ")" : before };
        for (const each of surplus) if (each !== last) found.push(each);
        [run, before] = [[], isAnnotation ? ")" : ""];
        token.lastIndex = end;
        continue;
      }
    }
    for (const each of surplus) if (mark !== "(" || each !== last) found.push(each);
    run = [];
    if (mark === "{") {
      blocks.push(head !== "" && before !== ")" && before !== "=" ? "declarations" : "code");
      head = "";
    } else if (mark === "}") blocks.pop();
    else if (mark === ";") head = "";
    before = mark;
  }
  return found.sort((one, other) => one.from - other.from).map(({ from, to }) => ({ from, to }));
}

interface RunContext {
  /** The marks before and after. */
  readonly before: string;
  readonly after: string;
  readonly isInDeclarations: boolean;
}

/** Returns the words of a run, with nothing between them, that are more than a declaration has. */
function surplusIn(run: readonly Word[], { before, after, isInDeclarations }: RunContext): readonly Word[] {
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
  // `int x GUARDED_BY(mutex)`
  const isLast = isDeclared && isMacro(last) && !names.slice(0, -1).some(isMacro);
  if (isLast) return [last];
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

/** Returns a text with spaces in place of stretches; line ends stay. */
export function blank(text: string, stretches: readonly Stretch[]): string {
  if (stretches.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of stretches) {
    parts.push(text.slice(at, from), text.slice(from, to).replace(/[^\r\n]/g, " "));
    at = to;
  }
  return [...parts, text.slice(at)].join("");
}
