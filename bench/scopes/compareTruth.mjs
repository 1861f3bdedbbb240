/**
 * What our scopes say of the names that real servers were asked about: where they agree, and where
 * not.
 */

import { linesOf, positionAt } from "./groundTruth.mjs";
import { identifiersOf } from "./identifiers.mjs";

/** How far a name reaches, as far as declarations in the file are claimed. */
const claims = ["local", "member", "file", "import"];

/**
 * Judges every name of a truth. The engine is asked in this thread, file by file. Resolves with
 * counts and with `misses`: each `{ what, at, name, path, text, ours, targets }`, `what` being one
 * of the headings in `headings`.
 */
export async function compareTruth(truth, { grammars, engine }) {
  const grammar = grammars.of(truth.language);
  const total = {
    ...{ judged: 0, silent: 0, jumped: 0, free: 0, freeInFile: 0, outside: 0 },
    said: Object.fromEntries(claims.map((reach) => [reach, { right: 0, partly: 0, wrong: 0 }])),
    judgedLocal: { all: 0, local: 0, placed: 0 },
    judgedFile: { all: 0, placed: 0 },
    judgedOther: { all: 0, open: 0 },
    places: { names: 0, exact: 0, ours: 0, theirs: 0, both: 0, unclaimed: 0, leaking: 0, renamable: 0 },
    misses: [],
  };
  let key = 0;
  for (const project of truth.projects) {
    for (const file of project.files) {
      const parsed = ++key;
      engine.open(parsed, grammar, file.text);
      try {
        const names = new Map();
        const nameAt = async (at) => {
          if (!names.has(at)) names.set(at, await engine.nameAt(parsed, at));
          return names.get(at);
        };
        const noted = [];
        const note = (what, miss) =>
          noted.push({ what, path: `${project.root}/${file.path}`, text: file.text, ...miss });
        for (const name of file.names) judgeName(file.text, name, await nameAt(name.at), truth, total, note);
        const inCode = new Set(identifiersOf(truth.language, file.text).map(({ at }) => at));
        for (const asked of file.references) {
          // Some judges also read comments, where a parameter is described.
          const places = asked.places.map((at) => plain(file.text, at)).filter((at) => inCode.has(at));
          judgePlaces(file.text, { ...asked, places }, await nameAt(plain(file.text, asked.at)), total.places, note);
        }
        const around = await engine.coveringNodes(
          parsed,
          noted.map(({ at }) => ({ from: at, to: at + 1 })),
          { withFields: false },
        );
        for (const [index, miss] of noted.entries()) {
          const types = around[index].filter(({ named }) => named).map(({ type }) => type);
          total.misses.push({ ...miss, around: types.slice(0, 4).join(" < ") });
        }
      } finally {
        engine.close(parsed);
      }
    }
  }
  return total;
}

export const headings = {
  wrong: "Said of a declaration that is another one",
  partly: "Said of one of the judge's declarations, and not of all",
  missed: "Local to the judge, and we don't say so",
  outside: "Said to be local, and not inside a function to the judge",
  unseen: "Declared in the file to the judge, and unknown or elsewhere to us",
  leaking: "Said to be local, and used in other files",
  renamable: "Said to be all its places, and used in other files",
  places: "Other places than the judge's",
};

function judgeName(text, name, ours, { knowsOnlyLocals = false }, total, note) {
  const { targets } = name;
  // A judge that only knows variables says of everything else that it is none.
  const isNoVariable = knowsOnlyLocals && targets.some(({ at }) => at === undefined) && ours?.reach !== "local";
  if (targets.length === 0 || isNoVariable) {
    total.silent++;
    return;
  }
  const reach = ours?.reach ?? "free";
  const own = new Set((ours?.definitions ?? []).map(({ from }) => plain(text, from)));
  const here = [...new Set(targets.filter(({ at }) => at !== undefined).map(({ at }) => plain(text, at)))];
  const isElsewhere = targets.some(({ at }) => at === undefined);
  const isHit = here.some((at) => own.has(at));
  const isMore = isElsewhere || here.some((at) => !own.has(at));
  // From a declaration some judges lead on to another one: of what is taken by a pattern, of the
  // same function in a header.
  if (name.isJumped && !isHit && own.has(plain(text, name.at))) {
    total.jumped++;
    return;
  }
  total.judged++;
  const miss = { at: name.at, name: name.name, ours, targets };
  const isLocal = !isElsewhere && targets.every(({ inside }) => inside);

  if (reach === "free") {
    total.free++;
    if (here.length > 0) total.freeInFile++;
  } else {
    const isOwn = (at) => own.has(at) || at === plain(text, name.at);
    // What is imported is declared elsewhere, or, where the judge does not find it there, at the
    // import.
    const isRight = reach === "import" ? here.every(isOwn) : isHit && !isMore;
    const verdict = isRight ? "right" : isHit ? "partly" : "wrong";
    total.said[reach][verdict]++;
    if (verdict !== "right") note(verdict, miss);
    if (reach === "local" && isHit && !isLocal) {
      total.outside++;
      note("outside", miss);
    }
  }
  if (isElsewhere) {
    if (here.length > 0) return;
    total.judgedOther.all++;
    if (reach === "free" || reach === "import") total.judgedOther.open++;
  } else if (isLocal) {
    total.judgedLocal.all++;
    if (isHit) total.judgedLocal.placed++;
    if (isHit && reach === "local") total.judgedLocal.local++;
    else if (reach === "free" || isHit) note("missed", miss);
  } else {
    total.judgedFile.all++;
    if (isHit) total.judgedFile.placed++;
    else if (reach === "free") note("unseen", miss);
  }
}

/**
 * All places of a declared name: how far what we call local is complete, and whether what we call
 * renamable is used elsewhere.
 */
function judgePlaces(text, { at, inside, places, elsewhere, unseen = [] }, ours, total, note) {
  const miss = { at, name: ours?.name ?? /^[\w$]*/.exec(text.slice(at))[0], ours, targets: [] };
  if (ours?.isRenamable && elsewhere > 0) {
    total.renamable++;
    note("renamable", miss);
  }
  if (ours?.reach !== "local") {
    if (inside) total.unclaimed++;
    return;
  }
  if (elsewhere > 0) {
    total.leaking++;
    note("leaking", miss);
  }
  const theirs = new Set(places);
  const said = new Set(
    ours.occurrences.map(({ from }) => plain(text, from)).filter((place) => !unseen.includes(place)),
  );
  const both = [...said].filter((place) => theirs.has(place)).length;
  total.names++;
  total.ours += said.size;
  total.theirs += theirs.size;
  total.both += both;
  if (both === said.size && both === theirs.size) total.exact++;
  else {
    const only = (some, others) =>
      [...some].filter((place) => !others.has(place)).map((place) => positionAt(linesOf(text), place).line + 1);
    const extra = only(said, theirs);
    const lacking = only(theirs, said);
    note("places", {
      ...miss,
      only: `we alone: lines ${extra.join(", ") || "none"}; the judge alone: lines ${lacking.join(", ") || "none"}`,
    });
  }
}

/**
 * Whether sigils, quotes, stars or the folders of an imported path belong to a name is all the
 * same.
 */
function plain(text, at) {
  const [before] = /^(?:["'`](?:[^"'`\n]*\/)?|[$@&:*.]*)/.exec(text.slice(at, at + 200));
  return at + before.length;
}
