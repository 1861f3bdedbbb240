/**
 * Prints the picture drawn from the stored numbers: to change the drawing, and to check that
 * picture and numbers agree.
 */
import { readFileSync } from "node:fs";
import { drawOverhead } from "./drawOverhead.mjs";

const numbers = new URL("../../docs/images/overhead.json", import.meta.url);
process.stdout.write(drawOverhead(JSON.parse(readFileSync(numbers, "utf8"))));
