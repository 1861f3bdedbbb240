/** What frameworks, and standard libraries, take by its name: in strings, or by what is called. */

/** Functions whose results parameters of the same name get in tests: pytest's fixtures. */
export interface FixtureFacts {
  readonly framework: string;
  /** Matches the decorator of such a function, and what gives it another name than its own. */
  readonly decorator: RegExp;
  readonly otherName: RegExp;
  /** Matches the code up to the bracket around that, and from there to the other name's quote. */
  readonly otherNameCall: RegExp;
  readonly otherNameBefore: RegExp;
  /** Matches the names of tests. */
  readonly tests: RegExp;
  /** The file that shares them with its folder and those in it. */
  readonly sharedFile: string;
  /** Matches a line with the modules that share theirs with all; the first group names them. */
  readonly sharedModules: RegExp;
  /**
   * Matches the code up to the bracket around a string that names some, and what precedes a string
   * that may name several, separated by commas.
   */
  readonly requests: RegExp;
  readonly namesBefore: RegExp;
}

/** The members of some types, which something takes by their names. */
export interface MemberCarrier {
  readonly framework: string;
  /** Matches a decorator of the types, or a name in their heads; those of supertypes count, too. */
  readonly decorator?: RegExp;
  readonly supertype?: RegExp;
  readonly forms: readonly CarrierForm[];
}

/** How members are named: as `name=` in a call, or as a string. */
export interface CarrierForm {
  readonly form: "keyword" | "string";
  /** Matches the code up to the innermost bracket around the name, with that bracket. */
  readonly before: RegExp;
  /**
   * What has the member: what precedes the match, the first group, the first argument, the type
   * around the place. `anything`: syntax does not say.
   */
  readonly of: "receiver" | "group" | "argument" | "around" | "anything";
  /** Whether values of all types are written so, and one of an unknown type shows nothing. */
  readonly isOfAny?: true;
}

/** Matches the text before a word, up to 500 UTF-16 units of it, and that after it, up to 200. */
export interface ConventionalPlace {
  readonly before: RegExp;
  readonly after: RegExp;
}

/**
 * What a framework takes by a convention, in places that no scope leads to: that a place has the
 * name is all that shows it.
 */
export interface NameConvention {
  readonly framework: string;
  readonly of: "member" | "parameter";
  /** Matches the names that it takes. */
  readonly name?: RegExp;
  /**
   * Matches what is before a member with its first line, or before the name of a parameter's
   * function, with the code around it.
   */
  readonly declared?: RegExp;
  readonly notDeclared?: RegExp;
  /** Matches the head of the type around a member, with its annotations; its whole text. */
  readonly owner?: RegExp;
  readonly ownerBody?: RegExp;
  /** Returns how the framework writes a name; as it is by default. */
  readonly words?: (name: string) => readonly string[];
  /** Returns words, one of which each file with a place has; those that are written by default. */
  readonly texts?: (name: string) => readonly string[];
  /** Matches the text of the files with such places; whether they name the type around a member. */
  readonly inFiles?: RegExp;
  readonly namesOwner?: true;
  /** Where the framework takes a word. */
  readonly places: readonly ConventionalPlace[];
  /** Further languages in which there are such places. */
  readonly languages?: readonly string[];
}
