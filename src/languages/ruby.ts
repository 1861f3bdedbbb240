/** Ruby, its templates, and Crystal. */

import { givingAt, noCollections } from "./collectionFacts.js";
import { rubyConventions } from "./conventionFacts.js";
import { hashComments, type LanguageDefinition, NOTHING, wordsOf } from "./facts.js";
import { headsOf, NAME } from "./heads.js";
import { commonParameters } from "./parameters.js";

export const ruby: LanguageDefinition = {
  id: "ruby",
  nameCharacters: { first: "", inside: "", last: "?!" },
  hasHierarchy: true,
  hasReceiverTypes: true,
  extensions: ["rb", "rake", "gemspec", "ru", "rbi", "podspec", "jbuilder", "thor"],
  heads: headsOf({
    modifiers: "private|protected|public|private_class_method",
    types: {
      module: `module\\s+(?:[\\p{ID_Continue}]+::)*${NAME}`,
      class: `class\\s+(?:[\\p{ID_Continue}]+::)*${NAME}`,
    },
    functions: "def\\s+(?:self\\.)?(?<name>[\\p{L}_][\\p{ID_Continue}]*[?!=]?)",
  }),
  interpreters: ["ruby"],
  grammar: { name: "ruby", isComplete: true },
  nameRule: "code with marks",
  sigil: /^(?:@@?|\$)/,
  reservedWords: wordsOf(`
    BEGIN END __ENCODING__ __FILE__ __LINE__ alias and begin break case class def defined? do else elsif end
    ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until
    when while yield`),
  comments: { line: ["#"], block: [["=begin", "=end"]] },
  attribute: NOTHING,
  bodyHead: /^(?:if|unless|while|until|for|case|when|in|def|class|module|else|elsif|ensure|rescue)\b(?!.*\bend$)/,
  parameters: {
    form: "list",
    default: "=",
    noArgument: /^(?:&|\*\*nil$)/,
    variadic: /^\*|^\.\.\.$/,
    optional: /^[^\s:]+:\s*\S/,
    argumentName: ": ",
    named: /^\w+:/,
    spread: /^\*/,
    bare: "list",
    hasStars: true,
  },
  conventions: rubyConventions,
  overriding: {
    // A private method can be called without a receiver, by what is extended, too.
    privateWord: NOTHING,
    calledName:
      /^(?:initialize|to_(?:s|str|a|ary|h|hash|proc)|inspect|hash|eql\?|coerce|method_missing|respond_to_missing\?|inherited|included|extended|prepended)$/,
  },
  hasSingletonMethods: true,
  modules: "names",
  seesOuterNamespaces: true,
  hasPartialTypes: true,
  hasMixins: true,
  forwarding: new Map([["method_missing", "any"]]),
  hasMembersElsewhere: true,
  hasForeignMembers: true,
  // https://docs.ruby-lang.org/en/master/Enumerable.html
  collections: {
    ...noCollections,
    giving: new Map([
      ...givingAt(
        [0],
        `all? any? collect count detect each each_with_index each_with_object filter filter_map find find_all
        find_index flat_map group_by map max_by min_by none? partition reject select sort_by sum take_while`,
      ),
      ...givingAt([1], "inject reduce"),
    ]),
    keeping: wordsOf("compact each filter find_all reject reverse rotate select shuffle sort sort_by take uniq"),
    taking: wordsOf("detect find first last max_by min_by pop sample shift"),
  },
  // https://guides.rubygems.org/command-reference/#gem-environment
  // https://bundler.io/man/bundle-config.1.html
  libraries: {
    layout: "gems",
    manifests: ["Gemfile", "Gemfile.lock", "gems.rb"],
    inside: ["vendor/bundle/ruby/*/gems", ".bundle/ruby/*/gems"],
    shared: [
      "$GEM_HOME/gems",
      "~/.gem/ruby/*/gems",
      "~/.local/share/gem/ruby/*/gems",
      "~/.rbenv/versions/*/lib/ruby/gems/*/gems",
      "~/.rvm/gems/*/gems",
      "/usr/local/bundle/gems",
      "/usr/local/lib/ruby/gems/*/gems",
      "/usr/lib/ruby/gems/*/gems",
      "/var/lib/gems/*/gems",
      "/usr/share/rubygems-integration/all/gems",
    ],
    standard: ["/usr/local/lib/ruby/3*", "/usr/lib/ruby/3*"],
    advice: "install them: bundle install",
  },
};

export const erb: LanguageDefinition = { id: "erb", extensions: ["erb", "rhtml"], nameRule: "code with marks" };

export const crystal: LanguageDefinition = {
  id: "crystal",
  extensions: ["cr"],
  nameRule: "code with marks",
  comments: hashComments,
  parameters: { ...commonParameters, bare: "list", hasStars: true },
  hasSingletonMethods: true,
};
