/** The configuration files of a client, and our entries in each. */

export type JsonValue = string | number | boolean | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A value in a JSON or TOML file. */
export interface ConfigEntry {
  /** The keys from the root. */
  readonly path: readonly string[];
  readonly value: JsonValue;
  /** Whether a value of the user's own is kept; without this, it has to be replaced on request. */
  readonly isDefault?: true;
  /** Whether the value is one item of a list, beside those of others. */
  readonly isItem?: true;
}

export type ClientFile =
  | { readonly kind: "json"; readonly path: string; readonly entries: readonly ConfigEntry[] }
  | {
      readonly kind: "toml";
      readonly path: string;
      readonly entries: readonly ConfigEntry[];
      /** Languages of Helix that lsp-locate is to serve first. */
      readonly languages?: readonly string[];
    }
  /** A file of its own. */
  | { readonly kind: "own"; readonly path: string; readonly text: string }
  /** Lines in a file that is a program. */
  | { readonly kind: "lines"; readonly path: string; readonly lines: string };

/** The user's configuration of a client, or that of one project. */
export type SetupScope = "user" | "project";

/** Where a client's files are, and what they are to hold. */
export interface ClientContext {
  readonly home: string;
  /** The folder of the project, for the scope of a project. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The version of lsp-locate. */
  readonly version: string;
  /** What starts lsp-locate: the program and its first arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** The languages' identifiers by extension, with the dot. */
  readonly languageByExtension: Readonly<Record<string, string>>;
  /** Reads a file that is installed with lsp-locate, by its path from the root of the package. */
  readonly readBundled: (path: string) => string;
}

/** Anything that lsp-locate can be set up in. */
export interface SetupClient {
  /** The word in the command line. */
  readonly name: string;
  readonly title: string;
  /** What is set up, a phrase without a full stop. */
  readonly summary: string;
  /** Programs and folders by which the client is found on a machine. */
  readonly programs: readonly string[];
  readonly folders: (context: ClientContext) => readonly string[];
  readonly user: (context: ClientContext) => readonly ClientFile[];
  /** Absent for a client without a configuration in the project. */
  readonly project?: (context: ClientContext) => readonly ClientFile[];
  /** The files of a hook that adds a line to the answers of searches; absent without hooks. */
  readonly hooks?: (scope: SetupScope, context: ClientContext) => readonly ClientFile[];
  /** Sentences: what else is to do. */
  readonly notes: (
    scope: SetupScope,
    context: ClientContext,
    options: { readonly hooks?: boolean | undefined },
  ) => readonly string[];
}

/** The setup can't be made; the message says why and what to do. */
export class SetupError extends Error {}
