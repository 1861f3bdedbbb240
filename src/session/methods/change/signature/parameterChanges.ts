/** The `changes` of `locate/signature`: how they are written, and what they make of a list. */

import { LocateError } from "../../../../error.js";
import { describeValue } from "../../../../locate/errorText.js";
import { assertStorable } from "../../params.js";

/** Places count the parameters that callers write, from 0, as the changes before have left them. */
export type ParameterChange =
  | { readonly kind: "add"; readonly text: string; readonly at?: number; readonly argument?: string }
  | { readonly kind: "remove"; readonly name: string }
  | { readonly kind: "move"; readonly name: string; readonly to: number }
  | { readonly kind: "rename"; readonly name: string; readonly to: string };

/** A parameter of the new list: one of the old list, by its index there, or a new one. */
export type NewParameter =
  | { readonly old: number }
  | { readonly text: string; readonly name: string | undefined; readonly argument: string | undefined };

/** The list that changes make, and the parameters that get another name. */
export interface ChangedList {
  readonly parameters: readonly NewParameter[];
  /** By the index in the old list. */
  readonly names: ReadonlyMap<number, string>;
}

const fields: Readonly<Record<ParameterChange["kind"], readonly string[]>> = {
  add: ["at", "argument"],
  remove: [],
  move: ["to"],
  rename: ["to"],
};

const EXAMPLE =
  '[{ "add": "flag: bool", "at": 0, "argument": "true" }, { "remove": "x" }, { "move": "x", "to": 0 }, { "rename": "x", "to": "y" }]';

/** Throws `invalid_locate`. */
export function readParameterChanges(changes: unknown): readonly ParameterChange[] {
  if (Array.isArray(changes) && changes.length > 0) return changes.map(readChange);
  throw invalidChange("changes", `changes ${stateOf(changes)}. Write an array such as ${EXAMPLE}.`);
}

function readChange(change: unknown, index: number): ParameterChange {
  const field = `changes[${index}]`;
  if (typeof change !== "object" || change === null || Array.isArray(change))
    throw invalidChange(field, `${field} ${stateOf(change)}. Write one such as those of ${EXAMPLE}.`);
  const given = change as Readonly<Record<string, unknown>>;
  const [kind, ...others] = (Object.keys(fields) as ParameterChange["kind"][]).filter((each) => each in given);
  if (kind === undefined || others.length > 0)
    throw invalidChange(field, `${field} must have one of add, remove, move and rename, as in ${EXAMPLE}.`);
  const surplus = Object.keys(given).find((name) => name !== kind && !fields[kind].includes(name));
  if (surplus !== undefined)
    throw invalidChange(field, `${field} has ${surplus}, which ${kind} does not take: ${describeFields(kind)}.`);
  const text = readText(given[kind], `${field}.${kind}`);
  switch (kind) {
    case "add": {
      const { at, argument } = given;
      const place = at === undefined || at === null ? {} : { at: readPlace(at, `${field}.at`) };
      const passed =
        argument === undefined || argument === null ? {} : { argument: readText(argument, `${field}.argument`) };
      return { kind, text, ...place, ...passed };
    }
    case "remove":
      return { kind, name: text };
    case "move":
      return { kind, name: text, to: readPlace(given["to"], `${field}.to`) };
    case "rename":
      return { kind, name: text, to: readText(given["to"], `${field}.to`) };
  }
}

function describeFields(kind: ParameterChange["kind"]): string {
  const names = fields[kind];
  return names.length === 0 ? `${kind} takes nothing more` : `${kind} takes ${names.join(" and ")}`;
}

function readText(value: unknown, field: string): string {
  if (typeof value !== "string" || value.trim() === "")
    throw invalidChange(field, `${field} ${stateOf(value)}. Write a text that is not empty.`);
  assertStorable(field, value);
  return value.trim();
}

function readPlace(value: unknown, field: string): number {
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  throw invalidChange(field, `${field} ${stateOf(value)}. Write a place in the list: 0 is before the first parameter.`);
}

/** What is known of the old list. */
export interface OldParameters {
  /** The names of the parameters that callers write; undefined where syntax shows none. */
  readonly names: readonly (string | undefined)[];
  /** The place of a new last one: before those that take any number of arguments. */
  readonly end: number;
  /** Whether a text of a new parameter says what callers that leave it out pass. */
  readonly isOptional: (text: string) => boolean;
  /** Returns the name that the text of a new parameter declares. */
  readonly nameIn: (text: string) => string | undefined;
}

/** Throws `invalid_locate` for a parameter or a place that the list does not have. */
export function changeParameters(changes: readonly ParameterChange[], old: OldParameters): ChangedList {
  const parameters: NewParameter[] = old.names.map((_, index) => ({ old: index }));
  const renamed = new Map<number, string>();
  const nameOf = (each: NewParameter) => ("old" in each ? (renamed.get(each.old) ?? old.names[each.old]) : each.name);
  const indexOf = (name: string, field: string) => {
    const index = parameters.findIndex((each) => nameOf(each) === name);
    if (index >= 0) return index;
    const names = parameters.flatMap((each) => nameOf(each) ?? []);
    const there = names.length === 0 ? "It has none" : `It has ${names.join(", ")}`;
    throw invalidChange(field, `${field}: there is no parameter ${name}. ${there}.`);
  };
  const insertAt = (place: number, field: string, parameter: NewParameter) => {
    if (place > parameters.length)
      throw invalidChange(field, `${field} is ${place}, and ${parameters.length} is after the last parameter.`);
    parameters.splice(place, 0, parameter);
  };
  for (const [index, change] of changes.entries()) {
    const field = `changes[${index}].${change.kind === "add" ? "at" : change.kind}`;
    switch (change.kind) {
      case "add": {
        const { text, at = parameters.length - (old.names.length - old.end), argument } = change;
        if (argument === undefined && !old.isOptional(text))
          throw invalidChange(
            `changes[${index}].argument`,
            `Callers have to pass ${JSON.stringify(text)}: write argument, the text that each call gets for it, or a default value in add.`,
          );
        insertAt(at, field, { text, name: old.nameIn(text), argument });
        break;
      }
      case "remove":
        parameters.splice(indexOf(change.name, field), 1);
        break;
      case "move": {
        const [moved] = parameters.splice(indexOf(change.name, field), 1);
        insertAt(change.to, `changes[${index}].to`, moved as NewParameter);
        break;
      }
      case "rename": {
        const found = parameters[indexOf(change.name, field)] as NewParameter;
        if (!("old" in found)) throw invalidChange(field, `${field}: ${change.name} is new. Write its name in add.`);
        renamed.set(found.old, change.to);
        break;
      }
    }
  }
  return { parameters, names: renamed };
}

/** Whether calls may have to differ: not where optional parameters are only added at the end. */
export function changesCalls({ parameters }: ChangedList, count: number): boolean {
  const isSame =
    parameters.length >= count &&
    parameters.slice(0, count).every((each, index) => "old" in each && each.old === index);
  return !isSame || parameters.slice(count).some((each) => "old" in each || each.argument !== undefined);
}

function stateOf(value: unknown): string {
  return value === undefined || value === null ? "is missing" : `is ${describeValue(value)}`;
}

function invalidChange(field: string, message: string): LocateError {
  return new LocateError("invalid_locate", message, { field, expected: "a change of a parameter" });
}
