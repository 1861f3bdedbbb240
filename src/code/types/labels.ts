/** The labels of parameters, by which functions of one name differ: Swift's `run(with:)`. */

import type { Entity } from "../entities/entity.js";

/** Returns the functions that have the labels of a call; all where none has. */
export function withLabels(functions: readonly Entity[], labels: readonly string[] | undefined): readonly Entity[] {
  if (labels === undefined || functions.length < 2) return functions;
  const found = functions.filter((each) => {
    const declared = labelsOf(each);
    return declared === undefined || areInOrder(labels, declared);
  });
  return found.length > 0 ? found : functions;
}

/** Whether two functions, or properties, have the same labels. */
export function haveSameLabels(one: Entity, other: Entity): boolean {
  return labelsOf(one)?.join() === labelsOf(other)?.join();
}

function labelsOf(entity: Entity): readonly string[] | undefined {
  return entity.kind === "symbol" ? entity.symbol?.labels : undefined;
}

/** Whether the labels of a call are among those of a declaration, in order. */
function areInOrder(given: readonly string[], declared: readonly string[]): boolean {
  let at = 0;
  return given.every((label) => {
    if (label === "*") return at++ < declared.length;
    const next = declared.indexOf(label === "" ? "_" : label, at);
    // One more argument of a variadic parameter.
    if (next < 0) return label === "" && at > 0;
    at = next + 1;
    return true;
  });
}
