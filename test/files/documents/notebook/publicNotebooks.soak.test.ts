/**
 * Notebooks that public packages ship, with edits at random places: nothing but the cell differs,
 * and nbformat finds the notebook as valid as before.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Notebook,
  type NotebookCell,
  readNotebook,
  readOnlyReason,
} from "../../../../src/files/documents/notebook/notebook.js";
import { scriptCellsOf, scriptOf } from "../../../../src/files/documents/notebook/notebookScript.js";
import { rewriteNotebook } from "../../../../src/files/documents/notebook/rewriteNotebook.js";
import { download } from "../../../downloads.js";
import { temporaryFolder } from "../../../folders.js";
import { testIf } from "../../../jest.js";
import { pick, type Random, randomFrom } from "../../../text/random.js";

jest.setTimeout(300_000);

const packages = [
  { client: "pip", name: "nbclient", version: "0.11.0" },
  { client: "pip", name: "nbconvert", version: "7.17.2" },
  { client: "pip", name: "nbval", version: "0.11.0" },
  { client: "pip", name: "papermill", version: "2.7.0" },
] as const;

const hasNbformat = spawnSync("python3", ["-c", "import nbformat"]).status === 0;
const EDITS_PER_NOTEBOOK = 8;
const folder = temporaryFolder();

function read(json: string): Notebook {
  const notebook = readNotebook(json);
  if ("unreadable" in notebook) throw new Error(notebook.unreadable);
  return notebook;
}

/** Returns the script with lines changed in one cell, which is not left as it was. */
function editCell(notebook: Notebook, at: number, random: Random): string {
  const cells = scriptCellsOf(notebook).map(({ header, lines }) => ({ header, lines: [...lines] }));
  const { lines } = cells[at] as (typeof cells)[number];
  const place = random(lines.length);
  const added = notebook.cells[at]?.kind === "code" ? `x = "é💣${random(1000)}\\\\"` : `# added ${random(1000)}`;
  if (pick(random, ["insert", "replace"]) === "insert" || lines.length === 1) lines.splice(place, 0, added);
  else lines.splice(place, 1, added);
  return cells.map(({ header, lines }) => `${header}\n\n${lines.join("\n")}\n`).join("\n");
}

/** Returns the JSON before and after the source of a cell. */
function around(json: string, { source }: NotebookCell): readonly [string, string] {
  return [json.slice(0, source.from), json.slice(source.to)];
}

/** Says of notebooks (files) whether nbformat finds each valid. */
function areValid(files: readonly string[]): readonly boolean[] {
  const script =
    "import json,sys,warnings,nbformat\nwarnings.simplefilter('ignore')\ndef ok(f):\n" +
    "  try:\n    nb = json.load(open(f, encoding='utf8'))\n    nbformat.validate(nb, relax_add_props=True)\n" +
    "    return True\n  except Exception:\n    return False\nprint(json.dumps([ok(f) for f in json.load(sys.stdin)]))";
  return JSON.parse(execFileSync("python3", ["-c", script], { input: JSON.stringify(files), encoding: "utf8" }));
}

testIf(hasNbformat, "Python's nbformat is not installed")(
  "Edits of public notebooks change one cell, and leave them valid",
  async () => {
    const folders = await Promise.all(packages.map(download));
    const files = folders.flatMap((each) =>
      readdirSync(each, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ipynb"))
        .map((name) => join(each, name)),
    );
    const pairs: { readonly before: string; readonly after: string }[] = [];
    const unreadable: string[] = [];
    let edits = 0;
    let notebooks = 0;
    for (const [number, file] of files.entries()) {
      const random = randomFrom(number);
      const json = readFileSync(file, "utf8");
      const notebook = readNotebook(json);
      if ("unreadable" in notebook) {
        unreadable.push(file);
        continue;
      }
      if (readOnlyReason(notebook) !== undefined || notebook.cells.length === 0) continue;
      notebooks++;
      expect(rewriteNotebook(notebook, scriptOf(notebook))).toBe(json);
      for (let round = 0; round < EDITS_PER_NOTEBOOK; round++) {
        const at = random(notebook.cells.length);
        const script = editCell(notebook, at, random);
        const written = rewriteNotebook(notebook, script);
        if (typeof written !== "string") throw new Error(`${file}: ${written.unwritable}`);
        const after = read(written);
        expect(around(written, after.cells[at] as NotebookCell)).toEqual(
          around(json, notebook.cells[at] as NotebookCell),
        );
        expect(after.cells[at]?.text).not.toBe(notebook.cells[at]?.text);
        edits++;
        const path = join(folder, `${number}-${round}.ipynb`);
        writeFileSync(path, written);
        pairs.push({ before: file, after: path });
      }
    }
    // Packages test their own programs with broken ones.
    expect(unreadable.every((each) => !isJson(readFileSync(each, "utf8")))).toBe(true);
    expect(notebooks).toBeGreaterThan(50);
    expect(edits).toBeGreaterThan(400);
    expect(areValid(pairs.map(({ after }) => after))).toEqual(areValid(pairs.map(({ before }) => before)));
  },
);

test("An edit beside 100 MB of outputs changes its cell, and no other byte", () => {
  const outputs = [{ output_type: "stream", text: Array.from({ length: 100_000 }, () => `${"é".repeat(500)}\n`) }];
  const cells = [{ cell_type: "code", metadata: {}, outputs, source: ["a = 1"] }];
  const json = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }, undefined, 1);
  expect(Buffer.byteLength(json)).toBeGreaterThan(100_000_000);
  const notebook = read(json);
  const written = rewriteNotebook(notebook, scriptOf(notebook).replace("a = 1", "a = 2"));
  expect(written === json.replace("a = 1", "a = 2")).toBe(true);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
