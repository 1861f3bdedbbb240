/**
 * What text made to be slow costs to search, against plain code of the same size with a find of the
 * same size. In this process, through the library.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatGoal, formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { code } from "./lib/texts.mjs";

export const title = "Hostile text";
export const rounds = 5;

const size = 1_000_000;
const goal = 3;
/** A find holds at most 10 KB. */
const findSize = 10_000;

const plain = code(50_000).slice(0, size);
/**
 * Whole lines from the middle of the code, so many characters or a few less, from a word to a word.
 */
const excerpt = (length) => {
  const from = plain.indexOf("return {", size / 2);
  return plain.slice(from, from + length).replace(/\W+\w*$/, "");
};

/** Each: a text, a find that is in it, and one that is not though it nearly is. */
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
 * The same find as each reading would have to take it, so that what is hostile is compared with as
 * much work on what is not.
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
 * Text and find the same thing over and over: every place in the text is the beginning of nearly a
 * match.
 */
function tokens(name, unit) {
  const find = unit.repeat(findSize / unit.length).trimEnd();
  return { name, text: unit.repeat(size / unit.length), hit: find, miss: `${find.slice(0, -1)}§` };
}

export async function run({ rounds, library }) {
  if (!existsSync(fileURLToPath(library))) return "The library is not built; there is no `dist/index.js`.";
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
      if (search(plain, plainly[reading]).reading !== reading) throw new Error(`no plain find is read as ${reading}`);
      const hits = [
        { name: "plain", act: () => search(plain, plainly[reading]) },
        { name: "hostile", act: () => search(text, hit) },
      ];
      const misses = [plainMiss, { name: "hostile", act: () => missed(search, text, miss) }];
      rows.push([name, reading, count, ...cells(await timed(hits, rounds)), ...cells(await timed(misses, rounds))]);
    }
  }
  return `A million characters each. A hit is what the text holds, against a hit of the same reading in code, all matches counted; a miss
tries every reading and looks for hints.

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
  await measureInterleaved(subjects, 1, once); // until the code is warm
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
