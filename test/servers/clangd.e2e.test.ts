/**
 * clangd: out-of-line definitions are named `Circle::area`, overloads differ only in their detail.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testServer } from "./scenario.js";

testServer({
  server: "clangd",
  command: ["clangd", "--background-index"],
  project: "cpp",
  elsewhere: true,
  prepare: (root, seenAs) => {
    const files = ["src/shapes.cpp", "src/main.cpp", "src/legacy.cpp"];
    const commands = files.map((file) => ({
      directory: seenAs,
      file,
      arguments: ["clang++", "-std=c++17", "-c", file],
    }));
    writeFileSync(join(root, "compile_commands.json"), JSON.stringify(commands));
  },
  points: [
    ["src/shapes.cpp:geo.Circle.area", "double Circle::┃area() const {"],
    ["src/shapes.cpp:geo::Circle::area", "double Circle::┃area() const {"],
    ["src/shapes.cpp:Circle::resize", "void Circle::┃resize(double radius) { radius_ = radius; }"],
    ["src/shapes.cpp:Circle::resize[1]", "void Circle::┃resize(const Length &radius, int times) {"],
    ["src/shapes.cpp:geo::detail::square", "double detail::┃square(double x) { return x * x; }"],
    ["src/shapes.cpp:Circle::Circle", 'Circle::┃Circle(double radius) : Shape("💣 circle"), radius_(radius) {}'],
    ["src/shapes.cpp:Circle::area@return <|>pi", "return ┃pi * detail::square(radius_);"],
    ["src/shapes.hpp:geo.Circle.area", "double ┃area() const override;"],
    ["src/shapes.hpp:geo.Circle.resize[1]", "void ┃resize(const Length &radius, int times);"],
    ["src/shapes.hpp:geo.Colour.Green", "enum class Colour { Red, ┃Green };"],
    ["src/shapes.hpp:geo.detail.square", "double ┃square(double x);"],
    ["src/shapes.hpp:largest", "template <typename T> T ┃largest(T a, T b) { return a < b ? b : a; }"],
    ["src/shapes.hpp:Shape.~Shape", "virtual ┃~Shape();"],
    ["src/shapes.hpp:Circle.operator==", "bool ┃operator==(const Circle &other) const;"],
    ["src/main.cpp:report@shape.<|>area()", '/* 💣 */ double area = shape.┃area(); SAY("💣 area");'],
    ["src/main.cpp:exitCode", "int ┃exitCode() { return 0; }"],
    ["src/legacy.cpp:legacy", "double ┃legacy() {"],
    ["src/legacy.cpp:legacy@old.<|>resize", "/* 💣 */ old.┃resize(2.0);"],
    ["src/legacy.cpp:4", "┃geo::Circle old(1);"],
    [
      ":geo::Circle::operator==",
      "src/shapes.cpp: bool Circle::┃operator==(const Circle &other) const { return radius_ == other.radius_; }",
    ],
  ],
  ranges: [
    ["src/shapes.cpp:Circle::area", "⟦double Circle::area() const { … }⟧"],
    ["src/legacy.cpp:legacy", "⟦double legacy() { … }⟧"],
    ['src/main.cpp@<|>SAY("💣 area")<|>', '/* 💣 */ double area = shape.area(); ⟦SAY("💣 area")⟧;'],
  ],
  failures: [
    ["src/shapes.hpp:geo.Circle.aera", "symbol_not_found"],
    ["src/shapes.hpp:area", "symbol_ambiguous"],
    ["src/shapes.cpp:Circle::area@cosnt", "text_not_found"],
    ["src/shape.cpp:Circle", "file_not_found"],
  ],
  outlines: [
    ["src/shapes.hpp", "geo", "geo.Shape", "geo.Circle.area", "geo.Colour.Red"],
    ["src/shapes.cpp", "geo"],
    ["src/legacy.cpp", "legacy"],
  ],
  hovers: [
    ["src/shapes.hpp:geo.Length", "A length with its unit."],
    ["src/main.cpp:report@shape.<|>area()", "area"],
    ["src/legacy.cpp:legacy@old.<|>resize", "resize"],
  ],
  definitions: [
    ["src/main.cpp:main@wheel.<|>resize", "src/shapes.cpp: void Circle::┃resize(const Length &radius, int times) {"],
    [
      "src/legacy.cpp:legacy@old.<|>resize",
      "src/shapes.cpp: void Circle::┃resize(double radius) { radius_ = radius; }",
    ],
  ],
  references: [
    [
      "src/shapes.hpp:geo.Circle.resize[0]",
      "src/legacy.cpp: /* 💣 */ old.┃resize(2.0);",
      "src/shapes.cpp: void Circle::┃resize(double radius) { radius_ = radius; }",
      "src/shapes.hpp: void ┃resize(double radius);",
    ],
  ],
  renames: [
    [
      "src/shapes.hpp:geo.Circle.resize[1]",
      "grow",
      'src/main.cpp: wheel.grow({1.0, "m"}, 3);',
      "src/shapes.cpp: void Circle::grow(const Length &radius, int times) {",
      "src/shapes.hpp: void grow(const Length &radius, int times);",
    ],
    [
      "src/shapes.hpp:geo.largest",
      "biggest",
      "src/main.cpp: const auto best = geo::biggest(area, 1.0);",
      "src/shapes.hpp: template <typename T> T biggest(T a, T b) { return a < b ? b : a; }",
    ],
  ],
  completions: [["src/main.cpp:main@wheel.<|>resize", "area() const", "name() const"]],
  signatures: [["src/main.cpp:main@resize(<|>", "resize(double radius)", "resize(const Length &radius, int times)"]],
  actions: [["src/main.cpp:report@<|>auto<|> best", "Expand auto type"]],
  documentSymbols: [["src/shapes.hpp", "geo", "Circle", "Length"]],
  others: [
    ["implementation", "src/shapes.hpp:geo.Shape.area", "shapes.hpp"],
    ["documentHighlight", "src/legacy.cpp:legacy@<|>old.area", '"kind"'],
    ["incomingCalls", "src/shapes.hpp:geo.detail.square", '"from"'],
    ["formatting", "src/shapes.cpp", "newText"],
  ],
});
