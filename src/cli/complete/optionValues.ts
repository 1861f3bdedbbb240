/** Completion of an option's value. */

import type { Servers } from "../../backend/config/servers.js";
import { unitNames } from "../../locate/edit/editRequest.js";
import { symbolKindNames } from "../../locate/symbols/symbolNode.js";
import { renamedTexts } from "../../session/completeness/rename/renameOptions.js";
import { sectionKinds } from "../../session/methods/context/section.js";
import type { OptionRule, OptionValueKind } from "../help/optionRules.js";
import { fileCompletion, filterByPrefix, noCompletion, type ShellCompletion } from "./shellCompletion.js";

/** `prefix` is the part of the word before the value: `--kind=`. */
export function completeOptionValue(
  { value: takes }: OptionRule,
  prefix: string,
  value: string,
  servers: Servers,
): ShellCompletion {
  const list = (names: Iterable<string>) =>
    filterByPrefix(
      [...names].map((name) => ({ value: `${prefix}${name}` })),
      `${prefix}${value}`,
    );
  // Of several values, separated by commas, the last one is being written.
  const done = value.slice(0, value.lastIndexOf(",") + 1);
  const offers: Readonly<Record<OptionValueKind, () => ShellCompletion>> = {
    file: () => fileCompletion,
    folder: () => ({ ...noCompletion, fallback: "folders" }),
    languages: () => list([...servers.languages.keys()].sort()),
    "symbol kinds": () => list(symbolKindNames.map((name) => `${done}${name}`)),
    "edit units": () => list(unitNames),
    "context sections": () => list(sectionKinds.map((name) => `${done}${name}`)),
    "renamed texts": () => list(renamedTexts),
    "action kinds": () => list(actionKinds.map((name) => `${done}${name}`)),
    anything: () => noCompletion,
  };
  return takes === undefined ? noCompletion : offers[takes.values]();
}

/** LSP's CodeActionKind. */
const actionKinds = [
  "quickfix",
  "refactor",
  "refactor.extract",
  "refactor.inline",
  "refactor.move",
  "refactor.rewrite",
  "source",
  "source.fixAll",
  "source.organizeImports",
];
