/** Properties of a binding as a whole: its reach, whether all occurrences are known, its import. */

import type { Binding } from "./lexicalScope.js";
import type { ImportOrigin, NameReach } from "./nameInfo.js";
import { type DefinitionItem, type FileFacts, namespaces } from "./scopeItems.js";

/** Kinds that a class may declare and that are not its members. */
export const parameterKinds: ReadonlySet<string> = new Set(["parameter", "type_parameter"]);

/** Returns how far a binding reaches. */
export function reachOf(binding: Binding | undefined): NameReach {
  if (binding === undefined) return "free";
  if (binding.definitions[0]?.import) return "import";
  if (binding.namespaces & namespaces.member) return "member";
  if (binding.scope.kind === "class") return parameterKinds.has(binding.kind) ? "local" : "member";
  return binding.scope.kind === "file" || binding.isExported ? "file" : "local";
}

/** Returns whether all occurrences are known, because nothing outside the file can name it. */
export function isRenamable(binding: Binding, { isModule, isShared, unparsedWords }: FileFacts): boolean {
  if (unparsedWords.has(binding.name) || binding.mayHaveOthers) return false;
  if (binding.occurrences.some((item) => item.item === "reference" && item.isFixed)) return false;
  const { scope } = binding;
  const isInside = scope.kind !== "file" && scope.kind !== "class" && !scope.isOpen;
  const mayRename = ({ rename }: DefinitionItem) => rename === "yes" || (rename === "inside" && isInside);
  if (!binding.definitions.every(mayRename)) return false;
  switch (reachOf(binding)) {
    case "local":
      return true;
    case "import":
      return !binding.isExported;
    case "member":
      return binding.definitions.every((definition) => definition.isPrivate);
    case "file":
      if (isShared) return false;
      return binding.definitions.some(isOfFile) || (isModule && !binding.isExported);
    case "free":
      return false;
  }
}

function isOfFile({ isPrivate, isPrivateToFile }: DefinitionItem): boolean {
  return isPrivate || isPrivateToFile;
}

/** Returns where a binding is imported from. */
export function importOf(binding: Binding | undefined): ImportOrigin | undefined {
  return binding?.definitions.find((definition) => definition.import)?.import;
}
