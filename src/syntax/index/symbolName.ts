/** Which nodes name something, as far as this can be told of every language at once: by what a leaf's text looks like and what the grammar calls it. */

/** A node with nothing below it. */
export interface LeafNode {
  readonly kind: string;
  readonly text: string;
  /** The kind of the node above; undefined for a root. */
  readonly parentKind: string | undefined;
}

/** The name a leaf stands for, undefined where it names nothing. */
export type LeafNameRule = (leaf: LeafNode) => string | undefined;

const word = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
/** What grammars call names; these may hold what no identifier does, as `font-size` and `@count`. */
const nameKinds =
  /(?:^|_)(?:identifier|ident|name|variable|var|word|symbol|constant|property|selector|label|alias|atom|sym)$/;
/** What they call leaves that look like words and are none: literals, keywords, running text. */
const nonNameKinds =
  /literal|number|integer|float|string|char|bool|keyword|content|text|inline|scalar|value|unit|escape|modifier|specifier|qualifier|(?:primitive|predefined|builtin|integral|floating_point|void)_type|^ERROR$/;

/** The leaf's text where it is a name. A leaf that is called as it reads (`null`, `this`, `None` of kind `none`) is a keyword. */
export function defaultNameOf({ kind, text }: LeafNode): string | undefined {
  if (nameKinds.test(kind)) return /^\S+$/.test(text) ? text : undefined;
  return word.test(text) && !nonNameKinds.test(kind) && kind !== text.toLowerCase() ? text : undefined;
}
