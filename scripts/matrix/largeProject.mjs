/**
 * Asks for references in a large project right after the start, and again later: a server that has
 * not read all files leaves uses out, and a small project does not show it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { openSession } from "../methodTable/session.mjs";
import { fileOf, summaryOf } from "./answers.mjs";

const COPIES = 60;
/** Long enough for each server of the matrix to load such a project. */
const PAUSE_MS = 5_000;

/**
 * Returns the project with copies of the files that use the symbol of its question for references;
 * undefined if it has no such files.
 */
export function largeProject({ questions, files, ...project }) {
  const question = questions.find(({ method }) => method === "references");
  const places = question?.alternatives.flat().map((place) => place.replace(/:\d+$/, "")) ?? [];
  const users = [...new Set(places)].filter((file) => file !== fileOf(question.locate));
  if (users.length === 0) return undefined;
  const numbers = Array.from({ length: COPIES }, (_, number) => number);
  const copies = users.flatMap((file) => numbers.map((number) => [nameOfCopy(file, number), files[file]]));
  return { ...project, questions: [question], files: withCompileCommands({ ...files, ...Object.fromEntries(copies) }) };
}

/** Returns `right` if the answer is the same later, else `wrong` and why. */
export async function askLargeProject({ server, fields, languages, project, root, caches, path }, main) {
  const { language, questions } = project;
  const [question] = questions;
  const session = await openSession({ main, root, caches, language, server, fields, languages, path });
  try {
    const ask = async () =>
      summaryOf(question, await session.sendRequest("references", { locate: question.locate }), root);
    const cold = await ask();
    await pause(PAUSE_MS);
    const later = await ask();
    if (JSON.stringify(cold) === JSON.stringify(later)) return { result: "right" };
    return { result: "wrong", why: `${cold.length} references at first, ${later.length} later` };
  } catch (error) {
    return { result: "wrong", why: error.message };
  } finally {
    await Promise.race([session.close(), pause(PAUSE_MS, undefined, { ref: false })]);
  }
}

function nameOfCopy(file, number) {
  return file.replace(/(\.[^./]*)?$/, `copy${number}$1`);
}

/** A C++ server reads the files that are listed. */
function withCompileCommands(files) {
  const name = "compile_commands.json";
  if (files[name] === undefined) return files;
  const [entry] = JSON.parse(files[name]);
  const sources = Object.keys(files).filter((file) => file.endsWith(".cpp"));
  const entries = sources.map((file) => JSON.parse(JSON.stringify(entry).replaceAll(entry.file, file)));
  return { ...files, [name]: JSON.stringify(entries) };
}
