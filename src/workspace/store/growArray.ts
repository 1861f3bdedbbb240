/** Growth of typed arrays, by a quarter, so that little memory is unused. */

type GrowableArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Returns the array itself if it is long enough, otherwise a longer copy filled up with zeros. */
export function growArray<Kind extends GrowableArray>(array: Kind, length: number): Kind {
  if (length <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => Kind)(Math.ceil(length * 1.25) + 16);
  longer.set(array);
  return longer;
}
