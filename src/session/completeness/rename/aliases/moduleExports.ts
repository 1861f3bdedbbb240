/** The names that a script imports and exports, read from its text. Pure. */

/** A name that an import or export takes from another module. */
export interface ModuleName {
  /** As written, without quotes. */
  readonly source: string;
  /** Its name there; undefined for the whole module, as in `* as name`. */
  readonly original?: string;
}

export interface ModuleExports {
  /** Modules of which all names are exported: `export * from "source"`. */
  readonly all: readonly string[];
  /** What is exported by name from another module, also through an import of its own. */
  readonly named: ReadonlyMap<string, ModuleName>;
  /** What the module declares and exports, by the exported name. */
  readonly own: ReadonlySet<string>;
}

// Invariant: no part of a pattern can match the same text in two ways, so that each text is read in
// linear time, whatever it is.
const name = "[\\p{ID_Start}_$][\\p{ID_Continue}$]*";
const statement = "(?:^|;)[ \\t]*";
const from = "from\\s*[\"']([^\"'\\n]+)[\"']";
const exportAll = new RegExp(`${statement}export\\s+(?:type\\s*)?\\*(?:\\s*as\\s+(${name}))?\\s*${from}`, "gmu");
const exportList = new RegExp(`${statement}export\\s+(?:type\\s*)?\\{([^{}]*)\\}(?:\\s*${from})?`, "gmu");
const exportDeclaration = new RegExp(
  `${statement}export\\s+(?:(?:declare|abstract|async)\\s+)*` +
    `(?:function\\s*\\*\\s*|(?:const\\s+enum|function|class|const|let|var|interface|type|enum|namespace|module)\\s+)` +
    `(?!enum\\b)(${name})`,
  "gmu",
);
const importClause = new RegExp(`${statement}import\\s((?:(?!\\bimport\\b|\\bfrom\\s*["'])[^"'();])*)${from}`, "gmu");
const specifier = new RegExp(`^(?:type\\s+)?(${name})(?:\\s+as\\s+(${name}))?$`, "u");

/** Reads statements that begin a line or follow a semicolon. */
export function readModuleExports(text: string): ModuleExports {
  const all: string[] = [];
  const named = new Map<string, ModuleName>();
  const own = new Set<string>();
  for (const [, alias, source = ""] of text.matchAll(exportAll)) {
    if (alias === undefined) all.push(source);
    else named.set(alias, { source });
  }
  const imports = readImports(text);
  for (const [, list = "", source] of text.matchAll(exportList)) {
    for (const { original, alias } of readSpecifiers(list)) {
      const taken = source === undefined ? imports.get(original) : { source, original };
      if (taken) named.set(alias, taken);
      else own.add(alias);
    }
  }
  for (const [, declared = ""] of text.matchAll(exportDeclaration)) own.add(declared);
  return { all, named, own };
}

/** Returns what a module imports by its name there. */
function readImports(text: string): ReadonlyMap<string, ModuleName> {
  const imports = new Map<string, ModuleName>();
  for (const [, clause = "", source = ""] of text.matchAll(importClause)) {
    const [, whole] = new RegExp(`\\*\\s*as\\s+(${name})`, "u").exec(clause) ?? [];
    if (whole !== undefined) imports.set(whole, { source });
    const [, list = ""] = /\{([^{}]*)\}/.exec(clause) ?? [];
    for (const { original, alias } of readSpecifiers(list)) imports.set(alias, { source, original });
  }
  return imports;
}

/** Splits `a, type b as c` into its names; comments and what else is no name are left out. */
function readSpecifiers(list: string): readonly { readonly original: string; readonly alias: string }[] {
  const plain = list.replace(/\/\*(?:(?!\*\/)[\s\S])*(?:\*\/)?|\/\/.*/g, "");
  return plain.split(",").flatMap((each) => {
    const [, original, alias = original] = specifier.exec(each.trim()) ?? [];
    return original === undefined || alias === undefined ? [] : [{ original, alias }];
  });
}
