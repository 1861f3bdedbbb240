/** The Locates that answers and errors offer: each has to resolve when it is sent as it stands. */

import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isObject } from "../src/backend/isObject.js";
import type { Locate } from "../src/locate/locate.js";

export type OfferedLocate = string | Locate;

/**
 * Returns the Locates in a result or in an error's data: each `locate`, and each `notation`; and
 * those in backticks in an error's message, if `isFile` knows their file.
 */
export function offersIn(value: unknown, isFile: (path: string) => boolean): readonly OfferedLocate[] {
  const offers: OfferedLocate[] = [];
  // No recursion: results may be very deep.
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (Array.isArray(next)) for (const each of next) rest.push(each);
    else if (isObject(next))
      for (const [name, each] of Object.entries(next)) {
        if (name === "locate" || name === "notation") {
          if (isOffer(each)) offers.push(each);
        } else if (name === "message" && typeof each === "string") {
          for (const quoted of quotedLocates(each, isFile)) offers.push(quoted);
        } else rest.push(each);
      }
  }
  return offers;
}

function isOffer(value: unknown): value is OfferedLocate {
  return typeof value === "string" || isObject(value);
}

/**
 * Inline code that begins with the name of a file and goes on with a scope or a find. What the
 * call's own arguments contain is an echo, unless its sentence says to write it.
 */
export function quotedLocates(
  message: string,
  isFile: (path: string) => boolean,
  args: unknown = undefined,
): readonly string[] {
  const offers: string[] = [];
  // The sentence as far as it goes before the code, without other code.
  let sentence = "";
  let end = 0;
  for (const { 0: code, 2: padded, 3: plain, index } of message.matchAll(/(`+)(?: (.*?) |(.*?))\1(?!`)/gs)) {
    sentence = `${sentence}${message.slice(end, index)}`.split(/[.?!]\s/).at(-1) ?? "";
    end = index + code.length;
    const text = padded ?? plain ?? "";
    const [, path = ""] = /^([^:@]+)[:@]./s.exec(text) ?? [];
    const isEcho = !/\bwrite\b/i.test(sentence) && hasText(args, text);
    if (path !== "" && isFile(path) && !isEcho) offers.push(text);
  }
  return offers;
}

/** Whether one of the strings in a JSON value contains `text`. */
function hasText(value: unknown, text: string): boolean {
  if (typeof value === "string") return value.includes(text);
  return typeof value === "object" && Object.values(value ?? {}).some((each) => hasText(each, text));
}

/** Lines that begin with a Locate of a position or a symbol, as answers to models write them. */
function headingLocates(text: string, isFile: (path: string) => boolean): readonly string[] {
  const headings = text.matchAll(/^(([^\s:@`][^:@`\n]*):(?:\d+:\d+|[^\s\d][^\s,]*))(?=,| · | in |$)/gm);
  return [...headings].flatMap(([, locate = "", path = ""]) => (isFile(path) ? [locate] : []));
}

/** Returns a method that takes such a Locate: of a file, of a range, or of a point. */
export function resolvingMethod(offer: OfferedLocate): string {
  const { scope, find, anchor_text } = typeof offer === "string" ? { find: offer } : offer;
  if (scope === undefined && find === undefined && anchor_text === undefined) return "locate/outline";
  return find !== undefined && find.split("<|>").length > 2 ? "locate/resolveRange" : "locate/resolve";
}

/**
 * Returns what tells whether the file of a Locate has changed: its time and size; undefined if it
 * does not exist.
 */
export function stateOfFile(root: string, offer: OfferedLocate): string | undefined {
  const path = typeof offer === "string" ? (/^[^:@]*/.exec(offer)?.[0] ?? "") : (offer.file_path ?? "");
  const file = resolve(root, path);
  const stats = existsSync(file) ? statSync(file) : undefined;
  return stats && `${file} ${stats.mtimeMs} ${stats.size}`;
}

export interface OfferCheck {
  /**
   * Keeps the Locates in backticks and in headings of an answer or error, which `source` got.
   * `args` are the arguments that it sent.
   */
  keep(source: string, text: string, args?: unknown): void;
  /**
   * Sends those whose files have not changed since. `send` resolves with an error's message, or
   * undefined.
   */
  check(send: (locate: string) => Promise<string | undefined>): Promise<void>;
}

/** Keeps what the texts offer that people and models read. */
export function createOfferCheck(root: string): OfferCheck {
  const offers = new Map<string, { readonly source: string; readonly state: string }>();
  return {
    keep(source, text, args) {
      const isFile = (path: string) => statSync(resolve(root, path), { throwIfNoEntry: false })?.isFile() === true;
      for (const locate of [...quotedLocates(text, isFile, args), ...headingLocates(text, isFile)]) {
        const state = stateOfFile(root, locate);
        if (state !== undefined) offers.set(locate, { source, state });
      }
    },
    async check(send) {
      for (const [locate, { source, state }] of offers) {
        if (stateOfFile(root, locate) !== state) continue;
        const failure = await send(locate);
        if (failure !== undefined)
          throw new Error(`The answer to ${source} offers \`${locate}\`, which does not resolve: ${failure}`);
      }
    },
  };
}
