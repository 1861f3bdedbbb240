/**
 * The nodes of values and types in the shipped grammars, by what they are. The same words mean the
 * same in most of them.
 */

/** The fields of the receiver and of the name, of the nodes that access a member. */
export const accessFields: Readonly<Record<string, readonly [receiver: string, name: string]>> = {
  attribute: ["object", "attribute"],
  class_constant_access_expression: ["", ""],
  field_access: ["object", "field"],
  field_expression: ["value argument", "field"],
  generic_type_with_turbofish: ["", "type"],
  member_access_expression: ["expression object", "name"],
  member_call_expression: ["object", "name"],
  member_expression: ["object", "property"],
  method_invocation: ["object", "name"],
  method_reference: ["", ""],
  nested_identifier: ["object", "property"],
  nested_type_identifier: ["module", "name"],
  nullsafe_member_access_expression: ["object", "name"],
  nullsafe_member_call_expression: ["object", "name"],
  qualified_identifier: ["scope", "name"],
  qualified_name: ["qualifier prefix", "name"],
  qualified_type: ["package", "name"],
  scope_resolution: ["scope", "name"],
  scoped_call_expression: ["scope", "name"],
  scoped_identifier: ["path scope", "name"],
  scoped_property_access_expression: ["scope", "name"],
  scoped_type_identifier: ["path", "name"],
  selector_expression: ["operand", "field"],
  call: ["receiver", "method"],
  // `a?.b`: the receiver is beside the binding.
  member_binding_expression: ["", "name"],
};

/** Nodes that access a member by their first and last child. */
export const accessByOrder: ReadonlySet<string> = new Set([
  "class_constant_access_expression",
  "method_reference",
  "navigation_expression",
  "qualified_name",
  "scoped_type_identifier",
]);

/** The field of what is called, of the nodes that call; without a name, the first child. */
export const calleeFields: Readonly<Record<string, string>> = {
  call: "function method",
  call_expression: "function",
  function_call_expression: "function",
  invocation_expression: "function",
  member_call_expression: "name",
  method_invocation: "name",
  nullsafe_member_call_expression: "name",
  scoped_call_expression: "name",
};

/** The field of the type, of the nodes that make, cast to or check an object of a type. */
export const instanceFields: Readonly<Record<string, string>> = {
  as_expression: "@last",
  satisfies_expression: "@last",
  cast_expression: "type",
  composite_literal: "type",
  constructor_expression: "@first",
  key_path_expression: "@first",
  compound_literal_expression: "type",
  instance_expression: "@first",
  new_expression: "constructor type",
  object_creation_expression: "type @first",
  struct_expression: "name",
  type_assertion_expression: "type",
  type_cast_expression: "type",
  type_conversion_expression: "type",
};

/** The field of the list, of the nodes that take an element. */
export const elementFields: Readonly<Record<string, string>> = {
  array_access: "array",
  element_access_expression: "expression",
  element_reference: "object",
  indexing_expression: "@first",
  index_expression: "operand @first",
  lookup_type: "@first",
  subscript: "value",
  subscript_expression: "object argument @first",
  try_expression: "@first",
};

/** Nodes of the same type as one in them, by its field. */
export const sameFields: Readonly<Record<string, string>> = {
  abstract_type: "trait",
  annotated_type: "@last",
  await: "@first",
  await_expression: "@first",
  bracketed_type: "@first",
  clone_expression: "@first",
  elvis_expression: "@first",
  bounded_type: "@first",
  conditional_access_expression: "@last",
  constrained_type: "@first",
  delegation_specifier: "@first",
  dynamic_type: "trait",
  existential_type: "@first",
  expression_list: "@only",
  generic_function: "function",
  mut_pattern: "@last",
  named_type: "@first",
  negated_type: "",
  non_null_expression: "@first",
  nullable_type: "type @first",
  opaque_type: "@first",
  optional_type: "@first",
  parenthesized_expression: "@first",
  parenthesized_statements: "@only",
  parenthesized_type: "@first",
  pointer_expression: "argument",
  pointer_type: "type @first",
  qualified_type: "alias",
  ref_pattern: "@last",
  readonly_type: "@first",
  reference_expression: "value",
  reference_type: "type @first",
  scoped_absolute_identifier: "name",
  struct_specifier: "name",
  union_specifier: "name",
  class_specifier: "name",
  trait_bounds: "@first",
  type: "@first",
  type_annotation: "@first",
  type_arguments_wrapper: "@first",
  type_bound: "@first",
  type_constraint: "@first",
  type_descriptor: "type",
  type_elem: "@only",
  constraint: "@first",
  unary_expression: "operand argument @first",
  variable_name: "@first",
  postfix_expression: "@first",
  type_projection: "@first",
  tuple_type_item: "@last",
};

/** The fields of the type and of the arguments, of the nodes of generic types. */
export const genericFields: Readonly<Record<string, readonly [type: string, args: string]>> = {
  generic_name: ["@first", "@last"],
  generic_type: ["type name @first", "type_arguments arguments @last"],
  template_type: ["name", "arguments"],
  user_type: ["@name", "@last"],
  type_instantiation_expression: ["type @first", "type_arguments @last"],
};

/** The field of the element, of the nodes of types of lists and maps. */
export const listFields: Readonly<Record<string, string>> = {
  array_type: "element type @first",
  index_signature: "type",
  channel_type: "value",
  dictionary_type: "@last",
  implicit_length_array_type: "element",
  map_type: "value",
  slice_type: "element",
  variadic_type: "@first",
};

export const structureTypes: ReadonlySet<string> = new Set(["struct_type", "interface_type", "object_type"]);

/** Leaves that are names. */
export const nameTypes: ReadonlySet<string> = new Set(
  `identifier type_identifier field_identifier property_identifier package_identifier namespace_identifier
  simple_identifier shorthand_field_identifier shorthand_property_identifier constant name private_property_identifier
  instance_variable class_variable global_variable`.split(/\s+/),
);

export const selfTypes: ReadonlySet<string> = new Set(["self", "self_expression", "this", "this_expression"]);
export const superTypes: ReadonlySet<string> = new Set(["super", "base", "base_expression", "super_expression"]);

/** Literals and built-in types; what is null at first has any type later. */
export const otherTypes =
  /^(?:.*_literal|string|number|integer|float|true|false|boolean|template_string|concatenated_string|array|list|dictionary|set|tuple|hash|symbol|regex|primitive_type|predefined_type|integral_type|floating_point_type|boolean_type|void_type|unit_type|array_expression|list_comprehension|dictionary_comprehension|comparison_operator|not_operator)$/;

/** Nodes at which the search for a declaration around a name ends. */
export const bodyTypes =
  /(?:^|_)(?:block|body|module|program|source_file|compilation_unit|translation_unit|declaration_list|suite|match_block|statement|statement_list)$/;
