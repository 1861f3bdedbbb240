/** Chooses a code action by its title or kind among those that a backend offers at a place. */

import type { CodeAction, Command } from "vscode-languageserver-protocol";
import { askPrepared } from "../../../ask/ask.js";
import type { Backend } from "../../../ask/backend/backend.js";
import { type LocateMethod, lspMethods } from "../../../ask/methodTable.js";
import { LocateError } from "../../../error.js";
import { describeValue } from "../../../locate/errorText.js";
import type { RequestContext } from "../../client/requestContext.js";
import { type Place, resolvePlace } from "../../place/resolvePlace.js";
import { type BackendCall, prepareCall, questionOf } from "../forward/locateQuestion.js";
import type { RequestParams } from "../params.js";

/** What an action has to be. */
export interface WantedAction {
  readonly title: string | undefined;
  /** A CodeActionKind, which stands for those below it, too. */
  readonly kind: string | undefined;
}

/** Errors: `invalid_locate`. */
export function readWantedAction({ title, kind }: RequestParams): WantedAction {
  return { title: readWord("title", title), kind: readWord("kind", kind) };
}

function readWord(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new LocateError("invalid_locate", `${field} is ${describeValue(value)}. Write a text, or leave it out.`, {
    field,
    expected: "a text",
  });
}

/** Where actions are looked for. */
interface ActionPlace {
  readonly locate: unknown;
  readonly place: Place;
  readonly backend: Backend;
}

/**
 * Kinds of which servers offer actions only where they are asked for them; some know no kind above
 * their own.
 */
const KINDS_BY_REQUEST = ["source", "source.organizeImports", "source.fixAll", "refactor", "quickfix"];

/** The maximum number of titles in an error. */
const MAX_TITLES = 50;

/**
 * Returns the action. The whole range of the Locate is asked about first, then its point: the name
 * of a symbol, the place of a marker. Errors: `action_not_found`, `action_ambiguous`.
 */
export async function findAction(
  wanted: WantedAction,
  { locate, place, backend }: ActionPlace,
  context: RequestContext,
): Promise<CodeAction | Command> {
  const seen: (CodeAction | Command)[] = [];
  const attempts = async function* () {
    const only = wanted.kind === undefined ? undefined : [wanted.kind];
    yield await offeredActions(place, only, backend, context);
    const point = await resolvePlace(locate, { as: "point", purpose: "write" }, context).catch(() => undefined);
    try {
      if (point) yield await offeredActions(point, only, backend, context);
      if (only === undefined && wanted.title !== undefined)
        yield await offeredActions(place, KINDS_BY_REQUEST, backend, context);
    } finally {
      point?.release();
    }
  };
  let ambiguous: readonly (CodeAction | Command)[] = [];
  for await (const actions of attempts()) {
    for (const action of actions) if (!seen.some((other) => isSame(action, other))) seen.push(action);
    const [first, ...others] = fitting(actions, wanted);
    if (first === undefined) continue;
    const isOnly = others.length === 0 && (ambiguous.length === 0 || first.title === wanted.title);
    if (isOnly) return first;
    // A further attempt may show the exact title.
    if (ambiguous.length === 0) ambiguous = [first, ...others];
  }
  if (ambiguous.length > 0) throw ambiguousError(ambiguous, wanted);
  throw notFoundError(seen, wanted);
}

async function offeredActions(
  place: Place,
  only: readonly string[] | undefined,
  backend: Backend,
  context: RequestContext,
): Promise<readonly (CodeAction | Command)[]> {
  const extra = only === undefined ? {} : { context: { only } };
  const row = lspMethods["codeAction"] as LocateMethod;
  const call: BackendCall = { name: "codeAction", row, places: [place], backend, extra, onSend() {}, onItem() {} };
  const prepared = { ...call, extra: await prepareCall(call, context) };
  const answer = (await askPrepared(questionOf(prepared, context), context)).parse();
  return Array.isArray(answer) ? answer.filter((each) => typeof each?.title === "string") : [];
}

/** Returns the actions that are meant: those of the very title, else those that contain it. */
function fitting(
  actions: readonly (CodeAction | Command)[],
  { title, kind }: WantedAction,
): readonly (CodeAction | Command)[] {
  const able = actions.filter((each) => disabledReason(each) === undefined);
  const ofKind = able.filter((each) => kind === undefined || isOfKind(kindOf(each), kind));
  if (title === undefined) return ofKind;
  const exact = ofKind.filter((each) => each.title === title);
  const folded = title.toLowerCase();
  const found = exact.length > 0 ? exact : ofKind.filter((each) => each.title.toLowerCase().includes(folded));
  // The same action, offered for each of several diagnostics.
  return found.filter((each, index) => !found.slice(0, index).some((other) => isSame(each, other)));
}

function kindOf(action: CodeAction | Command): string | undefined {
  return typeof action.command === "string" ? undefined : (action as CodeAction).kind;
}

function isOfKind(kind: string | undefined, wanted: string): boolean {
  return kind === wanted || kind?.startsWith(`${wanted}.`) === true;
}

function disabledReason(action: CodeAction | Command): string | undefined {
  return (action as CodeAction).disabled?.reason;
}

/** Whether two actions do the same, as far as can be seen. */
function isSame(one: CodeAction | Command, other: CodeAction | Command): boolean {
  return JSON.stringify(significant(one)) === JSON.stringify(significant(other));
}

function significant(action: CodeAction | Command): object {
  const { diagnostics: _diagnostics, isPreferred: _isPreferred, ...rest } = action as CodeAction;
  return rest;
}

function ambiguousError(candidates: readonly (CodeAction | Command)[], { title }: WantedAction): LocateError {
  const titles = titlesOf(candidates);
  const areAlike = new Set(titles.map((each) => each.title)).size < candidates.length;
  const what = title === undefined ? "Several actions fit" : `Several actions fit ${JSON.stringify(title)}`;
  const advice = areAlike
    ? "Those with the same title differ in what they are about: write kind, too, or a Locate of less text."
    : "Write one of these titles in full.";
  return new LocateError("action_ambiguous", `${what}: ${listTitles(titles)}. ${advice}`, { titles });
}

function notFoundError(seen: readonly (CodeAction | Command)[], { title, kind }: WantedAction): LocateError {
  const able = titlesOf(seen.filter((each) => disabledReason(each) === undefined));
  const disabled = seen.flatMap((each) => {
    const reason = disabledReason(each);
    const isMeant = title !== undefined && each.title.toLowerCase().includes(title.toLowerCase());
    return reason !== undefined && isMeant ? [`${JSON.stringify(each.title)} can't be done: ${reason}`] : [];
  });
  const wanted = [title === undefined ? "" : JSON.stringify(title), kind === undefined ? "" : `of kind ${kind}`];
  const what = `No code action ${wanted.filter((each) => each !== "").join(" ")}`.trimEnd();
  const there =
    able.length === 0
      ? "The server offers none there: name the lines of an error, or the range to refactor."
      : `There are: ${listTitles(able)}. Write one of these titles, or another Locate.`;
  const message = [`${what} is offered there.`, ...disabled.map((each) => `${each}.`), there].join(" ");
  return new LocateError("action_not_found", message, { titles: able });
}

function titlesOf(actions: readonly (CodeAction | Command)[]) {
  return actions.slice(0, MAX_TITLES).map((each) => {
    const kind = kindOf(each);
    return { title: each.title, ...(kind !== undefined && { kind }) };
  });
}

function listTitles(titles: readonly { readonly title: string }[]): string {
  return [...new Set(titles.map(({ title }) => JSON.stringify(title)))].join(", ");
}
