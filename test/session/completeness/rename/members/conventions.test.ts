/**
 * Renames of what a framework takes by its name: `┃` is before the declaration, which the server
 * renames alone; each `⟪…⟫` is a place that may mean it, with the framework's name.
 */

import { closePairs } from "../../../pair.js";
import { type Files, placesOf, startRename } from "../drawnRename.js";

afterEach(closePairs);

interface Place {
  readonly file_path: string;
  readonly line: number;
  readonly why?: string;
}

async function possiblePlaces(files: Files): Promise<readonly Place[]> {
  const rename = await startRename(files);
  const { unconfirmed } = (await rename({ place: true, check: false })).result;
  const { certain = 0, possible = 0, places = [] } = unconfirmed ?? {};
  return places.slice(certain, certain + possible);
}

const rust = (attributes: string) =>
  `#[derive(Debug, Serialize)]\npub struct Item {\n${attributes}    pub ┃old: u32,\n}\n`;
const java = (annotation: string) => `${annotation}\npublic class Item {\n  private String ┃old;\n}\n`;
const template = (field: string) => `package a\n\ntype Item struct {\n\t┃${field} int\n}\n`;
const getter = "@Entity\npublic class Item {\n  public String ┃old() { return null; }\n}\n";

const cases: readonly (readonly [framework: string, files: Files])[] = [
  ["serde", { "src/a.rs": rust(""), "src/b.rs": 'fn f(v: Value) -> u32 { v["⟪old⟫"].take() }\n' }],
  ["serde", { "src/a.rs": rust(""), "src/b.rs": 'const TEXT: &str = r#"{"⟪old⟫": 1}"#;\n' }],
  [
    "encoding by struct tags",
    {
      "a.go": 'package a\n\ntype Item struct {\n\t┃old  int\n\tSize int `json:"size"`\n}\n',
      "b.go": 'package a\n\nconst text = `{"⟪old⟫": 1}`\n',
    },
  ],
  [
    "a decoder",
    {
      "a.go": template("Old"),
      "b.go": 'package a\n\nimport "encoding/json"\n\nvar item Item\n\nvar input = map[string]any{"⟪old⟫": 1}\n',
    },
  ],
  ["text/template", { "a.go": template("Old"), "a.html": "<p>{{ .⟪Old⟫ }}</p>\n" }],
  [
    "Jackson, JPA or Spring",
    { "Item.java": java("@Entity"), "Shop.java": 'class Shop {\n  Sort sort = Sort.by("⟪old⟫");\n}\n' },
  ],
  [
    "Jackson, JPA or Spring",
    {
      "Item.java": java("@Entity"),
      "Shop.java": 'class Shop {\n  String query = "select i from Item i where i.⟪old⟫ = 1";\n}\n',
    },
  ],
  ["Spring Data", { "Item.java": getter, "Items.java": "interface Items {\n  Item ⟪findByOld⟫(String old);\n}\n" }],
  [
    "Lombok",
    { "Item.java": java("@Data"), "Shop.java": "class Shop {\n  String f(Item i) { return i.⟪getOld⟫(); }\n}\n" },
  ],
  [
    "an annotation",
    { "Item.java": 'class Item {\n  static int ┃old() { return 1; }\n  @MethodSource("⟪old⟫")\n  void run() {}\n}\n' },
  ],
  [
    "an attribute",
    { "Item.cs": 'class Item {\n  public int ┃old { get; set; }\n  [ForeignKey("⟪old⟫")]\n  public Item Next;\n}\n' },
  ],
  [
    "a serializer",
    {
      "Item.cs": "[DataContract]\nclass Item {\n  public int ┃old { get; set; }\n}\n",
      "Shop.cs": 'class Shop {\n  string text = "{\\"⟪old⟫\\": 1}";\n}\n',
    },
  ],
  [
    "AngularJS",
    {
      "a.js": 'app.controller("Shop", function (┃old, other) {\n  other();\n});\n',
      "b.js": 'app.factory("⟪old⟫", function () {});\n',
    },
  ],
  [
    "an Angular template",
    {
      "a.ts": '@Component({ selector: "a", templateUrl: "./a.html" })\nexport class Item {\n  ┃old = 1;\n}\n',
      "a.html": '<p (click)="⟪old⟫">{{ size }}</p>\n',
    },
  ],
  [
    "FastAPI",
    {
      "a.py": '@app.get("/items")\ndef items(┃old: int):\n    return 1\n',
      "test_a.py": 'def test_items(client):\n    client.get("/items", params={"⟪old⟫": 1})\n',
    },
  ],
  [
    "a class Meta",
    {
      "meta.py": "class DefaultMeta:\n    def ┃old(self):\n        return 1\n",
      "a.py":
        "class Item(Form):\n    class Meta:\n        size = 1\n\n        def ⟪old⟫(self):\n            return 2\n",
    },
  ],
  [
    "Django",
    {
      "models.py": "class Book(models.Model):\n    ┃old = models.CharField()\n",
      "views.py": "def find():\n    return Book.objects.filter(⟪old⟫__icontains=1)\n",
    },
  ],
  [
    "Rails",
    {
      "shop.rb": "class ShopController < ApplicationController\n  before_action :⟪old⟫\n\n  def ┃old\n  end\nend\n",
    },
  ],
];

test.each(cases)("%s may take a name: %j", async (framework, files) => {
  const [drawn] = placesOf("⟪", files);
  const places = await possiblePlaces(files);
  expect(places).toEqual([
    expect.objectContaining({
      ...{ file_path: drawn?.path, line: (drawn?.line ?? 0) + 1 },
      why: expect.stringContaining(framework),
    }),
  ]);
});

test.each<readonly [what: string, files: Files]>([
  [
    "a field with a name in its attribute",
    { "src/a.rs": rust('    #[serde(rename = "size")]\n'), "src/b.rs": 'f("old");\n' },
  ],
  [
    "a field of a type without the derive",
    { "src/a.rs": "pub struct Item {\n    ┃old: u32,\n}\n", "src/b.rs": 'f("old");\n' },
  ],
  [
    "a field with a name in its tag",
    {
      "a.go": 'package a\n\ntype Item struct {\n\t┃old int `json:"size"`\n}\n',
      "b.go": 'package a\n\nconst text = `{"old": 1}`\n',
    },
  ],
  ["a type that is no entity", { "Item.java": java(""), "Shop.java": 'class Shop {\n  Sort s = Sort.by("old");\n}\n' }],
  ["a field that no decoder is near to", { "a.go": template("Old"), "b.go": 'package a\n\nvar i = m{"old": 1}\n' }],
  ["a field that a template can't read", { "a.go": template("old"), "a.html": "<p>{{ .old }}</p>\n" }],
  ["a function that nothing injects", { "a.js": "run(function (┃old) {});\n", "b.js": 'app.factory("old", f);\n' }],
])("Nothing takes the name of %s", async (_what, files) => {
  expect(await possiblePlaces(files)).toEqual([]);
});
