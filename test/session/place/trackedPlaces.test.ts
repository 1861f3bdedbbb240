/** Tracked places against a naive model, in which every code unit carries its own name. */

import { OpenDocument } from "../../../src/files/documents/openDocument.js";
import { TrackedPlace } from "../../../src/session/place/trackedPlaces.js";
import type { Change } from "../../../src/text/change.js";
import { Document } from "../../../src/text/document.js";
import { applyContentChanges } from "../../../src/text/edits/contentChanges.js";
import { offsetsToRange } from "../../../src/text/position.js";
import { law, type Random, randomStretch, randomText } from "../../text/random.js";

const open = (text: string) =>
  new OpenDocument({
    uri: "file:///a.py",
    languageId: "python",
    version: 1,
    text: Document.of(text),
    owner: "client",
    at: 0,
  });

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A text as a list of named code units; a range as the names in it. */
class Naive {
  readonly #ranges: Set<number>[] = [];
  #names: number[];
  #next: number;

  constructor(length: number) {
    this.#names = Array.from({ length }, (_, at) => at);
    this.#next = length;
  }

  apply({ from, to, length }: Change): void {
    const fresh = Array.from({ length }, () => this.#next++);
    for (const range of this.#ranges) {
      const now = this.now(range);
      const isInside = now && now.from <= from && to <= now.to && now.from < to && from < now.to;
      if (isInside) for (const name of fresh) range.add(name);
    }
    this.#names.splice(from, to - from, ...fresh);
  }

  /** Begins to track a range. */
  follow({ from, to }: Stretch): ReadonlySet<number> {
    const names = new Set(this.#names.slice(from, to));
    this.#ranges.push(names);
    return names;
  }

  /** Returns the stretch from the first to the last name that remains. */
  now(names: ReadonlySet<number>): Stretch | undefined {
    const places = this.#names.flatMap((name, at) => (names.has(name) ? [at] : []));
    const [first] = places;
    return first === undefined ? undefined : { from: first, to: (places.at(-1) as number) + 1 };
  }
}

/** Edits as a client may send them: one stretch, several at once, or the whole text. */
function edit(random: Random, document: OpenDocument): readonly Change[] {
  let { text } = document;
  const all: Change[] = [];
  for (let count = 1 + random(3); count > 0; count--) {
    const stretch = random(4) > 0 ? randomStretch(random, text.length) : pointIn(random, text);
    const range = offsetsToRange(text, stretch, "utf-16");
    const { document: next, changes } = applyContentChanges(text, [{ range, text: randomText(random, 3) }], "utf-16");
    text = next;
    all.push(...changes);
  }
  document.setText(text, all, 0);
  return all;
}

function pointIn(random: Random, text: Document): Stretch {
  const at = random(text.length + 1);
  return { from: at, to: at };
}

law("A range is what remains of it, with the text typed inside", 4, (random) => {
  const document = open(randomText(random, 60));
  const naive = new Naive(document.text.length);
  const places = Array.from({ length: 8 }, () => {
    const range = randomStretch(random, document.text.length);
    const point = { from: range.from, to: range.from };
    const tracked = new TrackedPlace("place-1", { locate: { file_path: "a.py" }, document, point, range });
    return { tracked, names: naive.follow(range) };
  }).filter(({ names }) => names.size > 0);
  for (let round = 0; round < 12; round++) {
    for (const change of edit(random, document)) naive.apply(change);
    for (const { tracked, names } of places) expect(nowOf(tracked)).toEqual(naive.now(names));
  }
});

function nowOf(tracked: TrackedPlace): Stretch | undefined {
  try {
    return tracked.now().range;
  } catch {
    return undefined;
  }
}

law("A point moves with the text after it, or else with the text before it", 4, (random) => {
  const document = open(randomText(random, 60));
  const at = random(document.text.length + 1);
  const point = { from: at, to: at };
  const tracked = new TrackedPlace("place-1", { locate: { file_path: "a.py" }, document, point, range: point });
  let expected: number | undefined = at;
  for (let round = 0; round < 12 && expected !== undefined; round++) {
    let { length } = document.text;
    for (const change of edit(random, document)) {
      if (expected === undefined) break;
      const naive = new Naive(length);
      const after = naive.follow({ from: expected, to: expected + 1 });
      const before = naive.follow({ from: Math.max(0, expected - 1), to: expected });
      naive.apply(change);
      const lengthNow = length + change.length - (change.to - change.from);
      // The ends of a text are never deleted.
      const atEnd: number | undefined = expected === length ? lengthNow : undefined;
      const atStart: number | undefined = expected === 0 ? 0 : undefined;
      expected = naive.now(after)?.from ?? atEnd ?? naive.now(before)?.to ?? atStart;
      length = lengthNow;
    }
    const found = nowOf(tracked);
    expect(found).toEqual(expected === undefined ? undefined : { from: expected, to: expected });
  }
});

test("A place in a file that is opened again is mapped from the text it was in", () => {
  const first = open("a = 1\nb = 2\n");
  const tracked = new TrackedPlace("place-1", {
    locate: { file_path: "a.py" },
    document: first,
    point: { from: 6, to: 6 },
    range: { from: 6, to: 11 },
  });
  const second = open("# new\na = 1\nb = 23\n");
  tracked.moveTo(second);
  expect(tracked.now()).toEqual({ point: { from: 12, to: 12 }, range: { from: 12, to: 17 } });
  first.setText(Document.of(""), [{ from: 0, to: 12, length: 0 }], 0);
  expect(tracked.now().point).toEqual({ from: 12, to: 12 });
  tracked.release();
  second.setText(Document.of(""), [{ from: 0, to: 19, length: 0 }], 0);
  expect(tracked.now().point).toEqual({ from: 12, to: 12 });
});
