/**
 * The table for test/projects/typescript. All servers of the language return the same, except for
 * what their own file overrides.
 */
import type { Scenario } from "./scenario.js";

export const typescriptProject: Omit<Scenario, "server" | "command"> = {
  project: "typescript",
  points: [
    ["src/shapes.ts:Circle.area", "@traced ⏎ ┃area(): number {"],
    ["src/shapes.ts:Shape.area", "readonly name: string; ⏎ ┃area(): number;"],
    ["src/shapes.ts:Circle.radius", "get ┃radius(): number {"],
    ["src/shapes.ts:Circle.radius[1]", "set ┃radius(value: number) {"],
    ["src/shapes.ts:Circle.constructor", "┃constructor(radius: number) {"],
    ["src/shapes.ts:Circle.of", "static ┃of(radius: number): Circle;"],
    ["src/shapes.ts:Circle.of[1]", "static ┃of(text: string): Circle;"],
    ["src/shapes.ts:Circle.of[2]", "static ┃of(from: number | string): Circle {"],
    ["src/shapes.ts:scale[1]", "export function ┃scale(shape: Square, factor: number): Square;"],
    ["src/shapes.ts:Units.Metric.toFeet", "export function ┃toFeet(metres: number): number {"],
    ["src/shapes.ts:Units::Metric::metre", "export const ┃metre = 1;"],
    ["src/shapes.ts:settings.nested.opacity", "┃opacity: 0.5,"],
    ['src/shapes.ts:settings.nested."fill.colour"', '┃"fill.colour": "red",'],
    ["src/shapes.ts:settings.line-width", '┃"line-width": 2,'],
    ["src/shapes.ts:scale.doubled", "const ┃doubled = (value: number) => value * factor;"],
    ["src/shapes.ts:Circle.area@Math.<|>PI", "return Math.┃PI * this.#radius ** 2;"],
    ["src/legacy.ts:größe.länge", "const ┃länge = text.length;"],
    ["src/legacy.ts:Legacy.run@missing(<|>", "return missing(┃total());"],
    ["src/main.ts@const <|>wheel", "/* 💣 */ const ┃wheel = Circle.of(3);"],
    ["src/main.ts@wheel.<|>area()", 'export const report = "💣💣 " + total([wheel, tile]) + wheel.┃area();'],
    ["src/main.ts:8", "┃let sum = 0;"],
    ["src/main.ts:8:7", "let ┃sum = 0;"],
    [":Units.Metric.toFeet", "src/shapes.ts: export function ┃toFeet(metres: number): number {"],
  ],
  ranges: [
    ["src/shapes.ts:Square.area", "⟦area(): number { … }⟧"],
    ["src/shapes.ts:Square", "⟦export class Square implements Shape { … }⟧"],
    ["src/main.ts@sum <|>+= shape.area()<|>;", "for (const shape of shapes) sum ⟦+= shape.area()⟧;"],
    ["src/legacy.ts:3-4", "⟦  const länge = text.length; ⏎ return länge;⟧"],
  ],
  failures: [
    ["src/shapes.ts:Circle.aera", "symbol_not_found"],
    ["src/shapes.ts:Circle@arae", "text_not_found"],
    ["src/shapes.ts:area", "symbol_ambiguous"],
    ["src/shape.ts:Circle", "file_not_found"],
    ["src/main.ts:99", "line_out_of_range"],
  ],
  outlines: [
    ["src/shapes.ts", "Circle", "Circle.area", "Circle.constructor", "Units.Metric.toFeet", "settings.nested.opacity"],
    ["src/legacy.ts", "größe", "total", "Legacy.run"],
    ["src/main.ts", "wheel", "total", "feet"],
  ],
  hovers: [
    ["src/shapes.ts:traced", "function traced<", "Writes down each call"],
    ["src/main.ts@wheel.<|>area()", "Circle.area(): number"],
    ["src/main.ts@toFeet(größe<|>(", "größe(text: string): number", "Written long ago"],
    ["src/legacy.ts:total@<|>größe", "const größe: (text: string) => number"],
  ],
  definitions: [
    ["src/main.ts@Circle.<|>of", "src/shapes.ts: static ┃of(radius: number): Circle;"],
    ["src/main.ts@toFeet(<|>größe", "src/legacy.ts: export const ┃größe = (text: string): number => {"],
    ["src/legacy.ts:Legacy@<|>total()", "src/legacy.ts: export function ┃total(): number {"],
  ],
  references: [
    [
      "src/shapes.ts:Units.Metric.toFeet",
      'src/main.ts: export const feet = Units.Metric.┃toFeet(größe("💣") + wheel.radius);',
      "src/shapes.ts: export function ┃toFeet(metres: number): number {",
    ],
    [
      "src/legacy.ts:größe",
      "src/legacy.ts: export const ┃größe = (text: string): number => {",
      'src/legacy.ts: return größe("💣 legacy") + ┃größe("x");',
      'src/legacy.ts: return ┃größe("💣 legacy") + größe("x");',
      'src/main.ts: export const feet = Units.Metric.toFeet(┃größe("💣") + wheel.radius);',
      'src/main.ts: import { ┃größe } from "./legacy.js";',
    ],
  ],
  renames: [
    [
      "src/shapes.ts:Square",
      "Box",
      'src/main.ts: import { Circle, scale, type Shape, Box, Units, settings } from "./shapes.js";',
      "src/main.ts: const tile = new Box(scale(2));",
      "src/shapes.ts: export class Box implements Shape {",
      "src/shapes.ts: export function scale(shape: Box, factor: number): Box;",
      "src/shapes.ts: export function scale(what: number | Box, factor = 2): number | Box {",
      'src/shapes.ts: return typeof what === "number" ? doubled(what) : new Box(doubled(what.side));',
    ],
    ["src/legacy.ts:größe.länge", "n", "src/legacy.ts: const n = text.length;", "src/legacy.ts: return n;"],
  ],
  completions: [
    ["src/main.ts@settings.nested.<|>opacity", "opacity"],
    ["src/shapes.ts:Square.area@this.<|>side", "side", "name", "area"],
  ],
  signatures: [["src/main.ts@new Square(<|>", "Square(side: number)"]],
  actions: [["src/legacy.ts:Legacy.run@<|>missing<|>", "Add missing function declaration 'missing'"]],
  documentSymbols: [
    ["src/shapes.ts", "Circle", "scale", "toFeet"],
    ["src/legacy.ts", "größe"],
  ],
  others: [
    ["implementation", "src/shapes.ts:Shape.area", "shapes.ts"],
    ["context", "src/shapes.ts:Shape.area", "Implementations", "Other uses, 2"],
    ["typeDefinition", "src/main.ts@const <|>tile", "shapes.ts"],
    ["documentHighlight", "src/legacy.ts:größe", '"kind"'],
    ["foldingRange", "src/shapes.ts", '"startLine"'],
    ["selectionRange", "src/legacy.ts:größe.länge", '"parent"'],
    ["formatting", "src/main.ts", "[]"],
    ["prepareRename", "src/shapes.ts:Square", '"start"'],
    ["incomingCalls", "src/legacy.ts:größe", '"from"', '"total"'],
  ],
  // Without diagnostics in the client's capabilities, the server computes none, and there is
  // nothing to fix.
  poor: { actions: [["src/legacy.ts:Legacy.run@<|>missing<|>", "Move to a new file"]] },
};
