/** What docs/evidence.md measures: parts of the bench, and the sentences of the README. */
import { cellOf, sumOf } from "./reports.mjs";

const judged = ["typescript-language-server", "pyright", "gopls", "rust-analyzer", "clangd"];
const code = { BENCH_SEED: "70", BENCH_RENAMES: "click,zod,cobra" };

/**
 * The parts in the order of the page, with their rounds and variables, and the servers whose
 * versions matter. Each has a region of its name.
 */
export const measurements = [
  { part: "marks", rounds: 10, env: {}, servers: ["gopls", "jedi-language-server", "pylsp", "rust-analyzer"] },
  { part: "edits", rounds: 4, env: { BENCH_SEED: "70", BENCH_SHELL: "none" }, servers: [] },
  { part: "renames", rounds: 8, env: code, servers: judged },
  { part: "captures", rounds: 1, env: {}, servers: judged },
  { part: "verdicts", rounds: 8, env: code, servers: judged },
  { part: "tasks", rounds: 1, env: {}, servers: ["typescript-language-server", "pyright", "gopls"] },
  { part: "relay", rounds: 6, env: {}, servers: [] },
  { part: "relays", rounds: 3, env: {}, servers: [] },
  { part: "faults", rounds: 1, env: {}, servers: [] },
];

/** The sentences of the README; each takes a function from a part to its tables. */
export const sentences = [
  (tablesOf) => {
    const [server, proxy, embedded] = tablesOf("marks").map((each) => ({
      asked: sumOf(each, "asked"),
      right: sumOf(each, "right") + sumOf(each, "alarm"),
      wrong: sumOf(each, "wrong"),
    }));
    return `Of ${server.asked} questions that other tools' tests have the answers of, ${server.right} are answered rightly by the server alone, ${proxy.right} through lsp-locate (other answers without a warning: ${server.wrong} and ${proxy.wrong}); without a server ${embedded.right} of ${embedded.asked} (${embedded.wrong}).`;
  },
  (tablesOf) => {
    const [languages, , , lengths] = tablesOf("edits");
    const all = (column) => cellOf(languages, "all", column);
    return `Of ${all("edits")} edits from releases of public packages, ${all("as committed")} gave the release's bytes, ${all("other bytes")} other bytes; ${all("refused rightly")} were refused rightly and ${all("refused wrongly")} wrongly. The median change takes ${cellOf(lengths, "a Locate", "median")} characters, as a unified diff ${cellOf(lengths, "a unified diff", "median")}.`;
  },
  (tablesOf) => {
    const [renames] = tablesOf("renames");
    const [captures] = tablesOf("captures");
    const refused = (how) => sumOf(captures, `refused ${how}`);
    const byServer = sumOf(renames, "server refuses");
    const notMade = sumOf(renames, "refused rightly") + sumOf(renames, "refused, would compile") + byServer;
    return `Of ${sumOf(renames, "renames")} renames in public code, ${sumOf(renames, "whole")} were whole, ${notMade} refused (${byServer} by the server itself), and ${sumOf(renames, "broken unsaid")} broke something unsaid. Of ${sumOf(captures, "renames")} that would compile and mean something else, ${refused("with the place") + refused("otherwise")} were refused by lsp-locate, ${refused("by the server")} by the server itself, and ${sumOf(captures, "let through")} were let through.`;
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
    return `A round trip through lsp-locate takes ${cellOf(ours, "round trip p50", 1)} (median), ${toFrame} times that of the least relay in Node. Of ${sumOf(faults, "passed") + sumOf(faults, "failed")} tests of faults, ${sumOf(faults, "failed")} failed.`;
  },
];
