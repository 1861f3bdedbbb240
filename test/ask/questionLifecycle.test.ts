/** The life of a question to a server, without a server. */

import { plainPolicyOf, policyOf } from "../../src/ask/methodTable.js";
import {
  type Facts,
  locateAsker,
  nextQuestionState,
  patientAsker,
  plainAsker,
  type QuestionEvent,
  type QuestionState,
  transitions,
} from "../../src/ask/questionLifecycle.js";
import { law, pick } from "../text/random.js";

const quiet: Omit<Facts, "policy" | "asker"> = {
  attempt: "first",
  prepared: undefined,
  isUnopened: false,
  mayGuess: false,
  isCancelled: false,
  isOutdated: false,
  hasPartialResults: false,
  wasLoading: false,
  wasAnalysing: false,
  isTransient: false,
  isOwnError: false,
  retryCount: 0,
  isDistrusted: false,
  isUncompared: false,
  isStale: false,
  hasWordToTheLeft: false,
};
const locate = (name: string) => ({ policy: policyOf(name) ?? { dependsOn: "file" as const }, asker: locateAsker });
const plain = (method: string) => ({
  policy: plainPolicyOf(method) ?? { dependsOn: "file" as const },
  asker: plainAsker,
});

/** Returns the next state as `kind what`. */
function next(from: QuestionState["kind"], event: QuestionEvent, facts: Facts): string | undefined {
  const state = nextQuestionState({ kind: from } as QuestionState, event, facts);
  if (state === undefined) return undefined;
  const what = "step" in state ? state.step : "answer" in state ? state.answer : "";
  return `${state.kind} ${what}`.trim();
}

/** Returns the steps before a question is sent. */
function stepsBefore(facts: Facts): string {
  const steps: string[] = [];
  let from: QuestionState["kind"] = "new";
  let prepared: Facts["prepared"];
  for (;;) {
    const step = next(from, from === "new" ? "start" : "done", { ...facts, prepared });
    if (step === undefined || step === "sent") return steps.join(" ") || "none";
    from = "prepare";
    prepared = step.split(" ")[1] as Facts["prepared"];
    steps.push(String(prepared));
  }
}

const preparations = [
  // For locate/*, the file is opened first, where the answer depends on more than its text.
  [locate("foldingRange"), {}, "none"],
  [locate("documentSymbol"), { mayGuess: false }, "none"],
  [locate("hover"), { isUnopened: true }, "open notify"],
  [locate("hover"), { isUnopened: true, mayGuess: true }, "open load notify"],
  [locate("references"), { isUnopened: true }, "open load notify settle"],
  [locate("rename"), { isUnopened: true }, "open load notify settle"],
  [locate("prepareRename"), { isUnopened: true }, "open notify"],
  // A client's own request goes at once, unless it depends on the project.
  [plain("textDocument/hover"), {}, "none"],
  [plain("textDocument/hover"), { isUnopened: true }, "open"],
  [plain("textDocument/definition"), { mayGuess: true }, "load"],
  [plain("textDocument/references"), {}, "load notify settle"],
  [plain("textDocument/prepareRename"), {}, "load notify settle"],
  [plain("callHierarchy/incomingCalls"), {}, "load notify settle"],
  [plain("workspace/symbol"), {}, "load notify settle"],
] as const;

test.each(preparations)(
  "Case %#: before a question is sent, its steps are those that its policy needs",
  (who, more, expected) => expect(stepsBefore({ ...quiet, ...who, ...more })).toBe(expected),
);

const hover = locate("hover");
const folding = locate("foldingRange");
const symbols = { ...locate("documentSymbol"), asker: patientAsker };
const references = plain("textDocument/references");

const outcomes = [
  ["a result is the answer", hover, "result", {}, "answer outcome"],
  ["a result is the answer, also of a server that loads", hover, "result", { wasLoading: true }, "answer outcome"],
  ["nothing is the answer of a server that has loaded", hover, "empty", {}, "answer outcome"],
  ["nothing is asked for again while it loads", hover, "empty", { wasLoading: true }, "repeat poll"],
  ["nothing is asked for again while it analyses", hover, "empty", { wasAnalysing: true }, "repeat poll"],
  ["nothing is the answer about the text alone", folding, "empty", { wasLoading: true }, "answer outcome"],
  ["symbols are doubted", locate("documentSymbol"), "empty", { wasLoading: true }, "repeat poll"],
  ["an error counts as nothing while it loads", hover, "error", { wasLoading: true }, "repeat poll"],
  ["an error about the text alone is one", folding, "error", { wasLoading: true }, "answer outcome"],
  ["an error of ours is one", hover, "error", { wasLoading: true, isOwnError: true }, "answer outcome"],
  ["symbols come once it has loaded", symbols, "empty", { wasLoading: true }, "repeat load"],
  ["symbols come once it has loaded, after an error, too", symbols, "error", { wasLoading: true }, "repeat load"],
  ["an error of ours is none of a server that loads", symbols, "error", { isOwnError: true }, "answer outcome"],
  ["a file without symbols has none", symbols, "empty", {}, "answer outcome"],
  ["polling goes on", hover, "empty", { attempt: "poll" }, "repeat poll"],
  ["polling goes on after an error", hover, "error", { attempt: "poll" }, "repeat poll"],
  ["the last outcome counts", hover, "empty", { attempt: "last", wasLoading: true }, "answer outcome"],
  ["the last error counts", hover, "error", { attempt: "last", wasLoading: true }, "answer outcome"],
  ["a word is asked for at its last character", hover, "empty", { hasWordToTheLeft: true }, "repeat left"],
  ["and once", hover, "empty", { hasWordToTheLeft: true, attempt: "left" }, "answer outcome"],
  ["sendRequest repeats for us", hover, "error", { isTransient: true }, "answer outcome"],

  ["a client's request is repeated once loaded", references, "empty", { wasLoading: true }, "repeat load"],
  ["its error passes", references, "error", { wasLoading: true }, "answer outcome"],
  ["an interrupted server is asked again", references, "error", { isTransient: true, retryCount: 2 }, "repeat delay"],
  ["three times", references, "error", { isTransient: true, retryCount: 3 }, "answer outcome"],
  ["an edit is not", plain("textDocument/rename"), "error", { isTransient: true }, "answer outcome"],
  ["a result older than the disk is not the answer", references, "result", { isStale: true }, "repeat notify"],
  ["without a result the disk is compared", references, "empty", { isUncompared: true }, "repeat compare"],
  ["nothing is doubtful while it is distrusted", references, "empty", { isDistrusted: true }, "answer doubtful"],
  ["an older text's outcome is no answer", references, "result", { isOutdated: true }, "repeat now"],
  ["nor its error", references, "error", { isOutdated: true }, "repeat now"],
  [
    "parts of it can't be taken back",
    references,
    "result",
    { isOutdated: true, hasPartialResults: true },
    "answer outdated",
  ],
  [
    "after a cancellation everything passes",
    references,
    "empty",
    { isCancelled: true, wasLoading: true },
    "answer outcome",
  ],
  ["of an older text, too", references, "result", { isCancelled: true, isOutdated: true }, "answer outcome"],
] as const;

test.each(outcomes)("Once a request is sent, %s", (_title, who, event, more, expected) =>
  expect(next("sent", event, { ...quiet, ...who, ...more })).toBe(expected),
);

test("A repeat is sent when it is due, and without a change on disk its outcome was the answer", () => {
  const facts = { ...quiet, ...references };
  expect(next("repeat", "done", facts)).toBe("sent");
  expect(next("repeat", "unchanged", facts)).toBe("answer outcome");
});

test("Every row of the table decides a case, so that none is out of reach", () => {
  const whys = new Set<string>();
  const note = (state: QuestionState["kind"], event: QuestionEvent, facts: Facts) => {
    const decided = nextQuestionState({ kind: state } as QuestionState, event, facts);
    if (decided && "why" in decided) whys.add(decided.why);
  };
  for (const [who, more] of preparations) {
    for (const prepared of [undefined, "open", "load", "notify", "settle"] as const)
      note(prepared === undefined ? "new" : "prepare", prepared === undefined ? "start" : "done", {
        ...quiet,
        ...who,
        ...more,
        prepared,
      });
  }
  for (const [, who, event, more] of outcomes) note("sent", event, { ...quiet, ...who, ...more });
  for (const event of ["done", "unchanged"] as const) note("repeat", event, { ...quiet, ...references });
  expect(transitions.map(({ why }) => why).filter((why) => !whys.has(why))).toEqual([]);
});

law("Whatever is known, each outcome is judged, and none counts after the answer", 40, (random) => {
  const flag = () => random(2) === 0;
  const facts: Facts = {
    policy: pick(random, [hover, folding, references, plain("textDocument/rename")]).policy,
    asker: pick(random, [locateAsker, patientAsker, plainAsker]),
    attempt: pick(random, ["first", "poll", "last", "left"]),
    prepared: pick(random, [undefined, "open", "load", "notify", "settle"]),
    isUnopened: flag(),
    mayGuess: flag(),
    isCancelled: flag(),
    isOutdated: flag(),
    hasPartialResults: flag(),
    wasLoading: flag(),
    wasAnalysing: flag(),
    isTransient: flag(),
    isOwnError: flag(),
    retryCount: random(6),
    isDistrusted: flag(),
    isUncompared: flag(),
    isStale: flag(),
    hasWordToTheLeft: flag(),
  };
  for (const event of ["result", "empty", "error"] as const) {
    expect(nextQuestionState({ kind: "sent", why: "" }, event, facts)).toBeDefined();
    expect(nextQuestionState({ kind: "answer", answer: "outcome", why: "" }, event, facts)).toBeUndefined();
  }
  expect(["prepare", "sent"]).toContain(nextQuestionState({ kind: "new" }, "start", facts)?.kind);
});
