/** Outlines of GraphQL. */

import { draws, lists } from "./check.js";

test("The outline of a schema in GraphQL is as listed.", () =>
  lists(
    "graphql",
    `"""
The schema.
"""
schema @a { query: Query mutation: Mutation }

# A date.
scalar Date @specifiedBy(url: "x")
"""Queries."""
type Query implements Node & B @key(fields: "id") {
  "One user."
  user(id: ID!, first: Int = 1): User @deprecated
  # All.
  list: [Int!]!
}
interface Node { id: ID! }
union Both = A | B
enum Color { "r" RED GREEN @d }
input Filter { a: Int = 1, b: [Filter!] }
directive @auth(role: Role = ADMIN) repeatable on OBJECT | FIELD_DEFINITION
directive @plain on FIELD
extend schema { subscription: S }
extend scalar Date @x
extend type Query { more: Int }
extend interface Node { x: Int }
extend union Both = C
extend enum Color { BLUE }
extend input Filter { c: Int }
`,
    `
class schema 1-4
  field query 4
  field mutation 4
class Date 6/7
class Query 8-14
  field user [(id: ID!, first: Int = 1)] 10-11
  field list 12/13
interface Node 15
  field id 15
class Both 16
enum Color 17
  enum_member RED 17
  enum_member GREEN 17
class Filter 18
  field a 18
  field b 18
function auth [(role: Role = ADMIN)] 19
function plain 20
class schema 21
  field subscription 21
class Date 22
class Query 23
  field more 23
interface Node 24
  field x 24
class Both 25
enum Color 26
  enum_member BLUE 26
class Filter 27
  field c 27
`,
  ));

test("The outline of operations in GraphQL is as listed.", () =>
  lists(
    "graphql",
    `query GetUser($id: ID!) { user(id: $id) { ...Fields other: name } }
mutation Change { x }
subscription Changes { y }
fragment Fields on User @x { id }
{ anonymous }
`,
    `
class GetUser [($id: ID!)] 1
class Change 2
class Changes 3
class Fields 4
`,
  ));

test.each([
  ["A", "# c\n\n⟦type ┃A {\n  b: Int\n}⟧ # behind\n"],
  ["A/b", 'type A {\r\n  «# 💣\r\n  ⟦"Doc."\r\n  ┃b(c: Int): Int @d⟧ # behind\r\n}'],
  ["Q", "«# c\n⟦query ┃Q { a }⟧"],
])("In the outline of GraphQL, %s is where it is drawn: %j", (path, drawn) => draws("graphql", path, drawn));
