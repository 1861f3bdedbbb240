/** What holding answers against the text adds to references in a warm session. */
import { formatTime, median, quantile } from "../lib/statistics.mjs";
import { startSession } from "./session.mjs";

const ROUNDS = 5;

/**
 * Asks for references of symbols through the proxy, plainly and as a Locate, in turns. Returns a
 * row of the table, and the ratios of the symbols whose answers left nothing out.
 */
export async function measureCost(project, { folder, command, proxy, symbols }) {
  const session = await startSession([process.execPath, proxy, "--", ...command], folder);
  const checked = [];
  const plain = [];
  const ratios = [];
  const left = [];
  try {
    for (const { path } of symbols) await session.open(path, project.language);
    for (const { path, line, character } of symbols) {
      const locate = { file_path: path, scope: { line: line + 1, character: character + 1 } };
      const position = { line, character };
      const params = { textDocument: { uri: session.uriOf(path) }, position, context: { includeDeclaration: true } };
      const askPlainly = () => session.request("textDocument/references", params);
      const askChecked = () => session.request("locate/references", { locate, place: true });
      const firstAt = performance.now();
      const first = await askChecked().catch(() => undefined);
      if (first === undefined) continue;
      const firstTime = performance.now() - firstAt;
      const times = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        for (const [side, ask] of [askPlainly, askChecked].entries()) {
          const from = performance.now();
          await ask();
          times[side].push(performance.now() - from);
        }
      }
      const [alone, both] = times.map(median);
      if ((first.unconfirmed?.count ?? 0) > 0) left.push(both - alone, firstTime - alone);
      else {
        plain.push(alone);
        checked.push(both);
        ratios.push(both / alone);
      }
    }
  } finally {
    await session.end();
  }
  const time = (values) => (values.length === 0 ? "–" : formatTime(median(values)));
  const row = [
    project.name,
    ratios.length,
    time(checked),
    time(plain),
    formatRatios(ratios),
    left.length / 2,
    left.length === 0 ? "–" : formatTime(Math.max(...left)),
  ];
  return { row, ratios };
}

/** Returns the median and the quartiles. */
export function formatRatios(ratios) {
  if (ratios.length === 0) return "–";
  const [low, high] = [quantile(ratios, 0.25), quantile(ratios, 0.75)];
  return `${median(ratios).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}
