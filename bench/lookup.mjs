/**
 * Measures the global index with a million declarations: its size, and the time of its queries,
 * compared with a plain Map of arrays of objects.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { loadSources } from "./lib/loadSources.mjs";
import { formatRatio, formatTime, measureInterleaved, quantile, ratio, table } from "./lib/statistics.mjs";
import { random } from "./lib/texts.mjs";

export const title = "Lookup";
/** The number of rounds; each runs this number of queries of each kind. */
export const rounds = 10;
const queryCounts = { quick: 2000, slow: 3 };

const wantedDeclarations = 1_000_000;
const declarationsPerFile = 40;
const wordsPerFile = 170;
const MAX_BYTES = 48;

export async function run({ rounds }) {
  const parts = await loadSources([
    "src/workspace/store/fileRecord.ts",
    "src/workspace/store/declarationStore.ts",
    "src/workspace/store/wordFilter.ts",
  ]);
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const memory = () => {
    for (let round = 0; round < 3; round++) collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };

  const before = memory();
  const store = new parts.DeclarationStore();
  let spentMs = 0;
  for (const { path, declarations, words } of files()) {
    const file = fileOf(parts, declarations, words);
    const from = performance.now();
    store.put(path, file);
    spentMs += performance.now() - from;
  }
  const between = memory();
  const map = new Map();
  for (const { path, declarations } of files()) {
    for (const declaration of declarations) {
      const found = { ...declaration, path, languageId: "typescript" };
      const same = map.get(declaration.name);
      if (same) same.push(found);
      else map.set(declaration.name, [found]);
    }
  }
  const weights = { store: between - before, map: memory() - between };
  const count = store.declarationCount;
  const weight = weights.store / count;

  const names = sample([...map.keys()], queryCounts.quick);
  const rare = names.filter((name) => map.get(name).length <= 3);
  const common = mostCommonName(map);
  const letters = ["gu", "parse", "loadConfig", "hndlrqst"];
  const paths = [...files(30)].map(({ path }) => path);
  const others = [...files(30, 7)].map(({ declarations, words }) => fileOf(parts, declarations, words));
  const of = (list, n) => list[n % list.length];
  const queries = [
    {
      name: "by name",
      store: (n) => store.findByName(of(rare, n)),
      map: (n) => map.get(of(rare, n))?.slice(),
    },
    {
      name: "by name and arity",
      store: (n) => store.findByName(of(rare, n), 1),
      map: (n) => map.get(of(rare, n))?.filter(({ arity }) => arity?.least <= 1 && 1 <= arity.most),
    },
    {
      name: "an absent name",
      store: (n) => store.findByName(`${of(names, n)}Missing`),
      map: (n) => map.get(`${of(names, n)}Missing`),
    },
    {
      name: `the most common name, with ${map.get(common).length} declarations`,
      times: queryCounts.slow,
      store: () => store.findByName(common),
      map: () => map.get(common).toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)),
    },
    {
      name: "the best 100 with some letters; in a Map all, unordered",
      times: queryCounts.slow,
      store: (n) => store.findMatching(of(letters, n), 100),
      map: (n) => [...map.keys()].filter(has(of(letters, n).toLowerCase())),
    },
    { name: "10 similar names", times: queryCounts.slow, store: (n) => store.findSimilar(`${of(names, n)}x`, 10) },
    {
      name: "files with a word",
      times: queryCounts.slow,
      store: (n) => store.findFilesWith(of(names, n), ["typescript"]),
    },
    {
      name: "replacing a file",
      times: queryCounts.slow,
      store: (n) => store.put(of(paths, n), of(others, n + Math.floor(n / paths.length))),
    },
  ];
  const rows = [];
  for (const query of queries) rows.push(await measure(query, rounds));
  return `${count} declarations of ${map.size} names in ${store.fileCount} files. Adding one takes ${formatTime(spentMs / count)}.

A declaration takes **${weight.toFixed(1)} bytes** (≤ ${MAX_BYTES} ${weight <= MAX_BYTES ? "✓" : "✗"}; ${(store.byteLength / count).toFixed(1)} as counted by the store), including its share of names, paths and the files' words; in a Map ${(weights.map / count).toFixed(0)}, **${(weights.map / weights.store).toFixed(1)} times** that, without the words.

${table(["query", "p50", "p99", "p50 in a Map", "**index : Map**"], rows)}`;
}

/**
 * Measures one kind of query. A single query may be too short for the clock, so the ratio times
 * many together; the quantiles time each alone.
 */
async function measure({ name, times: count = queryCounts.quick, store, map }, rounds) {
  const subjects = [
    { name: "store", query: store },
    { name: "map", query: map },
  ].filter(({ query }) => query);
  const together = await measureInterleaved(subjects, rounds, ({ query }, round) =>
    timed(() => {
      for (let n = 0; n < count; n++) query(round * count + n);
    }),
  );
  const alone = (query) => Array.from({ length: rounds * count }, (_, n) => timed(() => query(rounds * count + n)));
  const times = alone(store);
  const quantiles = [0.5, 0.99].map((share) => formatTime(quantile(times, share)));
  if (!map) return [name, ...quantiles, "", ""];
  return [name, ...quantiles, formatTime(quantile(alone(map), 0.5)), formatRatio(ratio(together.store, together.map))];
}

/** Returns a function that tests whether a name has these letters in order. */
function has(letters) {
  return (name) => {
    let found = 0;
    for (const letter of name.toLowerCase()) if (letter === letters[found]) found++;
    return found === letters.length;
  };
}

function timed(query) {
  const from = performance.now();
  query();
  return performance.now() - from;
}

function fileOf({ encodeDeclarations, createWordFilter }, declarations, words) {
  const record = encodeDeclarations(declarations, createWordFilter(words.join(" ")));
  return { languageId: "typescript", stamp: { size: 9000, modifiedMs: 1.7e12 + record.length }, record };
}

function mostCommonName(map) {
  let most = "";
  for (const [name, { length }] of map) if (length > (map.get(most)?.length ?? 0)) most = name;
  return most;
}

function sample(all, count) {
  const next = random(3);
  return Array.from({ length: count }, () => all[Math.floor(next() * all.length)]);
}

const vocabulary = (
  "get set load save parse read write user config server client request response handler path file index name value list item node tree text line range " +
  "position symbol scope query match find create delete update render view model state store event message error result data cache key token stream " +
  "buffer reader writer builder factory service manager context option default base type kind format version test check is has with from to on in by " +
  "worker thread job task queue lock time date count size length start end first last next prev parent child root leaf left right top bottom width height"
).split(" ");

/**
 * Generates files like those of real programs: most names have two or three words and are rare,
 * some are very common. The result is the same for a seed.
 */
function* files(most = wantedDeclarations / declarationsPerFile, seed = 1) {
  const next = random(seed);
  const pick = (choices) => choices[Math.floor(next() * choices.length)];
  // Earlier words of the vocabulary are more frequent.
  const word = () => vocabulary[Math.floor(next() * next() * vocabulary.length)];
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const nameOf = () => {
    const length = 1 + Math.floor(next() * 3.4);
    return Array.from({ length }, word).reduce((whole, one) => whole + capital(one));
  };
  for (let file = 0; file < most; file++) {
    const declarations = [];
    const path = `/home/user/project/packages/${word()}/src/${word()}/${word()}${capital(word())}${file}.ts`;
    const own = Array.from({ length: wordsPerFile }, (_, n) => `${word()}${capital(word())}${n % 3 ? "" : file % 999}`);
    for (let line = 0; declarations.length < declarationsPerFile; line += 1 + Math.floor(next() * 12)) {
      const isMember = line > 0 && next() < 0.6;
      const type = declarations.findLast(({ kind }) => kind === "class");
      const name = nameOf();
      if (!isMember && next() < 0.3) {
        declarations.push({ name: capital(name), kind: "class", container: [], line, character: 13 });
        continue;
      }
      const container = isMember && type ? [type.name] : [];
      const least = Math.floor(next() * 4);
      const arity = { least, most: next() < 0.1 ? Number.POSITIVE_INFINITY : least + Math.floor(next() * 1.3) };
      const character = isMember ? 2 : 16;
      if (next() < 0.3) declarations.push({ name, kind: pick(["property", "constant"]), container, line, character });
      else declarations.push({ name, kind: isMember ? "method" : "function", container, line, character, arity });
    }
    yield { path, declarations, words: own.concat(declarations.map(({ name }) => name)) };
  }
}
