/** Names that a framework takes by a convention: in strings, templates, or parts of other names. */

import type { ConventionalPlace, NameConvention } from "./frameworkFacts.js";

/** In quotes, also in those of a string in a string: `"name"`, `\"name\"`. */
const quoted: ConventionalPlace = { before: /["'`]$/, after: /^\\?["'`]/ };
/** What is called. */
const called: ConventionalPlace = { before: /(?<!\w)$/, after: /^\s*\(/ };

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const camelCase = (name: string) => name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
/** Returns the property that an accessor of Java is for; a name that is none as it is. */
const propertyOf = (name: string) => lowerFirst(name.replace(/^(?:get|set|is)(?=\p{Lu})/u, ""));

// https://serde.rs/attributes.html
export const rustConventions: readonly NameConvention[] = [
  {
    framework: "serde",
    of: "member",
    owner: /#\[derive\([^\]]*\b(?:Serialize|Deserialize)\b/,
    notDeclared: /#\[serde\([^\]]*\brename\b/,
    words: (name) => [name, camelCase(name)],
    places: [quoted],
  },
];

/** A tag that names a field for an encoding. */
const namedByTag = /`[^`\n]*\b(?:json|xml|yaml|toml|bson|db|mapstructure):"[^",`]+/;

export const goConventions: readonly NameConvention[] = [
  {
    // https://pkg.go.dev/github.com/mitchellh/mapstructure#hdr-Field_Tags: by name, in any case.
    framework: "a decoder",
    of: "member",
    name: /^\p{Lu}/u,
    notDeclared: namedByTag,
    words: (name) => [name, lowerFirst(name), name.toLowerCase()],
    inFiles: /\b(?:mapstructure|encoding\/(?:json|xml)|yaml|toml|bson)\b/,
    namesOwner: true,
    places: [{ before: /["`]$/, after: /^["`]\s*:/ }],
  },
  {
    // https://pkg.go.dev/encoding/json#Marshal: a field without a name in its tag has its own.
    framework: "encoding by struct tags",
    of: "member",
    ownerBody: /`[^`\n]*\b(?:json|xml|yaml|toml|bson|db|mapstructure):"/,
    notDeclared: namedByTag,
    words: (name) => [name, lowerFirst(name)],
    places: [quoted],
  },
  {
    // https://pkg.go.dev/text/template#hdr-Arguments
    framework: "text/template",
    of: "member",
    name: /^\p{Lu}/u,
    places: [{ before: /\{\{[^{}]*\.$/, after: /^(?!\w)/ }],
    languages: ["html"],
  },
];

/** Those of Java and Kotlin. */
export const jvmConventions: readonly NameConvention[] = [
  {
    framework: "Jackson, JPA or Spring",
    of: "member",
    owner:
      /@(?:\w+\.)*(?:Entity|Embeddable|MappedSuperclass|Document|Json\w+|XmlRootElement|ConfigurationProperties)\b/,
    notDeclared: /@(?:\w+\.)*(?:JsonProperty|JsonGetter|JsonSetter)\(\s*(?:value\s*=\s*)?"/,
    words: (name) => [propertyOf(name)],
    // In JPQL, after the name of an entity.
    places: [quoted, { before: /"[^"\n]*\w\.$/, after: /^(?!\w)[^"\n]*"/ }],
  },
  {
    // https://docs.spring.io/spring-data/commons/reference/repositories/query-methods-details.html
    framework: "Spring Data",
    of: "member",
    owner: /@(?:\w+\.)*(?:Entity|Embeddable|MappedSuperclass|Document)\b/,
    words: (name) =>
      ["find", "findAll", "exists", "count", "delete"].map((each) => `${each}By${upperFirst(propertyOf(name))}`),
    places: [called],
  },
  {
    // https://projectlombok.org/features/GetterSetter
    framework: "Lombok",
    of: "member",
    owner: /@(?:lombok\.)?(?:Data|Getter|Setter|Value)\b/,
    words: (name) => ["get", "set", "is"].map((each) => each + upperFirst(name)),
    places: [called],
  },
  {
    framework: "an annotation",
    of: "member",
    places: [{ before: /@\w+\((?:[^()"\n]|"[^"\n]*")*"$/, after: /^"/ }],
  },
];

export const csharpConventions: readonly NameConvention[] = [
  {
    framework: "an attribute",
    of: "member",
    places: [{ before: /\[(?:\w+:)?[\w.]+\((?:[^()"\n]|"[^"\n]*")*"$/, after: /^"/ }],
  },
  {
    framework: "a serializer",
    of: "member",
    owner: /\[(?:\w+\.)*(?:DataContract|JsonObject|Serializable|XmlRoot|XmlType|Table)\b/,
    notDeclared:
      /\[(?:\w+\.)*(?:JsonPropertyName|JsonProperty|DataMember|XmlElement|XmlAttribute)\(\s*(?:\w+\s*=\s*)?"/,
    words: (name) => [name, lowerFirst(name)],
    places: [quoted],
  },
];

/** Those of JavaScript and TypeScript. */
export const scriptConventions: readonly NameConvention[] = [
  {
    // https://docs.angularjs.org/guide/di#implicit-annotation
    framework: "AngularJS",
    of: "parameter",
    declared:
      /\.(?:controller|factory|service|directive|filter|run|config|provider|decorator)\(\s*(?:["'][\w.$]+["']\s*,\s*)?(?:async\s+)?(?:function\b[^()]*)?$/,
    places: [{ before: /\.(?:factory|service|provider|value|constant)\(\s*["']$/, after: /^["']/ }],
  },
  {
    // https://angular.dev/guide/templates
    framework: "an Angular template",
    of: "member",
    owner: /@(?:Component|Directive)\(/,
    places: [
      {
        before: /(?:\{\{[^{}]*|[\])]\s*=\s*["'][^"'<>]*|\*\w+\s*=\s*["'][^"'<>]*)(?<![\w.$])$/,
        after: /^(?![\w$])/,
      },
    ],
    languages: ["html"],
  },
];

/** The last part of a keyword by which Django compares a field. */
const lookups = [
  ...["exact", "iexact", "contains", "icontains", "in", "gt", "gte", "lt", "lte", "startswith", "istartswith"],
  ...["endswith", "iendswith", "range", "date", "year", "isnull", "regex", "id", "pk", "name"],
];

export const pythonConventions: readonly NameConvention[] = [
  {
    // https://wtforms.readthedocs.io/en/stable/meta/: a form's own is joined with the default one.
    framework: "a class Meta",
    of: "member",
    owner: /^class\s+\w*Meta\b/,
    places: [
      { before: /\n[ \t]+class Meta\b[^\n]*:\n(?:[^\n]*\n){0,12}[ \t]+(?:def )?$/, after: /^(?:\(| *[:=](?!=))/ },
    ],
  },
  {
    // https://fastapi.tiangolo.com/tutorial/query-params/
    framework: "FastAPI",
    of: "parameter",
    declared: /@\w+(?:\.\w+)*\.(?:get|post|put|patch|delete|head|options|websocket|api_route)\(/,
    places: [
      { before: /\bparams\s*=\s*\{[^{}]*["']$/, after: /^["']/ },
      { before: /["'][^"'\n]*[?&]$/, after: /^=/ },
    ],
  },
  {
    // https://docs.djangoproject.com/en/stable/topics/db/queries/#field-lookups
    framework: "Django",
    of: "member",
    owner: /^class\s+\w+\([^)]*Model\b/m,
    texts: (name) => [name, ...lookups.map((each) => `${name}__${each}`)],
    places: [
      { before: /(?<!\w)$/, after: /^__\w+\s*=(?!=)/ },
      { before: /\{[{%][^{}]*\.$/, after: /^(?!\w)/ },
    ],
    languages: ["html"],
  },
];

export const rubyConventions: readonly NameConvention[] = [
  {
    // https://guides.rubyonrails.org/action_controller_overview.html#controller-callbacks
    framework: "Rails",
    of: "member",
    owner: /^[ \t]*class[ \t]+[\w:]+[ \t]*<[ \t]*[\w:]{0,99}(?:Controller|Record|Job|Mailer|Base|Channel)\b/m,
    places: [
      {
        before:
          /\b(?:(?:before|after|around|skip|prepend|append)_\w+|validates?|helper_method|rescue_from|delegate|has_\w+|belongs_to|enum|scope)\b[^\n#]{0,300}:$/,
        after: /^(?![\w?!])/,
      },
    ],
  },
];
