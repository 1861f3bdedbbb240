/** Python. */

import { hashComments, type LanguageDefinition, wordsOf } from "./facts.js";

export const python: LanguageDefinition = {
  id: "python",
  declaredResult: /^\s*->[^:\n]+:/,
  entries: {
    tests: {
      name: /^(?:[Tt]est|set[Uu]p|tear[Dd]own|setup_|teardown_)/,
      file: /(?:^|[\\/])(?:test_[^\\/]*|[^\\/]*_test|tests|conftest)\.py$/,
    },
    // Those of the language itself make nothing known to others.
    decorator:
      /@(?!(?:staticmethod|classmethod|property|(?:\w+\.)?(?:abstractmethod|override|overload|final|cache|lru_cache|cached_property|wraps|total_ordering|dataclass|(?:async)?contextmanager|setter|getter|deleter))\b)[\w.]+/,
  },
  extensions: ["py", "pyi", "pyw"],
  interpreters: ["python", "pypy"],
  grammar: { name: "python", ignoresIndentation: true },
  reservedWords: wordsOf(`
    False None True and as assert async await break class continue def del elif else except finally for from
    global if import in is lambda nonlocal not or pass raise return try while with yield`),
  uses: [
    { before: /[+\-/%<>&^~@"'`]$/ },
    // Not the target of an assignment.
    { before: /^(?!\s*case\b).*=$/, after: /^[^=]*$/ },
    { before: /[([]$/, after: /^[^,:)\]=]/ },
    { before: /(?<!\b(?:self|cls))\.$/ },
    { before: /\.$/, after: /^(?:[.()[]|==|$)/ },
    // No two names stand side by side.
    { before: /(?<![\w.])(?!(?:async|def|class|type|for|as|case)$)[A-Za-z_]\w*$/, after: /^(?!:=)/ },
    { after: /^\./ },
    { before: /(?<!\b(?:def|class|type))$/, after: /^[([]/ },
  ],
  comments: hashComments,
  multilineQuote: '"""',
  isIndented: true,
  blankLines: { inside: 1, top: 2 },
  parameters: {
    form: "list",
    default: "=",
    receiver: /^(?:self|cls|mcs)\b/,
    noArgument: /^[*/]$/,
    variadic: /^\*/,
    hasStars: true,
  },
  hasExplicitReceivers: true,
  hasNamedArguments: true,
  modules: "files",
  indexNames: ["__init__"],
  // https://peps.python.org/pep-0484/#stub-files
  stubs: { module: ".py", stub: ".pyi" },
  hasNamedModules: true,
  receiverParameter: "self",
  // https://docs.python.org/3/library/typing.html
  transparentTypes: wordsOf("Annotated Awaitable ClassVar Final NotRequired Optional ReadOnly Required Type type"),
  unionTypes: wordsOf("Union"),
  topTypes: wordsOf("Any object"),
  // https://docs.python.org/3/reference/datamodel.html#customizing-attribute-access
  forwarding: new Map([
    ["__getattr__", "any"],
    ["__getattribute__", "any"],
  ]),
  // https://docs.python.org/3/reference/datamodel.html#import-related-attributes-on-module-objects
  moduleAttribute: /^__(?:name|file|doc|dict|spec|package|loader|path)__$/,
  constructorName: /^__(?:init|new)__$/,
  hasRebinding: true,
  deletion: /^del\s+(.*)/,
  isListedOnce: true,
  oneSymbol: ["decorators"],
  overloads: "none",
  // The names of the form `__x` are mangled.
  overriding: {
    privateName: /^__\w*(?<!__)$/,
    isByNameAlone: true,
    calledName: /^__\w+__$/,
    plainTypes: wordsOf("object ABC Protocol Generic"),
  },
  keyedTypes: new Set(["TypedDict"]),
  keyMethods: /\.(?:get|pop|setdefault)\(\s*$/,
  docstring: "body",
  // https://docs.pytest.org/en/stable/reference/fixtures.html
  fixtures: { decorator: /@(?:[\w.]+\.)?fixture\b/, tests: /^test/, sharedFile: "conftest.py" },
  unimportedUse: "star import",
  exportList: /^__all__\s*(?:\+?=|\.(?:extend|append)\s*\()\s*([^#\])]*)/gm,
  projectFile: "pyproject.toml",
};
