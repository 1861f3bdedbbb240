/**
 * Grammar of Rholang 1.1 for tree-sitter, written from the language's public documentation.
 * Numbers are the levels of its BNF: a higher one binds more tightly. A program is one process;
 * parallel processes are one flat node, so that an edit in one re-parses only that one.
 */

const LEVEL = {
  OR: 4,
  AND: 5,
  EQUALITY: 6,
  COMPARISON: 7,
  SUM: 8,
  PRODUCT: 9,
  PREFIX: 10,
  METHOD: 11,
  QUOTE: 12,
  DISJUNCTION: 13,
  CONJUNCTION: 14,
  NEGATION: 15,
};

const binaryOperators = [
  [LEVEL.OR, "or", "||"],
  [LEVEL.AND, "and", "&&"],
  [LEVEL.EQUALITY, "==", "!=", "matches"],
  [LEVEL.COMPARISON, "<", "<=", ">", ">="],
  [LEVEL.SUM, "+", "-", "++", "--"],
  [LEVEL.PRODUCT, "*", "/", "%", "%%"],
];

export default grammar({
  name: "rholang",

  word: ($) => $.var,
  extras: ($) => [/\s/, $.line_comment, $.block_comment],
  supertypes: ($) => [$._process, $._expression, $._collection, $._literal, $._name, $._bind],
  reserved: {
    global: (_) => [
      ..."new in contract for select match let bundle bundle0 if else and or not matches".split(" "),
      ..."true false Nil Set Bool Int String Uri ByteArray".split(" "),
    ],
  },

  rules: {
    source_file: ($) => optional(process($)),

    // Processes. `par` is no subtype of `_process`: the body of `new` ends at `|`.
    par: ($) => seq($._process, repeat1(seq("|", $._process))),

    _process: ($) =>
      choice(
        $.new,
        $.contract,
        $.receive,
        $.select,
        $.match,
        $.let,
        $.bundle,
        $.conditional,
        $.send,
        $.send_sync,
        $._expression,
      ),

    block: ($) => seq("{", optional(process($)), "}"),

    new: ($) => seq("new", field("declarations", $.name_decls), "in", field("body", $._process)),
    name_decls: ($) => commaSeparated($.name_decl),
    name_decl: ($) => seq(field("name", $.var), optional(seq("(", field("uri", $.uri_literal), ")"))),

    contract: ($) =>
      seq("contract", field("name", $._name), field("parameters", $.parameters), "=", field("body", $.block)),
    parameters: ($) => seq("(", optional($._names), ")"),

    receive: ($) => seq("for", "(", field("receipts", $.receipts), ")", field("body", $.block)),
    receipts: ($) => seq($.receipt, repeat(seq(";", $.receipt))),
    receipt: ($) => seq($._bind, repeat(seq("&", $._bind))),
    _bind: ($) => choice($.linear_bind, $.repeated_bind, $.peek_bind),
    linear_bind: ($) =>
      seq(optional(field("names", $.names)), "<-", field("source", choice($._name, $.receive_send, $.send_receive))),
    repeated_bind: ($) => seq(optional(field("names", $.names)), "<=", field("source", $._name)),
    peek_bind: ($) => seq(optional(field("names", $.names)), "<<-", field("source", $._name)),
    receive_send: ($) => seq(field("channel", $._name), "?!"),
    send_receive: ($) => seq(field("channel", $._name), "!?", field("arguments", $.arguments)),

    select: ($) => seq("select", field("branches", $.branches)),
    branches: ($) => seq("{", repeat($.branch), "}"),
    branch: ($) => seq($.linear_bind, repeat(seq("&", $.linear_bind)), "=>", field("body", process($))),

    match: ($) => seq("match", field("target", $._expression), field("cases", $.cases)),
    cases: ($) => seq("{", repeat($.case), "}"),
    case: ($) => seq(field("pattern", choice($._expression, $.send)), "=>", field("body", process($))),

    let: ($) =>
      seq("let", field("declarations", choice($.sequential_decls, $.concurrent_decls)), "in", field("body", $.block)),
    sequential_decls: ($) => seq($.let_decl, repeat(seq(";", $.let_decl))),
    concurrent_decls: ($) => seq($.let_decl, repeat1(seq("&", $.let_decl))),
    let_decl: ($) => seq(field("names", $.names), choice("=", "<-"), field("values", $.values)),
    values: ($) => commaSeparated(process($)),

    bundle: ($) => seq(field("capability", choice("bundle+", "bundle-", "bundle0", "bundle")), field("body", $.block)),

    conditional: ($) =>
      prec.right(
        seq(
          "if",
          "(",
          field("condition", process($)),
          ")",
          field("consequence", $._process),
          optional(seq("else", field("alternative", $._process))),
        ),
      ),

    send: ($) => seq(field("channel", $._name), field("operator", choice("!", "!!")), field("arguments", $.arguments)),
    send_sync: ($) =>
      seq(
        field("channel", $._name),
        field("operator", "!?"),
        field("arguments", $.arguments),
        choice(".", seq(";", field("continuation", $._process))),
      ),
    arguments: ($) => seq("(", optional(commaSeparated(process($))), ")"),

    // Expressions
    _expression: ($) =>
      choice(
        $.binary_expression,
        $.unary_expression,
        $.method_call,
        $.evaluation,
        $.var_ref,
        $.disjunction,
        $.conjunction,
        $.negation,
        $.parenthesized,
        $.block,
        $._collection,
        $._literal,
        $.nil,
        $.primitive_type,
        $.wildcard,
        $.var,
      ),

    binary_expression: ($) =>
      choice(
        ...binaryOperators.map(([level, ...operators]) =>
          prec.left(
            level,
            seq(field("left", $._expression), field("operator", choice(...operators)), field("right", $._expression)),
          ),
        ),
      ),
    unary_expression: ($) =>
      prec(LEVEL.PREFIX, seq(field("operator", choice("not", "-")), field("operand", $._expression))),
    method_call: ($) =>
      prec(
        LEVEL.METHOD,
        seq(
          field("receiver", $._expression),
          ".",
          field("name", alias($.var, $.method_name)),
          field("arguments", $.arguments),
        ),
      ),
    parenthesized: ($) => seq("(", process($), ")"),

    evaluation: ($) => prec(LEVEL.QUOTE, seq("*", field("name", $._name))),
    var_ref: ($) => seq("=", optional("*"), field("name", $.var)),
    disjunction: ($) =>
      prec.left(LEVEL.DISJUNCTION, seq(field("left", $._expression), "\\/", field("right", $._expression))),
    conjunction: ($) =>
      prec.left(LEVEL.CONJUNCTION, seq(field("left", $._expression), "/\\", field("right", $._expression))),
    negation: ($) => prec(LEVEL.NEGATION, seq("~", field("operand", $._expression))),

    // Names
    _name: ($) => choice($.quote, $.wildcard, $.var),
    quote: ($) => prec(LEVEL.QUOTE, seq("@", $._expression)),
    names: ($) => $._names,
    _names: ($) =>
      choice(
        seq(commaSeparated($._name), optional(seq(optional(","), alias($.name_remainder, $.remainder)))),
        alias($.name_remainder, $.remainder),
      ),
    name_remainder: ($) => seq("...", alias($.remainder_quote, $.quote)),
    remainder_quote: ($) => seq("@", choice($.wildcard, $.var)),

    // Collections
    _collection: ($) => choice($.list, $.tuple, $.set, $.map),
    list: ($) => seq("[", elements($, process($)), "]"),
    set: ($) => seq("Set", "(", elements($, process($)), ")"),
    tuple: ($) => seq("(", process($), ",", optional(commaSeparated(process($))), ")"),
    map: ($) =>
      choice(
        prec(1, seq("{", "}")),
        seq("{", $.remainder, "}"),
        seq("{", commaSeparated($.pair), optional(seq(optional(","), $.remainder)), "}"),
      ),
    pair: ($) => seq(field("key", process($)), ":", field("value", process($))),
    remainder: ($) => seq("...", choice($.wildcard, $.var)),

    // Leaves
    _literal: ($) => choice($.bool_literal, $.long_literal, $.string_literal, $.uri_literal),
    bool_literal: (_) => choice("true", "false"),
    long_literal: (_) => /[0-9]+/,
    string_literal: (_) => /"(?:[^"\\]|\\[\s\S])*"/,
    uri_literal: (_) => /`(?:[^`\\\n\r]|\\[^\n\r])*`/,
    nil: (_) => "Nil",
    primitive_type: (_) => choice("Bool", "Int", "String", "Uri", "ByteArray"),
    wildcard: (_) => "_",
    var: (_) => /[a-zA-ZÀ-ÖØ-öø-ÿ'][a-zA-Z0-9À-ÖØ-öø-ÿ_']*|_[a-zA-Z0-9À-ÖØ-öø-ÿ_']+/,

    line_comment: (_) => /\/\/[^\n\r]*/,
    block_comment: (_) => /\/\*(?:[^*]|\*+[^*/])*\*+\//,
  },
});

/** A process where parallel ones are possible. */
function process($) {
  return choice($.par, $._process);
}

/** One or more, without a comma after the last. */
function commaSeparated(rule) {
  return seq(rule, repeat(seq(",", rule)));
}

/** Elements of a list or set, and the rest of it. */
function elements($, rule) {
  return optional(choice(seq(commaSeparated(rule), optional(seq(optional(","), $.remainder))), $.remainder));
}
