/** Tests of what is read as an offered command in messages. */

import { createOfferCheck, quotedLocates } from "../offers.js";
import { commandsIn } from "./offeredCommands.js";

test.each<[string, readonly string[]]>([
  ["hover takes one Locate, in one word: lsp-locate hover 'a.ts@x y'.", ["hover a.ts@x y"]],
  ["Write lsp-locate hover a.ts:<symbol>. Its symbols: lsp-locate outline a.ts.", ["outline a.ts"]],
  ["lsp-locate help locate explains how to write a Locate.", ["help locate"]],
  ["write a colon before it: lsp-locate hover :A.b.", ["hover :A.b"]],
  ["lsp-locate describe a.ts:10:1. A range is a.ts:10:1-<line>:<character>.", ["describe a.ts:10:1"]],
  ["Start it with: lsp-locate --untrusted -- <command>, or lsp-locate daemon stop.", []],
])("The message %j offers the commands %j", (message, commands) => {
  expect(commandsIn(message).map((words) => words.join(" "))).toEqual(commands);
});

test("A Locate that does not resolve fails the check, and one of a changed file is not sent", async () => {
  const offers = createOfferCheck(import.meta.dirname);
  offers.keep("a question", "Write `offeredCommands.test.ts:nothing`, not `other.ts:nothing`.");
  const sent: string[] = [];
  const send = async (locate: string) => {
    sent.push(locate);
    return "No symbol `nothing`";
  };
  await expect(offers.check(send)).rejects.toThrow(
    "The answer to a question offers `offeredCommands.test.ts:nothing`, which does not resolve: No symbol `nothing`",
  );
  expect(sent).toEqual(["offeredCommands.test.ts:nothing"]);
});

test.each<[string, readonly string[]]>([
  ["Nothing in `a.ts` is declared as `a.ts@12`.", []],
  ["Nothing is declared as `a.ts@12`. Write `a.ts@12`.", ["a.ts@12"]],
  ["`a.ts@1` or `a.ts@12` is not found. Write one of these: `a.ts:f`, or `a.ts@1`.", ["a.ts:f", "a.ts@1"]],
  ["`a.ts@3` fits.", ["a.ts@3"]],
])("An answer that a call with `a.ts@12` gets, %j, offers %j", (message, offers) => {
  const call = { options: [{ query: "a.ts@12" }] };
  expect(quotedLocates(message, (path) => path === "a.ts", call)).toEqual(offers);
});
