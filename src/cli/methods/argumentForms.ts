/** The arguments of a method at a shell, and the errors about them. */

import { type UseChoice, useChoices } from "../../session/methods/context/usesBySymbol.js";
import { MIN_BUDGET } from "../../session/methods/paging.js";
import { createPathFormatter } from "../client/answerFiles.js";
import { UsageError } from "../options.js";
import { quoteForShell, writePathWord } from "../show/locateText.js";
import type { MethodCommand } from "./methodCommand.js";
import { leadingFile, type PathContext } from "./readLocates.js";

interface ArgumentForm {
  readonly noun: string;
  /** As in a usage line. */
  readonly usage: string;
  /** A sentence about it. */
  readonly details: string;
  /** An example, written after the method. */
  readonly example: string;
}

const place = { noun: "Locate", usage: "<locate>", example: "'src/file.py:Class.method@text'" };

export const argumentForms: Readonly<Record<MethodCommand["takes"], ArgumentForm>> = {
  point: { ...place, details: "<locate> is a place: lsp-locate help locate explains how to write it." },
  points: {
    ...place,
    usage: "<locate>…",
    details: "<locate> is a place; several are allowed: see lsp-locate help locate.",
  },
  range: {
    ...place,
    details: "<locate> is a range: a whole symbol, lines, a text, or the text between two markers.",
  },
  ranges: {
    ...place,
    usage: "<locate>…",
    details: "<locate> is a range; several are allowed: see lsp-locate help locate.",
  },
  document: { noun: "file", usage: "<file>", details: "It takes a whole file.", example: "src/file.py" },
  position: {
    noun: "place",
    usage: "<file>:<line>:<character>",
    details:
      "Lines and characters are counted from 1, as compilers print them. For a range, add its end after a hyphen: store/items.py:58:9-58:12.",
    example: "src/file.py:42:7",
  },
  paths: {
    noun: "path",
    usage: "<file or folder>",
    details:
      "It takes the path of a file or a folder, and the new one. An existing folder as the new path is moved into.",
    example: "src/file.py src/lib/file.py",
  },
  symbol: {
    noun: "symbol path",
    usage: "<symbol path>",
    details: "A symbol path is one or more names joined by dots, the last ones of the full path.",
    example: "Class.method",
  },
};

/** Formats a command as it is typed at a shell. */
export function formatCommandLine(words: readonly string[]): string {
  return ["lsp-locate", ...words.map(quoteForShell)].join(" ");
}

/** Formats a path as it is typed in the working directory. */
export function formatShellPath(path: string, { workingDirectory, root }: PathContext): string {
  return writePathWord(createPathFormatter(workingDirectory, root ?? workingDirectory)(path));
}

/** Whether a text is an existing file, or a Locate in one. */
export function isLocateText(text: string, where: PathContext): boolean {
  return leadingFile(text, where) !== undefined;
}

/** Reads a whole number from `minimum` on. Throws UsageError. */
export function readWholeNumber(text: string, what: string, minimum = 1): number {
  if (/^\d+$/.test(text) && Number(text) >= minimum) return Number(text);
  throw new UsageError(`${what} must be a whole number from ${minimum} on, not ${JSON.stringify(text)}.`);
}

/** Returns the param for `--uses`. Throws UsageError. */
export function usesParam(uses: string | undefined): { readonly uses?: UseChoice } {
  if (uses === undefined) return {};
  const choice = useChoices.find((each) => each === uses.replace("-", "_"));
  if (choice !== undefined) return { uses: choice };
  throw new UsageError(`--uses=${uses} is unknown: write --uses=${useChoices.join(" or --uses=")}.`);
}

/** Returns the params for `--limit`, `--budget` and `--after`. Throws UsageError. */
export function pageParams({ limit, budget, after }: PageOptions) {
  return {
    ...(budget === undefined ? {} : { budget: readWholeNumber(budget, "--budget", MIN_BUDGET) }),
    ...(limit === undefined ? {} : { limit: readWholeNumber(limit, "--limit") }),
    ...(after === undefined ? {} : { after: readWholeNumber(after, "--after", 0) }),
  };
}

type PageOptions = { readonly [Name in "limit" | "budget" | "after"]?: string | undefined };
