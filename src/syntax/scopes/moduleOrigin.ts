/**
 * The import that a name may be taken from, where no import declares it or its receiver: `core` of
 * `core.util.name`, `./a` of `require("./a").name`, and what is assigned to a variable.
 */

import type { Document } from "../../text/document.js";
import type { BoundName, BoundNames } from "./bind.js";
import { findCoveringName } from "./boundNames.js";
import type { Binding } from "./lexicalScope.js";
import type { ImportOrigin } from "./nameInfo.js";
import { importOf } from "./nameReach.js";
import type { NameItem } from "./scopeItems.js";

/** The maximum length of what is read before or after a name, in UTF-16 units. */
const MAX_LENGTH = 300;
/** The maximum number of receivers before a name, and of variables that get their value in turn. */
const MAX_STEPS = 5;
/** The maximum number of assignments of one variable that are read. */
const MAX_WRITES = 20;

const loadedModule = /(?<![\w$.])(?:(require)|import)\s*\(\s*(["'`])([^"'`\n]+)\2\s*\)/;
const loadedBefore = new RegExp(`${loadedModule.source}\\s*(?:\\)\\s*)?\\??\\.\\s*$`);
/** The rest of a pattern after a name in it, up to the value that it takes apart. */
const patternEnd = /^[^{}=;()]*(?:\}[^{}=;()]*)+=(?![=>])\s*/;
const assignment = /^\s*(?::[^=;\n(]*)?=(?![=>])\s*/;
const path = /^(?:await\s+)?([\p{ID_Start}_$][\p{ID_Continue}$]*)(?:\s*\.\s*[\p{ID_Continue}$]+)*\s*(?:[;\r\n]|$)/u;

/**
 * Returns the import at the start of a member's receiver, or that of the value that a pattern takes
 * the name from. Undefined also for a receiver that an import declares.
 */
export function moduleOriginOf(
  bound: BoundNames,
  { item }: BoundName,
  isInPattern: boolean,
  document: Document,
): ImportOrigin | undefined {
  const reader = { bound, document };
  if (isInPattern) return originOfValue(item.to, patternEnd, reader, MAX_STEPS);
  let at = item;
  for (let step = 0; step < MAX_STEPS && at.item === "member"; step++) {
    if (at.receiver === undefined) return originBefore(at.from, document);
    const receiver = findCoveringName(bound, at.receiver);
    if (receiver === undefined) return undefined;
    if (receiver.item.item !== "member") return originOf(receiver, step > 0, reader, MAX_STEPS);
    at = receiver.item;
  }
  return undefined;
}

interface Reader {
  readonly bound: BoundNames;
  readonly document: Document;
}

function originOf(
  { binding }: BoundName,
  mayBeImported: boolean,
  reader: Reader,
  steps: number,
): ImportOrigin | undefined {
  const imported = importOf(binding);
  if (imported) return mayBeImported ? imported : undefined;
  return binding && originOfVariable(binding, reader, steps);
}

/** Found once for all uses of a variable. */
const originByVariable = new WeakMap<Binding, { readonly origin: ImportOrigin | undefined }>();

/** Returns the import of a value that is assigned to a variable. */
function originOfVariable(binding: Binding, reader: Reader, steps: number): ImportOrigin | undefined {
  const known = originByVariable.get(binding);
  if (known) return known.origin;
  const isWrite = (each: NameItem) => each.item === "definition" || (each.item === "reference" && each.isWrite);
  let origin: ImportOrigin | undefined;
  for (const { to } of binding.occurrences.filter(isWrite).slice(0, MAX_WRITES)) {
    origin = originOfValue(to, assignment, reader, steps);
    if (origin) break;
  }
  originByVariable.set(binding, { origin });
  return origin;
}

/** Returns the import of the value that follows `to` and what `before` matches. */
function originOfValue(to: number, before: RegExp, reader: Reader, steps: number): ImportOrigin | undefined {
  const after = reader.document.slice(to, to + MAX_LENGTH);
  const skipped = before.exec(after)?.[0];
  if (skipped === undefined || steps === 0) return undefined;
  const value = after.slice(skipped.length);
  const line = /^[^;\r\n]*/.exec(value)?.[0] ?? "";
  const loaded = loadedModule.exec(line);
  if (loaded) return originOfMatch(loaded);
  const name = path.exec(value)?.[1];
  if (name === undefined) return undefined;
  const from = to + skipped.length + value.indexOf(name, value.startsWith("await ") ? 6 : 0);
  const root = findCoveringName(reader.bound, { from, to: from + name.length });
  return root && originOf(root, true, reader, steps - 1);
}

function originBefore(from: number, document: Document): ImportOrigin | undefined {
  const loaded = loadedBefore.exec(document.slice(Math.max(0, from - MAX_LENGTH), from));
  return loaded ? originOfMatch(loaded) : undefined;
}

function originOfMatch([, required, , source = ""]: RegExpExecArray): ImportOrigin {
  return { source, ...(required === undefined ? {} : { isRequired: true }) };
}
