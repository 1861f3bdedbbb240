/** Positions as in LSP (0-based line, 0-based UTF-16 offset in it), and changes of texts. */

/** Returns the position of an offset in UTF-16 code units. */
export function positionAt(text, offset) {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length - 1, character: offset - lineStart };
}

/** Returns the position of an offset in bytes of UTF-8. */
export function positionAtByte(text, bytes) {
  return positionAt(text, Buffer.from(text).subarray(0, bytes).toString("utf8").length);
}

/** Applies TextEdits of one document. */
export function applyEdits(text, edits) {
  const starts = [0];
  for (const line of text.split("\n")) starts.push(starts.at(-1) + line.length + 1);
  const offsetOf = ({ line, character }) => Math.min((starts[line] ?? text.length) + character, text.length);
  const ordered = edits
    .map(({ range, newText }, at) => ({ from: offsetOf(range.start), to: offsetOf(range.end), newText, at }))
    .sort((one, other) => other.from - one.from || other.to - one.to || other.at - one.at);
  let result = text;
  for (const { from, to, newText } of ordered) result = result.slice(0, from) + newText + result.slice(to);
  return result;
}

/** Applies the hunks of a unified diff, with or without context, to a text. */
export function applyHunks(before, diff) {
  const lines = before.split("\n");
  const result = [];
  let copied = 0;
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    const header = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (header) {
      // A hunk that removes nothing comes after its line.
      const start = Number(header[1]) - (header[2] === "0" ? 0 : 1);
      result.push(...lines.slice(copied, start));
      copied = start;
    } else if (line.startsWith("+")) result.push(line.slice(1));
    else if (line.startsWith("-")) copied += 1;
    else result.push(...lines.slice(copied, ++copied));
  }
  return [...result, ...lines.slice(copied)].join("\n");
}

const keywords = {
  ".go":
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
  ".rs":
    "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return static struct trait try type union unsafe use where while yield",
  ".ts":
    "abstract any as async await boolean break case catch class const constructor continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number object of override private protected public readonly return satisfies set static string super switch symbol this throw true try type typeof undefined unique unknown var void while yield",
  ".c": "auto break case char const continue default defined do double else endif enum extern float for goto if ifdef ifndef include inline int long register return short signed sizeof static struct switch typedef undef union unsigned void volatile while define",
  ...Object.fromEntries(
    [".cc", ".cpp", ".h"].map((extension) => [
      extension,
      "alignas alignof asm auto bool break case catch char class const const_cast constexpr continue decltype default define defined delete do double dynamic_cast elif else endif enum explicit extern false final float for friend goto if ifdef ifndef include inline int long mutable namespace new noexcept nullptr operator override private protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename undef union unsigned using virtual void volatile wchar_t while",
    ]),
  ),
  ".java":
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package permits private protected public record return sealed short static strictfp super switch synchronized this throw throws transient true try var void volatile while yield",
  ".py":
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield",
};

/** Whether a place is at a name of code, not at a keyword, in a comment or in a string. */
export function isAtName(text, { line, character }, extension) {
  if (keywords[extension] === undefined) return false;
  const written = text.split("\n")[line] ?? "";
  const before = /[\p{ID_Continue}$]*$/u.exec(written.slice(0, character))[0];
  const word = before + /^[\p{ID_Continue}$]*/u.exec(written.slice(character))[0];
  if (!/^[\p{ID_Start}_]/u.test(word) || keywords[extension].split(" ").includes(word)) return false;
  const code = written.slice(0, character - before.length);
  const withoutStrings = code.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|`[^`]*`/g, "");
  const comment = extension === ".py" ? /#/ : /\/\/|\/\*(?!.*\*\/)/;
  return !comment.test(withoutStrings) && !/["`]/.test(withoutStrings);
}
