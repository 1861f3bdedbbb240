/** One server asked everything, in a copy of its project. */
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

/** By what a server is started, where that isn't its name. */
const programs = { pyright: "pyright-langserver", embedded: "node" };

/** Methods that are about a document, not a place in it. */
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
 * For each method a `mark`: `✓` where the right answer came, `✗` where another or none did, nothing
 * where the server can't; `why`, and where it was asked twice, what it said `first`.
 */
export async function measure({ server, project, questions: own = {} }) {
  // The real path: servers answer with it, and a temporary folder is a link on some systems.
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-matrix-")));
  const root = join(scratch, "project");
  const caches = join(scratch, "caches");
  try {
    mkdirSync(caches);
    prepare(project, root);
    const session = await openSession({ main, root, caches, language: project.language, server });
    const questions = { ...project.questions, ...own };
    const around = { session, root, file: questions.documentSymbol.locate };
    const asked = (method) => cell(method, questions[method], around);
    // All at once, so that each comes while the server is still loading.
    const cells = await Promise.all(methods.map(asked));
    // What was not right then is asked once more of a server that has loaded.
    for (const [n, method] of methods.entries()) {
      if (cells[n].mark === "✓" || questions[method] === undefined) continue;
      cells[n] = { ...(await asked(method)), first: cells[n].why };
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

async function cell(method, question, { session, root, file }) {
  // Nothing in the project to ask about: what counts is that the server can't.
  const { locate = wholeFile.has(method) ? file : `${file}:1`, more = {} } = question ?? {};
  const { params = { locate, ...(method === "rename" && { newName: "name" }), ...more } } = question ?? {};
  try {
    const answer = await session.ask(method, params);
    if (question === undefined) return { mark: "✗", why: `it can, and is asked nothing: ${JSON.stringify(answer)}` };
    return rightness(linesOf[method](answer, { root, text: textOf(locate, root) }), question);
  } catch (error) {
    if (error.data?.kind === "unsupported") return { mark: "", why: error.message };
    return { mark: "✗", why: error.message };
  }
}

function rightness(lines, { exactly, holds }) {
  const right = exactly
    ? JSON.stringify([...lines].sort()) === JSON.stringify([...exactly].sort())
    : lines.length > 0 && holds.every((part) => lines.some((line) => line.includes(part)));
  return { mark: right ? "✓" : "✗", why: JSON.stringify(lines).slice(0, 1000) };
}

function textOf(locate, root) {
  return readFileSync(join(root, locate.replace(/[:@].*$/s, "")), "utf8");
}
