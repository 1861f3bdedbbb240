/** Lists of parameters and arguments, and what a changed signature makes of them. Pure. */

import type { ParameterFacts } from "../../../../languages/parameters.js";
import type { Replacement } from "../../../../locate/edit/editRequest.js";
import type { CallList } from "../../../../text/treeFacts.js";
import type { ChangedList, NewParameter } from "./parameterChanges.js";

/** A list in a text, with the text of each element. */
export interface WrittenList extends CallList {
  readonly texts: readonly string[];
  /** The text between two elements as the list has it: `, `, or a comma and a new line. */
  readonly gap: string;
}

/** A parameter that callers write. */
export interface Parameter {
  /** Its declaration, of its own where several share a type. */
  readonly text: string;
  /** The index of its element in the list. */
  readonly element: number;
  readonly name: string | undefined;
  /** Where the name is in the text of the element. */
  readonly nameFrom: number;
  /** The name that arguments have. */
  readonly label: string | undefined;
  readonly isVariadic: boolean;
  /** Whether its argument always has its name. */
  readonly isNamed: boolean;
}

/** An entry that is no parameter, such as Python's `*`. */
export interface Mark {
  readonly text: string;
  /** The index of its element in the list. */
  readonly element: number;
  /** The index of the parameter after it. */
  readonly before: number;
}

export interface ParameterList {
  readonly list: WrittenList;
  /** The elements before the first parameter that callers write: `self`. */
  readonly receivers: readonly string[];
  readonly parameters: readonly Parameter[];
  /** In the order of the list. */
  readonly marks: readonly Mark[];
  /** Whether elements declare several parameters: `a, b int`. */
  readonly hasGroups: boolean;
}

/** What of a language's file is read here. */
export interface ListRules {
  readonly parameters: ParameterFacts;
  readonly hasTypesAfterNames: boolean;
}

/** Reads a list as it is written in a text. */
export function readList(list: CallList, text: string): WrittenList {
  const { elements, inside, separator } = list;
  const [first, second] = elements;
  const texts = elements.map(({ from, to }) => text.slice(from, to));
  if (first && second) return { ...list, texts, gap: text.slice(first.to, second.from) };
  const lead = first ? text.slice(inside.from, first.from) : "";
  return { ...list, texts, gap: `${separator}${lead.includes("\n") ? lead : " "}` };
}

/** Reads the parameters of a list. */
export function readParameters(list: WrittenList, rules: ListRules): ParameterList {
  const { receiver, noArgument, namedAfter } = rules.parameters;
  const receivers = list.texts.slice(0, receiver?.test(list.texts[0] ?? "") ? 1 : 0);
  const parameters: Parameter[] = [];
  const marks: Mark[] = [];
  let [isNamed, hasGroups] = [false, false];
  for (const [element, text] of list.texts.entries()) {
    if (element < receivers.length) continue;
    if (noArgument?.test(text)) {
      if (text !== "void") marks.push({ text, element, before: parameters.length });
    } else {
      const group = rules.hasTypesAfterNames ? splitGroup(text) : [{ text, from: 0 }];
      hasGroups ||= group.length > 1;
      for (const { text: own, from } of group) {
        const read = readParameter(own, isNamed, rules);
        parameters.push({ ...read, element, nameFrom: from + read.nameFrom });
      }
    }
    isNamed ||= namedAfter?.test(text) === true;
  }
  return { list, receivers, parameters, marks, hasGroups };
}

/** Splits `a, b int` of Go; `from` is where each begins. */
function splitGroup(text: string): readonly { readonly text: string; readonly from: number }[] {
  const [, names, type] = /^((?:\w+\s*,\s*)+\w+)(\s.*)$/.exec(text) ?? [];
  if (names === undefined) return [{ text, from: 0 }];
  return [...names.matchAll(/\w+/g)].map(({ 0: name, index: from }) => ({ text: `${name}${type}`, from }));
}

function readParameter(text: string, isNamed: boolean, rules: ListRules): Omit<Parameter, "element"> {
  const { variadic, named, hasLabels } = rules.parameters;
  const { name, from: nameFrom = 0 } = findName(text, rules) ?? {};
  const label = hasLabels ? /^[\p{ID_Start}_]\p{ID_Continue}*/u.exec(text)?.[0] : name?.replace(/^\$/, "");
  const hasLabel = hasLabels && label !== "_";
  return {
    text,
    name,
    nameFrom,
    label: label === "_" ? undefined : label,
    isVariadic: variadic?.test(headOf(text, rules)) === true,
    isNamed: isNamed || hasLabel === true || named?.test(text) === true,
  };
}

/** Returns the text before the default value; brackets hide signs. */
function headOf(text: string, { parameters }: ListRules): string {
  const at = signOutside(text, parameters.default ?? "=");
  return (at < 0 ? text : text.slice(0, at)).trim();
}

/** Whether callers may leave out the argument of a parameter. */
export function isOptional(text: string, rules: ListRules): boolean {
  const { parameters } = rules;
  const head = headOf(text, rules);
  const hasDefault = head.length < text.trim().length;
  return hasDefault || parameters.optional?.test(head) === true || parameters.variadic?.test(head) === true;
}

/** Returns a parameter without its default value. */
export function withoutDefault(text: string, rules: ListRules): string {
  return headOf(text, rules);
}

/** Returns the index of a sign that is in no brackets and part of no longer sign; -1 for none. */
function signOutside(text: string, sign: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character)) depth--;
    else if (depth === 0 && text.startsWith(sign, at)) {
      const isLonger = /[=<>!:]/.test(text.charAt(at - 1)) || /[=>:]/.test(text.charAt(at + sign.length));
      if (!isLonger) return at;
    }
  }
  return -1;
}

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/** Returns the name that a parameter declares; undefined for a pattern. */
export function nameOfParameter(text: string, rules: ListRules): string | undefined {
  return findName(text, rules)?.name;
}

/** Returns the name with its place in the text, which begins without white space. */
function findName(text: string, rules: ListRules): { readonly name: string; readonly from: number } | undefined {
  const head = headOf(text, rules);
  const at = signOutside(head, ":");
  const declared = (at < 0 ? head : head.slice(0, at)).replace(/(?:\[[^[\]]*\]|\?)\s*$/, "").trimEnd();
  // C's `void (*done)(int)`
  const pointer = /\(\s*[*&^]\s*(\w+)/d.exec(declared)?.indices?.[1];
  if (pointer !== undefined) return { name: declared.slice(pointer[0], pointer[1]), from: pointer[0] };
  if (/[)\]}>]$/.test(declared)) return undefined;
  const words = [...declared.matchAll(WORD)];
  const word = rules.hasTypesAfterNames ? words[0] : words.at(-1);
  return word && { name: word[0], from: word.index };
}

/** Returns the mark over which a parameter is moved, which would change how callers pass it. */
export function crossedMark(wanted: readonly NewParameter[], { marks }: ParameterList): Mark | undefined {
  const order = wanted.flatMap((each) => ("old" in each ? [each.old] : []));
  return marks.find(({ before }) => {
    const first = order.findIndex((old) => old >= before);
    return first >= 0 && order.slice(first).some((old) => old < before);
  });
}

/** Where the elements of a new list come from: an element of the old one, or nowhere. */
interface NewElement {
  readonly old?: number;
  readonly text: string;
  /** Whether an old one is written otherwise. */
  readonly isRewritten?: boolean;
}

/**
 * Returns the changes of a declaration's list, in which no parameter crosses a mark. `textOf`
 * returns the text of an element whose words have other names.
 */
export function changeDeclaration(
  { list, receivers, parameters, marks, hasGroups }: ParameterList,
  changed: ChangedList,
  added: (parameter: Extract<NewParameter, { text: string }>) => string,
  textOf: (element: number) => string,
): readonly Replacement[] {
  const elements: NewElement[] = receivers.map((_, old) => ({ old, text: textOf(old) }));
  const waiting = [...marks];
  const pushMark = ({ element: old, text }: Mark) => elements.push({ old, text });
  for (const each of changed.parameters) {
    if (!("old" in each)) {
      elements.push({ text: added(each) });
      continue;
    }
    while (waiting[0] !== undefined && waiting[0].before <= each.old) pushMark(waiting.shift() as Mark);
    const { text, element } = parameters[each.old] as Parameter;
    const name = changed.names.get(each.old);
    elements.push(hasGroups ? { text: renamedIn(text, name) } : { old: element, text: textOf(element) });
  }
  // A lone star has to be before a parameter; Python's slash, and a block of Ruby, may be last.
  for (const each of waiting) if (each.text !== "*") pushMark(each);
  return hasGroups ? [replaceAll(list, joinGroups(elements))] : spliceList(list, elements);
}

function renamedIn(text: string, name: string | undefined): string {
  return name === undefined ? text : text.replace(/^\w+/, name);
}

/** Joins neighbours of one type again: `a, b int`. */
function joinGroups(elements: readonly NewElement[]): readonly NewElement[] {
  const typeOf = (text: string) => /^\w+(\s.*)$/.exec(text)?.[1];
  return elements.map(({ text }, index) => {
    const next = elements[index + 1];
    const type = typeOf(text);
    const isShared = next !== undefined && type !== undefined && type === typeOf(next.text);
    return { text: isShared ? text.slice(0, -type.length) : text };
  });
}

/** An argument, as a call has it. */
interface Argument {
  readonly index: number;
  readonly name: string | undefined;
}

const NAMED: Readonly<Record<string, RegExp>> = {
  "=": /^([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*=(?![=>~])/u,
  ":": /^([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*:(?!:)/u,
};

/** Why the arguments of a call can't be matched with parameters, as a clause. */
export class UnmatchedCall extends Error {}

/** A call whose arguments are changed. */
export interface ChangedCall {
  readonly list: WrittenList;
  /** Whether the object that a method is called on is its first argument. */
  readonly passesReceiver: boolean;
}

/** Returns the changes of a call's arguments. Throws `UnmatchedCall`. */
export function changeCall(
  { list, passesReceiver }: ChangedCall,
  parameters: readonly Parameter[],
  changed: ChangedList,
  rules: ListRules,
  textOf: (element: number) => string,
): readonly Replacement[] {
  const skipped = passesReceiver ? 1 : 0;
  const call = matchArguments(list, skipped, parameters, rules);
  const writer = new ArgumentWriter(call, parameters, rules, textOf);
  const receivers = list.texts.slice(0, skipped).map((_, index) => ({ old: index, text: textOf(index) }));
  return spliceList(list, [...receivers, ...writer.write(changed)]);
}

interface MatchedCall {
  /** The arguments of each parameter. */
  readonly given: ReadonlyMap<number, readonly Argument[]>;
  /** Arguments that stay as they are, at the end: what is spread, and what follows it. */
  readonly rest: readonly number[];
  /** The first parameter that what is spread may be passed for. */
  readonly restFrom: number | undefined;
  /** Named arguments for a parameter that takes any. */
  readonly others: readonly number[];
  /** Whether the last parameter's argument follows the brackets. */
  readonly hasClosure: boolean;
}

function matchArguments(
  list: WrittenList,
  skipped: number,
  parameters: readonly Parameter[],
  { parameters: facts }: ListRules,
): MatchedCall {
  const given = new Map<number, Argument[]>();
  const give = (parameter: number, argument: Argument) =>
    given.set(parameter, [...(given.get(parameter) ?? []), argument]);
  const rest: number[] = [];
  const others: number[] = [];
  let restFrom: number | undefined;
  let next = 0;
  const named = facts.argumentName === undefined ? undefined : NAMED[facts.argumentName.trim()];
  for (const [index, text] of list.texts.entries()) {
    if (index < skipped) continue;
    const name = named?.exec(text)?.[1];
    if (facts.noArgument?.test(text)) rest.push(index);
    else if (facts.spread?.test(text)) {
      restFrom ??= next;
      rest.push(index);
    } else if (name !== undefined) {
      const parameter = parameters.findIndex((each, at) => each.label === name && (!facts.hasLabels || at >= next));
      if (parameter >= 0) give(parameter, { index, name });
      else if (parameters.some(({ isVariadic }) => isVariadic)) others.push(index);
      else throw new UnmatchedCall(`it passes \`${name}\`, which the declaration does not have`);
      if (facts.hasLabels) next = parameter + 1;
    } else if (restFrom !== undefined) rest.push(index);
    else {
      while (parameters[next]?.isNamed) next++;
      const parameter = parameters[next];
      if (parameter === undefined) throw new UnmatchedCall("it passes more arguments than there are parameters");
      give(next, { index, name: undefined });
      if (!parameter.isVariadic) next++;
    }
  }
  return { given, rest, restFrom, others, hasClosure: list.hasClosure };
}

/** Writes the arguments of a call in the order of new parameters. */
class ArgumentWriter {
  readonly #call: MatchedCall;
  readonly #parameters: readonly Parameter[];
  readonly #rules: ListRules;
  readonly #textOf: (element: number) => string;

  constructor(
    call: MatchedCall,
    parameters: readonly Parameter[],
    rules: ListRules,
    textOf: (element: number) => string,
  ) {
    this.#call = call;
    this.#parameters = parameters;
    this.#rules = rules;
    this.#textOf = textOf;
  }

  /** Throws `UnmatchedCall`. */
  write({ parameters: wanted, names }: ChangedList): readonly NewElement[] {
    const { given, rest, restFrom, others, hasClosure } = this.#call;
    this.#assertRest(wanted);
    const { hasLabels } = this.#rules.parameters;
    const last = this.#parameters.length - 1;
    const inOrder: NewElement[] = [];
    const named: NewElement[] = [];
    // Once an argument is left out, those after it are known by their names alone.
    let isOpen = false;
    let isClosed = false;
    const push = (element: NewElement, name: string | undefined, isNamed: boolean) => {
      if (isClosed) throw new UnmatchedCall("it passes a function after its brackets");
      // Labels keep the order of the parameters.
      if (hasLabels || (!isNamed && !isOpen)) inOrder.push(element);
      else if (isNamed) named.push(element);
      else named.push({ ...element, text: this.#nameArgument(element.text, name), isRewritten: true });
    };
    for (const each of wanted) {
      if (!("old" in each)) {
        const { text, name, argument } = each;
        if (argument === undefined) isOpen = true;
        else {
          const isNamed = this.#isNamed(argument);
          const mustBeNamed = !isNamed && this.#needsName(text);
          push({ text: mustBeNamed ? this.#nameArgument(argument, name) : argument }, name, isNamed || mustBeNamed);
        }
        continue;
      }
      const own = given.get(each.old);
      const parameter = this.#parameters[each.old] as Parameter;
      if (own === undefined) {
        if (hasClosure && each.old === last) isClosed = true;
        else if (restFrom === undefined || each.old < restFrom) isOpen ||= !parameter.isVariadic;
      }
      for (const { index, name } of own ?? []) {
        if (name === undefined || hasLabels)
          push({ old: index, text: this.#textOf(index) }, names.get(each.old) ?? parameter.name, false);
        else isOpen = true;
      }
    }
    if (!isClosed && hasClosure && !given.has(last) && last >= 0)
      throw new UnmatchedCall("it passes a function after its brackets");
    const kept = new Set(wanted.flatMap((each) => ("old" in each ? [each.old] : [])));
    const stay = hasLabels
      ? []
      : [...given]
          .flatMap(([parameter, all]) => (kept.has(parameter) ? all : []))
          .filter(({ name }) => name !== undefined)
          .map(({ index }) => index);
    const unchanged = (old: number) => ({ old, text: this.#textOf(old) });
    // Named arguments may be in any order: they keep theirs, and new ones follow.
    const order = ({ old = Number.POSITIVE_INFINITY }: NewElement) => old;
    const later = [...[...stay, ...others].map(unchanged), ...named].sort((one, other) =>
      order(one) === order(other) ? 0 : order(one) - order(other),
    );
    return [...inOrder, ...rest.map(unchanged), ...later];
  }

  /** What is spread has to be passed for the same parameters, in the same order. */
  #assertRest(wanted: readonly NewParameter[]): void {
    const { restFrom } = this.#call;
    if (restFrom === undefined) return;
    const from = wanted.findIndex((each) => "old" in each && each.old >= restFrom);
    const tail = from < 0 ? [] : wanted.slice(from);
    const expected = this.#parameters.length - restFrom;
    const old = tail.filter((each) => "old" in each);
    const isSame = old.length === expected && old.every((each, index) => each.old === restFrom + index);
    const isAdded = tail.some((each) => !("old" in each) && each.argument !== undefined);
    if (!isSame || isAdded) throw new UnmatchedCall("it spreads arguments, and which they are is not known");
  }

  #isNamed(argument: string): boolean {
    const sign = this.#rules.parameters.argumentName?.trim();
    return sign !== undefined && NAMED[sign]?.test(argument) === true;
  }

  #needsName(text: string): boolean {
    return readParameter(text, false, this.#rules).isNamed;
  }

  #nameArgument(text: string, name: string | undefined): string {
    const sign = this.#rules.parameters.argumentName;
    if (sign !== undefined && name !== undefined) return `${name}${sign}${text}`;
    throw new UnmatchedCall("it leaves out an argument, and passes one that comes after it");
  }
}

/** Returns the changes by which a list gets new elements. What stays is not written again. */
function spliceList(list: WrittenList, elements: readonly NewElement[]): readonly Replacement[] {
  const { elements: old, gap, inside } = list;
  // What changes inside of an element that stays is a change of its own.
  const isSame = (index: number, element: NewElement | undefined) => element?.old === index && !element.isRewritten;
  let first = 0;
  while (first < old.length && first < elements.length && isSame(first, elements[first])) first++;
  let tail = 0;
  const room = Math.min(old.length, elements.length) - first;
  while (tail < room && isSame(old.length - 1 - tail, elements[elements.length - 1 - tail])) tail++;
  const removed = old.slice(first, old.length - tail);
  const inserted = elements.slice(first, elements.length - tail).map(({ text }) => text);
  const [start, end] = [removed[0], removed.at(-1)];
  const previous = old[first - 1];
  const next = old[old.length - tail];
  if (start === undefined || end === undefined) {
    if (inserted.length === 0) return [];
    if (previous) return [{ from: previous.to, to: previous.to, insert: inserted.map((each) => gap + each).join("") }];
    if (next) return [{ from: next.from, to: next.from, insert: inserted.map((each) => each + gap).join("") }];
    return [{ ...inside, insert: inserted.join(gap) }];
  }
  if (inserted.length > 0) return [{ from: start.from, to: end.to, insert: inserted.join(gap) }];
  if (previous) return [{ from: previous.to, to: end.to, insert: "" }];
  return [next ? { from: start.from, to: next.from, insert: "" } : { ...inside, insert: "" }];
}

function replaceAll({ elements, inside, gap }: WrittenList, written: readonly NewElement[]): Replacement {
  const [first, last] = [elements[0], elements.at(-1)];
  const stretch = first && last ? { from: first.from, to: last.to } : inside;
  return { ...stretch, insert: written.map(({ text }) => text).join(gap) };
}
