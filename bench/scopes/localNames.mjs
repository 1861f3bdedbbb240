/**
 * Decides whether a declared name is inside a function, so that nothing outside can refer to it.
 * Uses only what the reference servers offer, not our own engine.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Functions, methods and constructors, as LSP numbers the kinds of symbols. */
const callables = new Set([6, 9, 12]);
/** Classes, enumerations, interfaces and structs. */
const types = new Set([5, 10, 11, 23]);

/**
 * Uses the TypeScript compiler's parser, because the server's outline lists a constant that holds a
 * function as a constant. Members of types and objects in a function are not local to it, and type
 * parameters are local to their declaration.
 */
export function insideScript(languageId, text) {
  const identifierAt = parseScript(languageId, text);
  return (at) => {
    const name = identifierAt(at);
    if (name === undefined) return false;
    const declared = name.parent;
    if (ts().isTypeParameterDeclaration(declared) || ts().isParameter(declared)) return true;
    const isNamedInside = ts().isFunctionExpression(declared) || ts().isClassExpression(declared);
    if (isNamedInside && declared.name === name) return true;
    const isMember =
      ts().isClassElement(declared) ||
      ts().isTypeElement(declared) ||
      ts().isObjectLiteralElement(declared) ||
      ts().isEnumMember(declared) ||
      ts().isPropertyAccessExpression(declared);
    if (isMember) return false;
    for (let around = declared.parent; around; around = around.parent) {
      if (ts().isFunctionLike(around) || ts().isClassStaticBlockDeclaration(around) || ts().isMappedTypeNode(around))
        return true;
    }
    return false;
  };
}

/**
 * Returns a function that tests whether a name is both a property of a pattern and the variable
 * bound to it, as in `const { name } = it`: the TypeScript server returns the property.
 */
export function boundByPattern(languageId, text) {
  const identifierAt = parseScript(languageId, text);
  return (at) => {
    const name = identifierAt(at);
    const pattern = name?.parent;
    return pattern !== undefined && ts().isBindingElement(pattern) && pattern.name === name && !pattern.propertyName;
  };
}

let compiler;

/** Loads the compiler, only when a script is parsed. */
function ts() {
  compiler ??= require("typescript");
  return compiler;
}

/** Returns a function from an offset to the identifier that begins there. */
function parseScript(languageId, text) {
  const kinds = {
    typescript: ts().ScriptKind.TS,
    typescriptreact: ts().ScriptKind.TSX,
    javascript: ts().ScriptKind.JSX,
  };
  const tree = ts().createSourceFile("file", text, ts().ScriptTarget.Latest, true, kinds[languageId]);
  return (at) => {
    let node = tree;
    for (let next = tree; next; ) {
      node = next;
      next = ts().forEachChild(node, (child) => (child.getStart(tree) <= at && at < child.end ? child : undefined));
    }
    return ts().isIdentifier(node) ? node : undefined;
  };
}

/**
 * Uses the server's symbols `{ kind, from, to, nameFrom, nameTo }`, the outer ones first: a name is
 * local if it is inside a function's range and not its own name. A member after a receiver, as in
 * `self.name`, is not local, nor is the member of a class.
 */
export function insideSymbols(text, symbols) {
  return (at) => {
    if (/(?:\.|->|::)[^\S\n]*$/.test(text.slice(Math.max(0, at - 8), at))) return false;
    const around = symbols.filter((symbol) => isInside(symbol, at)).map(({ kind }) => kind);
    return around.some((kind) => callables.has(kind)) && !types.has(around.at(-1));
  };
}

function isInside({ from, to, nameFrom, nameTo }, at) {
  return from <= at && at < to && !(nameFrom <= at && at <= nameTo);
}

/**
 * Uses the server's symbols for shell scripts. A function shares all its variables except those
 * that it declares local, anywhere in it.
 */
export function insideShell(text, symbols) {
  const functions = symbols.filter(({ kind }) => callables.has(kind));
  return (at) => {
    const name = /^\w*/.exec(text.slice(at))[0];
    const own = new RegExp(`\\b(?:local|declare|typeset)\\b(?![^\\n;]*\\s-\\w*g)[^\\n;]*\\b${name}\\b`);
    return functions.some((symbol) => isInside(symbol, at) && own.test(text.slice(symbol.from, symbol.to)));
  };
}
