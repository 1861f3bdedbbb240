/** The arity and the signature of a function, read from the nodes of its parameters. */

import type { Node } from "web-tree-sitter";
import type { ParameterFacts } from "../../languages/parameters.js";

/** How many arguments a callable takes. `most` is Infinity where there is no upper bound. */
export interface Arity {
  readonly least: number;
  readonly most: number;
}

/** Whether some number of arguments fits both. */
export function mayTakeSame(one: Arity | undefined, other: Arity | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  return one.least <= other.most && other.least <= one.most;
}

/** Whether a callable may take a number of arguments: also one whose arity is not known. */
export function mayTake(arity: Arity | undefined, count: number): boolean {
  return arity === undefined || (arity.least <= count && count <= arity.most);
}

/** Returns the callables that may take a number of arguments; all where none does. */
export function fitting<Callable>(
  callables: readonly Callable[],
  count: number,
  arityOf: (callable: Callable) => Arity | undefined,
): readonly Callable[] {
  const found = callables.filter((each) => mayTake(arityOf(each), count));
  return found.length > 0 ? found : callables;
}

interface Parameter {
  /**
   * The text before the default value, without comments and without the contents of brackets:
   * `cb: () => void`.
   */
  head: string;
  hasDefault: boolean;
}

/** In UTF-16 code units. Longer texts are not parameter lists. */
const MAX_LENGTH = 10_000;

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/**
 * Returns the arity of a callable with these nodes of parameters: a list, or one node for each.
 * Undefined without a whole list, or where the language has no fixed arities.
 */
export function arityOf(nodes: readonly Node[], rules: ParameterFacts, text: string): Arity | undefined {
  const [first] = nodes;
  // Where each parameter has a label, the outline has them one by one.
  if (rules.label && first === undefined) return { least: 0, most: 0 };
  if (rules.form === "none" || first === undefined) return undefined;
  if ((nodes.at(-1) ?? first).endIndex - first.startIndex > MAX_LENGTH) return undefined;
  const list = nodes.find((node) => /^[([]/.test(text.slice(node.startIndex, node.startIndex + 1))) ?? first;
  const children = list.children.filter((child) => child !== null);
  const inside = insideOfBrackets(children);
  if (rules.form === "vector") return inside && countForms(inside, text);
  const reader = new ParameterReader(rules, text);
  if (inside) reader.readAll(inside);
  else if (rules.bare === "list") reader.readAll(children);
  else if (rules.bare === "name" && children.length === 0) reader.readAll([list]);
  else if (nodes.every(({ type }) => type === "parameter")) for (const node of nodes) reader.readSibling(node);
  else return undefined;
  return countArguments(reader.parameters, rules);
}

/**
 * Returns the types of the parameters in a list, a `->`, and those of the results after it: without
 * packages and white space, one of several spellings for each.
 */
export function signatureOf(list: Node, spellings: Readonly<Record<string, string>>, text: string): readonly string[] {
  const plain = ({ startIndex, endIndex }: Node) => {
    const code = text.slice(startIndex, endIndex).replace(/\/\/.*/g, "");
    const bare = code.replace(/\s+/g, "").replace(/\b\w+\.(?=\w)/g, "");
    return spellings[bare] ?? bare;
  };
  const typesIn = ({ namedChildren }: Node) =>
    namedChildren.flatMap((parameter) => {
      const type = parameter?.childForFieldName("type");
      if (!parameter || !type) return [];
      const isVariadic = parameter.children.some((child) => child?.type === "...");
      const names = parameter.childrenForFieldName("name").filter((name) => name?.isNamed).length;
      return Array.from({ length: Math.max(1, names) }, () => `${isVariadic ? "..." : ""}${plain(type)}`);
    });
  const result = list.parent?.childForFieldName("result");
  const results = !result ? [] : result.type === list.type ? typesIn(result) : [plain(result)];
  return [...typesIn(list), "->", ...results];
}

function insideOfBrackets(children: readonly Node[]): readonly Node[] | undefined {
  const [open] = children;
  const close = open && closers[open.type];
  const last = children.at(-1);
  return close !== undefined && last?.type === close && !last.isMissing ? children.slice(1, -1) : undefined;
}

/** Counts the forms in a vector of Lisp: `[a [b c] & more]`. */
function countForms(children: readonly Node[], text: string): Arity {
  const forms = children.filter(({ isNamed, type }) => isNamed && !isComment(type));
  const rest = forms.findIndex(({ startIndex, endIndex }) => text.slice(startIndex, endIndex) === "&");
  return rest < 0 ? { least: forms.length, most: forms.length } : { least: rest, most: Number.POSITIVE_INFINITY };
}

function isComment(type: string): boolean {
  return type.includes("comment");
}

class ParameterReader {
  readonly parameters: Parameter[] = [];
  readonly #rules: ParameterFacts;
  readonly #text: string;
  #last: Parameter | undefined;
  /** The offset after the last token. */
  #end = 0;
  /** The node whose last part is the default value. */
  #defaultEnd = 0;

  constructor(rules: ParameterFacts, text: string) {
    this.#rules = rules;
    this.#text = text;
  }

  /** Reads the nodes of a list, without its brackets. */
  readAll(nodes: readonly Node[]): void {
    this.#last = undefined;
    this.#readNodes(nodes, true);
  }

  /** Reads a parameter whose default value is beside it. */
  readSibling(node: Node): void {
    this.readAll([node]);
    if (node.nextSibling?.type === "=" && this.#last) this.#last.hasDefault = true;
  }

  /** Reads siblings; brackets among them hide what they have in them. */
  #readNodes(nodes: readonly Node[], isList: boolean): void {
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at] as Node;
      const close = node.isNamed ? undefined : closers[node.type.at(-1) ?? ""];
      const to = close === undefined ? -1 : nodes.findIndex((each, other) => other > at && each.type.startsWith(close));
      if (to < 0) {
        this.#readNode(node, isList);
        continue;
      }
      const inside = nodes.slice(at + 1, to);
      if (this.#rules.hasGroups && this.#isGroup(node)) this.#readGroup(inside);
      else this.#append(node, `${node.type}${close}`, nodes[to]);
      at = to;
    }
  }

  #readNode(node: Node, isList: boolean): void {
    if (isComment(node.type)) return;
    const children = node.children.filter((child) => child !== null);
    if (children.length > 0) {
      this.#readNodes(children, false);
      return;
    }
    const { startIndex, endIndex, isNamed, type } = node;
    const token = this.#text.slice(startIndex, endIndex);
    const isInDefault = this.#last?.hasDefault === true && startIndex < this.#defaultEnd && !isList;
    // R's commas have a name.
    const isMark = !isNamed || type === "comma";
    if (isMark && token !== "" && (this.#rules.separators ?? ",").includes(token) && !isInDefault) {
      this.#last = undefined;
      return;
    }
    if (token === this.#rules.default && this.#last?.hasDefault !== true) {
      this.#parameter().hasDefault = true;
      this.#defaultEnd = isList ? 0 : (node.parent?.endIndex ?? 0);
    } else this.#append(node, token);
  }

  /** Dart puts optional parameters in brackets. */
  #isGroup({ type }: Node): boolean {
    return this.#last === undefined && /^[[{]$/.test(type);
  }

  #readGroup(nodes: readonly Node[]): void {
    const group = new ParameterReader(this.#rules, this.#text);
    group.readAll(nodes);
    for (const each of group.parameters)
      this.parameters.push({ ...each, hasDefault: !/(?:^|\s)required\s/.test(each.head) });
  }

  #append(node: Node, token: string, last = node): void {
    const parameter = this.#parameter();
    const gap = parameter.head !== "" && this.#end < node.startIndex ? " " : "";
    if (!parameter.hasDefault) parameter.head += gap + token;
    this.#end = last.endIndex;
  }

  #parameter(): Parameter {
    if (this.#last === undefined) {
      this.#last = { head: "", hasDefault: false };
      this.parameters.push(this.#last);
    }
    return this.#last;
  }
}

function countArguments(parameters: readonly Parameter[], rules: ParameterFacts): Arity {
  const all = rules.hasRemainder ? parameters.flatMap(splitRemainder) : parameters;
  const [first] = all;
  const isReceived = first !== undefined && rules.receiver?.test(first.head);
  const withArgument = (isReceived ? all.slice(1) : all).filter(({ head }) => !rules.noArgument?.test(head));
  const positional = withArgument.filter(({ head }) => !rules.variadic?.test(head));
  const isNeeded = ({ head, hasDefault }: Parameter) => !hasDefault && !rules.optional?.test(head);
  const least = rules.isPositional ? positional.findLastIndex(isNeeded) + 1 : positional.filter(isNeeded).length;
  return { least, most: positional.length < withArgument.length ? Number.POSITIVE_INFINITY : positional.length };
}

/** Returns the parameter and the remainder after it: in Rholang there may be no comma between. */
function splitRemainder(parameter: Parameter): readonly Parameter[] {
  const at = parameter.head.indexOf("...");
  return at > 0
    ? [
        { ...parameter, head: parameter.head.slice(0, at) },
        { ...parameter, head: "..." },
      ]
    : [parameter];
}
