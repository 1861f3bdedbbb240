/** vtsls: VS Code's TypeScript extension as a server; accessors are `(get) radius`. */
import { testServer } from "./scenario.js";
import { typescriptProject } from "./typescriptProject.js";

testServer({
  ...typescriptProject,
  server: "vtsls",
  command: ["vtsls", "--stdio"],
  poor: {
    ...typescriptProject.poor,
    // Without links there is only one range to return, and it is the whole declaration.
    definitions: [
      ["src/main.ts@Circle.<|>of", "src/shapes.ts: ┃static of(radius: number): Circle;"],
      ["src/main.ts@toFeet(<|>größe", "src/legacy.ts: export const größe = ┃(text: string): number => {"],
      ["src/legacy.ts:Legacy@<|>total()", "src/legacy.ts: ┃export function total(): number {"],
    ],
  },
});
