/**
 * A method as the command line and the tools have it: what it takes, how it is sent, and how its
 * answer is shown and explained.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { LocateMethod } from "../../ask/methodTable.js";
import type { Locate } from "../../locate/locate.js";
import type { ScipIndexState } from "../../session/completeness/definitions/indexState.js";
import type { EnclosingSymbol } from "../../session/completeness/enclosingSymbols.js";
import type { Unconfirmed } from "../../session/completeness/unconfirmed.js";
import type { NodeRecords } from "../../session/methods/nodes.js";
import type { ChangeVerdict } from "../../session/verdict/verdict.js";
import type { PositionEncoding } from "../../text/position.js";
import type { RequestClient } from "../client/inProcessClient.js";
import type { MarkdownRenderer } from "../mcp/render/askAnswers.js";
import type { OptionName, Options } from "../options.js";
import type { RenameFacts } from "../show/renameNotes.js";
import type { AnswerRenderer } from "../show/renderAnswer.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";
import type { AnswerSource } from "../show/unconfirmedUses.js";
import type { PathContext } from "./readLocates.js";

/** The token of the progress reports of a command's request. */
export const PROGRESS_TOKEN = "lsp-locate";

/** The groups of methods, in the order in which help lists them. */
export const methodGroups = ["find", "read", "types", "change", "check", "more"] as const;

export type MethodGroup = (typeof methodGroups)[number];

/** What is particular to a method at the shell; the rest is its row in ask/methodTable.ts. */
export interface MethodRow {
  readonly group: MethodGroup;
  /** What it returns or does: a phrase without a full stop. */
  readonly summary: string;
  /**
   * What is printed after the place of the Locate; absent for an answer that is printed as JSON.
   */
  readonly prints?: string;
  /** What `--json` prints, if it isn't the language server's answer. */
  readonly json?: string;
  /** The words after the Locate. */
  readonly extraArguments?: string;
  /** Command lines for the Python project in test/projects/python. */
  readonly examples: readonly string[];
  /** Words that people try instead of the name. */
  readonly aliases?: readonly string[];
  /** Renders the answer at a shell; absent for an answer that is a diff, or printed as JSON. */
  readonly render?: AnswerRenderer;
  /** What an answer without content means: a phrase without a full stop. */
  readonly emptyText: string;
  /** Whether no content is a success, with exit code 0. */
  readonly isEmptyFine?: true;
  /** Whether an answer with content tells of a failure, with exit code 1. */
  readonly isFailure?: (answer: never) => boolean;
  /** Whether an answer leaves open what was asked, with exit code 3. */
  readonly isOpen?: (answer: never) => boolean;
  /** Renders the answer for a model, in the tool `ask`; absent if that does not ask the method. */
  readonly renderMarkdown?: MarkdownRenderer;
  /** How its argument is written and explained, if it takes more than others of its form. */
  readonly argument?: { readonly usage: string; readonly details: string };
  /** It takes folders and glob patterns, too, in place of a document. */
  readonly takesFolders?: true;
  /** A file alone stands for all its lines. */
  readonly takesFiles?: true;
  /** It takes a symbol, too, in place of a document. */
  readonly takesSymbols?: true;
  /** The values that `--write` may have. */
  readonly writeValues?: readonly Exclude<Options["write"], boolean | undefined>[];
  /** The options that it takes besides those of all methods. */
  readonly options?: readonly OptionName[];
  /** Reads the words after the method, if they are not places alone. Throws UsageError. */
  readonly readArguments?: (words: readonly string[], options: Options, where: PathContext) => MethodArguments;
}

/** The words after a method: places, and params. */
export interface MethodArguments {
  /** A text for each place. */
  readonly texts: readonly string[];
  readonly params: Readonly<Record<string, unknown>>;
  /** The places are in a library, so that the session alone can read them. */
  readonly inLibrary?: boolean;
}

/** A row of a method that we answer ourselves. */
export interface OwnMethodRow extends MethodRow {
  /**
   * Takes one Locate for each place; of a position, for each of its ends. Rejects as
   * `InProcessClient.request` does.
   */
  send(locates: readonly Locate[], context: MethodContext): Promise<MethodAnswer>;
}

export interface MethodCommand extends MethodRow, Pick<OwnMethodRow, "send"> {
  readonly name: string;
  /**
   * What is written after it: what the method takes, a position as compilers print it, a symbol
   * path, or the paths of files or folders.
   */
  readonly takes: LocateMethod["takes"] | "position" | "symbol" | "paths";
  /** Whether a language server answers it, which may take more params than LSP names. */
  readonly isServerMethod: boolean;
  /** Whether the answer is a change of files. */
  readonly changesFiles: boolean;
}

/**
 * Returns the exit code: 1 if the answer lacks content that counts, or tells of a failure; 3 if it
 * leaves open whether it does.
 */
export function exitCodeOf(row: MethodRow, answer: unknown, isEmpty: boolean): number {
  if (isEmpty ? !row.isEmptyFine : row.isFailure?.(answer as never)) return 1;
  return row.isOpen?.(answer as never) ? 3 : 0;
}

export interface MethodContext {
  readonly client: RequestClient;
  readonly params: Readonly<Record<string, unknown>>;
  /** How paths are written; absent if they stay as they are. */
  readonly paths?: MethodPaths;
}

export interface MethodPaths extends PathContext {
  /** The folder that the session has as its workspace, absolute. */
  readonly workspace: string;
}

interface AnswerBase extends RenameFacts, AnswerSource {
  /** As the proxy answered. */
  readonly result: unknown;
  /** The document of positions that name none, if the answer says it. */
  readonly uri?: string;
  /** What an empty answer means, if more is known than its row says. */
  readonly emptyText?: string;
  /** Where the Locate resolved to, which is shown before the answer. */
  readonly place?: ResolvedPlace;
  /** The symbol around each place of the answer, where the proxy names them. */
  readonly enclosing?: readonly (EnclosingSymbol | null)[];
  /** The uses in the text that the answer leaves out, where the proxy has searched them. */
  readonly unconfirmed?: Unconfirmed;
  /** The server that has answered about code in a text of another language. */
  readonly server?: string;
  /** Of which state the index is that the answer may come from. */
  readonly index?: ScipIndexState;
  /** What is known of the environment where the server does not find an import. */
  readonly hint?: string;
}

/** The answer to a request: as it came, for machines, and the part that people are shown. */
export type MethodAnswer =
  /** The place itself is the answer. */
  | (AnswerBase & { readonly kind: "place"; readonly place: ResolvedPlace })
  /** Rendered as the row of the method says. */
  | (AnswerBase & { readonly kind: "shown"; readonly answer: unknown })
  /** Printed page by page: a large file has more records than the memory should hold. */
  | (AnswerBase & {
      readonly kind: "records";
      readonly first: NodeRecords;
      /** All pages, the first one among them; each is requested when it is read. */
      readonly pages: AsyncIterable<NodeRecords>;
    })
  /** Shown as a diff, or applied. */
  | (AnswerBase & {
      readonly kind: "changes";
      readonly edit: WorkspaceEdit;
      /** What people are told about the change besides. */
      readonly notes?: readonly string[];
      /** Called when it has been written. */
      readonly onWritten?: () => Promise<unknown>;
      /** Why it is not to be written, unless it is meant in spite of that. */
      readonly refusal?: string;
      /** What the change does to errors and warnings, where that was asked. */
      readonly verdict?: ChangeVerdict;
      readonly encoding: PositionEncoding;
      /** The documents of the Locates and the SHA-256 of their texts, which the answer is about. */
      readonly located: readonly { readonly uri: string; readonly sha256: string }[];
    });
