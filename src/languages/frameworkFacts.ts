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
