/** Measures all methods with one server, in a copy of its project. */
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { methods } from "./requests.mjs";
import { linesOf } from "./resultText.mjs";
import { openSession, searchPath } from "./session.mjs";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const main = join(repository, "dist/command/main.js");

/** The program of a server, if its name differs from the server's. */
const programs = { pyright: "pyright-langserver", embedded: "node" };

/** Methods that apply to a document, not to a place in it. */
const wholeFile = new Set(["formatting", "diagnostic", "documentSymbol", "foldingRange", "semanticTokens/full"]);

export function isInstalled(server) {
  const program = programs[server] ?? server;
  return searchPath.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Returns for each method `mark`: `✓` for the correct result, `✗` for another one or none, empty if
 * the server does not support it; `why`; and `first`, the result of the first request if there was
 * a second one.
 */
export async function measure({ server, project, requests: own = {} }) {
  // The real path, because servers return it and a temporary folder may be a symbolic link.
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-matrix-")));
  const root = join(scratch, "project");
  const caches = join(scratch, "caches");
  try {
    mkdirSync(caches);
    prepare(project, root);
    const session = await openSession({ main, root, caches, language: project.language, server });
    const requests = { ...project.requests, ...own };
    const context = { session, root, file: requests.documentSymbol.locate };
    const measureCell = (method) => requestCell(method, requests[method], context);
    // All at once, so that each request is sent while the server is still loading.
    const cells = await Promise.all(methods.map(measureCell));
    // Each failed request is repeated once, after the server has loaded.
    for (const [n, method] of methods.entries()) {
      if (cells[n].mark === "✓" || requests[method] === undefined) continue;
      cells[n] = { ...(await measureCell(method)), first: cells[n].why };
    }
    await session.close();
    return Object.fromEntries(methods.map((method, n) => [method, cells[n]]));
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

function prepare({ folder, files }, root) {
  cpSync(join(repository, "test/projects", folder), root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  if (folder !== "cpp") return;
  const sources = ["shapes", "main", "legacy", "untidy", "broken"].map((name) => `src/${name}.cpp`);
  const commands = sources.map((file) => ({ directory: root, file, arguments: ["clang++", "-std=c++17", "-c", file] }));
  writeFileSync(join(root, "compile_commands.json"), JSON.stringify(commands));
}

async function requestCell(method, request, { session, root, file }) {
  // Without a request in the project, the server is expected not to support the method.
  const { locate = wholeFile.has(method) ? file : `${file}:1`, more = {} } = request ?? {};
  const { params = { locate, ...(method === "rename" && { newName: "name" }), ...more } } = request ?? {};
  try {
    const answer = await session.sendRequest(method, params);
    if (request === undefined)
      return { mark: "✗", why: `it is supported but has no request: ${JSON.stringify(answer)}` };
    return markResult(linesOf[method](answer, { root, text: textOf(locate, root) }), request);
  } catch (error) {
    if (error.data?.kind === "unsupported") return { mark: "", why: error.message };
    return { mark: "✗", why: error.message };
  }
}

function markResult(lines, { exactly, holds }) {
  const right = exactly
    ? JSON.stringify([...lines].sort()) === JSON.stringify([...exactly].sort())
    : lines.length > 0 && holds.every((part) => lines.some((line) => line.includes(part)));
  return { mark: right ? "✓" : "✗", why: JSON.stringify(lines).slice(0, 1000) };
}

function textOf(locate, root) {
  return readFileSync(join(root, locate.replace(/[:@].*$/s, "")), "utf8");
}
