/** What modules of JavaScript and TypeScript export, and how a name is exported from one. */

import type { Replacement } from "../../../../locate/edit/editRequest.js";
import { ignoreParseError } from "../../../../syntax/syntax.js";
import type { Stretch } from "../../../../text/stretch.js";
import type { SyntaxContext } from "../../../client/requestContext.js";
import { type DocumentVersion, toSyntaxText } from "../../../place/syntaxView.js";
import { importStyleOf } from "./importForms.js";
import type { TextDraft } from "./textDraft.js";
import { insertLineAfter } from "./writtenImports.js";

/**
 * One way in which a text exports a name. `keyword`: at its declaration. `list`: in `export { }`;
 * `object`: in that of `module.exports`; `assignment`: `exports.a = a`. `value`: as the value of a
 * module, `export default a` and `module.exports = a`.
 */
export interface WrittenExport {
  readonly form: "keyword" | "list" | "object" | "assignment" | "value";
  /** The name by which others import it; `default` is the default export. */
  readonly name: string;
  /** Its element of the list, or the whole statement. */
  readonly element: Stretch;
  readonly statement: Stretch;
  /** Whether the statement has nothing else. */
  readonly isAlone: boolean;
}

/** Returns how the name at an offset is exported. */
export async function readExports(
  version: DocumentVersion,
  nameFrom: number,
  context: SyntaxContext,
): Promise<readonly WrittenExport[]> {
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  const info = await syntax.nameAt(source, nameFrom).catch(ignoreParseError);
  if (info === undefined) return [];
  const { occurrences, name } = info;
  const chains = await syntax.coveringNodes(source, occurrences, {});
  const found: WrittenExport[] = [];
  for (const [index, { from, to }] of occurrences.entries()) {
    const chain = chains[index] ?? [];
    const at = (type: string) => chain.find((each) => each.type === type);
    const textOf = ({ from: start, to: end }: Stretch) => version.text.slice(start, end);
    const statement = at("export_statement");
    const specifier = at("export_specifier");
    if (statement && specifier) {
      if (/\}\s*from\b/.test(textOf(statement))) continue;
      const exported = /\bas\s+([\w$]+)$/.exec(textOf(specifier))?.[1] ?? name;
      const count = textOf(statement)
        .slice(0, -1)
        .split(",")
        .filter((each) => /[\w$]/.test(each)).length;
      if (specifier.from === from)
        found.push({ form: "list", name: exported, element: specifier, statement, isAlone: count === 1 });
      continue;
    }
    if (statement) {
      const before = version.text.slice(statement.from, from);
      if (/^export\s+default\s+$/.test(before) && /^;?$/.test(version.text.slice(to, statement.to)))
        found.push({ form: "value", name: "default", element: statement, statement, isAlone: true });
      else if (isDeclared(before, version.text.slice(to, statement.to)))
        found.push({
          form: "keyword",
          name: /\bexport\s+default\b/.test(before) ? "default" : name,
          element: statement,
          statement,
          isAlone: true,
        });
      continue;
    }
    const assignment = at("assignment_expression");
    const whole = at("expression_statement");
    if (assignment === undefined || whole === undefined || assignment.to - whole.to < -1) continue;
    const [, key, value] = /^(?:module\.)?exports(?:\.([\w$]+))?\s*=\s*(\S[\s\S]*)$/.exec(textOf(assignment)) ?? [];
    if (value === undefined) continue;
    if (value === name) {
      const form = key === undefined ? "value" : "assignment";
      found.push({ form, name: key ?? "default", element: whole, statement: whole, isAlone: true });
      continue;
    }
    const object = at("object");
    const [leaf, pair] = chain;
    const element = leaf?.type.startsWith("shorthand") ? leaf : pair?.type === "pair" ? pair : undefined;
    const isOwn = object && key === undefined && object.to === assignment.to && textOf(object) === value;
    if (!isOwn || element === undefined) continue;
    const exported = element === pair ? /^["']?([\w$]+)/.exec(textOf(element))?.[1] : name;
    const count = chain.indexOf(object) === (element === pair ? 2 : 1);
    if (exported !== undefined && count)
      found.push({
        form: "object",
        name: exported,
        element,
        statement: whole,
        isAlone: /^\{\s*[\w$]+(?:\s*:\s*[\w$]+)?,?\s*\}$/.test(value),
      });
  }
  return found;
}

const DECLARATION =
  /(?:(?:declare|abstract|async)\s{1,99}){0,9}(?:function\s{0,99}\*?|class|interface|type|(?:const\s{1,99})?enum|namespace|module|const|let|var)\s{1,99}$/;

/** Whether the name after a text is the one that its statement declares. */
function isDeclared(before: string, after: string): boolean {
  return DECLARATION.test(before) && /^export\b|\bexport\s[^{}()=]{0,999}$/.test(before) && after !== "";
}

/** Returns the change that exports the declaration whose name is at an offset of a text. */
export function exportKeyword(text: string, nameFrom: number): Replacement | undefined {
  const [keywords] = DECLARATION.exec(text.slice(Math.max(0, nameFrom - MAX_KEYWORDS), nameFrom)) ?? [];
  if (keywords === undefined) return undefined;
  const from = nameFrom - keywords.length;
  return { from, to: from, insert: "export " };
}

const MAX_KEYWORDS = 100;

/** Whether a text is a module of CommonJS; undefined where it does not show what it is. */
export function isCommonJs({ text }: { readonly text: string }): boolean | undefined {
  if (/^(?:import|export)\b(?!\s*[(.])/m.test(text)) return false;
  return /\bmodule\.exports\b|^[ \t]*exports\.[\w$]+\s*=|\brequire\s{0,99}\(/m.test(text) ? true : undefined;
}

const ASSIGNED = /^((?:module\.)?exports\.)[\w$]+\s*=[^;\n]*;?$/gm;

/**
 * Exports a name from a module of CommonJS in the way that it exports others, else in that of the
 * text `like`.
 */
export function addCommonJsExport(draft: TextDraft, name: string, like: string): void {
  const { text } = draft;
  const list = /^module\.exports\s*=\s*\{([^{}]*)\}/m.exec(text.text);
  if (list) {
    const [whole, listed = ""] = list;
    const inside = listed.trimEnd().replace(/,$/, "");
    const at = list.index + whole.length - 1 - listed.length + inside.length;
    const [lead = " "] = /(?:^|\n)[ \t]*(?=\S[^\n]*$)/.exec(inside) ?? [];
    const before = inside.trim() === "" ? "" : ",";
    draft.edit({
      from: at,
      to: at,
      insert: `${before}${lead === "" ? " " : lead}${name}${inside.trim() === "" ? " " : ""}`,
    });
    return;
  }
  const { end } = importStyleOf(text.text);
  const assigned = [...text.text.matchAll(ASSIGNED)].at(-1);
  if (assigned) {
    const statement = { from: assigned.index, to: assigned.index + assigned[0].length };
    insertLineAfter(draft, statement, `${assigned[1]}${name} = ${name}${end}`);
    return;
  }
  const [prefix] = [...like.matchAll(ASSIGNED)].map(([, each]) => each);
  const gap = text.text.endsWith("\n") ? "\n" : "\n\n";
  draft.edit({
    from: text.length,
    to: text.length,
    insert: `${gap}${prefix === undefined ? `module.exports = { ${name} }` : `${prefix}${name} = ${name}`}${end}\n`,
  });
}
