/**
 * Every method that a server is asked, in one table. A row says how a method is asked, what its
 * answer depends on, and what an answer is worth; the code that asks is the same for all rows. How
 * params and answers of one method are read is beside what reads them: `defaultParams.ts`,
 * `completeness/answerPlaces.ts`.
 */

/** What decides when a request is sent, and what its answer is worth. */
export interface Policy {
  /**
   * - `text`: the answer depends on the document's text alone, whatever the server has loaded.
   * - `file`: it depends on what the document imports, too. Sent at once; an empty answer of a
   *   server that loads may not be the last word.
   * - `project`: it depends on files that are not named: the request waits for loading.
   */
  readonly dependsOn: "text" | "file" | "project";
  /** The same for a client's own LSP request, whose answer decides whether another one follows. */
  readonly plainDependsOn?: "project";
  /** In spite of `text`, an empty answer of a server that has not loaded is not the last word. */
  readonly doubtsEmpty?: true;
  /**
   * The answer is meant to change text: it is asked for again only where the server has died, and
   * loose matches are refused.
   */
  readonly changesText?: true;
  /** The answer names places of symbols, whose files are compared with the disk. */
  readonly namesFiles?: true;
  /** The answer is compared with the text of the workspace. */
  readonly isChecked?: true;
  /** In agent mode, the answer to a client's own LSP request gets what it certainly lacks. */
  readonly isCompleted?: true;
  /**
   * Where each item of the answer names its file, or where it has WorkspaceEdits: what is in
   * another worktree of git is left out.
   */
  readonly worktree?: WorktreePart;
}

/** Items with a URI, alone or inside of a member; a WorkspaceEdit, or items that have one. */
export type WorktreePart = "uri" | "from.uri" | "to.uri" | "location.uri" | "edit" | "items with edits";

/** A method that takes a Locate. */
export interface LocateMethod extends Policy {
  /** What the Locate has to resolve to: places, or the document alone. */
  readonly takes: "point" | "points" | "range" | "ranges" | "document";
  /** Where in ServerCapabilities a server declares it, keys joined by dots. */
  readonly provider: string;
  /** The `textDocument/…` method to send, where it isn't the name of the row. */
  readonly requestMethod?: string;
  /** The method under which a server registers it dynamically, where it isn't `requestMethod`. */
  readonly registrationMethod?: string;
  /**
   * The second request of a two-step method, about the first item of the first result. Tokens and
   * the other params go with it.
   */
  readonly followUpMethod?: string;
  /** An empty result at the right edge of a word is requested again one character to the left. */
  readonly retriesOneLeft?: true;
  /** Of a backend without the method, the notifications that it pushes are the result. */
  readonly acceptsPush?: true;
  /** Its answer may have only the uses in tests, or only the others, if that is asked for. */
  readonly hasUses?: true;
  /** Its answer may have all levels of a hierarchy, if that is asked for. */
  readonly hasLevels?: true;
  /** A param without which the request makes no sense; a string. */
  readonly requiredParam?: string;
}

/** A row of a method, without the provider where that is named after the method. */
type LocateRow = Omit<LocateMethod, "provider"> & Partial<Pick<LocateMethod, "provider">>;

const locateRows = {
  hover: { takes: "point", retriesOneLeft: true, dependsOn: "file" },
  signatureHelp: { takes: "point", dependsOn: "file" },
  completion: { takes: "point", dependsOn: "file" },
  inlineCompletion: { takes: "point", dependsOn: "file" },
  declaration: { takes: "point", retriesOneLeft: true, dependsOn: "file", namesFiles: true },
  definition: { takes: "point", retriesOneLeft: true, dependsOn: "file", namesFiles: true },
  typeDefinition: { takes: "point", retriesOneLeft: true, dependsOn: "file", namesFiles: true },
  implementation: {
    takes: "point",
    dependsOn: "project",
    retriesOneLeft: true,
    namesFiles: true,
    isChecked: true,
    isCompleted: true,
  },
  references: {
    takes: "point",
    dependsOn: "project",
    retriesOneLeft: true,
    namesFiles: true,
    hasUses: true,
    isChecked: true,
    isCompleted: true,
    worktree: "uri",
  },
  documentHighlight: { takes: "point", dependsOn: "text", retriesOneLeft: true },
  moniker: { takes: "point", dependsOn: "file" },
  linkedEditingRange: { takes: "point", dependsOn: "file" },
  prepareRename: {
    takes: "point",
    provider: "renameProvider.prepareProvider",
    registrationMethod: "textDocument/rename",
    retriesOneLeft: true,
    dependsOn: "file",
    plainDependsOn: "project",
    isCompleted: true,
  },
  rename: {
    takes: "point",
    dependsOn: "project",
    changesText: true,
    isCompleted: true,
    requiredParam: "newName",
    worktree: "edit",
  },
  prepareCallHierarchy: {
    takes: "point",
    provider: "callHierarchyProvider",
    retriesOneLeft: true,
    dependsOn: "file",
    plainDependsOn: "project",
    namesFiles: true,
  },
  prepareTypeHierarchy: {
    takes: "point",
    provider: "typeHierarchyProvider",
    retriesOneLeft: true,
    dependsOn: "file",
    plainDependsOn: "project",
    namesFiles: true,
  },
  onTypeFormatting: {
    takes: "point",
    provider: "documentOnTypeFormattingProvider",
    dependsOn: "text",
    changesText: true,
    requiredParam: "ch",
  },

  selectionRange: { takes: "points", dependsOn: "text" },

  codeAction: { takes: "range", dependsOn: "file", worktree: "items with edits" },
  rangeFormatting: {
    takes: "range",
    provider: "documentRangeFormattingProvider",
    dependsOn: "text",
    changesText: true,
  },
  inlayHint: { takes: "range", dependsOn: "file" },
  inlineValue: { takes: "range", dependsOn: "file" },
  colorPresentation: {
    takes: "range",
    provider: "colorProvider",
    registrationMethod: "textDocument/documentColor",
    dependsOn: "file",
  },
  "semanticTokens/range": {
    takes: "range",
    provider: "semanticTokensProvider.range",
    registrationMethod: "textDocument/semanticTokens",
    dependsOn: "text",
  },

  rangesFormatting: {
    takes: "ranges",
    provider: "documentRangeFormattingProvider.rangesSupport",
    registrationMethod: "textDocument/rangeFormatting",
    dependsOn: "text",
    changesText: true,
  },

  documentSymbol: { takes: "document", dependsOn: "text", doubtsEmpty: true, isCompleted: true },
  codeLens: { takes: "document", dependsOn: "file" },
  documentLink: { takes: "document", dependsOn: "file" },
  documentColor: { takes: "document", provider: "colorProvider", dependsOn: "file" },
  foldingRange: { takes: "document", dependsOn: "text" },
  formatting: { takes: "document", provider: "documentFormattingProvider", dependsOn: "text" },
  diagnostic: { takes: "document", dependsOn: "project", acceptsPush: true },
  "semanticTokens/full": {
    takes: "document",
    provider: "semanticTokensProvider.full",
    registrationMethod: "textDocument/semanticTokens",
    dependsOn: "text",
  },
  "semanticTokens/full/delta": {
    takes: "document",
    provider: "semanticTokensProvider.full.delta",
    registrationMethod: "textDocument/semanticTokens",
    dependsOn: "text",
  },

  incomingCalls: {
    takes: "point",
    provider: "callHierarchyProvider",
    requestMethod: "prepareCallHierarchy",
    followUpMethod: "callHierarchy/incomingCalls",
    dependsOn: "project",
    retriesOneLeft: true,
    namesFiles: true,
    hasUses: true,
    hasLevels: true,
    isChecked: true,
    isCompleted: true,
    worktree: "from.uri",
  },
  outgoingCalls: {
    takes: "point",
    provider: "callHierarchyProvider",
    requestMethod: "prepareCallHierarchy",
    followUpMethod: "callHierarchy/outgoingCalls",
    dependsOn: "project",
    retriesOneLeft: true,
    namesFiles: true,
    hasLevels: true,
    isChecked: true,
    worktree: "to.uri",
  },
  supertypes: {
    takes: "point",
    provider: "typeHierarchyProvider",
    requestMethod: "prepareTypeHierarchy",
    followUpMethod: "typeHierarchy/supertypes",
    dependsOn: "project",
    retriesOneLeft: true,
    namesFiles: true,
    hasLevels: true,
    worktree: "uri",
  },
  subtypes: {
    takes: "point",
    provider: "typeHierarchyProvider",
    requestMethod: "prepareTypeHierarchy",
    followUpMethod: "typeHierarchy/subtypes",
    dependsOn: "project",
    retriesOneLeft: true,
    namesFiles: true,
    hasLevels: true,
    isChecked: true,
    isCompleted: true,
    worktree: "uri",
  },
} as const satisfies Readonly<Record<string, LocateRow>>;

/** The rows of methods that take no Locate. All but the first are those of our own server. */
const otherRows = {
  symbol: { dependsOn: "project", namesFiles: true, isCompleted: true, worktree: "location.uri" },
  declarations: { dependsOn: "project" },
  near: { dependsOn: "project" },
  pattern: { dependsOn: "project" },
  text: { dependsOn: "project" },
  files: { dependsOn: "project" },
  paths: { dependsOn: "project" },
} as const satisfies Readonly<Record<string, Policy>>;

export type LspMethodName = keyof typeof locateRows;

/** The methods that take a Locate, by name: `hover`, `semanticTokens/full`. */
export const lspMethods: Readonly<Record<string, LocateMethod>> = Object.fromEntries(
  Object.entries<LocateRow>(locateRows).map(([name, row]) => [name, { provider: `${name}Provider`, ...row }]),
);

/**
 * That of a question which is part of a larger one: what its answer depends on is there, and the
 * answer is what the server says now.
 */
export const partPolicy: Policy = { dependsOn: "text" };

const policies: Readonly<Record<string, Policy>> = { ...locateRows, ...otherRows };

type PolicyName = keyof typeof locateRows | keyof typeof otherRows;

/** Returns the row of a method. */
export function rowOf(name: PolicyName): Policy {
  return policies[name] as Policy;
}

/** Returns the policy of a method by its name, which is its last part; undefined without a row. */
export function policyOf(name: string): Policy | undefined {
  return Object.hasOwn(policies, name) ? policies[name] : undefined;
}

/** Returns the last part of an LSP method, by which the rows are named. */
export function shortName(method: string): string {
  return method.slice(method.indexOf("/") + 1);
}

/** The methods whose answers are compared with the text of the workspace. */
export type CheckedMethod = {
  [Name in keyof typeof locateRows]: (typeof locateRows)[Name] extends { readonly isChecked: true } ? Name : never;
}[keyof typeof locateRows];

export function isCheckedMethod(name: string): name is CheckedMethod {
  return policyOf(name)?.isChecked === true;
}

/** Whether an empty answer is one, whatever the server has loaded. */
export function isEmptyFinal({ dependsOn, doubtsEmpty }: Policy): boolean {
  return dependsOn === "text" && !doubtsEmpty;
}

const MAX_METHODS = 1_000;
/** By LSP method; those of one client are few. */
const plainPolicies = new Map<string, Policy | undefined>();

/**
 * Returns the policy of a client's own request, by its LSP method; undefined for one that is never
 * held back.
 */
export function plainPolicyOf(method: string): Policy | undefined {
  if (plainPolicies.has(method)) return plainPolicies.get(method);
  const policy = findPlainPolicy(method);
  if (plainPolicies.size < MAX_METHODS) plainPolicies.set(method, policy);
  return policy;
}

function findPlainPolicy(method: string): Policy | undefined {
  if (HIERARCHY.test(method) || method === "workspace/symbol")
    return policyOf(shortName(method)) ?? { dependsOn: "project" };
  const name = shortName(method);
  const row = method.startsWith("textDocument/") && Object.hasOwn(lspMethods, name) ? lspMethods[name] : undefined;
  if (!row || row.acceptsPush || row.requestMethod !== undefined) return undefined;
  return row.plainDependsOn ? { ...row, dependsOn: row.plainDependsOn } : row;
}

const HIERARCHY = /^(?:callHierarchy|typeHierarchy)\/\w+$/;

/** A method that we answer ourselves, without a request of the same name in LSP. */
interface OwnMethod {
  /**
   * What its params have: the places of a Locate or the document, as for other methods, an LSP
   * position or range, a symbol path, a handle, a document that may be left out, or two paths.
   */
  readonly takes:
    | "point"
    | "range"
    | "ranges"
    | "document"
    | "position"
    | "symbol"
    | "handle"
    | "any document"
    | "paths";
  /** It works only within a session; each command at a shell is one of its own. */
  readonly needsSession?: true;
  /** Its answer is a change of files. */
  readonly changesFiles?: true;
}

const ownRows = {
  resolve: { takes: "point" },
  resolveRange: { takes: "range" },
  describe: { takes: "position" },
  outline: { takes: "document" },
  nodes: { takes: "point" },
  search: { takes: "symbol" },
  context: { takes: "point" },
  track: { takes: "point", needsSession: true },
  untrack: { takes: "handle", needsSession: true },
  edit: { takes: "ranges", changesFiles: true },
  fix: { takes: "range", changesFiles: true },
  delete: { takes: "range", changesFiles: true },
  signature: { takes: "point", changesFiles: true },
  move: { takes: "paths", changesFiles: true },
  status: { takes: "any document", needsSession: true },
} as const satisfies Readonly<Record<string, OwnMethod>>;

export const ownMethods: Readonly<Record<string, OwnMethod>> = ownRows;

export type SessionMethodName = {
  [Name in keyof typeof ownRows]: (typeof ownRows)[Name] extends { readonly needsSession: true } ? Name : never;
}[keyof typeof ownRows];

/** The methods of ours that a shell has, too. */
export type OwnMethodName = Exclude<keyof typeof ownRows, SessionMethodName>;

/** Whether the answer to a method, by its name, is a change of files. */
export function changesFiles(name: string): boolean {
  // The place of formatting is a whole document, which is exact without `changesText`.
  const isOfServer = policyOf(name)?.changesText === true || name === "formatting";
  return isOfServer || (Object.hasOwn(ownMethods, name) && ownMethods[name]?.changesFiles === true);
}

/** Whether a shell has a method. */
export function isShellMethod(name: string): boolean {
  if (Object.hasOwn(locateRows, name)) return true;
  return Object.hasOwn(ownMethods, name) && !ownMethods[name]?.needsSession;
}

/** The full method names that we announce. */
export const locateMethods: readonly string[] = [...Object.keys(ownMethods), ...Object.keys(lspMethods)].map(
  (name) => `locate/${name}`,
);
