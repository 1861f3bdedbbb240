/**
 * Loaded before the runner of test files: puts mutated sources in the place of the compiled ones,
 * and adds to each answer which mutants its tests have reached.
 *
 * MUTATED_SOURCES is the path of a JSON object of sources by URL, MUTANT the id of the one to
 * switch on, if any.
 */

import { readFileSync } from "node:fs";
import { register } from "node:module";

const { MUTATED_SOURCES, MUTANT } = process.env;
const active = MUTANT === undefined ? undefined : Number(MUTANT);
const reached = new Set();

globalThis.$mutant =
  active === undefined
    ? (id) => {
        reached.add(id);
        return false;
      }
    : (id) => id === active;

const send = process.send.bind(process);
process.send = (message) => {
  send({ ...message, reached: [...reached] });
  reached.clear();
};

register("./loadHook.mjs", { parentURL: import.meta.url, data: JSON.parse(readFileSync(MUTATED_SOURCES, "utf8")) });
