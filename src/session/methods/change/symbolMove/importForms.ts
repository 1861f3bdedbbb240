/** How imports are written in the languages whose modules are files. Pure. */

import { factsOf } from "../../../../languages/languages.js";

/** An import, apart from how it is written. */
export interface ImportForm {
  /** `module`: all of it under a name: `import * as a`, `import a`, `const a = require()`. */
  readonly form: "named" | "module";
  readonly source: string;
  /** Its name in the module; `default` is what JavaScript exports by default. */
  readonly original?: string;
  /** Under which it is known. */
  readonly name: string;
  readonly isType: boolean;
  /** JavaScript: by `require`. */
  readonly isRequired: boolean;
}

export interface ImportStyle {
  readonly quote: '"' | "'";
  readonly end: ";" | "";
}

/** Returns the style of a text's imports, else that of its strings. */
export function importStyleOf(text: string): ImportStyle {
  const sources = [...text.matchAll(/(?:\bfrom|\bimport|\brequire\()\s*(["'])[^"'\n]*\1\)?[ \t]*(;?)/g)];
  if (sources.length > 0) {
    const single = sources.filter(([, quote]) => quote === "'").length;
    const ended = sources.filter(([, , end]) => end === ";").length;
    return { quote: single * 2 > sources.length ? "'" : '"', end: ended * 2 >= sources.length ? ";" : "" };
  }
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [single, double] = [count(/'[^'\n]*'/g), count(/"[^"\n]*"/g)];
  const lines = count(/[\w)\]'"`](?=;?$)/gm);
  return { quote: single > double ? "'" : '"', end: lines === 0 || count(/;$/gm) * 4 > lines ? ";" : "" };
}

/** Returns the statement of an import. */
export function statementText(added: ImportForm, languageId: string, { quote, end }: ImportStyle): string {
  const { form, source, original, name, isType, isRequired } = added;
  if (factsOf(languageId).hasNamedModules) {
    if (form === "named") return `from ${source} import ${elementText(added)}`;
    return source === name || source.split(".")[0] === name ? `import ${source}` : `import ${source} as ${name}`;
  }
  const quoted = `${quote}${source}${quote}`;
  if (isRequired) {
    const pattern = form === "module" ? name : `{ ${elementText(added, { isRequired: true })} }`;
    return `const ${pattern} = require(${quoted})${end}`;
  }
  const keyword = isType ? "import type" : "import";
  if (form === "module") return `${keyword} * as ${name} from ${quoted}${end}`;
  if (original === "default") return `${keyword} ${name} from ${quoted}${end}`;
  return `${keyword} { ${elementText(added, { isTypeStatement: true })} } from ${quoted}${end}`;
}

/** Returns a name in the list of a statement. */
export function elementText(
  { original, name, isType }: ImportForm,
  { isTypeStatement = false, isRequired = false } = {},
): string {
  const renamed = isRequired ? ": " : " as ";
  const written = original === undefined || original === name ? name : `${original}${renamed}${name}`;
  return isType && !isTypeStatement ? `type ${written}` : written;
}

/** Returns the statement that passes a name of another module on. */
export function reexportText(name: string, source: string, isType: boolean, { quote, end }: ImportStyle): string {
  return `export ${isType ? "type " : ""}{ ${name} } from ${quote}${source}${quote}${end}`;
}
