/** The uses of a name: where it is written, what is found out about the place, what follows. */

import type { NameInfo, WordUse } from "../../syntax/scopes/nameInfo.js";
import type { Stretch } from "../../text/stretch.js";
import type { CodeFile, Entity } from "../entities/entity.js";
import type { Sign, UseClass } from "./rules.js";

/** What a name does in its place. */
export type UseRole =
  | "declaration"
  | "import"
  | "call"
  | "write"
  | "read"
  | "label"
  | "key"
  | "string"
  | "macro"
  | "comment";

/** The properties that decide what a name means. `occurrences` may be empty for a free name. */
type NameFacts = Pick<
  NameInfo,
  | "name"
  | "reach"
  | "definitions"
  | "occurrences"
  | "import"
  | "receiver"
  | "callee"
  | "origin"
  | "isMember"
  | "shorthand"
>;

/** A name in a file. */
export interface NameInFile {
  readonly name: NameFacts;
  /** Absolute; undefined for a text that is in no file. */
  readonly path: string | undefined;
  readonly languageId: string;
}

/** The name whose uses are searched. */
export interface TargetName extends NameInFile {
  /** The names of the symbols around its declaration; undefined if they are not known. */
  readonly containerNames?: ReadonlySet<string> | undefined;
  /** What takes it as a parameter, if calls in other files may name it. */
  readonly callables?: ReadonlySet<string> | undefined;
  /** The only source from which files of other folders import it, where the language has one. */
  readonly importPath?: string | undefined;
}

/** The name with its declarations, as far as they are known: twins, overloads, a module. */
export interface UseTarget extends TargetName {
  readonly file: CodeFile;
  /** The offset of its name there. */
  readonly from: number;
  readonly entities: readonly Entity[];
}

/** A name that may be a use. */
export interface Candidate {
  readonly file: CodeFile;
  readonly use: WordUse;
}

/** A place where the name, or another name of the target, is written. */
export interface Use extends Stretch {
  readonly file: CodeFile;
  /** What scopes say about it; undefined where it is no name to them. */
  readonly name?: WordUse;
  readonly role: UseRole;
  readonly class: UseClass;
  /** What decides it; `signs` of rules.ts says each as a clause. */
  readonly why: readonly Sign[];
}

/** One way to find out what a name means. A source is made for one target. */
export interface EvidenceSource<Of extends Candidate = Candidate> {
  /** Whether it counts more than what syntax resolves a name to, and is asked all the same. */
  readonly isStrong?: true;
  /** The only class, as far as other evidence goes, of the uses that it is asked about. */
  readonly of?: UseClass;
  /** Returns what it finds, if anything. */
  find(candidate: Of): readonly Sign[] | Promise<readonly Sign[]>;
}

/** Whether a name is that of a member of a type, or is accessed as one. */
export function isMember({ reach, isMember }: Pick<NameInfo, "reach" | "isMember">): boolean {
  return reach === "member" || isMember;
}

export function roleOf({ role, reach, argumentCount, occurrences, from }: WordUse): UseRole {
  // Scopes record an import as a definition, but it is a use of what it imports.
  if (reach === "import" && role === "definition") return "import";
  if (role === "definition") return "declaration";
  if (argumentCount !== undefined) return "call";
  return occurrences.find((each) => each.from === from)?.isWrite ? "write" : "read";
}
