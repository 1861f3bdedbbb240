/** Compares our scopes with the results of real servers for the same names. */

import { linesOf, positionAt } from "./groundTruth.mjs";
import { identifiersOf } from "./identifiers.mjs";

/** The reaches that claim a declaration in the file. */
const claims = ["local", "member", "file", "import"];

/**
 * Compares every name of a truth, with the engine in this thread, file by file. Resolves with
 * counts and with `misses`: each `{ what, at, name, path, text, ours, targets }`, with `what` a key
 * of `headings`.
 */
export async function compareTruth(truth, { grammars, engine }) {
  const grammar = grammars.of(truth.language);
  const total = {
    ...{ compared: 0, silent: 0, jumped: 0, free: 0, freeInFile: 0, outside: 0 },
    classified: Object.fromEntries(claims.map((reach) => [reach, { right: 0, partly: 0, wrong: 0 }])),
    comparedLocal: { all: 0, local: 0, placed: 0 },
    comparedFile: { all: 0, placed: 0 },
    comparedOther: { all: 0, open: 0 },
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
        for (const name of file.names) compareName(file.text, name, await nameAt(name.at), truth, total, note);
        const inCode = new Set(identifiersOf(truth.language, file.text).map(({ at }) => at));
        for (const declared of file.references) {
          // Some reference servers also find names in comments, such as descriptions of parameters.
          const places = declared.places.map((at) => plain(file.text, at)).filter((at) => inCode.has(at));
          comparePlaces(
            file.text,
            { ...declared, places },
            await nameAt(plain(file.text, declared.at)),
            total.places,
            note,
          );
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
  wrong: "Another declaration than the reference server's",
  partly: "Some, but not all, of the reference server's declarations",
  missed: "Local to the reference server, but not to us",
  outside: "Local to us, but not inside a function to the reference server",
  unseen: "Declared in the file to the reference server, but unknown or elsewhere to us",
  leaking: "Local to us, but used in other files",
  renamable: "Renamable to us, but used in other files",
  places: "Other places than the reference server's",
};

function compareName(text, name, ours, { knowsOnlyLocals = false }, total, note) {
  const { targets } = name;
  // A reference server that only knows variables has no results for other names.
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
  // From a declaration, some reference servers lead to another one: from a name in a pattern, or to
  // the same function in a header.
  if (name.isJumped && !isHit && own.has(plain(text, name.at))) {
    total.jumped++;
    return;
  }
  total.compared++;
  const miss = { at: name.at, name: name.name, ours, targets };
  const isLocal = !isElsewhere && targets.every(({ inside }) => inside);

  if (reach === "free") {
    total.free++;
    if (here.length > 0) total.freeInFile++;
  } else {
    const isOwn = (at) => own.has(at) || at === plain(text, name.at);
    // An imported name is declared elsewhere, or at the import if the reference server does not
    // find the declaration.
    const isRight = reach === "import" ? here.every(isOwn) : isHit && !isMore;
    const verdict = isRight ? "right" : isHit ? "partly" : "wrong";
    total.classified[reach][verdict]++;
    if (verdict !== "right") note(verdict, miss);
    if (reach === "local" && isHit && !isLocal) {
      total.outside++;
      note("outside", miss);
    }
  }
  if (isElsewhere) {
    if (here.length > 0) return;
    total.comparedOther.all++;
    if (reach === "free" || reach === "import") total.comparedOther.open++;
  } else if (isLocal) {
    total.comparedLocal.all++;
    if (isHit) total.comparedLocal.placed++;
    if (isHit && reach === "local") total.comparedLocal.local++;
    else if (reach === "free" || isHit) note("missed", miss);
  } else {
    total.comparedFile.all++;
    if (isHit) total.comparedFile.placed++;
    else if (reach === "free") note("unseen", miss);
  }
}

/**
 * Compares all places of a declared name: whether the occurrences of a local name are complete, and
 * whether a renamable name is used elsewhere.
 */
function comparePlaces(text, { at, inside, places, elsewhere, unseen = [] }, ours, total, note) {
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
  const ourPlaces = new Set(
    ours.occurrences.map(({ from }) => plain(text, from)).filter((place) => !unseen.includes(place)),
  );
  const both = [...ourPlaces].filter((place) => theirs.has(place)).length;
  total.names++;
  total.ours += ourPlaces.size;
  total.theirs += theirs.size;
  total.both += both;
  if (both === ourPlaces.size && both === theirs.size) total.exact++;
  else {
    const only = (some, others) =>
      [...some].filter((place) => !others.has(place)).map((place) => positionAt(linesOf(text), place).line + 1);
    const extra = only(ourPlaces, theirs);
    const lacking = only(theirs, ourPlaces);
    note("places", {
      ...miss,
      only: `we alone: lines ${extra.join(", ") || "none"}; the reference alone: lines ${lacking.join(", ") || "none"}`,
    });
  }
}

/**
 * Returns the offset after sigils, quotes, stars and the folders of an imported path: servers
 * differ in whether these belong to the name.
 */
function plain(text, at) {
  const [before] = /^(?:["'`](?:[^"'`\n]*\/)?|[$@&:*.]*)/.exec(text.slice(at, at + 200));
  return at + before.length;
}
