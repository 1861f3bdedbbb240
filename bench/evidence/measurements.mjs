/** What docs/evidence.md measures: parts of the bench, and the sentences of the README. */
import { cellOf, sumOf } from "./reports.mjs";

const code = { BENCH_SEED: "70", BENCH_RENAMES: "click,zod,cobra" };

/**
 * The parts in the order of the page, with their rounds and variables, and the servers whose
 * versions matter. Each has a region of its name.
 */
export const measurements = [
  { part: "marks", rounds: 10, env: {}, servers: ["gopls", "pylsp", "rust-analyzer"] },
  { part: "edits", rounds: 4, env: { BENCH_SEED: "70", BENCH_SHELL: "none" }, servers: [] },
  { part: "renames", rounds: 8, env: code, servers: ["typescript-language-server", "pyright", "gopls"] },
  {
    part: "captures",
    rounds: 1,
    env: {},
    servers: ["typescript-language-server", "pyright", "gopls", "clangd", "rust-analyzer"],
  },
  { part: "verdicts", rounds: 8, env: code, servers: ["typescript-language-server", "pyright", "gopls"] },
  { part: "tasks", rounds: 1, env: {}, servers: ["typescript-language-server", "pyright", "gopls"] },
  { part: "relay", rounds: 6, env: {}, servers: [] },
  { part: "relays", rounds: 3, env: {}, servers: [] },
  { part: "faults", rounds: 1, env: {}, servers: [] },
];

/** The sentences of the README; each takes a function from a part to its tables. */
export const sentences = [
  (tablesOf) => {
    const [server, proxy, embedded] = tablesOf("marks");
    return `Of ${sumOf(server, "asked")} questions that other tools' tests have the answers of, ${sumOf(server, "right")} are answered so by the server alone, ${sumOf(proxy, "right")} through lsp-locate; without a server ${sumOf(embedded, "right")} of ${sumOf(embedded, "asked")}.`;
  },
  (tablesOf) => {
    const [languages, , , lengths] = tablesOf("edits");
    return `Of ${cellOf(languages, "all", "edits")} edits from releases of public packages, ${cellOf(languages, "all", "as committed")} gave the release's bytes, ${cellOf(languages, "all", "other bytes")} other bytes; ${cellOf(languages, "all", "refused rightly")} were refused rightly and ${cellOf(languages, "all", "refused wrongly")} wrongly. A unified diff takes ${cellOf(lengths, "a unified diff", "to the Locate's")} times the characters.`;
  },
  (tablesOf) => {
    const [renames] = tablesOf("renames");
    const [captures] = tablesOf("captures");
    return `Of ${sumOf(renames, "renames")} renames in public code, ${sumOf(renames, "whole")} were whole and ${sumOf(renames, "broken unsaid")} broke something unsaid; of ${sumOf(captures, "renames")} that would compile and mean something else, ${sumOf(captures, "let through")} were let through.`;
  },
  (tablesOf) => {
    const [tasks] = tablesOf("tasks");
    const [tools, shell] = [1, 2].map((column) => {
      const [calls, length, right] = cellOf(tasks, "all", column).match(/\d+/g);
      return `${calls} calls and ${length} characters (${right} right)`;
    });
    return `Thirty tasks of agents, recorded by the authors, take ${tools} with the tools, ${shell} with grep and sed.`;
  },
  (tablesOf) => {
    const [ours] = tablesOf("relay");
    const [faults] = tablesOf("faults");
    const [, toFrame] = cellOf(ours, "round trip p50", 4).match(/([\d.]+)/);
    return `A round trip through lsp-locate takes ${cellOf(ours, "round trip p50", 1)}, ${toFrame} times that of the least relay in Node. Of ${sumOf(faults, "passed") + sumOf(faults, "failed")} tests of faults, ${sumOf(faults, "failed")} failed.`;
  },
];
