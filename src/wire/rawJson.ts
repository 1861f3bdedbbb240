/** JSON that is not parsed. */

/** A value as JSON bytes, which are passed on unchanged and parsed only on demand. */
export class RawJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  parse(): unknown {
    return JSON.parse(this.bytes.toString("utf8"));
  }

  /** Converts a value to JSON. */
  static of(value: unknown): RawJson {
    return new RawJson(Buffer.from(JSON.stringify(value ?? null)));
  }

  /** Builds an object from values and raw JSON, without parsing the latter. */
  static object(values: Readonly<Record<string, unknown>>): RawJson {
    const parts = Object.entries(values).flatMap(([key, value], n) => [
      Buffer.from(`${n === 0 ? "{" : ","}${JSON.stringify(key)}:`),
      value instanceof RawJson ? value.bytes : Buffer.from(JSON.stringify(value ?? null)),
    ]);
    return new RawJson(Buffer.concat([...parts, Buffer.from("}")]));
  }
}
