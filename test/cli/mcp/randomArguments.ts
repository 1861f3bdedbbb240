/** Arguments of tools from their JSON Schemas: valid ones, nearly valid ones, and any values. */

import fc from "fast-check";

export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Texts that tools take: paths, Locates and names, with what is odd about them. */
export interface KnownTexts {
  readonly paths: readonly string[];
  readonly names: readonly string[];
}

/**
 * Generates arguments of a tool. One in five has a JSON value for a field, or is any object. A
 * third have the required fields alone: of many optional ones some exclude each other.
 */
export function argumentsOf(schema: JsonSchema, known: KnownTexts): fc.Arbitrary<unknown> {
  const valid = fieldOf(schema, known);
  const least = objectOf(withoutOptional(schema), known);
  const broken = fc
    .tuple(valid, fc.constantFrom(...Object.keys(schema.properties ?? {}), "surplus"), fc.jsonValue())
    .map(([args, field, value]) => ({ ...(args as object), [field]: value }));
  return fc.oneof(
    { weight: 10, arbitrary: least },
    { weight: 14, arbitrary: valid },
    { weight: 3, arbitrary: broken },
    { weight: 3, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) },
  );
}

function withoutOptional({ properties = {}, required = [], ...schema }: JsonSchema): JsonSchema {
  const kept = Object.entries(properties).filter(([name]) => required.includes(name));
  return { ...schema, properties: Object.fromEntries(kept), required };
}

function fieldOf(schema: JsonSchema, known: KnownTexts, name = ""): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  // A Locate may be an object, which its schema leaves out.
  if (name === "locate") return fc.oneof(textOf(known, name), locateOf(known));
  switch (schema.type) {
    case "boolean":
      return fc.boolean();
    case "number":
    case "integer":
      return fc.oneof(fc.integer({ min: 1, max: 20 }), fc.double());
    case "object":
      return objectOf(schema, known);
    default:
      return textOf(known, name);
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, known: KnownTexts): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, field]) => [name, fieldOf(field, known, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

/** Generates a Locate as an object. */
function locateOf(known: KnownTexts): fc.Arbitrary<object> {
  const scope = fc.oneof(
    fc.integer({ min: -1, max: 30 }),
    fc.tuple(fc.nat(30), fc.nat(30)),
    fc.record({ symbol_path: fc.array(textOf(known, "name"), { maxLength: 4 }) }),
    textOf(known, "name"),
  );
  return fc.record(
    {
      file_path: textOf(known, "file_path"),
      scope,
      find: textOf(known, "find"),
      find_index: fc.oneof(fc.nat(3), fc.constant("only"), fc.integer()),
      fuzzy: fc.boolean(),
      anchor_text: textOf(known, "find"),
      ancestor_node_type: fc.constantFrom("block", "function_definition", "x"),
      sibling: fc.integer({ min: -2, max: 2 }),
    },
    { requiredKeys: ["file_path"] },
  );
}

function textOf({ paths, names }: KnownTexts, name: string): fc.Arbitrary<string> {
  const path = fc.constantFrom(...paths);
  const word = fc.constantFrom(...names);
  const notation = fc
    .tuple(path, fc.constantFrom(":", "@", ":1@", "#L", "::", ""), fc.oneof(word, fc.nat(30).map(String)))
    .map((parts) => parts.join(""));
  const odd = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."<|>@:.#[](){}\\/\0\r\n\t\u202e💣é'\"`$*"), maxLength: 30 }),
    fc.tuple(word, fc.integer({ min: 900, max: 40_000 })).map(([each, count]) => each.repeat(count).slice(0, 200_000)),
  );
  const usual = name === "file_path" ? path : name === "locate" ? notation : fc.oneof(word, notation);
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd });
}
