/** Small edits of one line that may break code: what the verdict is compared on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { declarationsOf, sourcesOf } from "./projects.mjs";

export const mutationKinds = ["name", "signature", "import", "type", "syntax", "result", "passed"];

/** By language: what a line is replaced by, for each kind but the name. */
const edits = {
  typescript: {
    signature: [/\bfunction\s+\w+\((?=\w|\))/, (found) => `${found}added: RegExp, `],
    import: [/^import\b.*\bfrom\b.*;$/, () => ""],
    type: [/: (?:number|string|boolean)\b/, () => ": RegExp"],
    syntax: [/\{$/, () => ""],
    result: [/^\s+return [^;{(]+;$/, () => "return /added/;"],
    passed: [/^export\b.*\bfrom\b.*;?$/, () => "export {};"],
  },
  python: {
    signature: [/^(\s*)def\s+\w+\((?:self,\s*)?(?=\w+[:,=)])(?!self\))/, (found) => `${found}added, `],
    import: [/^from\s+\S+\s+import\s+[^()\\]+$/, () => "pass"],
    type: [/: (?:str|int|bool)\b/, () => ": bytes"],
    syntax: [/\):$/, () => ":"],
    result: [/^\s+return [^({[]+$/, () => "return Ellipsis"],
    passed: [/^from\s+\.\S*\s+import\s+(?:\*|\w+ as \w+)$/, () => "pass"],
  },
  go: {
    signature: [/^func\s+(?!Test|Benchmark|Fuzz)(?:\([^)]*\)\s+)?\w+\((?=\w+ )/, (found) => `${found}added chan int, `],
    import: [/^\t"[\w./]+"$/, () => ""],
    type: [/\b(?:string|int|bool)(?=[,)])/, () => "chan int"],
    syntax: [/\{$/, () => ""],
    result: [
      /^func\s+(?:\([^)]*\)\s+)?\w+\([^()]*\) (?:string|int|bool|\*?[A-Z]\w+) \{$/,
      (found) => found.replace(/\S+ \{$/, "chan int {"),
    ],
    passed: [/^var\s+[A-Z]\w* = [\w.]+\(.*\)$/, (found) => found.replace(/=.*/, "= make(chan int)")],
  },
  cpp: {
    signature: [
      /^\s*(?:virtual\s+|static\s+)*[\w:<>*&]+\s+\w+\((?=const |int |\w+ )/,
      (found) => `${found}int* added, `,
    ],
    import: [/^#include\s+"[\w./]+"$/, () => ""],
    type: [/\b(?:int|uint32_t|uint64_t|bool)(?=\s\w+[,)])/, () => "struct Added"],
    syntax: [/\{$/, () => ""],
  },
};

/** Returns the edits that the text of a project allows: a line without the space around it. */
export function findMutations(root, project) {
  const found = [];
  for (const path of sourcesOf(root, project)) {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    const declared = new Map(declarationsOf(root, project, [path]).map((each) => [each.line, each.name]));
    for (const [at, whole] of lines.entries()) {
      const text = whole.trim();
      if (text === "" || /^(?:\/\/|\*|#(?!include)|"""|\/\*)/.test(text)) continue;
      const add = (kind, newText) => found.push({ kind, path, line: at + 1, text, newText });
      const name = declared.get(at + 1);
      if (name !== undefined)
        add(
          "name",
          text.replace(name, () => `${name}Renamed`),
        );
      for (const [kind, [pattern, replace]] of Object.entries(edits[project.language])) {
        const isWhole = pattern.source.startsWith("^");
        const [hit] = pattern.exec(isWhole ? whole : text) ?? [];
        if (hit !== undefined) add(kind, (isWhole ? whole : text).replace(hit, () => replace(hit)).trim());
      }
    }
  }
  return found;
}
