/** Go. */

import { goConventions } from "./conventionFacts.js";
import { type LanguageDefinition, wordsOf } from "./facts.js";
import { headsOf, NAME } from "./heads.js";
import { ellipsis } from "./parameters.js";

const SYSTEMS = `aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1
  windows`.split(/\s+/);
const PROCESSORS = `386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm`.split(
  /\s+/,
);

export const go: LanguageDefinition = {
  id: "go",
  hasDeclaredTypes: true,
  hasHierarchy: true,
  hasReceiverTypes: true,
  declaredResult: /^[^{}\n]*\{/,
  passedImports: /^package\b/,
  entries: { system: /^(?:main|init)$/, tests: { name: /^(?:Test|Benchmark|Fuzz|Example)/, file: /_test\.go$/ } },
  extensions: ["go"],
  heads: headsOf({
    modifiers: "export",
    types: {
      struct: `type\\s+${NAME}\\s+struct\\b`,
      interface: `type\\s+${NAME}\\s+interface\\b`,
      class: `type\\s+${NAME}`,
    },
    functions: `func\\s+(?:\\([^()]*\\)\\s*)?${NAME}`,
    variables: `(?:var|const)\\s+${NAME}`,
  }),
  grammar: { name: "go", isComplete: true },
  reservedWords: wordsOf(`
    break case chan const continue default defer else fallthrough for func go goto if import interface map package
    range return select struct switch type var _`),
  specialNames: wordsOf("_"),
  blankName: "_",
  uses: [
    // An embedded type has a line of its own: `*pkg.Name`.
    { before: /(?<!(?:^|[{;|~])[\s*]{0,99}[\w\x80-\xff]{1,99}|\*\/\s?)\.$/ },
    { before: /\.$/, after: /^[^\s`"/;}[|]/ },
    { before: /(?:[=&!<>+\-%:["'`]|(?<!\*)\/)$/ },
    { before: /(?:^|[^\w\s]|\b(?!const\b|type\b|var\b)\w+)\s*\($/ },
    { before: /\b(?:return|go|defer|case|range|if|for|switch|package|goto|break|continue|chan|map|else)$/ },
    { after: /^(?:\.|:(?!=))/ },
  ],
  multilineQuote: "`",
  hasLabels: true,
  parameters: {
    form: "list",
    variadic: ellipsis,
    spread: /\.\.\.$/,
  },
  hasTypesAfterNames: true,
  hasExplicitReceivers: true,
  // Packages of the standard library ask any value for these.
  overriding: {
    namesSupertypes: false,
    calledName: /^(?:String|GoString|Error|Unwrap|Is|As|Format|(?:Unm|M)arshal(?:JSON|Text|Binary|XML)|Scan|Value)$/,
    // Others of these names have other parameters, or are fields.
    calledHead:
      /^(?:(?:Go)?String\(\)\s*string|Error\(\)\s*string|Unwrap\(\)\s*(?:\[\])?error|(?:Is|As|Scan)\(\w*\s*(?:error|any|interface\s*\{\s*\})\)|Format\(|Scan\([^)]*ScanState|(?:Unm|M)arshal\w+\(|Value\(\)\s*\((?:driver\.)?Value\b)/,
    // Of io, io/fs, sort, container/heap, net, net/http, sync and context.
    interfaceName:
      /^(?:Read(?:At|From|Byte|Rune|Dir|File)?|Write(?:At|To|Byte|String|Header)?|Close|Seek|Open|Stat|Len|Less|Swap|Push|Pop|Accept|Addr|ServeHTTP|RoundTrip|Header|Flush|Lock|Unlock|Deadline|Done|Err)$/,
  },
  conventions: goConventions,
  hasFolderModules: true,
  hasFolderPackages: true,
  packageLine: /^package[ \t]+\w+/m,
  packageOnlyName: /^[^\p{Lu}]/u,
  // https://pkg.go.dev/cmd/go#hdr-Build_constraints
  buildConstraint: {
    line: /^\/\/(?:go:build|\s\+build)\s/m,
    systems: SYSTEMS,
    processors: PROCESSORS,
    // What holds for Linux holds for Android.
    groups: new Map([
      ["unix", new Set(SYSTEMS.filter((name) => !/^(?:js|plan9|wasip1|windows)$/.test(name)))],
      ["linux", new Set(["linux", "android"])],
      ["darwin", new Set(["darwin", "ios"])],
    ]),
  },
  overloads: "none",
  modules: "folders",
  hasMethodSets: true,
  typeSpellings: { byte: "uint8", rune: "int32", "interface{}": "any" },
  topTypes: wordsOf("any"),
  hasEmbeddedFields: true,
  hasMembersElsewhere: true,
  // https://go.dev/ref/mod#module-path
  moduleFile: { name: "go.mod", module: /^module[ \t]+"?([^\s"]+)/m },
  projectFile: "go.mod",
  // https://go.dev/ref/mod#module-cache
  // https://go.dev/ref/mod#vendoring
  libraries: {
    layout: "versioned paths",
    manifests: ["go.mod", "go.work"],
    inside: ["vendor"],
    shared: ["$GOMODCACHE", "$GOPATH/pkg/mod", "~/go/pkg/mod"],
    standard: ["$GOROOT/src", "/usr/local/go/src", "/usr/lib/go*/src", "/opt/homebrew/opt/go/libexec/src"],
    advice: "download them: go mod download",
  },
};
