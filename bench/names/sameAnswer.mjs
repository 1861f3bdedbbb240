/** Rules by which the answers of two servers are the same, though they list other places. */

/**
 * Returns the server's places that an answer lacks. One of them is enough where each is right by
 * itself: the declaration or the definition of C and C++, and of Python's assignments of a name
 * the one that is nearest before the use.
 */
export function missedOf({ wanted, found, place, language }) {
  const missed = wanted.filter((each) => !found.some((other) => covers(each, other)));
  const isAlternative = language === "c" || language === "cpp";
  if (isAlternative && missed.length < wanted.length) return [];
  if (language !== "python") return missed;
  const before = wanted.filter((each) => each.path === place.path && each.line <= place.line);
  const nearest = before.toSorted((one, other) => other.line - one.line)[0];
  return nearest && !missed.includes(nearest) ? [] : missed;
}

/**
 * Returns why a place is no false one, though the server's answer lacks it; undefined if it is.
 * `use`: the server itself leads from it to what was asked for, as at C++'s `using a::b`.
 * `unknown`: the server knows nothing there, as of imports that are not installed, of code that
 * is off, and of arguments of macros that expand to nothing.
 */
export function excuseOf({ defined, isOutside }, targets) {
  if (defined.some((each) => targets.some((target) => covers(each, target)))) return "use";
  return defined.length === 0 && !isOutside ? "unknown" : undefined;
}

/**
 * Returns the identifier at a place of a text, empty where there is none: as the name of a macro
 * whose expansion has the searched name, the variable that a constructor of C++ initialises, or the
 * arrow of a lambda, which implements a method.
 */
export function wordAt(text, { line, character }) {
  return /^[\w$]+/.exec((text.split("\n")[line] ?? "").slice(character))?.[0] ?? "";
}

export function covers(one, other) {
  return one.path === other.path && one.line === other.line;
}
