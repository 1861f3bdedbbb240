/** Finds changes of conditions and constants in a source, and writes them into it. */

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import ts from "typescript";

const operators = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
};

/**
 * Returns all mutants of a source. Each replaces the expression from `from` to `to` by `mutated`.
 * `isStatic` says that it is evaluated when the module is loaded. `line` is 1-based.
 */
export function findMutants(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  /** Adds a mutant of an expression in which the text of a part is replaced. */
  const add = (node, part, replacement) => {
    const [from, to] = [node.getStart(source), node.end];
    const mutated = text.slice(from, part.getStart(source)) + replacement + text.slice(part.end, to);
    const line = source.getLineAndCharacterOfPosition(from).line + 1;
    mutants.push({ path, from, to, line, original: text.slice(from, to), mutated, isStatic: isStatic(node) });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(source);
      if (Object.hasOwn(operators, operator)) add(node, node.operatorToken, operators[operator]);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node, node.operand.getText(source));
    if (ts.isIfStatement(node)) for (const value of ["true", "false"]) add(node.expression, node.expression, value);
    if (ts.isConditionalExpression(node))
      for (const value of ["true", "false"]) add(node.condition, node.condition, value);
    if (ts.isWhileStatement(node)) add(node.expression, node.expression, "false");
    if (ts.isNumericLiteral(node) && !isName(node)) add(node, node, node.text === "1" ? "0" : `(${node.text} + 1)`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, node, "true");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** Whether a number is the key of a property. */
function isName(node) {
  return "name" in node.parent && node.parent.name === node;
}

function isStatic(node) {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) if (ts.isFunctionLike(outer)) return false;
  return true;
}

/**
 * Resolves with the compiled source in which each mutant can be switched on: `$mutant(id)` says
 * whether it is. `mutants` are in the order of `findMutants`, with an `id`.
 */
export async function instrument(path, text, mutants) {
  const render = (from, to, inside) => {
    let rendered = "";
    let at = from;
    for (let index = 0; index < inside.length; ) {
      const mutant = inside[index];
      const nested = inside.slice(index + 1).filter((other) => other.from < mutant.to);
      const original = render(mutant.from, mutant.to, nested);
      rendered += `${text.slice(at, mutant.from)}($mutant(${mutant.id}) ? (${mutant.mutated}) : (${original}))`;
      at = mutant.to;
      index += 1 + nested.length;
    }
    return rendered + text.slice(at, to);
  };
  const sorted = mutants.toSorted((left, right) => left.from - right.from || right.to - left.to);
  const { code } = await transform(render(0, text.length, sorted), {
    loader: "ts",
    format: "esm",
    target: "node20.19",
    supported: { "import-attributes": true },
  });
  // As in the compiled sources: what is not compiled is imported from its own place.
  return code.replace(/(?<=\bfrom ")(\.[^"]*)(?=")/g, (specifier) => {
    const file = resolve(dirname(path), specifier);
    return existsSync(file.replace(/\.js$/, ".ts")) ? specifier : pathToFileURL(file).href;
  });
}
