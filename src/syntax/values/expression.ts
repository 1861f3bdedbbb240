/**
 * Values and types, as far as their own nodes show them. Plain values, because they leave the
 * worker.
 */

/**
 * `name`: what the name at an offset means; a name behind a receiver is the last one. `call`: what
 * calling returns. `element`: one of a list, the value of a map, the content of a wrapper such as
 * `Option<T>`; `key`: that of a map. `instance`: an object of a type. `typeof`: the type of a
 * value. `list`: the type of lists of another. `entry`: the value of an object's key, which is at
 * the offset, or of any. `function`: one without a name, by what calling it returns, and the types
 * of its parameters. `argument`: what a call wants at a place, or of a label; -1 is the last.
 * `given`: what a function's parameter at a place gets. `outer`: what the name at an offset, which
 * is declared there, means around that. `payload`: what a variant of an enum holds at a place, or
 * the element of `from` where the variant is not known. `tuple` and `item`: results by their place.
 * `union`: one of several types. `self` and `super`: the object, or type, that a method at the
 * offset belongs to. `associated`: a type that the implementation of a trait for `of` names at an
 * offset, `<T as A>::B`. `path`: a module by its keyword, `crate` or `super::super`; `module`: one
 * that a call loads, `require("./a")`. `structure`: a type without a name, whose members are in the
 * stretch. `other`: a value of a type that no workspace declares, such as a literal; by its name
 * where it has one.
 */
export type Expression =
  | { readonly kind: "name"; readonly from: number; readonly arguments?: readonly Expression[] }
  | { readonly kind: "call" | "element" | "key" | "instance" | "typeof"; readonly of: Expression }
  | { readonly kind: "list"; readonly of: Expression; readonly key?: Expression }
  | { readonly kind: "entry"; readonly of: Expression; readonly from: number }
  | {
      readonly kind: "function";
      readonly result: Expression | undefined;
      readonly parameters?: readonly (Expression | undefined)[];
    }
  | { readonly kind: "argument"; readonly of: Expression; readonly at: number; readonly label?: string }
  | { readonly kind: "given"; readonly of: Expression; readonly at: number }
  | { readonly kind: "outer"; readonly from: number }
  | { readonly kind: "payload"; readonly of: Expression; readonly at: number; readonly from: Expression | undefined }
  | { readonly kind: "tuple"; readonly items: readonly Expression[] }
  | { readonly kind: "item"; readonly of: Expression; readonly at: number }
  | { readonly kind: "union"; readonly of: readonly Expression[] }
  | { readonly kind: "self" | "super"; readonly from: number; readonly isName?: boolean }
  | { readonly kind: "associated"; readonly of: Expression; readonly from: number }
  | { readonly kind: "structure"; readonly from: number; readonly to: number }
  | { readonly kind: "path"; readonly from: number; readonly text: string }
  | { readonly kind: "module"; readonly from: number; readonly source: string }
  | { readonly kind: "other"; readonly name?: string };

/** What a declaration says about the type of what it declares. */
export interface Declared {
  /** Its annotation, or the bound of a type parameter, or what a type alias stands for. */
  readonly type?: Expression;
  /** The value that it is given. */
  readonly value?: Expression;
  /** What calling it returns: the annotation, or the returned values. */
  readonly result?: Expression;
  readonly returned?: readonly Expression[];
  /** The types of what it is called with, and the labels of these. */
  readonly parameters?: readonly (Expression | undefined)[];
  readonly labels?: readonly string[];
  /** What a variant of an enum, or a struct without names for its fields, holds. */
  readonly payload?: readonly (Expression | undefined)[];
}

/** What syntax shows of a name in its place. */
export interface NameValue {
  /** The extent of the word. */
  readonly from: number;
  readonly to: number;
  /** It means the object, or the type, around it: `self`, `Self`, `this`. */
  readonly own?: Expression;
  /** The number of arguments of the constructor that such a word calls: `this(1)`, `super(1)`. */
  readonly argumentCount?: number;
  readonly receiver?: Receiver;
  /** It is a member of a type that its place wants, whether syntax shows that or not: `.red`. */
  readonly isImplied?: boolean;
  /** What is called, if it is the name of an argument: `area` of `area(width=1)`. */
  readonly callee?: Expression;
  /** The module up to a word in the path of an import: `a.b` of `from a.b.c import d`. */
  readonly module?: string;
  /** The type that a call of it must return: of `let a: A = b.into()`. */
  readonly wanted?: Expression;
  /** Whether it is a key of a literal whose place wants a type. */
  readonly isKeyOfLiteral?: boolean;
  /** Whether it names a member in a type without a name. */
  readonly isMemberOfType?: boolean;
  /** What it is compared with, whose type may declare it: of `switch (a) { case A: … }`. */
  readonly compared?: Expression;
  /** Whether it is what a constructor of C++ initialises: `A() : x(1)`. */
  readonly isInitialiser?: boolean;
  /** Whether it is the whole of a pattern, which may declare it. */
  readonly isPattern?: boolean;
  /** Whether only a type is possible here. */
  readonly isType: boolean;
  /** Whether it is written as what is no type: in code, not among the tokens of a macro. */
  readonly isValue?: boolean;
  /** Whether only a macro is possible here: `m!()`, `#[m]`. */
  readonly isMacro?: boolean;
}

/** The receiver of a name, and what kind of name it is. */
export interface Receiver {
  readonly expression: Expression;
  /** Whether the name is a key in a literal or pattern of the receiver's type. */
  readonly isKey: boolean;
}
