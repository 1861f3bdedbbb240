/**
 * Measures the search in text designed to be slow, compared with plain code of the same size and a
 * find of the same size. Runs in this process, through the library.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatGoal, formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { code } from "./lib/texts.mjs";

export const title = "Hostile text";
export const rounds = 5;

const size = 1_000_000;
const goal = 3;
/** The maximum length of a find is 10 KB. */
const findSize = 10_000;

const plain = code(50_000).slice(0, size);
/**
 * Returns whole lines from the middle of the code, up to this number of characters, starting and
 * ending with a word.
 */
const excerpt = (length) => {
  const from = plain.indexOf("return {", size / 2);
  return plain.slice(from, from + length).replace(/\W+\w*$/, "");
};

/** Each subject has a text, a find that is in it, and one that almost matches. */
const groups = [
  {
    name: "a short find",
    find: excerpt(30),
    subjects: [
      spaces("a million spaces", "x", "y"),
      spaces("a million spaces between brackets", "(", ")"),
      { name: "a million line ends", text: `x${"\n".repeat(size)}y`, hit: "x y", miss: "x z" },
      { name: "a million `(`", text: "(".repeat(size), hit: "(".repeat(10), miss: `${"(".repeat(10)}§` },
      { name: "a million `(`, the find spaced", text: "(".repeat(size), hit: spaced(10), miss: `${spaced(10)} §` },
      { name: "half a million `( `", text: "( ".repeat(size / 2), hit: "(".repeat(10), miss: `${"(".repeat(10)}§` },
      { name: "one word of a million letters", text: "a".repeat(size), hit: "aaaaaaaaaa", miss: "aaaaaaaaaab" },
      { name: "half a million words", text: "a ".repeat(size / 2), hit: "a a a a a", miss: "a a a a b" },
    ],
  },
  {
    name: "a find of 10 KB",
    find: excerpt(findSize),
    subjects: [
      tokens("ten thousand `(`", "("),
      tokens("ten thousand words and spaces", "a "),
      tokens("ten thousand words and dots", "a."),
      tokens("ten thousand quotes", '"'),
      {
        name: "five thousand `( ` in a million `(`",
        text: "(".repeat(size),
        hit: spaced(5_000),
        miss: `${spaced(4_999)} §`,
      },
    ],
  },
];

/**
 * Returns the find in a spelling for each reading, so that hostile and plain text are compared for
 * the same reading.
 */
function spellings(find) {
  const loose = (text) => text.replace("total,", "total ,");
  const cut = (text) => text.slice(1, -1);
  return {
    literal: find,
    exact: find.replace("return {", "return  {"),
    spacing: loose(find),
    partial: cut(find),
    partial_spacing: cut(loose(find)),
  };
}

function spaced(count) {
  return "( ".repeat(count).trimEnd();
}

function spaces(name, left, right) {
  const text = `${left}${" ".repeat(size)}${right}`;
  return { name, text, hit: `${left} ${right}`, miss: `${left} ${right}§` };
}

/**
 * A text and a find that repeat the same unit: at every place in the text, the find almost matches.
 */
function tokens(name, unit) {
  const find = unit.repeat(findSize / unit.length).trimEnd();
  return { name, text: unit.repeat(size / unit.length), hit: find, miss: `${find.slice(0, -1)}§` };
}

export async function run({ rounds, library }) {
  if (!existsSync(fileURLToPath(library))) return "Skipped: the library is not built (`dist/index.js` is missing).";
  const { resolveLocate } = await import(library);
  const search = (text, find) => resolveLocate({ file_path: "/bench/hostile.ts", find }, { text }).match;
  const rows = [];
  for (const { name, find, subjects } of groups) {
    const plainly = spellings(find);
    const plainMiss = { name: "plain", act: () => missed(search, plain, `${find.slice(0, -1)}§`) };
    const times = [
      { name: "plain", act: () => search(plain, find) },
      { ...plainMiss, name: "plain miss" },
    ];
    const base = await timed(times, rounds);
    const { reading, count } = search(plain, find);
    const [hitTime, missTime] = times.map(({ name }) => formatTime(median(base[name])));
    rows.push([`*plain code, ${name}*`, reading, count, hitTime, "", "", missTime, "", ""]);
    for (const { name, text, hit, miss } of subjects) {
      const { reading, count } = search(text, hit);
      if (search(plain, plainly[reading]).reading !== reading)
        throw new Error(`no plain find has the reading ${reading}`);
      const hits = [
        { name: "plain", act: () => search(plain, plainly[reading]) },
        { name: "hostile", act: () => search(text, hit) },
      ];
      const misses = [plainMiss, { name: "hostile", act: () => missed(search, text, miss) }];
      rows.push([name, reading, count, ...cells(await timed(hits, rounds)), ...cells(await timed(misses, rounds))]);
    }
  }
  return `Each text has a million characters. A hit is compared with a hit of the same reading in plain code, with all matches counted.
A miss tries every reading and looks for hints.

${table(["", "reading", "matches", "hit", "**: plain**", "goal", "miss", "**: plain**", "goal"], rows)}`;
}

function cells({ plain, hostile }) {
  const toPlain = ratio(hostile, plain);
  return [formatTime(median(hostile)), `**${formatRatio(toPlain)}**`, formatGoal(toPlain, goal)];
}

async function timed(subjects, rounds) {
  const once = ({ act }) => {
    const from = performance.now();
    act();
    return performance.now() - from;
  };
  await measureInterleaved(subjects, 1, once); // warms up the code
  return measureInterleaved(subjects, rounds, once);
}

function missed(search, text, find) {
  try {
    search(text, find);
  } catch (error) {
    if (error.kind === "text_not_found") return;
    throw error;
  }
  throw new Error(`${JSON.stringify(find.slice(0, 40))} was found`);
}
