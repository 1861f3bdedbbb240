/**
 * Asks what a mark asks, of the three subjects: the server alone, lsp-locate in front of it, and
 * its embedded server. Answers are places or texts, with paths relative to the test's folder.
 */
import { readFileSync } from "node:fs";
import { basename, extname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { writeServersFile } from "../../scripts/methodTable/session.mjs";
import { startSession } from "../completeness/session.mjs";
import { applyEdits } from "./texts.mjs";

const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
  },
  window: { workDoneProgress: true },
  textDocument: {
    synchronization: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: { prepareSupport: true },
    ...Object.fromEntries(
      "definition implementation references callHierarchy typeHierarchy publishDiagnostics"
        .split(" ")
        .map((name) => [name, {}]),
    ),
  },
};

/** How long a server that answers wrongly is asked again: it may still be loading. */
const SETTLE_MS = 4_000;
const INTERVAL_MS = 200;
const languageIds = {
  ".go": "go",
  ".mod": "go.mod",
  ".work": "go.work",
  ".py": "python",
  ".pyi": "python",
  ".rs": "rust",
};
const hierarchies = {
  incomingCalls: ["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls"],
  outgoingCalls: ["textDocument/prepareCallHierarchy", "callHierarchy/outgoingCalls"],
  subtypes: ["textDocument/prepareTypeHierarchy", "typeHierarchy/subtypes"],
  supertypes: ["textDocument/prepareTypeHierarchy", "typeHierarchy/supertypes"],
};

/** Starts the server alone in a test's folder. */
export async function startDirect({ command, test, folder }) {
  const session = await startSession(command, folder, { ...optionsOf(test), capabilities });
  const opened = new Set();
  return {
    end: session.end,
    async ask(mark, fits) {
      if (!opened.has(mark.path)) await session.open(mark.path, languageIds[extname(mark.path)] ?? "plaintext");
      opened.add(mark.path);
      const until = performance.now() + SETTLE_MS;
      for (;;) {
        const answer = await readAnswer(askServer(session, mark), mark, folder);
        if (fits(answer) || performance.now() > until) return answer;
        await pause(INTERVAL_MS);
      }
    },
  };
}

/** Starts lsp-locate with this server as the only one, or with the embedded one. */
export async function startProxied({ proxy, language, server, test, folder, caches, path }) {
  const fields = server === "embedded" ? undefined : optionsOf(test);
  const serversFile = writeServersFile({ caches, language, server, fields });
  const command = [process.execPath, proxy, "--servers", serversFile];
  const env = { PATH: path, XDG_CACHE_HOME: caches };
  const session = await startSession(command, folder, { env, capabilities });
  return {
    end: session.end,
    ask(mark) {
      const { line, character } = mark.position;
      const locate = { file_path: mark.path, scope: { line: line + 1, character: character + 1 } };
      const more = mark.kind === "rename" ? { newName: mark.newName } : { place: true };
      const context = mark.kind === "references" ? { context: { includeDeclaration: true } } : {};
      const answer = session.request(`locate/${mark.kind}`, { locate, ...more, ...context });
      return readAnswer(answer, mark, folder);
    },
  };
}

function optionsOf({ env = {}, settings, initializationOptions }) {
  return { env, settings, initializationOptions };
}

async function askServer({ request, uriOf }, { kind, path, position, newName }) {
  const params = { textDocument: { uri: uriOf(path) }, position };
  if (kind === "references")
    return request("textDocument/references", { ...params, context: { includeDeclaration: true } });
  if (kind === "rename") return request("textDocument/rename", { ...params, newName });
  if (hierarchies[kind] === undefined) return request(`textDocument/${kind}`, params);
  const [prepare, follow] = hierarchies[kind];
  const items = (await request(prepare, params)) ?? [];
  const lists = await Promise.all(items.map((item) => request(follow, { item })));
  return lists.flat().filter(Boolean);
}

/** Returns `{ refused }`, `{ places }` or `{ texts }`, with what is said of other places. */
async function readAnswer(pending, { kind, path, position }, folder) {
  let answer;
  try {
    answer = await pending;
  } catch (error) {
    return { refused: error.message };
  }
  const { result, unconfirmed } = answer && "place" in answer ? answer : { result: answer };
  const doubts = unconfirmed?.count ?? 0;
  if (kind === "rename") return { ...textsOf(result, folder), doubts, isPartial: unconfirmed?.more === true };
  const items = [result ?? []].flat();
  const certain = items.filter(({ byName }) => !byName);
  const byName = items.length - certain.length;
  // Where nothing is certain, the places of that name are the answer.
  const places = placesOf(kind, certain.length > 0 ? certain : items, folder);
  const isAsked = (each) => each.path === path && each.line === position.line && each.character <= position.character;
  return {
    places,
    byName,
    // That the name asked about is a use of itself says nothing.
    isByName: byName > 0 && (certain.length === 0 || (places.length === 1 && places.every(isAsked))),
    doubts: doubts + byName,
    isPartial: unconfirmed?.more === true,
  };
}

const pathOf = (uri, folder) => relative(folder, fileURLToPath(uri));

function placesOf(kind, items, folder) {
  const places = items.map((item) => {
    const entry = { incomingCalls: item.from, outgoingCalls: item.to }[kind] ?? item;
    const range = entry.selectionRange ?? entry.targetSelectionRange ?? entry.range;
    return { path: pathOf(entry.uri ?? entry.targetUri, folder), ...range.start };
  });
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

/** Returns the texts of the files that a WorkspaceEdit changes; undefined for those it removes. */
function textsOf(edit, folder) {
  const texts = {};
  const textOf = (path) => (path in texts ? texts[path] : readFileSync(join(folder, path), "utf8"));
  const changes = Object.entries(edit?.changes ?? {}).map(([uri, edits]) => ({ textDocument: { uri }, edits }));
  for (const change of edit?.documentChanges ?? changes) {
    if (change.kind === "rename") {
      moveTexts(pathOf(change.oldUri, folder), pathOf(change.newUri, folder), { texts, textOf, folder });
    } else if (change.kind === undefined) {
      const path = pathOf(change.textDocument.uri, folder);
      texts[path] = applyEdits(textOf(path), change.edits);
    }
  }
  return { texts };
}

function moveTexts(from, to, { texts, textOf }) {
  // A folder is compared by its name alone.
  if (extname(basename(from)) === "") return;
  texts[to] = textOf(from);
  texts[from] = undefined;
}
