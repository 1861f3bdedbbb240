/**
 * Serializes an index, so that a file's records can be written to a cache. No code does so
 * yet.
 */

import { ByteReader, ByteWriter, fnv1a } from "./bytes.js";
import type { KindTable } from "./records/kindTable.js";
import { RecordLeaf } from "./records/recordLeaf.js";
import { RecordRows, recordFields } from "./records/recordRows.js";
import { RecordReader, Records } from "./records/records.js";
import type { SyntaxIndex } from "./syntaxIndex.js";

/**
 * "lsi" and the version of the format. A checksum of the rest, the kinds in use and the leaves
 * follow.
 */
const fileHeader = Uint8Array.of(0x6c, 0x73, 0x69, 1);

export function serializeIndex({ kinds, records }: SyntaxIndex): Uint8Array {
  const body = new ByteWriter();
  const used = collectKinds(records);
  body.number(used.size);
  for (const kind of used) {
    const name = kinds.nameOf(kind);
    body.number(kind);
    body.number(name.length);
    for (let at = 0; at < name.length; at++) body.number(name.charCodeAt(at));
  }
  body.number(records.leaves.length);
  for (const leaf of records.leaves) {
    body.number(leaf.size);
    body.number(leaf.code);
    body.number(leaf.bytes.length);
    body.bytes(leaf.bytes);
  }
  const whole = new ByteWriter();
  whole.bytes(fileHeader);
  whole.number(fnv1a(body.finish()));
  whole.bytes(body.finish());
  return whole.finish();
}

/**
 * Returns the index that `bytes` contain, its kinds numbered by `kinds`; `undefined` if the bytes
 * are anything else.
 */
export function deserializeIndex(bytes: Uint8Array, kinds: KindTable): SyntaxIndex | undefined {
  const reader = new ByteReader(bytes);
  const isOurs = reader.bytes(fileHeader.length).every((byte, at) => byte === fileHeader[at]);
  if (!isOurs || reader.number() !== fnv1a(bytes.subarray(fileHeader.length + 4)) || reader.isShort) return undefined;
  const names = readNames(reader);
  const leaves = readLeaves(reader);
  if (leaves === undefined || leaves.length === 0 || reader.isShort || !reader.isAtEnd) return undefined;
  const records = new Records(leaves);
  if (!isWellFormed(records, names)) return undefined;
  return { kinds, records: renumber(records, names, kinds) };
}

function collectKinds(records: Records): Set<number> {
  const kinds = new Set<number>();
  for (const leaf of records.leaves) {
    for (let index = 0; index < leaf.size; index++) kinds.add(leaf.value(index, recordFields.kind));
  }
  return kinds;
}

function readNames(reader: ByteReader): Map<number, string> {
  const names = new Map<number, string>();
  for (let left = reader.number(); left > 0 && !reader.isShort; left--) {
    const kind = reader.number();
    let name = "";
    for (let length = reader.number(); length > 0 && !reader.isShort; length--)
      name += String.fromCharCode(reader.number());
    names.set(kind, name);
  }
  return names;
}

function readLeaves(reader: ByteReader): RecordLeaf[] | undefined {
  const leaves: RecordLeaf[] = [];
  for (let left = reader.number(); left > 0 && !reader.isShort; left--) {
    const size = reader.number();
    const code = reader.number();
    // A copy, so that the records don't keep all bytes of a cache in memory.
    const leaf = RecordLeaf.of(size, code, reader.bytes(reader.number()).slice());
    if (leaf === undefined) return undefined;
    leaves.push(leaf);
  }
  return leaves;
}

/** Returns whether the records form one tree: each node lies in its parent and has a known kind. */
function isWellFormed(records: Records, names: ReadonlyMap<number, string>): boolean {
  const reader = new RecordReader(records);
  const open: { readonly nextRecord: number; left: number }[] = [
    { nextRecord: records.size, left: Number.MAX_SAFE_INTEGER },
  ];
  for (let record = 0; record < records.size; record++) {
    while (open.at(-1)?.nextRecord === record) open.pop();
    const parent = open.at(-1);
    const nextRecord = record + 1 + reader.value(record, recordFields.descendants);
    const length = reader.value(record, recordFields.length);
    if (parent === undefined || nextRecord > parent.nextRecord || !names.has(reader.value(record, recordFields.kind)))
      return false;
    parent.left -= reader.value(record, recordFields.offset) + length;
    if (
      parent.left < 0 ||
      reader.value(record, recordFields.tail) > length ||
      (record === 0 && nextRecord !== records.size)
    )
      return false;
    open.push({ nextRecord, left: length });
  }
  return true;
}

/** Returns the records with the kind numbers of this table. */
function renumber(records: Records, names: ReadonlyMap<number, string>, kinds: KindTable): Records {
  const numbers = new Map([...names].map(([kind, name]) => [kind, kinds.numberOf(name)]));
  if ([...numbers].every(([kind, number]) => kind === number)) return records;
  return new Records(
    records.leaves.map((leaf) => {
      const rows = new RecordRows();
      leaf.unpack(0, leaf.size, rows);
      for (let row = 0; row < rows.size; row++)
        rows.set(row, recordFields.kind, numbers.get(rows.get(row, recordFields.kind)) as number);
      return RecordLeaf.pack(rows, 0, rows.size);
    }),
  );
}
