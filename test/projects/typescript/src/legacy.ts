/** Written long ago, on another system. */
export const größe = (text: string): number => {
  const länge = text.length;
  return länge;
};

export function total(): number {
  return größe("💣 legacy") + größe("x");
}

export default class Legacy {
  run(): number {
    return missing(total());
  }
}
