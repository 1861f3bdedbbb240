/** The rows of the methods of ours that change files. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { describeUnit, type Unit } from "../../locate/edit/editRequest.js";
import type { Locate } from "../../locate/locate.js";
import { describePlaces } from "../../session/methods/edit/editedPlace.js";
import { describeVerdict } from "../../session/verdict/describeVerdict.js";
import type { ChangeVerdict } from "../../session/verdict/verdict.js";
import type { RequestClient } from "../client/inProcessClient.js";
import { type OptionName, type Options, UsageError } from "../options.js";
import { locatedTexts, type ResolvedPlace } from "../show/resolvedPlace.js";
import { readWholeNumber } from "./argumentForms.js";
import { checkParam, editOptionNames, readEditOperation } from "./editOperation.js";
import type { MethodAnswer, MethodArguments, OwnMethodRow } from "./methodCommand.js";
import { absolutePath, leadingFile, parseJson, readLocates } from "./readLocates.js";
import { writtenPath } from "./tryReadings.js";

const DIFF_OUTPUT = "A diff for git apply; with --write, the names of the files that were changed.";

export const changeRows = {
  edit: {
    group: "change",
    summary: "replace or delete it, or insert text before or after it, fitted to its place",
    prints: DIFF_OUTPUT,
    json: "{ edit, unit, place, notes?, diagnostics?, markdown }, of several places { edit, count, edits, … }; with --write also written",
    examples: [
      "lsp-locate edit store/items.py:LIMIT --replace='LIMIT = 20'",
      "lsp-locate edit 'store/shop.py:total@return result' --insert-before='print(result); '",
      "lsp-locate edit store/prices.py:größe --delete",
      "cat new.py | lsp-locate edit store/prices.py:größe --replace=-",
      "lsp-locate edit store/shop.py:total@result --all --replace=sum",
      `lsp-locate edit --edits='[{"locate":"store/items.py:LIMIT","operation":"replace","new_text":"LIMIT = 20"},{"locate":"store/prices.py:größe","operation":"delete"}]'`,
    ],
    aliases: ["replace", "insert", "sed"],
    emptyText: "nothing to change",
    isEmptyFine: true,
    options: ["replace", "insert-before", "insert-after", "delete", "as", "all", "edits", "format", "check"],
    readArguments(texts, options) {
      if (options.edits !== undefined) return readEdits(texts, options);
      const [place = "", text] = texts;
      // The text is written as a word, like the new name of rename.
      if (text !== undefined && editOptionNames.every((name) => options[name] === undefined))
        throw new UsageError(
          `edit needs an operation for ${JSON.stringify(text)} (--replace, --insert-before or --insert-after)`,
          () => ["edit", place, `--replace=${text}`],
        );
      if (options.all && texts.length > 1)
        throw new UsageError("--all means all matches of one find: write one Locate, or leave --all out.");
      const every = options.all === true && { at: "all" };
      return {
        texts,
        params: { ...readEditOperation(options), ...every, ...formatParam(options), ...checkParam(options) },
      };
    },
    writeValues: ["clean"],
    send: (locates, { client, params }) => sendChange("locate/edit", editParams(locates, params), client),
  },
  fix: {
    group: "change",
    summary: "apply a code action of the server, by its title or kind",
    prints: DIFF_OUTPUT,
    json: "{ edit, title, kind?, place, texts, notes?, diagnostics?, markdown }; with --write also written",
    extraArguments: "<title>",
    examples: [
      "lsp-locate fix store/shop.py 'Organize Imports'",
      "lsp-locate fix store/shop.py:1-2 --only=source.organizeImports --write",
    ],
    argument: {
      usage: "<locate>",
      details:
        "<locate> is a range: a whole symbol, lines, a text, or the text between two markers. A file alone means all its lines.",
    },
    takesFiles: true,
    aliases: ["quickfix", "refactor", "applyaction"],
    emptyText: "nothing to change",
    isEmptyFine: true,
    options: ["only", "check"],
    readArguments([place, title, ...others], { only, ...options }) {
      const texts = [...(place === undefined ? [] : [place]), ...others];
      if (only?.includes(",")) throw new UsageError("fix applies one action: write one kind after --only.");
      const wanted = { ...(title !== undefined && { title }), ...(only !== undefined && { kind: only }) };
      return { texts, params: { ...wanted, ...checkParam(options) } };
    },
    writeValues: ["clean"],
    send: ([locate], { client, params: { context: _context, ...params } }) =>
      sendChange("locate/fix", { locate, ...params }, client),
  },
  delete: {
    group: "change",
    summary: "delete a symbol that nothing uses, with the imports that only it needed",
    prints: `${DIFF_OUTPUT} The uses, if there are any.`,
    json: "{ edit, place, uses, imports?, notes, refusal?, diagnostics?, markdown }; with --write also written",
    examples: ["lsp-locate delete store/items.py:Shelf.find", "lsp-locate delete store/prices.py:größe --write=anyway"],
    aliases: ["rm", "remove"],
    emptyText: "nothing to change",
    options: ["check"],
    writeValues: ["clean", "anyway"],
    readArguments: (texts, options) => ({ texts, params: checkParam(options) }),
    send: ([locate], { client, params }) => sendChange("locate/delete", { locate, ...params }, client),
  },
  signature: {
    group: "change",
    summary: "add, remove, move or rename parameters, and change all calls",
    prints: `${DIFF_OUTPUT} The places that are left.`,
    json: "{ edit, place, texts, declarations, calls, left?, notes, refusal?, diagnostics?, markdown }; with --write also written",
    argument: {
      usage: "<locate>",
      details:
        "<locate> is a function, a method or a type with one constructor. Places in the list are counted from 0, without self. Several changes are made in the order add, remove, move, rename; --changes takes them as JSON, in any order.",
    },
    examples: [
      "lsp-locate signature store/items.py:Shelf.add --add='count: int' --argument=1",
      "lsp-locate signature store/items.py:Shelf.add --rename=item:what --write",
      `lsp-locate signature store/items.py:Shelf.add --changes='[{"add":"force: bool = False"},{"move":"item","to":1}]'`,
    ],
    aliases: ["parameters", "changesignature", "parameter"],
    emptyText: "nothing to change",
    options: ["add", "at", "argument", "remove", "move", "rename", "changes", "check"],
    writeValues: ["clean", "anyway"],
    readArguments: readSignature,
    send: ([locate], { client, params }) => sendChange("locate/signature", { locate, ...params }, client),
  },
  move: {
    group: "change",
    summary: "move a file or folder, or a symbol to a file, with the imports that lead to it",
    prints: DIFF_OUTPUT,
    json: "{ edit, from, to, texts, servers, by_syntax?, left?, notes?, diagnostics?, markdown }, of a symbol { edit, place, to, texts, left?, notes, refusal?, diagnostics?, markdown }; with --write also written",
    extraArguments: "<new path>",
    examples: [
      "lsp-locate move store/prices.py store/money.py",
      "lsp-locate move store/prices.py store/lib/prices.py --write",
      "lsp-locate move store/items.py:LIMIT store/limits.py",
    ],
    aliases: ["mv", "rename-file", "movefile", "relocate"],
    emptyText: "nothing to move",
    options: ["check"],
    writeValues: ["clean", "anyway"],
    readArguments([from, to, ...others], options, where) {
      if (from === undefined || to === undefined)
        throw new UsageError(
          "move needs a path and the new one, or a symbol and its file: lsp-locate move src/file.py src/lib/file.py.",
        );
      // A separator at the end means that folder.
      const target = `${absolutePath(to, where)}${/[/\\]$/.test(to) ? "/" : ""}`;
      const isPlace = leadingFile(from, where) !== from && hasScope(from);
      const moved = isPlace ? readLocates(from, "place", where)[0] : absolutePath(from, where);
      return { texts: [from, ...others], params: { from: moved, to: target, ...checkParam(options) } };
    },
    async send(_locates, { client, params: { from: given, ...more }, paths }) {
      const toWritten = writtenPath(paths);
      const moved = typeof given === "string" ? toWritten({ file_path: given }).file_path : toWritten(given as Locate);
      const answer = await sendChange("locate/move", { from: moved, ...more }, client);
      const { from, to, place } = answer.result as {
        readonly from: string;
        readonly to: string;
        readonly place?: object;
      };
      // Servers are told of files that were moved.
      if (place) return answer;
      return { ...answer, onWritten: () => client.request("locate/move", { from, to, done: true }) } as MethodAnswer;
    },
  },
} as const satisfies Readonly<Record<string, OwnMethodRow>>;

/** Whether a text has what follows a path in a Locate; the colon of a URI or a drive is none. */
function hasScope(text: string): boolean {
  return /[:@]/.test(text.replace(/^[a-z][a-z0-9+.-]*:(?=[\\/])/i, ""));
}

function formatParam({ format }: Options): { readonly format?: true } {
  return format === true ? { format } : {};
}

const SIGNATURE_OPTIONS = ["add", "at", "argument", "remove", "move", "rename"] as const;

/** Reads the options of `signature`; `--remove x` is a word after the Locate. Throws UsageError. */
function readSignature(words: readonly string[], options: Options): MethodArguments {
  const isWord = options.remove === true && words.length > 1;
  const remove = isWord ? words[1] : options.remove;
  const changes = readSignatureChanges({ ...options, remove });
  return {
    texts: isWord ? [words[0] as string, ...words.slice(2)] : words,
    params: { changes, ...checkParam(options) },
  };
}

function readSignatureChanges(options: { readonly [Name in OptionName]?: Options[Name] | undefined }): unknown {
  const { add, at, argument, remove, move, rename, changes } = options;
  const given = SIGNATURE_OPTIONS.filter((name) => options[name] !== undefined);
  if (changes !== undefined) {
    if (given[0] !== undefined) throw new UsageError(`--changes has all that is done: leave --${given[0]} out.`);
    return parseJson(changes, "--changes");
  }
  const alone = add === undefined ? given.find((name) => name === "at" || name === "argument") : undefined;
  if (alone !== undefined) throw new UsageError(`--${alone} is about a new parameter: write --add='name: type', too.`);
  const made: object[] = [];
  const place = at === undefined ? {} : { at: readWholeNumber(at, "--at", 0) };
  if (add !== undefined) made.push({ add, ...place, ...(argument !== undefined && { argument }) });
  if (remove !== undefined) made.push({ remove: remove === true ? "" : remove });
  if (move !== undefined) {
    const [name, to] = readPair(move, "--move", "x:0");
    made.push({ move: name, to: readWholeNumber(to, "--move", 0) });
  }
  if (rename !== undefined) {
    const [name, to] = readPair(rename, "--rename", "x:y");
    made.push({ rename: name, to });
  }
  if (made.length > 0) return made;
  throw new UsageError(
    "signature needs a change: --add='name: type' --argument=0, --remove=x, --move=x:0 or --rename=x:y.",
  );
}

/** Reads a name, a colon and what goes with it. Throws UsageError. */
function readPair(text: string, option: string, example: string): readonly [string, string] {
  const at = text.indexOf(":");
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`${option} needs a parameter and what becomes of it: ${option}=${example}.`);
}

/** Reads `--edits`: the Locates are the places of the command. */
function readEdits(texts: readonly string[], options: Options): MethodArguments {
  const other = [...editOptionNames, "as" as const, "all" as const].find((name) => options[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--edits has all that is done: leave --${other} out.`);
  if (texts.length > 0) throw new UsageError("--edits has the Locates: leave the others out.");
  const edits = parseJson(options.edits ?? "", "--edits");
  if (
    !Array.isArray(edits) ||
    edits.length === 0 ||
    edits.some((each) => typeof each?.locate !== "string" && typeof each?.locate !== "object")
  )
    throw new UsageError(
      `--edits must be a JSON array of edits: --edits='[{"locate": "src/file.py:name", "operation": "replace", "new_text": "…"}]'.`,
    );
  const written = (locate: unknown) => (typeof locate === "string" ? locate : JSON.stringify(locate));
  return {
    texts: edits.map(({ locate }) => written(locate)),
    params: { edits, ...formatParam(options), ...checkParam(options) },
  };
}

/** Returns the params of an edit of one place or several; those of `edits` are in their order. */
function editParams(
  locates: readonly Locate[],
  { edits, ...params }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (Array.isArray(edits))
    return { ...params, edits: edits.map((each, index) => ({ ...each, locate: locateFor(locates[index], each.at) })) };
  const [first, ...others] = locates;
  if (others.length > 0) return { ...params, at: locates };
  return { ...params, locate: locateFor(first, params["at"]) };
}

/** A find that has to be the only one is a safeguard for changes of one place. */
function locateFor(locate: Locate | undefined, at: unknown): Locate | undefined {
  if (at !== "all" || locate?.find_index !== "only") return locate;
  const { find_index: _only, ...others } = locate;
  return others;
}

/** What the answers of these methods have in common. */
interface ChangeAnswer {
  readonly edit: WorkspaceEdit;
  readonly place?: ResolvedPlace;
  readonly unit?: Unit;
  /** The places of several edits. */
  readonly edits?: readonly { readonly unit: Unit; readonly place: ResolvedPlace }[];
  /** The texts that the edit is about, where they are not those of the places. */
  readonly texts?: readonly { readonly uri: string; readonly sha256: string }[];
  /** Of a code action. */
  readonly title?: string;
  /** Why it is not to be written, unless it is meant in spite of that. */
  readonly refusal?: string;
  readonly notes?: readonly string[];
  readonly diagnostics?: ChangeVerdict;
}

async function sendChange(method: string, params: object, client: RequestClient): Promise<MethodAnswer> {
  const result = await client.request<ChangeAnswer>(method, params);
  const { place, unit, edits, edit, title, refusal, texts = [], notes = [], diagnostics: verdict } = result;
  const edited = edits ? [describePlaces(edits)] : unit === undefined ? [] : [`Edited as ${describeUnit(unit)}.`];
  const chosen = title === undefined ? [] : [`${JSON.stringify(title)}.`];
  const said = verdict === undefined ? [] : [describeVerdict(verdict)];
  const shown = {
    result,
    ...(place && { place }),
    edit,
    notes: [...edited, ...chosen, ...notes, ...said],
    ...(verdict && { verdict }),
    ...(refusal !== undefined && { refusal }),
  };
  const places = locatedTexts([...(place ? [place] : []), ...(edits ?? []).map((each) => each.place)]);
  const located = [...places, ...texts];
  return { kind: "changes", ...shown, encoding: client.agreedEncoding, located };
}
