/**
 * Prints the picture as it is drawn from the numbers that are kept: for a change of the drawing,
 * and to see that the two agree.
 */
import { readFileSync } from "node:fs";
import { drawOverhead } from "./drawOverhead.mjs";

const numbers = new URL("../../docs/images/overhead.json", import.meta.url);
process.stdout.write(drawOverhead(JSON.parse(readFileSync(numbers, "utf8"))));
