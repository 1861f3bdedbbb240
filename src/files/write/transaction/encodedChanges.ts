/**
 * A change of files as JSON, its bytes in base64. Of a long file that stays where it is, only what
 * differs is kept; the rest is read from the file, as it was before the change or after it.
 */

import { readWholeFileSync } from "../../readFileSync.js";
import { type Digest, digestOf, matches } from "../journal.js";
import type { FileChanges } from "../resolveChanges.js";

/** The number of bytes, before and after, from which a file is a long one. */
const LONG_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

export type EncodedChanges = ReturnType<typeof encode>;

/** Reads a file of at most `maxBytes`; throws where it can't. */
export type ReadFile = (path: string, maxBytes: number) => Uint8Array;

type Content = FileChanges["contents"][number];

/** What differs in a long file. */
interface Part {
  /** The number of bytes before it. */
  readonly from: number;
  /** The whole file before and after the change. */
  readonly states: readonly [Digest, Digest];
}

type KeptContent = Content & { readonly part?: Part };

/** Encodes a change; undefined for one that has more than `maxBytes`, which base64 makes more. */
export function encodeChanges(changes: FileChanges, maxBytes: number): EncodedChanges | undefined;
export function encodeChanges(changes: FileChanges): EncodedChanges;
export function encodeChanges(changes: FileChanges, maxBytes = Number.POSITIVE_INFINITY): EncodedChanges | undefined {
  // A file that is moved has its bytes in the move, too.
  const contents = changes.moves.length === 0 ? changes.contents.map(partOf) : changes.contents;
  const lengths = [
    ...contents.map(({ before, after }) => before.length + after.length),
    ...changes.creations.map(({ after }) => after.length),
  ];
  const isKept = lengths.reduce((sum, length) => sum + length, 0) <= maxBytes;
  return isKept ? encode({ ...changes, contents }) : undefined;
}

/** Decodes a change. `changed` are the long files that are neither as before it nor as after it. */
export function decodeChanges(
  { contents, moves, creations }: EncodedChanges,
  read: ReadFile = (path, maxBytes) => readWholeFileSync(path, { maxBytes }).bytes,
): { readonly changes: FileChanges; readonly changed: readonly string[] } {
  const changed: string[] = [];
  const whole = contents.flatMap(({ path, before, after, part }): Content | readonly [] => {
    const kept = { path, before: bytesOf(before), after: bytesOf(after) };
    const found = part ? wholeOf(kept, part, read) : kept;
    if (found === undefined) changed.push(path);
    return found ?? [];
  });
  const changes: FileChanges = {
    contents: whole,
    moves: moves.map(({ content, ...move }) => ({
      ...move,
      to: move.to,
      ...(content !== undefined && { content: bytesOf(content) }),
    })),
    creations: creations.map(({ path, after }) => ({ path, after: bytesOf(after) })),
  };
  return { changes, changed };
}

interface KeptChanges extends FileChanges {
  readonly contents: readonly KeptContent[];
}

function encode({ contents, moves, creations }: KeptChanges) {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return {
    contents: contents.map(({ path, part, before, after }) => ({
      ...{ path, before: text(before), after: text(after) },
      ...(part && { part }),
    })),
    moves: moves.map(({ content, ...move }) => ({ ...move, ...(content && { content: text(content) }) })),
    creations: creations.map(({ path, after }) => ({ path, after: text(after) })),
  };
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "base64");
}

function partOf(content: Content): KeptContent {
  const { path, before, after } = content;
  if (before.length + after.length < LONG_BYTES) return content;
  const shorter = Math.min(before.length, after.length);
  const from = sameBytes(shorter, (at, length) => [before.subarray(at, at + length), after.subarray(at, at + length)]);
  const end = sameBytes(shorter - from, (at, length) =>
    [before, after].map((bytes) =>
      Buffer.from(bytes.subarray(bytes.length - at - length, bytes.length - at)).reverse(),
    ),
  );
  return {
    path,
    before: before.subarray(from, before.length - end),
    after: after.subarray(from, after.length - end),
    part: { from, states: [digestOf(before), digestOf(after)] },
  };
}

/** Returns how many of the first `length` bytes are the same in the two of each chunk. */
function sameBytes(length: number, chunks: (at: number, length: number) => readonly Uint8Array[]): number {
  for (let at = 0; at < length; at += CHUNK_BYTES) {
    const [one = new Uint8Array(), other = new Uint8Array()] = chunks(at, Math.min(CHUNK_BYTES, length - at));
    if (Buffer.compare(one, other) !== 0) return at + one.findIndex((byte, index) => byte !== other[index]);
  }
  return length;
}

/** Returns a file before and after a change of a part of it; undefined where it is neither now. */
function wholeOf(kept: Content, { from, states }: Part, read: ReadFile): Content | undefined {
  const [before, after] = states;
  let bytes: Uint8Array;
  try {
    bytes = read(kept.path, Math.max(before.size, after.size));
  } catch {
    return undefined;
  }
  const withPart = (old: Uint8Array, part: Uint8Array) =>
    Buffer.concat([bytes.subarray(0, from), part, bytes.subarray(from + old.length)]);
  if (matches(bytes, after)) return { path: kept.path, before: withPart(kept.after, kept.before), after: bytes };
  if (matches(bytes, before)) return { path: kept.path, before: bytes, after: withPart(kept.before, kept.after) };
  return undefined;
}
