/** What a workspace declares, as the index of it keeps and tells it. */

/** How many arguments something that is called takes. `most` is Infinity where any number more may follow. */
export interface Arity {
  readonly least: number;
  readonly most: number;
}

/** One declaration in one file. */
export interface IndexedDeclaration {
  readonly name: string;
  /** LSP's SymbolKind as a word: `enum_member`. */
  readonly kind: string;
  /** The names of the declarations it stands in, the outermost first. */
  readonly container: readonly string[];
  /** Where its name stands: 0-based, UTF-16 code units. */
  readonly line: number;
  readonly character: number;
  /** Of what is called; absent where the text does not say. */
  readonly arity?: Arity;
}

/** A declaration and the file it is in, an absolute path. */
export interface WorkspaceDeclaration extends IndexedDeclaration {
  readonly path: string;
  readonly languageId: string;
}

/** How far the index is: what it answers before it is complete may miss something. */
export interface IndexState {
  readonly isComplete: boolean;
  /** Files whose declarations are known, of so many. */
  readonly indexed: number;
  readonly files: number;
}
