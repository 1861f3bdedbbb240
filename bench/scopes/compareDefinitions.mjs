/**
 * Requests the definitions of names declared in another file of the project, from our embedded
 * server and from the reference server in turn, and compares correctness and time.
 */
import { relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { linesOf, positionAt } from "./groundTruth.mjs";
import { commandOf, referenceServers, startServer } from "./referenceServers.mjs";

/** Projects and names per language: each project needs an index and a loaded reference server. */
const MAX_PROJECTS = 4;
const MAX_NAMES = 150;

/**
 * Requests the names of a truth that lead to another file of the same project. Resolves with
 * counts, and with the milliseconds of each response. Each request is sent once before the measured
 * one, so that the session is warm.
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
  const reference = referenceServers.find(({ name }) => name === truth.reference);
  for (const { root, files } of truth.projects.slice(0, MAX_PROJECTS)) {
    const names = namesOf(files, root, total);
    if (names.length === 0) continue;
    const ours = await startServer({ command: [process.execPath, proxy, "embedded"] }, root, Readiness);
    try {
      for (const name of names) recordResult(total, name, root, await timed(ours, truth.language, name, total.ours));
    } finally {
      await ours.end();
    }
    if (!reference) continue;
    const theirs = await startServer(commandOf(reference, truth.language, shipped), root, Readiness);
    try {
      for (const name of names) await timed(theirs, truth.language, name, total.theirs);
    } finally {
      await theirs.end();
    }
  }
  return total;
}

/** Returns names that lead into the project, spread over its files. */
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
  const step = Math.max(1, found.length / MAX_NAMES);
  return Array.from({ length: Math.min(MAX_NAMES, found.length) }, (_, index) => found[Math.floor(index * step)]);
}

const open = new WeakMap();

/**
 * Returns the result of a definition request. It is sent twice, and only the second one is timed.
 */
async function timed(server, languageId, { uri, text, at }, times) {
  if (open.get(server) !== uri) {
    if (open.has(server)) await server.close(open.get(server));
    await server.open(uri, languageId, text);
    await server.ready();
    open.set(server, uri);
  }
  const params = { textDocument: { uri }, position: positionAt(linesOf(text), at) };
  await server.sendRequest("textDocument/definition", params).catch(() => null);
  const from = performance.now();
  const answer = await server.sendRequest("textDocument/definition", params).catch(() => null);
  times.push(performance.now() - from);
  return answer;
}

function recordResult(total, name, root, answer) {
  const places = (Array.isArray(answer) ? answer : answer ? [answer] : []).map((one) => ({
    uri: one.targetUri ?? one.uri,
    ...(one.targetSelectionRange ?? one.range).start,
  }));
  const isRight = ({ uri, line, character }) =>
    name.targets.some((target) => {
      // A server may return a module as its beginning or as its first statement.
      const isStart = line === 0 && character === 0;
      const isModule = target.character === 0 && (target.line === 0 || isStart);
      return uri === pathToFileURL(target.path).href && (isModule || target.line === line);
    });
  total.names++;
  if (places.length > 0) total.answered++;
  total.answers += places.length;
  if (places.some(isRight)) total.some++;
  if (places.length > 0 && isRight(places[0])) total.first++;
  if (!places.some(isRight)) total.misses.push({ ...name, root, places });
}
