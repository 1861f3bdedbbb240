/** The methods of a library's collections and wrappers, whose types are those of the elements. */

export interface CollectionFacts {
  /** Methods that give an element to a function, and the places of its parameters that get one. */
  readonly giving: ReadonlyMap<string, readonly number[]>;
  /** Methods that give the value that they are called on to a function. */
  readonly passing: ReadonlySet<string>;
  /** Methods that take elements. */
  readonly adding: ReadonlySet<string>;
  /** Methods that return others with the same elements, or a wrapper of one. */
  readonly keeping: ReadonlySet<string>;
  /** Methods that return an element, or what a wrapper has. */
  readonly taking: ReadonlySet<string>;
  /** Methods that return pairs of a number and an element. */
  readonly counting: ReadonlySet<string>;
  /** Methods of maps for the values: of the last of several type arguments. */
  readonly ofValues: ReadonlySet<string>;
  /** Types with a first argument that is what they wrap, whatever the others are: `Result`. */
  readonly wrappers: ReadonlySet<string>;
  /** Types of functions by whose arguments the parameters are typed in order: `Consumer<T>`. */
  readonly functionTypes: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const noCollections: CollectionFacts = {
  giving: new Map(),
  passing: none,
  adding: none,
  keeping: none,
  taking: none,
  counting: none,
  ofValues: none,
  wrappers: none,
  functionTypes: none,
};

/** Returns a row of methods that give an element to the parameters at these places. */
export function givingAt(places: readonly number[], names: string): readonly (readonly [string, readonly number[]])[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => [name, places] as const);
}
