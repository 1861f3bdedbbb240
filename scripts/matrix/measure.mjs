/**
 * Asks one server the questions of its project: cold, nothing open, in a routed session and through
 * the shell. An answer that is not the truth is compared with that of the server asked directly.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { openSession, writeServersFile } from "../methodTable/session.mjs";
import { fileOf, isRight, summaryOf } from "./answers.mjs";
import { askDelayed } from "./delayedDiagnostics.mjs";
import { startServer } from "./directServer.mjs";
import { askLargeProject, largeProject } from "./largeProject.mjs";
import { placeMethods, readProject, writeProject } from "./project.mjs";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const main = join(repository, "dist/command/main.js");
const shipped = JSON.parse(readFileSync(join(repository, "servers.json"), "utf8"));

const QUESTION_TIMEOUT_MS = 90_000;

/**
 * Asks the server of that name in servers.json. Returns the result of each question by method:
 * `right`; `none`, if the server does not have the method; `server`, if the server itself answers
 * so; else `wrong`, also where another server took its place. `why` says what is not right. `shell`
 * is the result of the hardest question that is right in the session, through the shell. `cold` is
 * that of references in a large project, `delayed` that of diagnostics that come
 * `delayMs` late, which is the only question if `onlyDelayed`.
 */
export async function measure(
  server,
  { project: name, links = false, prepare, fields, languages },
  { onlyDelayed, delayMs, ...installation },
) {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-matrix-")));
  const caches = join(scratch, "caches");
  const path = [...installation.programs, process.env.PATH].join(delimiter);
  const contextOf = async (project, folder) => {
    const root = join(scratch, folder);
    writeProject(project, root);
    if (links) symlinkSync(join(installation.folder, "node_modules"), join(root, "node_modules"));
    if (prepare) await prepareProject(prepare, { root, path });
    return { server, fields, languages, project, root, caches, path };
  };
  try {
    mkdirSync(caches);
    const project = readProject(name);
    const late = await askLate(project, delayMs, () => contextOf(project, "late"));
    if (onlyDelayed) return late;
    const context = await contextOf(project, "project");
    const results = await askSession(context);
    const doubtful = results.filter(({ result, substitute }) => result === "wrong" && !substitute);
    if (doubtful.length > 0) await askServer(doubtful, context);
    const shell = await askShell(results, context);
    if (shell?.result === "wrong") await askServer([shell], { ...context, opensAll: false });
    const large = largeProject(project);
    const cold = shell && large && (await askLargeProject(await contextOf(large, "large"), main));
    const cell = ({ result, why }) => ({ result, ...(why && { why }) });
    const cells = results.map((one) => [one.question.method, cell(one)]);
    return { ...Object.fromEntries(cells), ...(shell && { shell: cell(shell) }), ...(cold && { cold }), ...late };
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Asks for diagnostics that come late, where the project has a question for diagnostics. */
async function askLate(project, delayMs, contextOf) {
  const question = project.questions.find(({ method }) => method === "diagnostic");
  if (question === undefined) return {};
  const context = await contextOf();
  const entry = { ...shipped.servers[context.server], ...context.fields };
  return { delayed: await askDelayed({ ...context, question, entry, delayMs }, main) };
}

async function prepareProject([program, ...args], { root, path }) {
  const env = { ...process.env, PATH: path };
  await promisify(execFile)(program, args, { cwd: root, env, timeout: QUESTION_TIMEOUT_MS });
}

/** Asks all questions at once, right after the start of a session. */
async function askSession({ server, fields, languages, project: { language, questions }, root, caches, path }) {
  const session = await openSession({ main, root, caches, language, server, fields, languages, path });
  try {
    const results = await Promise.all(
      questions.map(async (question) => {
        const { method, locate, newName, parts } = question;
        const target = () => session.sendRequest("resolve", { locate }).then(({ target: { position } }) => position);
        try {
          if (method === "outline") return await askOutline(question, session);
          const params = { locate, ...(newName && { newName }) };
          const answer = await withTimeout(session.sendRequest(method, params), method);
          const summary = summaryOf(question, answer, root);
          if (isRight(question, summary)) return { question, result: "right" };
          const expected = placeMethods.includes(method) ? "" : ` without ${parts.join(" or ")}`;
          return {
            question,
            result: "wrong",
            why: `${shorten(summary)}${expected}`,
            summary,
            position: await position(method, target),
          };
        } catch (error) {
          if (error.data?.kind === "unsupported") return { question, result: "none" };
          const why = shorten(error.message);
          return { question, result: "wrong", why, summary: "", position: await position(method, target) };
        }
      }),
    );
    return await Promise.all(results.map((one) => withoutSubstitute(one, { server, session, root })));
  } finally {
    await Promise.race([session.close(), new Promise((resolve) => setTimeout(resolve, 5000))]);
  }
}

/** Returns a result, or that it is wrong because another server serves the file in its place. */
async function withoutSubstitute(result, { server, session, root }) {
  const uri = pathToFileURL(join(root, fileOf(result.question.locate))).href;
  const { backends } = await session.sendRequest("status", { textDocument: { uri } });
  const [{ name, instead_of: reason } = {}] = backends;
  // A server that works beside another one has the name of that one.
  if (name === server || (reason === undefined && name !== "embedded")) return result;
  const why = `${name} answers, as ${reason ?? `${server} is not installed`}`;
  return { question: result.question, result: "wrong", substitute: true, why };
}

async function position(method, target) {
  return ["diagnostic", "formatting"].includes(method) ? undefined : await target().catch(() => undefined);
}

/** An outline is right if the server has symbols, and each of the question's is reached by path. */
async function askOutline(question, session) {
  const missing = [];
  for (const symbol of question.parts) {
    const locate = `${question.locate}:${symbol}`;
    const place = await withTimeout(session.sendRequest("resolve", { locate }), "resolve").catch((error) => error);
    if (place.symbol === undefined) missing.push(`${symbol}: ${shorten(place.message)}`);
  }
  // Most paths are in the syntax tree, too, for which the server is not asked.
  const symbols = await withTimeout(
    session.sendRequest("documentSymbol", { locate: question.locate }),
    "documentSymbol",
  );
  if (!symbols?.length) missing.push("no symbols from the server");
  if (missing.length === 0) return { question, result: "right" };
  return { question, result: "wrong", why: missing.join("; "), summary: "" };
}

/**
 * Marks the results that the server itself gives, with all files of the language open, or only
 * those that are asked about.
 */
async function askServer(results, { server, fields, project: { language, files }, root, path, opensAll = true }) {
  const entry = { ...shipped.servers[server], ...fields };
  const extension = (file) => (opensAll && /\.[^.]*$/.exec(file)?.[0]) || file;
  const own = new Set(results.map(({ question }) => extension(fileOf(question.locate))));
  const open = Object.keys(files).filter((file) => own.has(extension(file)));
  const options = { entry, root, path, files: Object.fromEntries(open.map((file) => [file, language])) };
  let direct;
  try {
    direct = await withTimeout(startServer(options), "initialize");
    for (const one of results) {
      const { question, position } = one;
      const { method, locate, newName } = question;
      const file = fileOf(locate);
      const params = {
        ...(position && { position }),
        ...(method === "references" && { context: { includeDeclaration: true } }),
        ...(newName && { newName }),
        ...(method === "formatting" && { options: { tabSize: 2, insertSpaces: true } }),
        ...(method === "codeAction" && { range: { start: position, end: position }, context: { diagnostics: [] } }),
      };
      const asked = method === "outline" ? "documentSymbol" : method;
      const fits = (answer) => isRight(question, summaryOf(question, answer, root));
      const answer = await direct.ask(asked, file, params, fits);
      const summary = summaryOf(question, answer, root);
      const isRightDirectly = method === "outline" ? hasSymbols(summary, question.parts) : fits(answer);
      if (!isRightDirectly) one.result = "server";
      else one.why = `${one.why} (directly: ${shorten(summary)})`;
    }
  } catch (error) {
    for (const one of results) {
      one.result = "server";
      one.why = `${one.why} (directly: ${error.message})`;
    }
  } finally {
    await direct?.close();
  }
}

/** Whether the symbols of an answer, which is JSON text, have the last names of these paths. */
function hasSymbols(json, paths) {
  const names = [...json.matchAll(/"name":"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name);
  const lastNames = paths.map((path) => path.split(".").at(-1).replaceAll('"', ""));
  return lastNames.every((last) => names.some((name) => name.includes(last)));
}

/** Asks the hardest question through the shell: a new session, nothing open. */
async function askShell(results, { server, fields, languages, project: { language }, root, caches, path }) {
  const order = ["references", "definition", "hover", "diagnostic"];
  const right = results.filter(({ result }) => result === "right");
  const found = order.flatMap((method) => right.find(({ question }) => question.method === method) ?? [])[0];
  if (!found) return undefined;
  const { question } = found;
  const file = writeServersFile({ caches, language, server, fields, languages });
  const env = { ...process.env, PATH: path, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches, LSP_LOCATE_DAEMON: "off" };
  const args = [main, question.method, question.locate, "--json", `--servers=${file}`, `--root=${root}`];
  const { stdout, stderr } = await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, timeout: QUESTION_TIMEOUT_MS }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
  try {
    const { place, result } = JSON.parse(stdout);
    const summary = summaryOf(question, result, root);
    if (isRight(question, summary)) return { result: "right" };
    const why = `${question.method}: ${shorten(summary)}`;
    return { question, result: "wrong", why, position: place?.target?.position };
  } catch {
    return { question, result: "wrong", why: `${question.method}: ${shorten(`${stdout}${stderr}`)}` };
  }
}

async function withTimeout(work, method) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), QUESTION_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function shorten(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (text ?? "").replace(/\s+/g, " ").slice(0, 200);
}
