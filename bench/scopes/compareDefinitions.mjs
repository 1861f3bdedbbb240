/**
 * Names that are declared in another file of the project, asked of our embedded server and of the
 * judge in turn: who is right, and how soon.
 */
import { relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { linesOf, positionAt } from "./groundTruth.mjs";
import { commandOf, judges, startServer } from "./referenceServers.mjs";

/**
 * Projects and names of each language: an index is built for every project, and a judge has to load
 * it.
 */
const mostProjects = 4;
const mostNames = 150;

/**
 * Asks about the names of a truth that lead to another file of the same project. Resolves with
 * counts, and with the milliseconds that each answer took. Every name is asked once before: what is
 * measured is a session that is under way.
 */
export async function compareDefinitions(truth, { proxy, Readiness, shipped }) {
  const total = {
    names: 0,
    outsideProject: 0,
    answered: 0,
    some: 0,
    first: 0,
    answers: 0,
    ours: [],
    theirs: [],
    misses: [],
  };
  const judge = judges.find(({ name }) => name === truth.judge);
  for (const { root, files } of truth.projects.slice(0, mostProjects)) {
    const asked = namesOf(files, root, total);
    if (asked.length === 0) continue;
    const ours = await startServer({ command: [process.execPath, proxy, "embedded"] }, root, Readiness);
    try {
      for (const question of asked)
        note(total, question, root, await timed(ours, truth.language, question, total.ours));
    } finally {
      await ours.end();
    }
    if (!judge) continue;
    const theirs = await startServer(commandOf(judge, truth.language, shipped), root, Readiness);
    try {
      for (const question of asked) await timed(theirs, truth.language, question, total.theirs);
    } finally {
      await theirs.end();
    }
  }
  return total;
}

/** Names that lead into the project, spread over its files. */
function namesOf(files, root, total) {
  const isWithin = ({ path }) =>
    path !== undefined && !relative(root, path).startsWith(`..${sep}`) && !path.includes("node_modules");
  const found = files.flatMap(({ path, text, names }) => {
    const elsewhere = names.filter(({ targets }) => targets.length > 0 && targets.every(({ at }) => at === undefined));
    const within = elsewhere.filter(({ targets }) => targets.every(isWithin));
    total.outsideProject += elsewhere.length - within.length;
    return within.map(({ at, name, targets }) => ({
      uri: pathToFileURL(`${root}/${path}`).href,
      text,
      at,
      name,
      targets,
    }));
  });
  const step = Math.max(1, found.length / mostNames);
  return Array.from({ length: Math.min(mostNames, found.length) }, (_, index) => found[Math.floor(index * step)]);
}

const open = new WeakMap();

/** The answer to a definition, asked twice: only the second time counts. */
async function timed(server, languageId, { uri, text, at }, times) {
  if (open.get(server) !== uri) {
    if (open.has(server)) await server.close(open.get(server));
    await server.open(uri, languageId, text);
    await server.ready();
    open.set(server, uri);
  }
  const params = { textDocument: { uri }, position: positionAt(linesOf(text), at) };
  await server.ask("textDocument/definition", params).catch(() => null);
  const from = performance.now();
  const answer = await server.ask("textDocument/definition", params).catch(() => null);
  times.push(performance.now() - from);
  return answer;
}

function note(total, question, root, answer) {
  const places = (Array.isArray(answer) ? answer : answer ? [answer] : []).map((one) => ({
    uri: one.targetUri ?? one.uri,
    ...(one.targetSelectionRange ?? one.range).start,
  }));
  const isRight = ({ uri, line, character }) =>
    question.targets.some((target) => {
      // A whole module is shown from its beginning, or from its first statement.
      const isStart = line === 0 && character === 0;
      const isModule = target.character === 0 && (target.line === 0 || isStart);
      return uri === pathToFileURL(target.path).href && (isModule || target.line === line);
    });
  total.names++;
  if (places.length > 0) total.answered++;
  total.answers += places.length;
  if (places.some(isRight)) total.some++;
  if (places.length > 0 && isRight(places[0])) total.first++;
  if (!places.some(isRight)) total.misses.push({ ...question, root, places });
}
