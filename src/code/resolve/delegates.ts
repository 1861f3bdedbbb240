/** Methods of the standard library that call one of the workspace: Rust's `into` calls `from`. */

import { factsOf } from "../../languages/languages.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { NameValue } from "../../syntax/values/expression.js";
import { type CodeFile, type Resolution, shown } from "../entities/entity.js";
import type { TypeResolving } from "../types/typeResolving.js";
import { objectOf, type TypeValue } from "../types/typeValue.js";

/**
 * Returns what a method of the standard library calls. Undefined if it is another method, or what
 * the workspace declares under its name, `found`, is shown to be meant.
 */
export async function delegateOf(
  { name }: NameInfo,
  { value, found }: { readonly value: NameValue; readonly found: Resolution },
  file: CodeFile,
  { types, members }: TypeResolving,
): Promise<Resolution | undefined> {
  const row = factsOf(file.languageId).delegatingMethods.get(name);
  if (row === undefined || (found.entities.length > 0 && found.certainty === "shown")) return undefined;
  const expression = row.of === "wanted" ? value.wanted : value.receiver?.expression;
  const type = expression && (await types.valueOf(expression, file, 0));
  for (const each of candidatesOf(type)) {
    if (each?.kind !== "object") continue;
    const { entities } = await members.ofType(each.entity, row.method, 0);
    const fitting = entities.filter((entity) => {
      if (row.supertype === undefined) return true;
      const block = entity.kind === "symbol" ? entity.owners.at(-1)?.name : undefined;
      return block?.split(/\W+/).includes(row.supertype) === true;
    });
    if (fitting.length === 1) return shown(fitting);
    if (fitting.length > 1) return { entities: fitting, certainty: "unknown" };
  }
  return undefined;
}

/** Returns a type, and the first of its arguments: that of `Result<T, E>`. */
function candidatesOf(type: TypeValue | undefined): readonly (TypeValue | undefined)[] {
  const object = objectOf(type);
  return object && "arguments" in object ? [object, object.arguments[0]] : [object];
}
