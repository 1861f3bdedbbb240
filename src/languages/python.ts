/** Python. */

import { pythonConventions } from "./conventionFacts.js";
import { hashComments, type LanguageDefinition, wordsOf } from "./facts.js";
import type { CarrierForm, FixtureFacts, MemberCarrier } from "./frameworkFacts.js";
import { headsOf, NAME } from "./heads.js";

// https://docs.pytest.org/en/stable/reference/fixtures.html
const fixtures: FixtureFacts = {
  framework: "pytest",
  decorator: /@(?:\w+\.)*fixture\b/,
  otherName: /\bname\s*=/,
  otherNameCall: /\bfixture\($/,
  otherNameBefore: /\bname\s*=\s*$/,
  tests: /^test/,
  sharedFile: "conftest.py",
  sharedModules: /^pytest_plugins\s*[:=](.*)/m,
  requests: /\b(?:usefixtures|getfixturevalue)\($|\bparametrize\((?:\s*argnames\s*=)?\s*[[(]?$|\bindirect\s*=\s*[[(]$/,
  namesBefore: /\bparametrize\((?:\s*argnames\s*=)?\s*$/,
};

const attributeCall: CarrierForm = {
  form: "string",
  before: /\b(?:get|set|has|del)attr\($/,
  of: "argument",
  isOfAny: true,
};

const memberCarriers: readonly MemberCarrier[] = [
  {
    // https://docs.python.org/3/library/collections.html#collections.somenamedtuple._replace
    framework: "NamedTuple",
    supertype: /^NamedTuple$/,
    forms: [
      { form: "keyword", before: /\._replace\($/, of: "receiver" },
      { form: "string", before: /\._asdict\(\)\[$/, of: "receiver" },
      { form: "string", before: /\._fields\.index\($/, of: "receiver" },
      { form: "string", before: /\._field_defaults\[$/, of: "receiver" },
      attributeCall,
    ],
  },
  {
    // https://docs.python.org/3/library/dataclasses.html
    framework: "dataclasses",
    decorator: /@(?:\w+\.)*dataclass\b/,
    forms: [
      { form: "keyword", before: /\breplace\($/, of: "argument" },
      { form: "string", before: /\basdict\(([\w.]+)\)\[$/, of: "group" },
      attributeCall,
    ],
  },
  {
    // https://www.attrs.org/en/stable/api.html
    framework: "attrs",
    decorator: /@(?:(?:attrs?\.)?(?:define|frozen|mutable)|attrs?\.(?:s|attrs|dataclass)|attrs)\b/,
    forms: [
      { form: "keyword", before: /\b(?:evolve|assoc)\($/, of: "argument" },
      { form: "string", before: /\basdict\(([\w.]+)\)\[$/, of: "group" },
      attributeCall,
    ],
  },
  {
    // https://docs.pydantic.dev/latest/api/base_model/
    framework: "pydantic",
    supertype: /^(?:BaseModel|BaseSettings|SQLModel)$/,
    forms: [
      { form: "keyword", before: /\.(?:model_construct|construct)\($/, of: "receiver" },
      { form: "string", before: /\.(?:model_copy|copy)\(\s*update\s*=\s*\{$/, of: "receiver" },
      { form: "string", before: /\.(?:model_validate|parse_obj)\(\s*\{$/, of: "receiver" },
      { form: "string", before: /\.(?:model_dump|dict)\(\)\[$/, of: "receiver" },
      { form: "string", before: /\.(?:model_fields|__fields__)\[$/, of: "receiver" },
      { form: "string", before: /@(?:\w+\.)*(?:field_validator|field_serializer|validator)\($/, of: "around" },
      { form: "string", before: /\b(?:in|ex)clude\s*=\s*\{$/, of: "anything" },
      attributeCall,
    ],
  },
  {
    // https://docs.python.org/3/library/enum.html
    framework: "enum",
    supertype: /^(?:Enum|(?:Str|Int)(?:Enum|Flag)|Flag|ReprEnum)$/,
    forms: [
      { form: "string", before: /\[$/, of: "receiver", isOfAny: true },
      { form: "string", before: /\.__members__\[$/, of: "receiver" },
    ],
  },
  {
    // https://docs.djangoproject.com/en/stable/ref/models/querysets/
    framework: "Django",
    supertype: /^(?:Model|AbstractUser|AbstractBaseUser|PolymorphicModel|TimeStampedModel)$/,
    forms: [
      {
        form: "keyword",
        before: /(?:\.(?:filter|exclude|get|create|update|get_or_create|update_or_create|annotate|alias)|\bQ)\($/,
        of: "anything",
      },
      {
        form: "string",
        before:
          /(?:\.(?:order_by|values|values_list|only|defer|distinct|select_related|prefetch_related|dates|earliest|latest)|\b(?:F|Count|Sum|Avg|Min|Max|OuterRef|Prefetch))\($/,
        of: "anything",
      },
      {
        form: "string",
        before:
          /\b(?:fields|exclude|ordering|unique_together|list_display|list_filter|search_fields|readonly_fields|update_fields)\s*=\s*[[(]$/,
        of: "anything",
      },
    ],
  },
  {
    // https://docs.sqlalchemy.org/en/20/orm/queryguide/query.html
    framework: "SQLAlchemy",
    supertype: /^(?:Base|DeclarativeBase|Model)$/,
    forms: [{ form: "keyword", before: /\.filter_by\($/, of: "anything" }],
  },
];

export const python: LanguageDefinition = {
  id: "python",
  hasHierarchy: true,
  hasReceiverTypes: true,
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
  heads: headsOf({
    modifiers: "async",
    types: { class: `class\\s+${NAME}` },
    functions: `def\\s+${NAME}`,
  }),
  interpreters: ["python", "pypy"],
  grammar: { name: "python", ignoresIndentation: true, isComplete: true },
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
    typeReceiver: /^(?:cls|mcs)\b/,
    noArgument: /^[*/]$/,
    variadic: /^\*/,
    argumentName: "=",
    namedAfter: /^\*/,
    spread: /^\*/,
    hasStars: true,
  },
  hasExplicitReceivers: true,
  hasNamedArguments: true,
  modules: "files",
  indexNames: ["__init__"],
  // https://peps.python.org/pep-0484/#stub-files
  stubs: [{ module: ".py", stub: ".pyi" }],
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
  // https://docs.python.org/3/library/doctest.html
  docTests: { line: /^\s*(?:>>>|\.\.\.)\s/, prompt: ">>>", prelude: "from .{module} import *" },
  // https://ipython.readthedocs.io/en/stable/interactive/reference.html
  kernelCommands: {
    statement: /^\s*(?:%{1,2}[A-Za-z_]|!|\?|[A-Za-z_][\w.]*\?{1,2}\s*$)/,
    value: /^(\s*[A-Za-z_][\w.,\s]*=\s*)([!%][A-Za-z_./~$])/,
    cell: /^%%(\w+)/,
    codeCells: /^(?:time|timeit|capture|prun|memit|debug)$/,
    allows: [
      {
        message: /not defined|undefined/i,
        text: /^(?:display|get_ipython|In|Out|exit|quit|_{1,3}|_i{0,3}\d*)$/,
        at: "anywhere",
      },
      { message: /\basync\b|outside (?:of )?(?:a )?function/i, text: /^(?:await|async)\b/, at: "top level" },
      { message: /expression.*unused|useless expression/i, text: /./, at: "cell end" },
    ],
  },
  fixtures,
  conventions: pythonConventions,
  memberCarriers,
  unimportedUse: "star import",
  exportList: /^__all__\s*(?:\+?=|\.(?:extend|append)\s*\()\s*([^#\])]*)/gm,
  projectFile: "pyproject.toml",
  // https://docs.python.org/3/library/site.html; virtual environments are found by servers.json.
  libraries: {
    layout: "modules",
    manifests: ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"],
    inside: [],
    shared: [
      "~/.local/lib/python3*/site-packages",
      "/usr/local/lib/python3*/site-packages",
      "/usr/local/lib/python3*/dist-packages",
      "/usr/lib/python3*/site-packages",
      "/usr/lib/python3*/dist-packages",
      "/opt/homebrew/lib/python3*/site-packages",
    ],
    standard: ["/usr/local/lib/python3*", "/usr/lib/python3*", "/opt/homebrew/lib/python3*"],
    advice: "install the project's requirements into .venv, or name their environment with VIRTUAL_ENV",
  },
};
