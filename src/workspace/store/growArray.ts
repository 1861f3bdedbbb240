/** Typed arrays that grow: by a quarter, so that little of them lies idle. */

type GrowableArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The array itself where it is long enough, else a longer one that begins like it. What is new is 0. */
export function growArray<Kind extends GrowableArray>(array: Kind, length: number): Kind {
  if (length <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => Kind)(Math.ceil(length * 1.25) + 16);
  longer.set(array);
  return longer;
}
